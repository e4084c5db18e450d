"""Who wrote a tensor, and who holds it."""
import math
import subprocess
import sys

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.core import ownership
from mxnet.core.ownership import (
    Image,
    Stamp,
    donate,
    export,
    is_unique,
    is_unique_in,
    version,
    written,
    written_beside,
)

LARGE = (256, 256)  # such gradients change hands


# ---- who wrote it ---------------------------------------------------------------------------------

@pytest.mark.parametrize("write", [
    lambda t: t.add_(1), lambda t: t[0].fill_(1), lambda t: t.view(-1).zero_(), lambda t: t.detach().fill_(2),
    lambda t: written([t]), lambda t: written((t.view(-1),)), lambda t: written_beside(t.data), export,
    lambda t: export(t.data[0])])
def test_a_stamp_is_stale_after_a_write(write):
    tensors = (torch.zeros(2, 3), torch.zeros(4))
    stamp = Stamp(tensors)
    assert stamp.is_current(tensors) and stamp.is_current(tensors)
    write(tensors[0])
    assert not stamp.is_current(tensors) and not stamp.is_current(tensors)


def test_a_stamp_is_of_these_very_tensors():
    tensors = (torch.zeros(2), torch.zeros(2))
    stamp = Stamp(tensors)
    assert not stamp.is_current(tensors[::-1]) and not stamp.is_current(tensors[:1])
    assert not stamp.is_current((tensors[0], tensors[1].view(2)))


def test_events_elsewhere_do_no_harm():
    tensors = [torch.zeros(2)]
    stamp = Stamp(tensors)
    export(torch.zeros(2))
    written_beside(torch.zeros(2))
    assert stamp.is_current(tensors)


def test_a_write_while_something_is_derived_is_seen():
    tensors = [torch.zeros(2)]
    stamp = Stamp(tensors)
    tensors[0].add_(1)
    assert not stamp.is_current(tensors)


def test_where_nobody_counts_nothing_is_current():
    with torch.inference_mode():
        uncounted = torch.zeros(2)
    given = export(torch.zeros(2))
    for tensor in (uncounted, given, given.view(1, 2), given.data):
        assert math.isnan(version(tensor)) and not Stamp([tensor]).is_current([tensor])
    written([uncounted])  # which is no error


def test_marks_live_as_long_as_the_memory():
    tensor = export(torch.zeros(2))
    view = tensor[1:]
    del tensor
    assert ownership.is_exported(view)
    for _ in range(100):  # memory that is freed and given out again
        export(torch.zeros(7))
        assert not ownership.is_exported(torch.zeros(7))


def test_an_image_is_of_bytes():
    values = torch.tensor([0.0, math.nan])
    image = Image(values)
    assert image.shows(values.clone()) and not image.shows(torch.tensor([-0.0, math.nan]))


def test_old_releases_of_torch_count_one_tensor_at_a_time():
    text = """
import torch
import torch.autograd.graph as graph
count = graph.increment_version
def single(tensor):
    if not isinstance(tensor, torch.Tensor):
        raise TypeError("one tensor is expected")
    count((tensor,))
graph.increment_version = single
from mxnet.core.ownership import written
tensors = [torch.zeros(1), torch.zeros(1)]
with torch.inference_mode():
    tensors.append(torch.zeros(1))
written(tensors)
print(tensors[0]._version, tensors[1]._version)
"""
    assert subprocess.run([sys.executable, "-c", text], check=True, capture_output=True,
                          text=True).stdout.split() == ["1", "1"]


# ---- who holds it ---------------------------------------------------------------------------------

def test_a_unique_owner_is_told_from_one_of_many():
    tensor = torch.zeros(4)
    assert is_unique(tensor)
    view = tensor[:2]
    assert not is_unique(tensor) and not is_unique(view)
    del tensor
    assert not is_unique(view)  # all of the memory, or none
    assert not is_unique(export(torch.zeros(4)))


def test_an_array_may_share_the_tensor_itself():
    array = mx.nd.zeros(4)
    assert is_unique_in(array)
    other = array.detach()
    assert not is_unique_in(array)
    del other
    assert is_unique_in(array)
    kept = array._data
    assert not is_unique_in(array) and kept is array._data


def test_what_is_donated_is_nobody_elses():
    mine = torch.zeros(4)
    assert donate(mine) is mine
    others = [mine]
    found = donate(mine)
    assert found is not mine and found.data_ptr() != others[0].data_ptr()
    view = torch.zeros(4)[:2]
    assert donate(view).untyped_storage().nbytes() == view.nbytes
    turned = torch.zeros(2, 3).t()
    assert donate(turned).is_contiguous()


def shared_gradient(ways):
    """Give an array whose gradient's memory somebody else has too, and what that somebody sees."""
    x = mx.nd.ones(LARGE)
    x.attach_grad()
    return x, ways(x.grad)


WAYS = {"detach": lambda g: g.detach(), "view": lambda g: g.reshape((-1,)), "slice": lambda g: g[0:1],
        "torch": lambda g: g.as_torch(), "dlpack": lambda g: torch.utils.dlpack.from_dlpack(g.to_dlpack_for_read()),
        "numpy": lambda g: g.as_torch().numpy(), "capsule": lambda g: g.to_dlpack_for_read()}


def seen(outside):
    if type(outside).__name__ == "PyCapsule":
        outside = torch.utils.dlpack.from_dlpack(outside)
    return (outside.asnumpy() if isinstance(outside, mx.nd.NDArray) else np.asarray(outside)).ravel()[0]


@pytest.mark.parametrize("way", WAYS)
def test_a_recorded_gradient_stays_where_others_see_it(way):
    x, outside = shared_gradient(WAYS[way])
    with mx.autograd.record():
        y = x * 3
    y.backward()
    assert seen(outside) == 3


@pytest.mark.parametrize("way", WAYS)
def test_a_bound_gradient_stays_where_others_see_it(way):
    executor = (mx.sym.var("x") * 3).bind(mx.cpu(), {"x": mx.nd.ones(LARGE)}, {"x": mx.nd.zeros(LARGE)})
    outside = WAYS[way](executor.grad_arrays[0])
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones(LARGE))
    assert seen(outside) == 3


def test_gradients_change_hands_where_nobody_sees_it():
    x = mx.nd.ones(LARGE)
    x.attach_grad()
    before = x.grad._data.data_ptr()
    with mx.autograd.record():
        y = x * 3
    y.backward()
    assert x.grad._data.data_ptr() != before and x.grad.asnumpy().min() == 3


def test_a_function_keeps_the_gradient_that_it_gave():
    class Keeping(mx.autograd.Function):
        def forward(self, x):
            return x * 2

        def backward(self, dy):
            self.kept = dy * 2
            return self.kept
    x, function = mx.nd.ones(LARGE), Keeping()
    x.attach_grad()
    with mx.autograd.record():
        y = function(x)
    y.backward()
    x.grad[:] = 5
    assert function.kept.asnumpy().max() == 2
