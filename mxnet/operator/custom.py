"""`CustomOp` and `CustomOpProp`, and how the core calls them."""
from __future__ import annotations

import traceback
from typing import TYPE_CHECKING, Any, TypeVar

from ..context import Context
from ..core import trace
from ..core.dtype import to_numpy, to_torch
from ..core.errors import LateError, MXNetError
from ..core.mode import mode
from ..core.ops import custom as _custom
from ..ndarray.array import NDArray
from ..ndarray.storage.arrays import CLASSES as SPARSE
from ..ndarray.tensors import tensor_of, wrap
from ..ndarray.unread import check

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


_Prop = TypeVar("_Prop", bound="type[CustomOpProp]")


class CustomOp:
    """The implementation of a custom operator: override `forward` and `backward`, write results with `assign`.

    `CustomOpProp.create_operator` makes one per node and device. See `register` for a complete example.
    """

    def forward(self, is_train: bool, req: list[str], in_data: list[NDArray], out_data: list[NDArray],
                aux: list[NDArray]) -> None:
        """Compute ``out_data`` from ``in_data``; derived classes implement it.

        Parameters
        ----------
        is_train : bool
            Whether the call is part of training.
        req : list[str]
            What to do with each output: ``'write'``, ``'inplace'``, ``'add'`` or ``'null'``; `assign` takes it.
        in_data : list[NDArray]
            Inputs, in the order of `CustomOpProp.list_arguments`.
        out_data : list[NDArray]
            Where the outputs are written, in the order of `CustomOpProp.list_outputs`.
        aux : list[NDArray]
            Auxiliary states, which may be changed.
        """
        raise NotImplementedError(f"{type(self).__name__}.forward is not defined")

    def backward(self, req: list[str], out_grad: list[NDArray], in_data: list[NDArray], out_data: list[NDArray],
                 in_grad: list[NDArray], aux: list[NDArray]) -> None:
        """Compute ``in_grad`` from ``out_grad``; derived classes implement it.

        Parameters
        ----------
        req : list[str]
            What to do with the gradient of each input: ``'write'``, ``'inplace'``, ``'add'`` or ``'null'``.
        out_grad : list[NDArray]
            Gradients of the outputs; undefined if the prop was created with ``need_top_grad=False``.
        in_data : list[NDArray]
            Inputs of forward.
        out_data : list[NDArray]
            Outputs of forward.
        in_grad : list[NDArray]
            Where the gradients of the inputs are written.
        aux : list[NDArray]
            Auxiliary states.
        """
        raise NotImplementedError(f"{type(self).__name__}.backward is not defined")

    def assign(self, dst: NDArray, req: str, src: Any) -> None:
        """Write a value into an array as the request says.

        Parameters
        ----------
        dst : NDArray
            The array to write into.
        req : str
            ``'write'`` or ``'inplace'``: replace what is there; ``'add'``: add to it; ``'null'``: leave it.
        src : NDArray, numpy.ndarray or number
            The value.

        Raises
        ------
        MXNetError
            If there is no such request.

        Examples
        --------
        >>> x = mx.nd.ones((2,))
        >>> mx.operator.CustomOp().assign(x, "add", mx.nd.array([1, 2]))
        >>> x.asnumpy().tolist()
        [2.0, 3.0]
        """
        if req in ("write", "inplace"):
            dst[:] = src
        elif req == "add":
            dst[:] += src
        elif req != "null":
            raise MXNetError(f"assign: a request is 'null', 'write', 'inplace' or 'add', got {req!r}")


