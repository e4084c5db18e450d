"""Small programs in the manner of public ones that reach behind MXNet's interface: detection, recognition, translation.

The same code runs on the reference to record what they give:

    python tests/api/clients.py > tests/data/client_values.json
"""
import json
import logging
import sys
import warnings

import numpy as np

import mxnet as mx
from mxnet.base import _as_list, c_str, mx_real_t, py_str
from mxnet.executor_manager import _split_input_slice
from mxnet.initializer import Uniform
from mxnet.io.io import DataDesc, _init_data
from mxnet.model import _create_kvstore, _update_params
from mxnet.module.base_module import BaseModule
from mxnet.module.executor_group import (
    DataParallelExecutorGroup,
    _load_data,
    _load_label,
    _merge_multi_context,
)
from mxnet.module.module import Module
from mxnet.ndarray.ndarray import (
    _get_broadcast_shape,
    _get_index_range,
    _get_slice_len,
    _shape_for_bcast,
)
from mxnet.rnn.rnn_cell import _cells_begin_state, _cells_state_info, _normalize_sequence

PROGRAMS = {}
DATA = np.sin(np.arange(96)).reshape(24, 4).astype("float32")
LABEL = (np.arange(24) % 3).astype("float32")


def program(function):
    PROGRAMS[function.__name__] = function
    return function


class Ramp(mx.init.Initializer):
    """Values without chance."""

    def _init_weight(self, name, arr):
        arr[:] = mx.nd.array(np.linspace(-0.4, 0.5, arr.size).reshape(arr.shape))

    def _init_bias(self, name, arr):
        arr[:] = 0.01


def net():
    x = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=6, name="fc1")
    x = mx.sym.FullyConnected(mx.sym.Activation(x, act_type="relu", name="act"), num_hidden=3, name="fc2")
    return mx.sym.SoftmaxOutput(x, name="softmax")


def batch(start, size, key=None):
    data, label = DATA[start:start + size], LABEL[start:start + size]
    return mx.io.DataBatch([mx.nd.array(data)], [mx.nd.array(label)], pad=0, bucket_key=key,
                           provide_data=[("data", data.shape)], provide_label=[("softmax_label", label.shape)])


class MutableModule(BaseModule):
    """Bound for the largest batch; another shape binds a module that shares its parameters, as detectors do."""

    def __init__(self, symbol, largest, fixed_prefix):
        super().__init__(logger=logging)
        self._symbol, self._largest, self._current = symbol, largest, None
        self._fixed = [name for name in symbol.list_arguments() if name.startswith(fixed_prefix)]

    data_names = ["data"]
    output_names = ["softmax_output"]
    data_shapes = property(lambda self: self._current.data_shapes)
    label_shapes = property(lambda self: self._current.label_shapes)
    output_shapes = property(lambda self: self._current.output_shapes)

    def _made(self, data_shapes, label_shapes, shared=None):
        made = Module(self._symbol, ["data"], ["softmax_label"], fixed_param_names=self._fixed)
        made.bind(data_shapes, label_shapes, self.for_training, shared_module=shared)
        return made

    def bind(self, data_shapes, label_shapes=None, for_training=True, inputs_need_grad=False, force_rebind=False,
             shared_module=None, grad_req="write"):
        self.for_training, self.binded = for_training, True
        self._current = self._made([("data", self._largest)], [("softmax_label", self._largest[:1])])

    def init_params(self, initializer=Uniform(0.01), arg_params=None, aux_params=None, allow_missing=False,
                    force_init=False, allow_extra=False):
        if not self.params_initialized or force_init:
            self._current.init_params(initializer, arg_params, aux_params, allow_missing, force_init, allow_extra)
            self.params_initialized = True

    def get_params(self):
        return self._current.get_params()

    def init_optimizer(self, kvstore="local", optimizer="sgd", optimizer_params=(), force_init=False):
        self._current.init_optimizer(kvstore, optimizer, optimizer_params, force_init=force_init)
        self.optimizer_initialized = True

    def forward(self, data_batch, is_train=None):
        shape = data_batch.data[0].shape
        if tuple(self._current.data_shapes[0][1]) != shape:
            self._current = self._made([("data", shape)], [("softmax_label", shape[:1])], self._current)
        self._current.forward(data_batch, is_train=is_train)

    def backward(self, out_grads=None):
        self._current.backward(out_grads=out_grads)

    def update(self):
        self._current.update()

    def get_outputs(self, merge_multi_context=True):
        return self._current.get_outputs(merge_multi_context)

    def update_metric(self, eval_metric, labels, pre_sliced=False):
        self._current.update_metric(eval_metric, labels)

    def prepare(self, data_batch, sparse_row_id_fn=None):
        pass


