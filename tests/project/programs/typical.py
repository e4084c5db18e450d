"""Typical lines of programs, in which type checkers know every type. It runs, so that the types are true."""
# pyright: reportUnknownArgumentType=true, reportUnknownLambdaType=true, reportUnknownMemberType=true
# pyright: reportUnknownParameterType=true, reportUnknownVariableType=true, reportMissingTypeArgument=true
from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn, rnn

if TYPE_CHECKING:
    from typing_extensions import assert_type
else:
    def assert_type(value, kind):
        return value


# ---- arrays and gradients
x = nd.array([[1, 2, 3], [4, 5, 6]], ctx=mx.cpu(), dtype="float32")
y = mx.nd.ones((2, 3)) * 2 + x / 3 - x[0]
assert_type(y, mx.nd.NDArray)
assert_type(x.shape, tuple[int, ...])
assert_type(x.context, mx.Context)
assert_type(x.asnumpy(), np.ndarray)
assert_type(nd.dot(x, y, transpose_b=True).reshape((2, 2)).sum(axis=1), mx.nd.NDArray)
assert_type(nd.topk(x, k=2), mx.nd.NDArray)
values, places = nd.topk(x, k=2, ret_typ="both")
assert_type(values, mx.nd.NDArray)
left, middle, right = nd.split(x, num_outputs=3, axis=1)
assert_type(right.squeeze(), mx.nd.NDArray)
x[1, :] = nd.random.uniform(0, 1, shape=(3,))
weight = nd.random.normal(shape=(3, 1), scale=0.1)
weight.attach_grad()
with autograd.record():
    loss = nd.sum(nd.relu(nd.dot(x, weight)) ** 2)
    assert_type(loss, mx.nd.NDArray)
loss.backward()
weight -= 0.1 * weight.grad
assert_type(autograd.grad(nd.sum(x * 2), [x]) if autograd.is_recording() else [x], list[mx.nd.NDArray])
picture, kernel, bias = nd.ones((1, 2, 4, 4)), nd.ones((3, 2, 3, 3)), nd.zeros((3,))
assert_type(nd.Convolution(picture, kernel, bias, kernel=(3, 3), num_filter=3), mx.nd.NDArray)
assert_type(nd.Convolution(picture, kernel, bias, (3, 3), num_filter=3, pad=(1, 1)), mx.nd.NDArray)
assert_type(nd.Convolution(picture, kernel, None, (3, 3), (1, 1), (1, 1), (0, 0), 3, no_bias=True), mx.nd.NDArray)
assert_type(nd.FullyConnected(x, nd.ones((4, 3)), num_hidden=4, no_bias=True), mx.nd.NDArray)
assert_type(nd.UpSampling(picture, scale=2, sample_type="nearest"), mx.nd.NDArray)
nd.save("arrays.params", {"x": x, "w": weight})
mx.random.seed(7)

# ---- symbols and executors
data = mx.sym.Variable("data")
hidden = mx.sym.Activation(mx.sym.FullyConnected(data, num_hidden=8, name="fc1"), act_type="relu")
scores = mx.sym.FullyConnected(hidden, num_hidden=2, name="fc2")
net = mx.sym.SoftmaxOutput(scores, name="softmax")
assert_type(net, mx.sym.Symbol)
assert_type(net.list_arguments(), list[str])
assert_type(mx.sym.clip(data, 0, 1).clip(a_min=0, a_max=0.5), mx.sym.Symbol)
assert_type(mx.sym.clip(data, 0, a_max=1, name="clipped"), mx.sym.Symbol)
assert_type(mx.sym.Convolution(data=data, kernel=(3, 3), num_filter=4, name="conv"), mx.sym.Symbol)
assert_type(mx.sym.FullyConnected(data, None, None, 3), mx.sym.Symbol)
assert_type(mx.sym.SliceChannel(data, num_outputs=3, axis=1)[0], mx.sym.Symbol)
arg_shapes, out_shapes, aux_shapes = net.infer_shape(data=(4, 3))
assert out_shapes is not None and out_shapes[0] == (4, 2)
executor = net.simple_bind(mx.cpu(), data=(4, 3), grad_req="write")
outputs = executor.forward(is_train=True, data=nd.ones((4, 3)))
assert_type(outputs, list[mx.nd.NDArray])
executor.backward()
assert_type(executor.arg_dict["fc1_weight"], mx.nd.NDArray)
norm = executor.grad_dict["fc1_weight"].norm().asscalar()

# ---- Module
train = mx.io.NDArrayIter(np.random.rand(40, 3), np.zeros(40), batch_size=10, shuffle=True)
module = mx.mod.Module(net, data_names=["data"], label_names=["softmax_label"], context=mx.cpu(),
                       logger=logging.getLogger("quiet"))
module.bind(data_shapes=train.provide_data, label_shapes=train.provide_label)
module.init_params(initializer=mx.init.Xavier(magnitude=2.0))
module.init_optimizer(optimizer="sgd", optimizer_params={"learning_rate": 0.1, "momentum": 0.9})
metric = mx.metric.create(["acc", mx.metric.CrossEntropy()])
for batch in train:
    assert_type(batch, mx.io.DataBatch)
    module.forward(batch, is_train=True)
    module.update_metric(metric, batch.label)
    module.backward()
    module.update()