class CustomOpProp:
    """The description of a custom operator: names, shapes, types, and `create_operator`.

    The constructor of a derived class receives the params of a call as strings. See `register` for a complete example.

    Parameters
    ----------
    need_top_grad : bool, default=True
        Whether backward needs the gradients of the outputs; a loss makes its own.
    """

    def __init__(self, need_top_grad: bool = True) -> None:
        self.need_top_grad_ = need_top_grad

    def infer_shape(self, in_shape: list[Any]) -> tuple[Sequence[Any], ...]:
        """Infer the shapes; by default outputs have that of the first input.

        Parameters
        ----------
        in_shape : list[Any]
            Known shapes of the inputs.

        Returns
        -------
        tuple[Sequence[Any], ...]
            Lists of the shapes of inputs, outputs and states; without states two are enough.
        """
        return in_shape, (in_shape[0],) * len(self.list_outputs()), ()

    def infer_type(self, in_type: list[Any]) -> tuple[Sequence[Any], ...]:
        """Infer the types; by default all have that of the first input.

        Parameters
        ----------
        in_type : list[Any]
            NumPy types of the inputs.

        Returns
        -------
        tuple[Sequence[Any], ...]
            Lists of the types of inputs, outputs and states; without states two are enough.
        """
        return (in_type, [in_type[0]] * len(self.list_outputs()), [in_type[0]] * len(self.list_auxiliary_states()))

    def infer_storage_type(self, in_stype: list[str]) -> tuple[list[str], ...]:
        """Return the storage types that the operator requires; by default all are dense.

        Parameters
        ----------
        in_stype : list[str]
            Storage types of the given inputs: ``'default'``, ``'csr'`` or ``'row_sparse'``.

        Returns
        -------
        tuple[list[str], ...]
            Lists for inputs, outputs and states.
        """
        return tuple(["default"] * len(group) for group in (in_stype, self.list_outputs(),
                                                            self.list_auxiliary_states()))

    def infer_storage_type_backward(self, ograd_stype: list[str], in_stype: list[str], out_stype: list[str],
                                    igrad_stype: list[str], aux_stype: list[str]) -> tuple[list[str], ...]:
        """Return the storage types that backward requires; by default all are dense.

        Parameters
        ----------
        ograd_stype : list[str]
            Those of the outputs' gradients.
        in_stype : list[str]
            Those of the inputs.
        out_stype : list[str]
            Those of the outputs.
        igrad_stype : list[str]
            Those of the inputs' gradients.
        aux_stype : list[str]
            Those of the states.

        Returns
        -------
        tuple[list[str], ...]
            Five lists, in the order of the parameters.
        """
        return tuple(["default"] * len(group) for group in (ograd_stype, in_stype, out_stype, igrad_stype, aux_stype))

    def list_arguments(self) -> list[str]:
        """Name the inputs.

        Returns
        -------
        list[str]
            Names, ``['data']`` by default.
        """
        return ["data"]

    def list_outputs(self) -> list[str]:
        """Name the outputs.

        Returns
        -------
        list[str]
            Names, ``['output']`` by default.
        """
        return ["output"]

    def list_auxiliary_states(self) -> list[str]:
        """Name the auxiliary states: arrays that the operator changes and that get no gradient.

        Returns
        -------
        list[str]
            Names; there are none by default.
        """
        return []

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

    def create_operator(self, ctx: Context, in_shapes: list[Any], in_dtypes: list[Any]) -> CustomOp:
        """Create the `CustomOp`; derived classes return their own.

        Parameters
        ----------
        ctx : Context
            Where it will run.
        in_shapes : list[Any]
            Shapes of the inputs.
        in_dtypes : list[Any]
            Types of the inputs.

        Returns
        -------
        CustomOp
            The operator.
        """
        return CustomOp()


class _Kind:
    """Adapter between the core, which uses tensors, and a user's prop, which uses NDArrays."""

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
    """One custom operator, called with arrays that wrap the core's tensors.

    If it requires sparse arrays, they are windows on the tensors, which receive what it writes.
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
                check(tensor_of(array))  # the arrays that it was to write may have no value
        except LateError as error:
            # A separate error: if the operator has read the value, its caller has not.
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
    """Register a `CustomOpProp` class under a name: ``mx.nd.Custom(x, op_type=reg_name)``.

    Parameters
    ----------
    reg_name : str
        The name.

    Returns
    -------
    Callable
        A decorator, which returns the class.

    Examples
    --------
    >>> class Double(mx.operator.CustomOp):
    ...     def forward(self, is_train, req, in_data, out_data, aux):
    ...         self.assign(out_data[0], req[0], in_data[0] * 2)
    ...
    ...     def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
    ...         self.assign(in_grad[0], req[0], out_grad[0] * 2)
    >>> @mx.operator.register("double")
    ... class DoubleProp(mx.operator.CustomOpProp):
    ...     def create_operator(self, ctx, in_shapes, in_dtypes):
    ...         return Double()
    >>> mx.nd.Custom(mx.nd.array([1, 2]), op_type="double").asnumpy().tolist()
    [2.0, 4.0]
    """
    def add(prop_class: _Prop) -> _Prop:
        _custom.forget_kind(reg_name)
        _custom.KINDS[reg_name] = lambda **params: _Kind(prop_class(**params), reg_name)
        return prop_class
    return add


register("custom_op")(CustomOpProp)