@program
def mutable_module():
    module, seen = MutableModule(net(), (8, 4), "fc1_b"), []
    metrics = mx.metric.CompositeEvalMetric([mx.metric.create("acc"), mx.metric.create("ce")])
    module.fit(mx.io.NDArrayIter(DATA, LABEL, 6), num_epoch=2, initializer=Ramp(), eval_metric=metrics,
               optimizer_params={"learning_rate": 0.3, "momentum": 0.9},
               batch_end_callback=lambda param: seen.append([param.nbatch, sorted(param.locals)[:0]]))
    module.forward(batch(0, 3), is_train=False)
    return seen, module.get_params()[0], module.get_outputs()[0]


@program
def executor_group():
    symbol = net()
    params = [name for name in symbol.list_arguments() if name.startswith("fc")]
    group = DataParallelExecutorGroup(symbol, [mx.cpu(0), mx.cpu(1)], [1, 1], [DataDesc("data", (6, 4))],
                                      [DataDesc("softmax_label", (6,))], params, True, False)
    values = {name: mx.nd.array(np.linspace(-0.3, 0.3, block[0].size).reshape(block[0].shape))
              for name, block in zip(group.param_names, group.param_arrays)}
    group.set_params(values, {})
    _load_data(batch(0, 6), group.data_arrays, group.data_layouts)
    _load_label(batch(0, 6), group.label_arrays, group.label_layouts)
    for executor in group.execs:
        executor.forward(is_train=True)
    merged = _merge_multi_context([[executor.outputs[0] for executor in group.execs]], [0])
    group.backward()
    return [str(part) for part in _split_input_slice(7, [1, 2])], merged, group.grad_arrays[0], \
        [one.shape for one in group._sliced_shape([DataDesc("data", (6, 4))], 1, [0])]


@program
def modules_side_by_side():
    modules = []
    for index in range(2):
        module = Module(net(), context=[mx.cpu(index)])
        module.bind([("data", (4, 4))], [("softmax_label", (4,))], inputs_need_grad=True)
        module.init_params(Ramp())
        modules.append(module)
    names = modules[0]._param_names
    store, on_store = _create_kvstore("device", 2, modules[0]._arg_params)
    for name in names:
        store.init(name, modules[0]._arg_params[name])
    updater = mx.optimizer.get_updater(mx.optimizer.create("sgd", learning_rate=0.2, rescale_grad=1 / 8))
    for step in range(3):
        for index, module in enumerate(modules):
            module.forward_backward(batch(step * 8 + index * 4, 4))
        arrays, grads = ([[getattr(module._exec_group, kind)[i][0] for module in modules] for i in range(len(names))]
                         for kind in ("param_arrays", "grad_arrays"))
        _update_params(arrays, grads, updater=updater, num_device=2, kvstore=store, param_names=names)
    return bool(on_store), arrays[0], modules[1].get_input_grads()


@program
def buckets_of_a_backend():
    module = mx.mod.BucketingModule(lambda key: (net(), ["data"], ["softmax_label"]), default_bucket_key="train",
                                    context=mx.cpu(), fixed_param_names=["fc1_bias"])
    module.bind([("data", (6, 4))], [("softmax_label", (6,))])
    module.init_params(Ramp())
    module.init_optimizer(optimizer="adam", optimizer_params={"learning_rate": 0.01})
    for _ in range(2):
        module.forward_backward(batch(0, 6, "train"))
        module.update()
    return [module._fixed_param_names, module._state_names, module._work_load_list, module._compression_params,
            module._grad_req, module._group2ctxs, str(module._context), sorted(module._buckets),
            module._curr_bucket_key], module.get_params()[0]


