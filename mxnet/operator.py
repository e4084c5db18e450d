"""Operators written by users in Python: `CustomOp` and the older `NumpyOp` and `NDArrayOp`; introspection."""
from __future__ import annotations

import ctypes
import traceback
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from . import symbol
from .base import NDArrayHandle
from .context import Context
from .core import trace
from .core.borrowed import borrowed as _borrowed
from .core.dtype import to_numpy, to_torch
from .core.errors import LateError, MXNetError
from .core.mode import mode
from .core.op import find, operators
from .core.ops import custom as _custom
from .ndarray.array import NDArray
from .ndarray.storage.arrays import CLASSES as SPARSE
from .ndarray.tensors import tensor_of, wrap
from .ndarray.unread import check

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


_Prop = TypeVar("_Prop", bound="type[CustomOpProp]")

__all__ = ["CustomOp", "CustomOpProp", "NDArrayOp", "NumpyOp", "OperatorArguments", "PythonOp",
           "get_all_registered_operators", "get_operator_arguments", "register",
           "NDArray", "NDArrayHandle", "ctypes"]  # programs that cast handles take these from here


class CustomOp:
    """The work of a custom operator: override `forward` and `backward`, write results with `assign`."""

    def forward(self, is_train: bool, req: list[str], in_data: list[NDArray], out_data: list[NDArray],
                aux: list[NDArray]) -> None:
        """Compute ``out_data`` from ``in_data``."""
        raise NotImplementedError(f"{type(self).__name__}.forward is not defined")

    def backward(self, req: list[str], out_grad: list[NDArray], in_data: list[NDArray], out_data: list[NDArray],
                 in_grad: list[NDArray], aux: list[NDArray]) -> None:
        """Compute ``in_grad`` from ``out_grad``."""
        raise NotImplementedError(f"{type(self).__name__}.backward is not defined")

    def assign(self, dst: NDArray, req: str, src: Any) -> None:
        """Write ``src`` into ``dst`` as the request says."""
        if req in ("write", "inplace"):
            dst[:] = src
        elif req == "add":
            dst[:] += src
        elif req != "null":
            raise MXNetError(f"assign: a request is 'null', 'write', 'inplace' or 'add', got {req!r}")


class CustomOpProp:
    """The description of a custom operator: names, shapes, types, and `create_operator`.

    Params of the call arrive as strings in the constructor of a derived class.
    """

    def __init__(self, need_top_grad: bool = True) -> None:
        self.need_top_grad_ = need_top_grad

    def infer_shape(self, in_shape: list[Any]) -> tuple[Sequence[Any], ...]:
        """Give (input shapes, output shapes, state shapes); by default outputs are like the first input."""
        return in_shape, (in_shape[0],) * len(self.list_outputs()), ()

    def infer_type(self, in_type: list[Any]) -> tuple[Sequence[Any], ...]:
        """Give (input types, output types, state types); by default all are like the first input."""
        return (in_type, [in_type[0]] * len(self.list_outputs()), [in_type[0]] * len(self.list_auxiliary_states()))

    def infer_storage_type(self, in_stype: list[str]) -> tuple[list[str], ...]:
        """Give storage types of (inputs, outputs, states) for those that inputs come in; by default all dense."""
        return tuple(["default"] * len(group) for group in (in_stype, self.list_outputs(),
                                                            self.list_auxiliary_states()))

    def infer_storage_type_backward(self, ograd_stype: list[str], in_stype: list[str], out_stype: list[str],
                                    igrad_stype: list[str], aux_stype: list[str]) -> tuple[list[str], ...]:
        """Give storage types of backward; all dense."""
        return tuple(["default"] * len(group) for group in (ograd_stype, in_stype, out_stype, igrad_stype, aux_stype))

    def list_arguments(self) -> list[str]:
        """Name the inputs."""
        return ["data"]

    def list_outputs(self) -> list[str]:
        """Name the outputs."""
        return ["output"]

    def list_auxiliary_states(self) -> list[str]:
        """Name the states."""
        return []

    def declare_backward_dependency(self, out_grad: list[int], in_data: list[int], out_data: list[int]) -> list[int]:
        """Say what backward needs; kept for programs that override it."""
        return ([*out_grad] if self.need_top_grad_ else []) + [*in_data, *out_data]

    def create_operator(self, ctx: Context, in_shapes: list[Any], in_dtypes: list[Any]) -> CustomOp:
        """Make the operator for a context and shapes."""
        return CustomOp()


