"""Arrays at once: what one small operator costs, where Python is most of it; a few large ones."""
import numpy as np
from measure import case


def torch_pair(*shape):
    import torch
    return torch, torch.rand(*shape), torch.rand(*shape)


def torch_add():
    _, a, b = torch_pair(10, 10)
    return lambda: a + b


@case(torch_add)
def add_10x10(mx):
    a, b = mx.nd.ones((10, 10)), mx.nd.ones((10, 10))
    return lambda: a + b


def torch_add_number():
    _, a, _ = torch_pair(10, 10)
    return lambda: a + 2.5


@case(torch_add_number)
def add_number_10x10(mx):
    a = mx.nd.ones((10, 10))
    return lambda: a + 2.5


def torch_named():
    torch, a, _ = torch_pair(10, 10)
    return lambda: torch.clamp(a, -1.0, 1.0)


@case(torch_named)
def clip_by_name_10x10(mx):
    a = mx.nd.ones((10, 10))
    return lambda: mx.nd.clip(a, a_min=-1.0, a_max=1.0)


def torch_method():
    _, a, _ = torch_pair(10, 10)
    return lambda: a.sum(dim=1)


@case(torch_method)
def sum_method_10x10(mx):
    a = mx.nd.ones((10, 10))
    return lambda: a.sum(axis=1)


def torch_update():
    _, w, g = torch_pair(64, 64)

    def step():
        w[:] = w - 0.01 * g
    return step


@case(torch_update)
def update_in_place_64x64(mx):
    w, g = mx.nd.ones((64, 64)), mx.nd.ones((64, 64))

    def step():
        w[:] = w - 0.01 * g
    return step


def torch_slice():
    _, a, _ = torch_pair(64, 64)
    return lambda: a[8:16]


@case(torch_slice)
def slice_view_64x64(mx):
    a = mx.nd.ones((64, 64))
    return lambda: a[8:16]


def torch_from_numpy():
    import torch
    data = np.ones((32, 64), dtype="float32")
    return lambda: torch.tensor(data).numpy().copy()


@case(torch_from_numpy)
def numpy_there_and_back_32x64(mx):
    data = np.ones((32, 64), dtype="float32")
    return lambda: mx.nd.array(data).asnumpy()


def torch_dot():
    _, a, b = torch_pair(256, 256)
    return lambda: a @ b


@case(torch_dot)
def dot_256x256(mx):
    a, b = mx.nd.ones((256, 256)), mx.nd.ones((256, 256))
    return lambda: mx.nd.dot(a, b)


def torch_large():
    torch, a, b = torch_pair(1000, 1000)
    return lambda: torch.exp(a) * b


@case(torch_large)
def exp_times_1000x1000(mx):
    a, b = mx.nd.ones((1000, 1000)), mx.nd.ones((1000, 1000))
    return lambda: mx.nd.exp(a) * b