class OwnLSTM(mx.rnn.LSTMCell):
    """A cell of a user, on the parameters of MXNet's."""

    def __call__(self, inputs, states):
        self._counter += 1
        name = f"{self._prefix}t{self._counter}_"
        size = self._num_hidden * 4
        i2h = mx.sym.FullyConnected(inputs, weight=self._iW, bias=self._iB, num_hidden=size, name=name + "i2h")
        h2h = mx.sym.FullyConnected(states[0], weight=self._hW, bias=self._hB, num_hidden=size, name=name + "h2h")
        parts = mx.sym.SliceChannel(i2h + h2h, num_outputs=4, name=name + "slice")
        memory = mx.sym.sigmoid(parts[1]) * states[1] + mx.sym.sigmoid(parts[0]) * mx.sym.tanh(parts[2])
        output = mx.sym.sigmoid(parts[3]) * mx.sym.tanh(memory)
        return output, [output, memory]


@program
def own_cells():
    cells = [mx.rnn.ResidualCell(mx.rnn.ZoneoutCell(OwnLSTM(4, prefix="a_"))), mx.rnn.GRUCell(4, prefix="b_")]
    stack = mx.rnn.SequentialRNNCell()
    for cell in cells:
        stack.add(cell)
    outputs, _ = stack.unroll(3, mx.sym.Variable("data"), layout="NTC", merge_outputs=True)
    executor = outputs.simple_bind(mx.cpu(), data=(2, 3, 4))
    for index, (_, array) in enumerate(sorted(executor.arg_dict.items())):
        array[:] = mx.nd.array(np.cos(np.arange(array.size) + index).reshape(array.shape))
    steps, axis = _normalize_sequence(2, mx.sym.Variable("q"), "NTC", False)
    merged, other = _normalize_sequence(2, list(steps), "TNC", True)
    return executor.forward(), [info["shape"] for info in _cells_state_info(cells)], \
        [state.name for state in _cells_begin_state([mx.rnn.GRUCell(4, prefix="z_")])], axis, other, len(steps), \
        merged.infer_shape(q=(2, 2, 3))[1]


@program
def small_parts():
    message, kind = mx.base.c2pyerror("ValueError: bad\nStack trace:\n  one\n  two\nrest\n")
    return [message, kind, mx.base._find_error_type("no name here"), py_str(c_str("x").value), _as_list((1,)),
            np.dtype(mx_real_t).name, list(mx.base.c_array(mx.base.mx_uint, [1, 2])),
            list(mx.base.c_str_array(["a", "b"]))[1].decode(), bytes(mx.base.ctypes2buffer(
                mx.base.ctypes.cast(c_str("abc"), mx.base.ctypes.POINTER(mx.base.ctypes.c_char)), 2)).decode(),
            mx.base.build_param_doc(["a", "num_args", "a", "b"], ["int", "int", "int", "str"], ["one", "", "", ""]),
            mx.base._get_op_name_prefix("_contrib_box_nms"), mx.base._get_op_name_prefix("dot"),
            [name for name, _ in _init_data({"b": DATA, "a": LABEL}, False, "data")],
            [name for name, _ in _init_data([DATA, DATA], False, "data")],
            [_get_index_range(*args) for args in ((None, None, 5), (-2, None, 5), (1, 9, 5, 2), (None, None, 5, -1),
                                                  (-9, -1, 5), (7, 2, 5, -2))],
            [_get_slice_len(slice(*args), 7) for args in ((None,), (1, 6, 2), (None, None, -3), (5, 2))],
            _get_broadcast_shape((2, 1, 3), (4, 1)), _shape_for_bcast((3, 4), 4, [0, 2]), _shape_for_bcast((5,), 3, []),
            mx.kvstore.kvstore._get_kvstore_server_command_type("kStopServer"),
            mx.visualization._str2tuple("(3, 14)"), mx.executor.Executor._get_dict(["a"], [1])]


# ---- recording ----------------------------------------------------------------------------------

def plain(value):
    """Turn results into JSON."""
    if isinstance(value, mx.nd.NDArray):
        return [list(value.shape), [float(f"{x:.5g}") for x in value.asnumpy().astype("float64").ravel()]]
    if isinstance(value, dict):
        return {str(key): plain(value[key]) for key in sorted(value)}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return value


def run(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return plain(PROGRAMS[name]())


if __name__ == "__main__":
    json.dump({name: run(name) for name in PROGRAMS}, sys.stdout)
    sys.stdout.write("\n")