class _Kind:
    """Speaks tensors to the core and NDArrays to a user's prop."""

    def __init__(self, prop: CustomOpProp, name: str) -> None:
        self.prop, self.name = prop, name
        self.arguments, self.outputs = list(prop.list_arguments()), list(prop.list_outputs())
        self.states = list(prop.list_auxiliary_states())

    @property
    def needs_head(self) -> bool:
        return getattr(self.prop, "need_top_grad_", True)

    def infer_shape(self, shapes: list) -> tuple:
        found = self.prop.infer_shape(shapes)
        if len(found) not in (2, 3):
            raise MXNetError(f"{type(self.prop).__name__}.infer_shape must return 2 or 3 lists, got {len(found)}")
        inputs, outputs = found[0], found[1]
        return self._sized("infer_shape", inputs, outputs, found[2] if len(found) == 3 else ())

    def infer_type(self, types: list) -> tuple:
        given = [None if t is None else to_numpy(t) for t in types]
        found = self.prop.infer_type(given)
        if len(found) == 2:
            found = (*found, [found[0][0]] * len(self.states))
        inputs, outputs, states = self._sized("infer_type", *found)
        return tuple([None if t is None else to_torch(t) for t in group] for group in (inputs, outputs, states))

    def infer_storage(self, stypes: list) -> tuple:
        found = tuple(self.prop.infer_storage_type(list(stypes)))
        return self._sized("infer_storage_type", *found, *([["default"] * len(self.states)] if len(found) == 2 else []))

    def infer_storage_backward(self, heads: list, stypes: list) -> tuple:
        inputs, outputs, states = self.infer_storage(stypes)
        found = tuple(self.prop.infer_storage_type_backward(list(heads), inputs, outputs, ["default"] * len(inputs),
                                                            states))
        sizes = [len(outputs), len(inputs), len(outputs), len(inputs), len(states)]
        if [len(group) for group in found] != sizes:
            raise MXNetError(f"{type(self.prop).__name__}.infer_storage_type_backward must return lists of lengths "
                             f"{sizes}, got {[len(group) for group in found]}")
        return found

    def _sized(self, word: str, inputs, outputs, states) -> tuple:
        name = type(self.prop).__name__
        for group, names, kind in ((inputs, self.arguments, "input"), (outputs, self.outputs, "output"),
                                   (states, self.states, "auxiliary state")):
            if len(group) != len(names):
                raise MXNetError(f"{name}.{word} must return one entry for each {kind} ({len(names)}), "
                                 f"got {len(group)}")
        return list(inputs), list(outputs), list(states)

    def make(self, device, shapes: list, dtypes: list, stypes: list | None = None) -> _Instance:
        ctx = _context_of(device)
        made = _Instance(self.prop.create_operator(ctx, shapes, [to_numpy(t) for t in dtypes]), ctx, self.name)
        if stypes is not None:
            made.storage = self.infer_storage(stypes[:len(self.arguments)])
            made.gradient_storage = self.infer_storage_backward(["default"] * len(self.outputs),
                                                                stypes[:len(self.arguments)])
        return made


class _Instance:
    """One operator of a user, called with arrays around the core's tensors.

    Where it asked for sparse arrays they are windows on the tensors: what it writes is there.
    """

    storage: tuple = (None, None, None)
    gradient_storage: tuple = (None,) * 5

    def __init__(self, operator: CustomOp, ctx: Context, name: str) -> None:
        self.operator, self.ctx, self.name = operator, ctx, name

    def forward(self, is_train: bool, ins, outs, aux) -> None:
        kinds = self.storage
        self._call(self.name, self.operator.forward, is_train=is_train, req=["write"] * len(outs),
                   in_data=self._arrays(ins, kinds[0]), out_data=self._arrays(outs, kinds[1]),
                   aux=self._arrays(aux, kinds[2]))

    def backward(self, needs, heads, ins, outs, grads, aux) -> None:
        kinds = self.gradient_storage
        self._call(f"_backward_{self.name}", self.operator.backward,
                   req=["write" if need else "null" for need in needs],
                   out_grad=self._arrays(heads, kinds[0]), in_data=self._arrays(ins, kinds[1]),
                   out_data=self._arrays(outs, kinds[2]), in_grad=self._arrays(grads, kinds[3]),
                   aux=self._arrays(aux, kinds[4]))

    def _call(self, name: str, function, **groups) -> None:
        before = mode.recording
        mode.recording = False
        try:
            with trace.custom_operator(name):
                function(**groups)
            for array in groups["out_data"] if "is_train" in groups else groups["in_grad"]:
                check(tensor_of(array))  # what it was given to write may have no value
        except LateError as error:
            # Another error: that the operator has read the value does not mean that its caller has.
            raise LateError(f"CustomOp {name}: {error}") from error
        except MXNetError:
            raise
        except Exception as error:
            raise MXNetError(f"Error in CustomOp {name}.{function.__name__}: {type(error).__name__}: {error}\n"
                             f"{traceback.format_exc()}") from error
        finally:
            mode.recording = before

    def _arrays(self, tensors, stypes: list | None) -> list:
        if stypes is None:
            return [wrap(t.detach(), self.ctx) for t in tensors]
        return [wrap(t.detach(), self.ctx, SPARSE.get(stype)) for t, stype in zip(tensors, stypes, strict=True)]


