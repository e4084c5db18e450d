"""Every way to write to an array. A writer makes the array, and later changes what it holds."""
import numpy as np
import torch

import mxnet as mx
from mxnet.ndarray import tensors


def values(shape, seed=0):
    return np.random.RandomState(seed).uniform(0.5, 1.5, shape).astype(np.float32)


class Writer:
    """Writes to an array of the package's own; subclasses may make the array in another way."""

    def __init__(self, write=None):
        if write is not None:
            self.write = write

    def make(self, shape):
        return mx.nd.array(values(shape))


# ---- arrays' own methods and operators ------------------------------------------------------------

def fresh(array, seed=1):
    return mx.nd.array(values(array.shape, seed))


def add(array):
    array += 1


def multiply(array):
    array *= 2


def item(array):
    array.reshape((-1,))[0] = 7


def picked(array):
    array.reshape((-1,))[mx.nd.array([0, 1], dtype="int32")] = 7


def masters(array):
    mx.nd.multi_sgd_update(array, fresh(array), out=array, lrs=(0.5,), wds=(0,), num_weights=1)


def statistics(array):
    """Moving averages move through an alias that torch's tape does not see."""
    mean, count = array.reshape((-1,)), array.size
    data = mx.nd.array(values((3, count), 2))
    data.attach_grad()
    with mx.autograd.record():
        out = mx.nd.BatchNorm(data, mx.nd.ones(count), mx.nd.zeros(count), mean, mx.nd.ones(count))
    out.backward()


def fixed_gamma(array):
    gamma, count = array.reshape((-1,)), array.size
    gamma.attach_grad()
    with mx.autograd.record():
        mx.nd.BatchNorm(mx.nd.ones((3, count)), gamma, mx.nd.zeros(count), mx.nd.zeros(count), mx.nd.ones(count),
                        fix_gamma=True)


def gradient(array):
    """A recorded gradient lands in it."""
    x = fresh(array)
    mx.autograd.mark_variables([x], [array])
    with mx.autograd.record():
        y = x * x
    y.backward()


def bound_gradient(array):
    executor = mx.sym.square(mx.sym.var("x")).bind(mx.current_context(), {"x": fresh(array)}, {"x": array})
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones(array.shape))


def bound_argument(array):
    executor = mx.sym.square(mx.sym.var("x")).bind(mx.current_context(), {"x": array})
    executor.forward(x=fresh(array))


def copied_params(array):
    executor = mx.sym.square(mx.sym.var("x")).bind(mx.current_context(), {"x": array})
    executor.copy_params_from({"x": fresh(array)})


class Restless(mx.operator.CustomOp):
    """Changes its auxiliary state in a forward pass."""

    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(aux[0], "write", aux[0] * 2)
        self.assign(out_data[0], req[0], in_data[0])

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_grad[0])


@mx.operator.register("ownership_restless")
class RestlessProp(mx.operator.CustomOpProp):
    def list_auxiliary_states(self):
        return ["state"]

    def infer_shape(self, in_shape):
        return in_shape, in_shape, in_shape

    def create_operator(self, ctx, shapes, dtypes):
        return Restless()


class Late(Restless):
    """Changes its auxiliary state in a backward pass."""

    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0])

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        super().backward(req, out_grad, in_data, out_data, in_grad, aux)
        self.assign(aux[0], "write", aux[0] * 2)


@mx.operator.register("ownership_late")
class LateProp(RestlessProp):
    def create_operator(self, ctx, shapes, dtypes):
        return Late()


def custom_operator(array):
    net = mx.sym.Custom(mx.sym.var("x"), op_type="ownership_restless", name="restless")
    net.bind(mx.current_context(), {"x": fresh(array)}, aux_states={"restless_state": array}).forward(is_train=True)


def recorded_custom_operator(array):
    x = fresh(array)
    x.attach_grad()
    with mx.autograd.record():
        mx.nd.Custom(x, array, op_type="ownership_restless")


def custom_operator_backward(array):
    x = fresh(array)
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.Custom(x, array, op_type="ownership_late")
    y.backward()


def pulled(array):
    store = mx.kv.create("local")
    store.init("weight", fresh(array))
    store.pull("weight", out=array)


def updated_by_store(array):
    store = mx.kv.create("local")
    store.init("weight", array)
    store.set_optimizer(mx.optimizer.SGD(learning_rate=0.5))
    store.push("weight", fresh(array))
    store.pull("weight", out=array)


def initialized(array):
    mx.init.Uniform(3)(mx.init.InitDesc("some_weight"), array)


def verb_list(array):
    """As optimizers step: by torch's operations on lists of buffers."""
    torch._foreach_add_(tensors.buffers_of([array, fresh(array)]), 1)


def scaled(array):
    """As automatic mixed precision divides gradients by its scale."""
    tensors.buffer_of(array).mul_(2)


