"""Module: a whole batch of `fit`, the optimizer included."""
import numpy as np
from measure import case


def torch_batch():
    import torch
    net = torch.nn.Sequential(torch.nn.Linear(16, 64), torch.nn.ReLU(), torch.nn.Linear(64, 26))
    sgd = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9)
    data, labels = torch.rand(32, 16), torch.randint(0, 26, (32,))

    def step():
        sgd.zero_grad()
        torch.nn.functional.cross_entropy(net(data), labels).backward()
        sgd.step()
    return step


@case(torch_batch)
def module_perceptron_batch(mx):
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=64)
    net = mx.sym.FullyConnected(mx.sym.Activation(net, act_type="relu"), num_hidden=26)
    module = mx.mod.Module(mx.sym.SoftmaxOutput(net, name="softmax"))
    module.bind([("data", (32, 16))], [("softmax_label", (32,))])
    module.init_params(mx.init.Xavier())
    module.init_optimizer(optimizer_params=(("learning_rate", 0.01), ("momentum", 0.9)))
    rng = np.random.RandomState(0)
    batch = mx.io.DataBatch([mx.nd.array(rng.rand(32, 16))], [mx.nd.array(rng.randint(0, 26, 32))])

    def step():
        module.forward_backward(batch)
        module.update()
    return step


@case()
def iterate_ndarray_iter_64_batches(mx):
    reader = mx.io.NDArrayIter(np.zeros((2048, 16), "float32"), np.zeros(2048, "float32"), 32)

    def epoch():
        reader.reset()
        for batch in reader:
            batch.data[0]
    return epoch