def _context_of(device) -> Context:
    return Context("cpu", 0) if device.type in ("cpu", "meta") else Context("gpu", device.index or 0)


def register(reg_name: str) -> Callable[[_Prop], _Prop]:
    """Register a `CustomOpProp` class under a name: ``mx.nd.Custom(x, op_type=reg_name)``."""
    def add(prop_class: _Prop) -> _Prop:
        _custom.forget_kind(reg_name)
        _custom.KINDS[reg_name] = lambda **params: _Kind(prop_class(**params), reg_name)
        return prop_class
    return add


register("custom_op")(CustomOpProp)


# ---- the older ways -------------------------------------------------------------------------------------

class PythonOp:
    """Base of the older Python operators; prefer `CustomOp`."""

    _count = 0

    def __init__(self, need_top_grad: bool = True) -> None:
        self.info_ = None
        self.need_top_grad_ = need_top_grad

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.get_symbol(*args, **kwargs)

    def get_symbol(self, *args: Any, **kwargs: Any) -> Any:
        """Make a symbol that calls this object."""
        PythonOp._count += 1
        name = f"_python_op_{PythonOp._count}"
        _custom.KINDS[name] = lambda **params: _Kind(_PythonProp(self), name)
        return symbol.Custom(*args, op_type=name, **kwargs)

    def forward(self, in_data: list[Any], out_data: list[Any]) -> None:
        """Compute ``out_data``; by default a copy of the first input."""
        out_data[0][:] = in_data[0]

    def backward(self, out_grad: list[Any], in_data: list[Any], out_data: list[Any], in_grad: list[Any]) -> None:
        """Compute ``in_grad``; by default ones."""
        in_grad[0][:] = 1.0

    def infer_shape(self, in_shape: list[Any]) -> tuple[Sequence[Any], ...]:
        """Give (input shapes, output shapes)."""
        return in_shape, [in_shape[0]]

    def list_outputs(self) -> list[str]:
        """Name the outputs."""
        return ["output"]

    def list_arguments(self) -> list[str]:
        """Name the inputs."""
        return ["data"]

    def need_top_grad(self) -> bool:
        """Tell whether backward needs the output gradient."""
        return self.need_top_grad_

    _as_numpy = False


class NumpyOp(PythonOp):
    """A Python operator on NumPy arrays."""

    _as_numpy = True


class NDArrayOp(PythonOp):
    """A Python operator on NDArrays."""

    def declare_backward_dependency(self, out_grad: list[int], in_data: list[int], out_data: list[int]) -> list[int]:
        """Say what backward needs; kept for programs that override it."""
        return ([*out_grad] if self.need_top_grad_ else []) + [*in_data, *out_data]


class _PythonProp(CustomOpProp):
    """Describes an older operator in the newer way."""

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


# ---- introspection --------------------------------------------------------------------------------------

class OperatorArguments(NamedTuple):
    """The inputs and params of an operator."""

    narg: int
    names: list[str]
    types: list[str]


def get_all_registered_operators() -> list[str]:
    """List the names of all operators, aliases included."""
    return list(operators())


def get_operator_arguments(op_name: str) -> OperatorArguments:
    """Give the number, names and types of an operator's inputs and params."""
    op = find(op_name)
    names = [item.name for item in op.schema.inputs]
    types = ["NDArray-or-Symbol"] * len(names)
    if op.schema.variadic:
        names, types = [op.schema.variadic], ["NDArray-or-Symbol[]"]
    for param in op.schema.params.values():
        names.append(param.name)
        types.append(param.describe())
    return OperatorArguments(len(names), names, types)


_borrowed(__name__)