METHODS = {
    "assign": lambda a: a.__setitem__(slice(None), fresh(a)),
    "assign_numpy": lambda a: a.__setitem__(slice(None), values(a.shape, 1)),
    "assign_number": lambda a: a.__setitem__(slice(None), 3),
    "assign_slice": lambda a: a.__setitem__(slice(0, 1), 3),
    "assign_item": item,
    "assign_picked": picked,
    "assign_through_slice": lambda a: a[0:1].__setitem__(slice(None), 3),
    "assign_through_reshape": lambda a: a.reshape((-1,)).__setitem__(slice(None), 3),
    "assign_through_detach": lambda a: a.detach().__setitem__(slice(None), 3),
    "add_in_place": add,
    "multiply_in_place": multiply,
    "copyto": lambda a: fresh(a).copyto(a),
    "sync_copyfrom": lambda a: a._sync_copyfrom(values(a.shape, 1)),
    "out": lambda a: mx.nd.elemwise_add(fresh(a), fresh(a), out=a),
    "out_is_input": lambda a: mx.nd.square(a, out=a),
    "random_out": lambda a: mx.nd.random.uniform(2, 3, shape=a.shape, out=a),
    "sgd_update": lambda a: mx.nd.sgd_update(a, fresh(a), out=a, lr=0.5),
    "sgd_mom_update": lambda a: mx.nd.sgd_mom_update(a, fresh(a), mx.nd.ones(a.shape), out=a, lr=0.5, momentum=0.9),
    "adam_update": lambda a: mx.nd.adam_update(a, fresh(a), mx.nd.ones(a.shape), mx.nd.ones(a.shape), out=a, lr=0.5),
    "adam_update_mean": lambda a: mx.nd.adam_update(fresh(a), fresh(a), a, mx.nd.ones(a.shape), out=fresh(a), lr=0.5),
    "multi_sgd_update": masters,
    "signsgd_update": lambda a: mx.nd.signsgd_update(a, fresh(a), out=a, lr=0.5),
    "moving_averages": statistics,
    "fixed_gamma": fixed_gamma,
    "gradient": gradient,
    "bound_gradient": bound_gradient,
    "bound_argument": bound_argument,
    "copy_params_from": copied_params,
    "custom_operator": custom_operator,
    "recorded_custom_operator": recorded_custom_operator,
    "custom_operator_backward": custom_operator_backward,
    "pull": pulled,
    "store_update": updated_by_store,
    "initializer": initialized,
    "verb_write": lambda a: tensors.write(a, tensors.tensor_of(fresh(a))),
    "verb_assign": lambda a: tensors.assign(a, tensors.tensor_of(fresh(a)).to(tensors.tensor_of(a).device)),
    "verb_buffer": scaled,
    "verb_buffers": verb_list,
}


# ---- optimizers and modules -----------------------------------------------------------------------

def optimized(name):
    def write(array):
        if name == "groupadagrad":  # for matrices
            array = array.reshape((1, -1))
        mx.optimizer.get_updater(mx.optimizer.create(name, learning_rate=0.5))(0, fresh(array), array)
    return write


def optimized_lists(name, **params):
    """A step of several parameters, as a module takes it; the second one is the short way of SGD."""
    def write(array):
        updater = mx.optimizer.get_updater(mx.optimizer.create(name, learning_rate=0.5, **params))
        other = fresh(array)
        for _ in range(2):
            updater([0, 1], [fresh(array), fresh(array)], [array, other])
    return write


def momentum_of_a_step(array):
    updater = mx.optimizer.get_updater(mx.optimizer.SGD(learning_rate=0.5, momentum=0.9))
    updater.states, updater.states_synced = {0: array}, {0: True}
    updater([0], [fresh(array)], [fresh(array)])


def lazy_rows(array):
    grad = mx.nd.sparse.row_sparse_array((np.ones((1, *array.shape[1:])), [0]), shape=array.shape)
    mx.optimizer.get_updater(mx.optimizer.SGD(learning_rate=0.5))(0, grad, array)


OPTIMIZERS = {
    **{name: optimized(name) for name in sorted(mx.optimizer.Optimizer.opt_registry)
       if mx.optimizer.Optimizer.opt_registry[name].__module__.startswith("mxnet.optimizer.")},
    "sgd_lists": optimized_lists("sgd"),
    "momentum_lists": optimized_lists("sgd", momentum=0.9),
    "adam_lists": optimized_lists("adam"),
    "momentum_itself": momentum_of_a_step,
    "lazy_rows": lazy_rows,
}


