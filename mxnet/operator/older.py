"""The older classes for custom operators: `NumpyOp` and `NDArrayOp`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import symbol
from ..core.ops import custom as _custom
from .custom import CustomOp, CustomOpProp, _Kind

if TYPE_CHECKING:
    from collections.abc import Sequence


class PythonOp:
    """Base of the older Python operators; prefer `CustomOp`.

    Calling an instance with symbols returns a symbol that calls the instance.

    Parameters
    ----------
    need_top_grad : bool, default=True
        Whether backward needs the gradients of the outputs.
    """

    _count = 0

    def __init__(self, need_top_grad: bool = True) -> None:
        self.info_ = None
        self.need_top_grad_ = need_top_grad

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.get_symbol(*args, **kwargs)

    def get_symbol(self, *args: Any, **kwargs: Any) -> Any:
        """Make a symbol that calls this object.

        Parameters
        ----------
        *args
            Symbols of the inputs.
        **kwargs
            Symbols of the inputs by their names, and ``name`` of the node.

        Returns
        -------
        Symbol
            The symbol.
        """
        PythonOp._count += 1
        name = f"_python_op_{PythonOp._count}"
        _custom.KINDS[name] = lambda **params: _Kind(_PythonProp(self), name)
        return symbol.Custom(*args, op_type=name, **kwargs)

    def forward(self, in_data: list[Any], out_data: list[Any]) -> None:
        """Compute the outputs; by default the first is a copy of the first input.

        Parameters
        ----------
        in_data : list[Any]
            Inputs.
        out_data : list[Any]
            Where the outputs are written.
        """
        out_data[0][:] = in_data[0]

    def backward(self, out_grad: list[Any], in_data: list[Any], out_data: list[Any], in_grad: list[Any]) -> None:
        """Compute the gradients of the inputs; by default ones.

        Parameters
        ----------
        out_grad : list[Any]
            Gradients of the outputs.
        in_data : list[Any]
            Inputs of forward.
        out_data : list[Any]
            Outputs of forward.
        in_grad : list[Any]
            Where the gradients are written.
        """
        in_grad[0][:] = 1.0

    def infer_shape(self, in_shape: list[Any]) -> tuple[Sequence[Any], ...]:
        """Infer the shapes; by default there is one output, of the shape of the first input.

        Parameters
        ----------
        in_shape : list[Any]
            Shapes of the inputs.

        Returns
        -------
        tuple[Sequence[Any], ...]
            Lists of the shapes of inputs and outputs.
        """
        return in_shape, [in_shape[0]]

    def list_outputs(self) -> list[str]:
        """Name the outputs.

        Returns
        -------
        list[str]
            Names, ``['output']`` by default.
        """
        return ["output"]

    def list_arguments(self) -> list[str]:
        """Name the inputs.

        Returns
        -------
        list[str]
            Names, ``['data']`` by default.
        """
        return ["data"]

    def need_top_grad(self) -> bool:
        """Return whether backward needs the gradients of the outputs.

        Returns
        -------
        bool
            The constructor's argument.
        """
        return self.need_top_grad_

    _as_numpy = False


class NumpyOp(PythonOp):
    """A Python operator on NumPy arrays, the older interface; prefer `CustomOp`.

    Parameters
    ----------
    need_top_grad : bool, default=True
        Whether backward needs the gradients of the outputs.

    Examples
    --------
    >>> class Square(mx.operator.NumpyOp):
    ...     def forward(self, in_data, out_data):
    ...         out_data[0][:] = in_data[0] ** 2
    >>> net = Square()(mx.sym.Variable("x"), name="square")
    >>> executor = net.bind(mx.cpu(), {"x": mx.nd.array([2, 3])})
    >>> executor.forward()[0].asnumpy().tolist()
    [4.0, 9.0]
    """

    _as_numpy = True


class NDArrayOp(PythonOp):
    """A Python operator on NDArrays, the older interface; prefer `CustomOp`.

    Parameters
    ----------
    need_top_grad : bool, default=True
        Whether backward needs the gradients of the outputs.
    """

    def declare_backward_dependency(self, out_grad: list[int], in_data: list[int], out_data: list[int]) -> list[int]:
        """Declare what backward needs; kept for programs that override it.

        Parameters
        ----------
        out_grad : list[int]
            Numbers that stand for the outputs' gradients.
        in_data : list[int]
            Numbers that stand for the inputs.
        out_data : list[int]
            Numbers that stand for the outputs.

        Returns
        -------
        list[int]
            Those of the numbers that backward needs.
        """
        return ([*out_grad] if self.need_top_grad_ else []) + [*in_data, *out_data]


class _PythonProp(CustomOpProp):
    """Describes an older operator through the newer interface."""

    def __init__(self, op: PythonOp) -> None:
        super().__init__(need_top_grad=op.need_top_grad())
        self._op = op

    def infer_shape(self, in_shape):
        found = self._op.infer_shape(in_shape)
        return found[0], found[1], ()

    def list_arguments(self):
        return self._op.list_arguments()

    def list_outputs(self):
        return self._op.list_outputs()

    def create_operator(self, ctx, in_shapes, in_dtypes):
        return _PythonCall(self._op)


class _PythonCall(CustomOp):
    """Calls an older operator; NumPy ones work on copies that are written back."""

    def __init__(self, op: PythonOp) -> None:
        self._op = op

    def forward(self, is_train, req, in_data, out_data, aux):
        if not self._op._as_numpy:
            return self._op.forward(in_data=in_data, out_data=out_data)
        outs = [array.asnumpy() for array in out_data]
        self._op.forward(in_data=[array.asnumpy() for array in in_data], out_data=outs)
        return _write_back(out_data, outs)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        if not self._op._as_numpy:
            return self._op.backward(out_grad=out_grad, in_data=in_data, out_data=out_data, in_grad=in_grad)
        grads = [array.asnumpy() for array in in_grad]
        self._op.backward(out_grad=[a.asnumpy() for a in out_grad], in_data=[a.asnumpy() for a in in_data],
                          out_data=[a.asnumpy() for a in out_data], in_grad=grads)
        return _write_back(in_grad, grads)


def _write_back(arrays: list, values: list[np.ndarray]) -> None:
    for array, value in zip(arrays, values):
        array[:] = value
