"""What user code may do to an array that it is given, and whether the array behaved as one with memory of its own."""
import numpy as np

import mxnet as mx
from mxnet.ndarray.tensors import tensor_of


def _full(a):
    a[:] = 5


def _element(a):
    a[(0,) * a.ndim] = 5


def _row(a):
    a[0:1][:] = 9


def _part_of_a_row(a):
    row = a[0]
    row[0:1] = 3


def _reshaped(a):
    flat = a.reshape_view(-1) if a.__class__ is mx.np.ndarray else a.reshape((-1,))
    flat[0:2][:] = 7


def _added(a):
    a += 1


def _out(a):
    if isinstance(a, np.ndarray):
        np.add(a, a, out=a)
    elif a.__class__ is mx.nd.NDArray:
        mx.nd.elemwise_add(a, a, out=a)
    else:
        mx.np.add(a, a, out=a)


# Written alike for NumPy, whose result is what is right. Each changes memory of some other extent.
WRITES = {"full": _full, "element": _element, "row": _row, "part_of_a_row": _part_of_a_row, "reshaped": _reshaped,
          "added": _added, "out": _out}


class User:
    """User code that writes to every array that it is shown.

    ``after`` is what the latest array should be then, by NumPy. What it is shown has axes, rows of two elements or
    more, and memory in row order.
    """

    def __init__(self, write):
        self.write, self.shown, self.after = WRITES[write], 0, None

    def __call__(self, array):
        assert tensor_of(array).is_contiguous(), tensor_of(array).stride()
        self.after = array.asnumpy()
        with mx.autograd.pause():
            self.write(array)
        self.write(self.after)
        np.testing.assert_allclose(array.asnumpy(), self.after, rtol=1e-6)
        self.shown += 1
        return self.after