class InModule(Writer):
    """Writes to a parameter of a module, by what modules do."""

    def __init__(self, write, **options):
        self._write, self.options = write, options

    def make(self, shape):
        x, w = mx.sym.var("x"), mx.sym.var("some_weight", shape=shape)
        loss = mx.sym.MakeLoss(mx.sym.sum(mx.sym.broadcast_mul(mx.sym.Reshape(w, shape=(1, -1)), x)))
        self.module = module = mx.mod.Module(loss, ["x"], None)
        module.bind([("x", (2, int(np.prod(shape))))])
        module.init_params(mx.init.Uniform(1))
        if self.options:
            module.init_optimizer(**self.options)
        self.batch = mx.io.DataBatch([mx.nd.array(values((2, int(np.prod(shape)))))])
        return module._exec_group.execs[0].arg_dict["some_weight"]

    def write(self, array):
        self._write(self, array)


def step(writer, array):
    for _ in range(2):
        writer.module.forward(writer.batch, is_train=True)
        writer.module.backward()
        writer.module.update()


def set_params(writer, array):
    writer.module.set_params({"some_weight": fresh(array)}, {})


def load_params(writer, array):
    from tempfile import TemporaryDirectory
    with TemporaryDirectory() as folder:
        mx.nd.save(f"{folder}/some.params", {"arg:some_weight": fresh(array)})
        writer.module.load_params(f"{folder}/some.params")


def init_params(writer, array):
    writer.module.init_params(mx.init.One(), force_init=True)


MODULES = {
    "module_sgd": lambda: InModule(step, optimizer_params={"learning_rate": 0.5}),
    "module_momentum": lambda: InModule(step, optimizer_params={"learning_rate": 0.5, "momentum": 0.9}),
    "module_adam": lambda: InModule(step, optimizer="adam"),
    "module_store": lambda: InModule(step, kvstore=mx.kv.create("local")),
    "set_params": lambda: InModule(set_params),
    "load_params": lambda: InModule(load_params),
    "init_params": lambda: InModule(init_params),
}


# ---- memory that others have ----------------------------------------------------------------------

class FromNumPy(Writer):
    def make(self, shape):
        memory = values(shape)
        self.view = memory[...]
        return mx.nd.from_numpy(memory)

    def write(self, array):
        self.view += 1


class FromTorch(Writer):
    """An array of a torch tensor; whoever has the tensor writes to it in many ways."""

    def __init__(self, how, by_capsule=False):
        self.how, self.by_capsule = how, by_capsule

    def make(self, shape):
        self.tensor = torch.from_numpy(values(shape))
        return mx.nd.from_dlpack(torch.utils.dlpack.to_dlpack(self.tensor)) if self.by_capsule \
            else mx.nd.from_torch(self.tensor)

    def write(self, array):
        self.how(self.tensor)


class Given(Writer):
    """An array whose memory was given away before anything was derived from it."""

    def __init__(self, give, how):
        self.give, self.how = give, how

    def make(self, shape):
        array = super().make(shape)
        self.outside = self.give(array)
        return array

    def write(self, array):
        self.how(self.outside)


class GivenLate(Given):
    """As above, but afterwards."""

    def make(self, shape):
        return Writer.make(self, shape)

    def write(self, array):
        self.how(self.give(array))


def in_numpy(outside):
    np.asarray(outside)[...] += 1


def fused(tensor):
    parameter = torch.nn.Parameter(tensor)  # shares the memory
    parameter.grad = torch.ones_like(tensor)
    torch.optim.SGD([parameter], lr=0.5, fused=True).step()


HOWS = {"add": lambda t: t.add_(1), "data": lambda t: t.data.add_(1), "numpy": in_numpy, "fused": fused}
WAYS = {"as_torch": lambda a: a.as_torch(), "dlpack": torch.utils.dlpack.from_dlpack,
        "view": lambda a: torch.utils.dlpack.from_dlpack(a.reshape((-1,))[0:1].to_dlpack_for_write())}
SHARED = {
    "from_numpy": FromNumPy,
    **{f"from_torch_{name}": lambda how=how: FromTorch(how) for name, how in HOWS.items()},
    **{f"from_dlpack_{name}": lambda how=how: FromTorch(how, True) for name, how in HOWS.items()},
    **{f"{way}_{name}": lambda give=give, how=how: Given(give, how)
       for way, give in WAYS.items() for name, how in HOWS.items()},
    **{f"{way}_{name}_late": lambda give=give, how=how: GivenLate(give, how)
       for way, give in WAYS.items() for name, how in HOWS.items()},
}


class Output(Writer):
    """An output of another executor: its tensor is exchanged at every forward."""

    def make(self, shape):
        self.executor = (mx.sym.var("x") * 1).bind(mx.current_context(), {"x": mx.nd.array(values(shape))})
        return self.executor.forward()[0]

    def write(self, array):
        self.executor.forward(x=fresh(array))


WRITERS = {**{name: lambda write=write: Writer(write) for name, write in {**METHODS, **OPTIMIZERS}.items()},
           **MODULES, **SHARED, "output": Output}
