"""How many cores a program takes."""
import numpy as np
import pytest
import torch

import mxnet as mx


@pytest.fixture
def seen(monkeypatch):
    """The thread counts that a program's operators saw."""
    found = []
    softmax = torch.softmax

    def watched(*args, **kwargs):
        found.append(torch.get_num_threads())
        return softmax(*args, **kwargs)
    monkeypatch.setattr(torch, "softmax", watched)
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    yield found
    torch.set_num_threads(before)


@pytest.mark.parametrize(("width", "cores"), [(8, 1), (4096, 2)])
def test_small_programs_take_one_core(seen, width, cores):
    executor = mx.sym.SoftmaxOutput(mx.sym.Variable("data"), name="softmax").simple_bind(mx.cpu(), data=(16, width))
    executor.forward()
    assert seen == [cores]
    assert torch.get_num_threads() == 2


def test_an_error_gives_the_cores_back(seen):
    class Fails(mx.operator.CustomOp):
        def forward(self, is_train, req, in_data, out_data, aux):
            raise RuntimeError("no")

    @mx.operator.register("fails_on_one_core")
    class Prop(mx.operator.CustomOpProp):
        def create_operator(self, ctx, shapes, dtypes):
            return Fails()
    executor = mx.sym.Custom(mx.sym.Variable("a"), op_type="fails_on_one_core").simple_bind(mx.cpu(), a=(2,))
    with pytest.raises(Exception, match="no"):
        executor.forward()
        executor.outputs[0].asnumpy()
    assert torch.get_num_threads() == 2


def test_replicas_share_out_the_cores():
    counts = []

    class Spy(mx.operator.CustomOp):
        def forward(self, is_train, req, in_data, out_data, aux):
            counts.append(torch.get_num_threads())
            self.assign(out_data[0], req[0], in_data[0])

    @mx.operator.register("spy_on_cores")
    class Prop(mx.operator.CustomOpProp):
        def create_operator(self, ctx, shapes, dtypes):
            return Spy()
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        data = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=20000)
        module = mx.mod.Module(mx.sym.Custom(data, op_type="spy_on_cores"), label_names=None,
                               context=[mx.cpu(0), mx.cpu(1)])
        module.bind([("data", (4, 2))], for_training=False)
        module.init_params()
        for _ in range(2):
            module.forward(mx.io.DataBatch([mx.nd.array(np.ones((4, 2)))]))
        assert counts == [1] * 4
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)