for name, value in metric.get_name_value():
    print(f"{name} {value:.2f}")
train.reset()
module.fit(train, eval_metric="acc", num_epoch=1, optimizer="adam", kvstore="local",
           batch_end_callback=[mx.callback.Speedometer(10, 50)], epoch_end_callback=mx.callback.do_checkpoint("net"))
arg_params, aux_params = module.get_params()
assert_type(arg_params, dict[str, mx.nd.NDArray])
assert_type(module.get_outputs(), list[mx.nd.NDArray])
assert_type(module.score(train, mx.metric.Accuracy()), list[tuple[str, float]])
assert_type(module.predict(train, always_output_list=True)[0], mx.nd.NDArray)
symbol, arg_params, aux_params = mx.model.load_checkpoint("net", 1)
assert_type(symbol, mx.sym.Symbol)
assert_type(arg_params["fc1_weight"].shape, tuple[int, ...])
inner = symbol.get_internals()["fc1_output"]
assert_type(inner, mx.sym.Symbol)

# ---- optimizers, schedules, stores
schedule = mx.lr_scheduler.FactorScheduler(step=10, factor=0.5, base_lr=0.1)
assert_type(schedule(20), float)
optimizer = mx.optimizer.Adam(learning_rate=0.01, lr_scheduler=schedule)
updater = mx.optimizer.get_updater(optimizer)
updater(0, nd.ones((2, 2)), nd.zeros((2, 2)))
store = mx.kv.create("local")
store.init(3, nd.ones((2, 2)))
store.pull(3, out=[nd.zeros((2, 2))])

# ---- files
np.savetxt("rows.csv", np.ones((4, 3)), delimiter=",")
rows = mx.io.CSVIter(data_csv="rows.csv", data_shape=(3,), batch_size=2, round_batch=False, data_name="rows")
assert_type(rows.provide_data[0].shape, tuple[int, ...])
assert_type(rows.next().pad, "int | None")

# ---- Gluon
class Net(gluon.HybridBlock):
    def __init__(self, units: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = nn.Dense(units, activation="tanh")
            self.scale = self.params.get("scale", shape=(1,), init="ones")

    def hybrid_forward(self, F: Any, x: Any, scale: Any) -> Any:
        return F.broadcast_mul(self.body(x), scale)


model = nn.HybridSequential()
model.add(nn.Conv2D(4, kernel_size=3, padding=1), nn.BatchNorm(), nn.Activation("relu"), nn.MaxPool2D(),
          nn.Flatten(), nn.Dropout(0.1), Net(8), nn.Dense(2))
model.initialize(mx.init.Xavier(), ctx=mx.cpu())
model.hybridize()
images = nd.random.normal(shape=(8, 1, 6, 6))
labels = nd.array(np.arange(8) % 2)
assert_type(model(images), mx.nd.NDArray)
criterion = gluon.loss.SoftmaxCrossEntropyLoss()
trainer = gluon.Trainer(model.collect_params(), "sgd", {"learning_rate": 0.1})
loader = gluon.data.DataLoader(gluon.data.ArrayDataset(images, labels), batch_size=4, shuffle=True)
total = 0.0
for inputs, targets in loader:
    with autograd.record():
        error = criterion(model(inputs), targets)
        assert_type(criterion(model(images), labels), mx.nd.NDArray)
    error.backward()
    trainer.step(inputs.shape[0])
    total += error.mean().asscalar()
assert_type(model.collect_params(), gluon.ParameterDict)
for name, parameter in model.collect_params().items():
    assert_type(name, str)
    assert_type(parameter, gluon.Parameter)
    assert_type(parameter.data(), mx.nd.NDArray)
    assert_type(parameter.grad_req, str)
cell = rnn.LSTM(4)
cell.initialize()
outs, states = cell(nd.ones((5, 2, 3)), cell.begin_state(batch_size=2))
assert_type(outs, mx.nd.NDArray)
assert_type(states, list[mx.nd.NDArray])
model.save_parameters("model.params")
model.export("model")
loaded = gluon.SymbolBlock.imports("model-symbol.json", ["data"], "model-0000.params")
assert_type(loaded, gluon.SymbolBlock)
zoo = gluon.model_zoo.vision.resnet18_v1(classes=10, thumbnail=True)
zoo.initialize()
assert_type(zoo(nd.ones((1, 3, 8, 8))), mx.nd.NDArray)

# ---- mx.np
mx.npx.set_np()
a = mx.np.arange(6).reshape(2, 3)
b = (a * 2 + 1).mean(axis=0)
assert_type(b, mx.np.ndarray)
assert_type(mx.np.concatenate([a, a], axis=0), mx.np.ndarray)
assert_type(mx.np.split(a, 3, axis=1), list[mx.np.ndarray])
assert_type(mx.npx.relu(a), mx.np.ndarray)
assert_type(a.item(0), Any)
mx.npx.reset_np()
