"""Mistakes people make with modules and stores, and what both sides answer: type and key phrase.

As a script it says which rows the imported `mxnet` does not meet; run it with the reference's Python to
check the table. It must run there too, so it is one file and plain.
"""
import logging
import sys
import tempfile
import warnings

import numpy as np

import mxnet as mx

DATA, LABEL = [("data", (8, 3))], [("softmax_label", (8,))]
FOLDER = tempfile.gettempdir() + "/no-such-folder/"
MXNetError = mx.base.MXNetError


# ---- how far a module has come ------------------------------------------------------------------------

def net():
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=4, name="fc"), name="softmax")


def plain():
    """Make a network without a loss at its end."""
    return mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=4, name="fc")


def made(symbol=None, **options):
    return mx.mod.Module(net() if symbol is None else symbol, **options)


def bound(**options):
    module = made()
    module.bind(DATA, LABEL, **options)
    return module


def ready(**options):
    module = bound(**options)
    module.init_params()
    return module


def two():
    """Make a module over two contexts, ready for an optimizer."""
    module = made(context=[mx.cpu(0), mx.cpu(1)])
    module.bind(DATA, LABEL)
    module.init_params()
    return module


def headless():
    """Make a module without a loss that has run forward."""
    module = made(plain(), label_names=None)
    module.bind(DATA)
    module.init_params()
    module.forward(batch(label=None), is_train=True)
    return module


def batch(shape=(8, 3), label=(8,)):
    return mx.io.DataBatch([mx.nd.ones(shape)], None if label is None else [mx.nd.zeros(label)])


def rows():
    return mx.io.NDArrayIter(np.ones((16, 3)), np.zeros(16), 8)


def used(iterator):
    list(iterator)
    return iterator


def ran(module):
    module.forward(batch(), is_train=True)
    return module


def ran_chain():
    found = chain(made(plain(), label_names=None), made(mx.sym.SoftmaxOutput(mx.sym.Variable("data"), name="softmax")))
    found.bind(DATA, LABEL)
    found.init_params()
    found.forward_backward(batch())
    return found


def buckets():
    return mx.mod.BucketingModule(lambda key: (net(), ("data",), ("softmax_label",)), default_bucket_key=3)


def chain(*modules):
    found = mx.mod.SequentialModule()
    for index, module in enumerate(modules):
        found.add(module, take_labels=index + 1 == len(modules), auto_wiring=index > 0)
    return found


def twins():
    """Initialise a chain of two modules whose parameters have one name."""
    found = chain(made(plain(), label_names=None), made())
    found.bind(DATA, LABEL)
    found.init_params()


def store(**values):
    found = mx.kv.create()
    for name, size in values.items():
        found.init(name, mx.nd.ones(size))
    return found


def others(module, **arrays):
    """Set a module's parameters with some of them changed."""
    args, auxs = module.get_params()
    options = {key: arrays.pop(key) for key in ("allow_missing", "allow_extra") if key in arrays}
    module.set_params({**args, **arrays}, auxs, **options)


