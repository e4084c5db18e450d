"""Mistakes that people make. Type checkers must tell every line with a comment that says what is wrong, and no other."""
# ruff: noqa
# pyright: reportUnusedExpression=false
import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

x = nd.ones((2, 3))
data = mx.sym.Variable("data")
net = mx.sym.FullyConnected(data, num_hidden=2, name="fc")
train = mx.io.NDArrayIter(np.zeros((4, 3)), np.zeros(4), batch_size=2)
module = mx.mod.Module(net, label_names=None)
params = gluon.ParameterDict()

nd.FullyConnected(x, x, num_hiden=3)  # a keyword misspelt
nd.Activation(x)  # act_type is missing
mx.sym.Pooling(data, kernal=(2, 2))  # a keyword misspelt
nd.softmaxx(x)  # no such operator
x.asnumppy()  # no such method
x.shape.ndim  # a tuple has no ndim
nd.ones("3")  # a shape is made of numbers
nd.topk(x, k="2")  # a number as a string
nd.array([1], ctx="cpu")  # a context is no string
first, second, third = net.infer_type(data="float32"), 1  # two for three
symbol, arg_params = mx.model.load_checkpoint("net", 1)  # two for three
mx.model.load_chekpoint("net", 1)  # a function misspelt
arg_params, aux_params, more = module.get_params()  # three for two
module.fit(train, num_epochs=3)  # a keyword misspelt
module.fit(np.zeros((4, 3)), num_epoch=3)  # an array is no iterator
module.bind(train.provide_date)  # an attribute misspelt
module.init_params(initializer="xavier")  # a name is no initializer
mx.io.NDArrayIter(np.zeros((4, 3)), batchsize=2)  # a keyword misspelt
mx.io.NDArrayItr(np.zeros((4, 3)))  # a class misspelt
mx.metric.Acuracy()  # a class misspelt
mx.metric.TopKAccuracy(top_k="five")  # a word for a number
mx.init.Xavier(rndtype="gaussian")  # a keyword misspelt
mx.optimizer.SGD(momentun=0.9)  # a keyword misspelt
mx.lr_scheduler.FactorScheduler(factor=0.5)  # the step is missing
mx.callback.Speedometer()  # the batch size is missing
mx.callback.do_checkpoint(1)  # a prefix is a string
mx.kv.create("local").initialize(3, x)  # a store has init
mx.random.sed(7)  # a function misspelt
autograd.recording()  # it is called record
autograd.backward([x], retain_grpah=True)  # a keyword misspelt
nn.Dense("10")  # a number as a string
nn.Dense(10, activations="relu")  # a keyword misspelt
nn.Conv2D(8)  # the kernel is missing
nn.Dropuot(0.5)  # a class misspelt
nn.HybridSequential().hybridise()  # a method misspelt
nn.Dense(10)(3)  # a number is no array
gluon.Trainer(params)  # the optimizer is missing
gluon.Trainer(params, "sgd", 0.1)  # params of an optimizer have names
gluon.loss.SoftmaxCrossEntropy()  # a class misspelt
gluon.loss.L2Loss(wieght=2.0)  # a keyword misspelt
gluon.data.DataLoader(gluon.data.ArrayDataset(x), bach_size=2)  # a keyword misspelt
gluon.model_zoo.vision.resnet18_v1(pretraned=True)  # a keyword misspelt
nn.Dense(10).weight.list_data()[0].data()  # an array has no data()
mx.np.zeros((2, 2)).sum(axes=0)  # a keyword misspelt
mx.np.concatenate(mx.np.zeros(2), mx.np.zeros(2))  # arrays come as one sequence
mx.npx.relux(mx.np.zeros(2))  # no such function
net.simple_bnd(mx.cpu(), data=(2, 3))  # a method misspelt
net.simple_bind("cpu", data=(2, 3))  # a context is no string
net.bind(mx.cpu(), {"data": x}).forward().asnumpy()  # forward gives a list
mx.gpu("0")  # a number as a string
nd.Convolution(x, x, x, num_filter=8)  # the kernel is missing
nd.Convolution(x, x, x, (3, 3))  # num_filter is missing
nd.BatchNorm(x, x, x)  # the moving averages are missing
nd.UpSampling(x, sample_type="nearest")  # the scale is missing
mx.sym.FullyConnected(data, no_bias=True)  # num_hidden is missing
mx.sym.Convolution(data, num_filter=8)  # the kernel is missing
mx.sym.Activation(data, name="relu1")  # act_type is missing
mx.sym.clip(data, 0)  # a_max is missing
mx.sym.Embedding(data=data, input_dim=10)  # output_dim is missing
mx.npx.fully_connected(mx.np.zeros((2, 2)), mx.np.zeros((2, 2)), no_bias=True)  # num_hidden is missing
mx.io.CSVIter(data_csv="x.csv", data_shape=(2,))  # the batch size is missing
mx.io.CSVIter(data_csv="x.csv", data_shape=(2,), batchsize=2)  # a keyword misspelt
mx.io.CSVIter("x.csv", (2,), 2)  # it takes keywords only
mx.io.ImageRecordIter(path_imgrec="x.rec", data_shape=(3, 8, 8), batch_size=2, rand_miror=True)  # a keyword misspelt
mx.io.ImageDetRecordIter(path_imgrec="x.rec", batch_size=2)  # the shape is missing
mx.io.MNISTIter(images="train-images")  # a keyword misspelt
mx.io.LibSVMIter(data_libsvm="x", data_shape=(3,), batch_size="2")  # a number as a string
