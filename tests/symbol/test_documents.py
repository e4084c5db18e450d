"""The bases of documented operators, which old programs import."""
import mxnet as mx


def test_shapes_of_a_symbol_for_its_text():
    class MineDoc(mx.symbol_doc.SymbolDoc):
        """What Mine does."""
    net = mx.sym.split(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4), num_outputs=2, name="parts")
    assert MineDoc.get_output_shape(net, data=(2, 5)) == {"parts_output0": (2, 2), "parts_output1": (2, 2)}
    assert mx.ndarray_doc.NDArrayDoc.__doc__