def feedforward(*args, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return mx.model.FeedForward(net(), num_epoch=1).fit(*args, **options)


# ---- the table: name, the mistake, the type (None: only a warning, or nothing), the phrase -------------

MISTAKES = [
    # order of calls
    ("fit on a used-up iterator", lambda: made().fit(used(rows()), num_epoch=1), StopIteration, ""),
    ("get_input_grads of a chain not asked for", lambda: ran_chain().get_input_grads(), AssertionError, ""),
    ("head gradients too small for two contexts", lambda: ran(two()).backward([mx.nd.ones((4, 4))]), MXNetError, ""),
    ("init_params before bind", lambda: made().init_params(), AssertionError, "call bind before initializing"),
    ("set_params before bind", lambda: made().set_params({}, {}), AssertionError, "call bind before initializing"),
    ("forward before bind", lambda: made().forward(batch()), AssertionError, ""),
    ("forward before init_params", lambda: bound().forward(batch()), AssertionError, ""),
    ("backward before bind", lambda: made().backward(), AssertionError, ""),
    ("update before init_optimizer", lambda: ready().update(), AssertionError, ""),
    ("init_optimizer before init_params", lambda: bound().init_optimizer(), AssertionError, ""),
    ("get_outputs before bind", lambda: made().get_outputs(), AssertionError, ""),
    ("get_input_grads not asked for", lambda: ready().get_input_grads(), AssertionError, ""),
    ("get_params before init_params", lambda: bound().get_params(), AssertionError, ""),
    ("data_shapes before bind", lambda: made().data_shapes, AssertionError, ""),
    ("output_shapes before bind", lambda: made().output_shapes, AssertionError, ""),
    ("score before bind", lambda: made().score(rows(), "acc"), AssertionError, ""),
    ("predict before bind", lambda: made().predict(rows()), AssertionError, ""),
    ("reshape before bind", lambda: made().reshape(DATA, LABEL), AssertionError, ""),
    ("monitor before bind", lambda: made().install_monitor(mx.mon.Monitor(1)), AssertionError, ""),
    ("states saved before init_optimizer", lambda: ready().save_optimizer_states("x"), AssertionError, ""),
    ("states loaded before init_optimizer", lambda: ready().load_optimizer_states("x"), AssertionError, ""),
    ("optimizer borrowed from none", lambda: ready().borrow_optimizer(ready()), AssertionError, ""),
    ("checkpoint before init_params", lambda: made().save_checkpoint(FOLDER, 1), Exception, ""),
    ("fit without epochs", lambda: made().fit(rows()), AssertionError, "please specify number of epochs"),
    ("backward after binding for prediction",
     lambda: [module := ready(for_training=False), module.forward(batch()), module.backward()], AssertionError,
     "re-bind with for_training=True to run backward"),
    ("input gradients in prediction", lambda: bound(for_training=False, inputs_need_grad=True), AssertionError, ""),
    ("states and a value", lambda: ready().set_states(states=[1], value=1), AssertionError, "Only one of states"),
    ("neither states nor a value", lambda: ready().set_states(), AssertionError, "At least one of states"),
    ("bucket forward before bind", lambda: buckets().forward(batch()), AssertionError, ""),
    ("bucket switched before bind", lambda: buckets().switch_bucket(4, DATA, LABEL), AssertionError,
     "call bind before switching bucket"),
    ("empty bucketing saved", lambda: buckets().save_checkpoint("x", 1), AssertionError,
     "Empty BucketingModule cannot be saved"),
    ("empty chain", lambda: chain().bind(DATA, LABEL), AssertionError, "empty SequentialModule"),
    ("chain forward before bind", lambda: chain(made()).forward(batch()), AssertionError, ""),
    ("head gradient missing", lambda: headless().backward(), MXNetError, "head_gradient is required"),
    # names
    ("data name", lambda: made(data_names=["dat"]), ValueError, "Did you mean one of:\n\tdata"),
    ("label name", lambda: made(label_names=["lab"]), None, "label_names=['lab']) but input with name 'lab'"),
    ("state name", lambda: made(state_names=["st"]), ValueError, "state_names=['st']"),
    ("fixed name", lambda: made(fixed_param_names=["st"]), ValueError, "fixed_param_names=['st']"),
    ("bound data name", lambda: made().bind([("x", (8, 3))], LABEL), ValueError,
     "Data provided by data_shapes don't match names specified by data_names"),
    ("bound label name", lambda: made().bind(DATA, [("x", (8,))]), KeyError, "x"),
    ("no label", lambda: made().bind(DATA), None, "Data provided by label_shapes don't match"),
    ("a label the symbol has not", lambda: made(plain(), label_names=None).bind(DATA, LABEL), KeyError, "label"),
    ("missing parameter", lambda: ready().set_params({"fc_weight": mx.nd.ones((4, 3))}, {}), RuntimeError,
     "fc_bias is not presented"),
    ("missing parameter in fit", lambda: made().fit(rows(), num_epoch=1, arg_params={}), RuntimeError,
     "fc_bias is not presented"),
    ("extra parameter", lambda: others(ready(), zz=mx.nd.ones(1)), None, ""),
    ("extra parameter, missing ones allowed", lambda: others(ready(), zz=mx.nd.ones(1), allow_missing=True), ValueError,
     'Find name "zz" that is not in the arguments'),
    ("no initializer", lambda: bound().init_params(initializer=None), TypeError, ""),
    ("optimizer", lambda: ready().init_optimizer(optimizer="sgdd"), ValueError, "Cannot find optimizer sgdd"),
    ("optimizer's type", lambda: ready().init_optimizer(optimizer=3), AssertionError, ""),
    ("optimizer's param", lambda: ready().init_optimizer(optimizer_params={"lr": 1}), TypeError, "'lr'"),
    ("metric", lambda: ready().score(rows(), "accc"), AssertionError, "accc is not registered"),
    ("metric's output", lambda: ready().score(rows(), mx.metric.Accuracy(output_names=["zz"])), KeyError, "zz"),
    ("kvstore's type", lambda: ready().init_optimizer(kvstore=3), TypeError, "kvstore must be KVStore, str or None"),
    ("meta of a chain", lambda: chain().add(made(), take_label=True), AssertionError, 'Unknown meta "take_label"'),
    ("twins in a chain", twins, AssertionError, 'Duplicated parameter names: name "fc_weight"'),
    ("bucketing without a default", lambda: mx.mod.BucketingModule(lambda key: None), AssertionError, ""),
    ("loss module's names", lambda: mx.mod.PythonLossModule(data_names=["a", "b"]), AssertionError, ""),
    ("loss module's gradient", lambda: mx.mod.PythonLossModule(grad_func=3), AssertionError, ""),
    ("loss module's shapes", lambda: mx.mod.PythonLossModule().bind([("x", (8, 3))], LABEL), AssertionError, ""),
    # shapes and values
    ("batch sizes", lambda: made().bind(DATA, [("softmax_label", (7,))]), AssertionError,
     "all data must have the same batch size: batch_size = 8, but softmax_label has shape (7,)"),
    ("more contexts than rows", lambda: made(context=[mx.cpu(i) for i in range(9)]).bind(DATA, LABEL), ValueError,
     "Too many slices"),
    ("workload", lambda: made(context=[mx.cpu(0), mx.cpu(1)], work_load_list=[1]), AssertionError, ""),
    ("group2ctxs", lambda: made(context=[mx.cpu(0), mx.cpu(1)], group2ctxs=[{}]).bind(DATA, LABEL), AssertionError,
     "length of group2ctxs"),
    ("group2ctxs' type", lambda: made(group2ctxs=3).bind(DATA, LABEL), AssertionError, "group2ctxs should be list of"),
    ("grad_req's type", lambda: bound(grad_req=3), ValueError, "grad_req must be one of str, list, tuple, or dict"),
    ("grad_req's length", lambda: bound(grad_req=["write"]), AssertionError, ""),
    ("grad_req", lambda: bound(grad_req="wrte"), RuntimeError, "is not a valid"),
    ("shared module", lambda: bound(shared_module=made()), AssertionError, ""),
    ("parameter's shape", lambda: others(ready(), fc_bias=mx.nd.ones(9)), MXNetError, "expected"),
    ("width", lambda: ready().forward(batch((8, 5))), MXNetError, "fc_weight changed"),
    ("no data", lambda: ready().forward(mx.io.DataBatch([], [])), ValueError, "Data provided by data_shapes don't"),
    ("label's shape", lambda: ready().forward(batch(label=(8, 2))), MXNetError, ""),
    ("head's shape", lambda: [headless().backward([mx.nd.ones((8, 9))]), mx.nd.waitall()], MXNetError, "mismatch"),
    ("predict a number", lambda: ready().predict(3), ValueError, "eval_data must be of type NDArray or DataIter"),
    ("no such checkpoint", lambda: mx.mod.Module.load(FOLDER + "x", 1), MXNetError, "No such file or directory"),
    ("no initialisation by name", lambda: [
        module := made(mx.sym.Variable("data") * mx.sym.Variable("zorro", shape=(8, 3)), label_names=None),
        module.bind(DATA), module.init_params()], ValueError, "Unknown initialization pattern for zorro"),
    ("shape that cannot be known",
     lambda: made(mx.sym.broadcast_mul(mx.sym.Variable("data"), mx.sym.Variable("w")), label_names=None).bind(DATA),
     RuntimeError, "InferShape pass cannot decide shapes"),
    # stores
    ("key not set, pulled", lambda: store().pull("a", out=mx.nd.ones(1)), MXNetError, "Did you init?"),
    ("key not set, pushed", lambda: store().push("a", mx.nd.ones(1)), MXNetError, "Did you init?"),
    ("key set twice", lambda: store(a=1).init("a", mx.nd.ones(1)), MXNetError, "duplicate init of key a"),
    ("mixed keys", lambda: store(a=1).init(3, mx.nd.ones(1)), MXNetError, "Mixed key types are not allowed"),
    ("key's type", lambda: store().init(3.5, mx.nd.ones(1)), AssertionError, "unexpected type for keys"),
    ("value's type", lambda: store().init(3, 1.0), TypeError, ""),
    ("fewer values than keys", lambda: store().init([1, 2], [mx.nd.ones(1)]), AssertionError, ""),
    ("pull into nothing", lambda: store(a=1).pull("a"), AssertionError, ""),
    ("pull into another shape", lambda: [store(a=2).pull("a", out=mx.nd.ones(3)), mx.nd.waitall()], MXNetError,
     "operands shape mismatch"),
    ("store's type", lambda: mx.kv.create(3), TypeError, "name must be a string"),
    ("compression of a local store", lambda: store().set_gradient_compression({"type": "2bit"}), Exception,
     "Gradient compression is not supported for this type of kvstore"),
    ("compression's type", lambda: mx.kv.create("device").set_gradient_compression({"type": "3bit"}), MXNetError,
     "Unknown type for gradient compression 3bit"),
    ("compression's threshold",
     lambda: mx.kv.create("device").set_gradient_compression({"type": "2bit", "threshold": -1}), MXNetError,
     "threshold must be greater than 0"),
    ("store's states saved", lambda: store().save_optimizer_states("x"), AssertionError, "Cannot save states for"),
    ("store's states loaded", lambda: store().load_optimizer_states("x"), AssertionError, "Cannot load states for"),
    ("store's capability", lambda: store().is_capable("zz"), ValueError, "Unknown capability: zz"),
    # FeedForward
    ("fit without labels", lambda: feedforward(np.ones((8, 3))), ValueError, "y must be specified"),
    ("fewer labels", lambda: feedforward(np.ones((8, 3)), np.ones(7)), ValueError, "labels not equal"),
    ("labels in a matrix", lambda: feedforward(np.ones((8, 3)), np.ones((8, 2))), ValueError, "Label must be 1D or 2D"),
    ("fit on a number", lambda: feedforward(3, np.ones(7)), TypeError, "X must be DataIter, NDArray or numpy.ndarray"),
    ("validate on a number", lambda: feedforward(np.ones((8, 3)), np.ones(8), eval_data=3), TypeError,
     "Eval data must be DataIter"),
]


def answer(mistake):
    """Make a mistake; give the error (or None) and everything that was said."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            mistake()
            error = None
        except Exception as caught:
            error = caught
    return error, "\n".join([str(error)] + [str(warning.message) for warning in said])


def unmet(mistake, expected, phrase):
    """Give None where the answer is the expected one, else what came instead."""
    error, said = answer(mistake)
    fits = error is None if expected is None else isinstance(error, expected)
    return None if fits and phrase in said else f"{type(error).__name__}: {said}"


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    found = {name: unmet(*row) for name, *row in MISTAKES}
    for name, instead in found.items():
        if instead is not None:
            print(f"{name}: {instead}")
    bad = sum(instead is not None for instead in found.values())
    print(f"{len(found) - bad} of {len(found)} rows hold on MXNet {mx.__version__}")
    sys.exit(bad > 0)
