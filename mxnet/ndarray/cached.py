"""CachedOp: a symbol's graph called like one operator on arrays, as one step of the tape."""
from __future__ import annotations

import functools
import weakref
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import torch

from ..core.device import Context, current_context
from ..core.errors import LateError, MXNetError, OperatorError
from ..core.evaluate import Call, Evaluator, Planned
from ..core.graph import Entry, Graph, Node
from ..core.mode import mode
from ..core.op import find
from ..core.op.registry import Bound
from ..core.ownership import owned
from ..core.passes.fuse import count_uses, spared
from ..core.passes.infer import infer_shapes
from ..core.passes.inline import inline
from ..core.refusal import named
from ..core.shown import inputs_shown, outputs_shown
from ..core.tape import with_bodies
from ..core.torch_modes import shielded
from ..core.tuning import REPEATED_CALLS_REMEMBERED
from ..fileformat import symbol_json
from .array import NDArray
from .history import IN_GRAPH, Record, Step, numbers, record_of
from .invoke import invoke, wrap
from .later import Later
from .lent import is_lent_array, lent, values_of
from .repeated import Repeated
from .storage.arrays import BaseSparseNDArray
from .storage.dispatch import invoke_stored
from .sweep import watchers

if TYPE_CHECKING:
    pass


_COPY = find("_copy").bind({})
# Operators whose outputs MXNet reports by name to a hook of a cached graph; it numbers those of all others.
_NAMED = frozenset((
    "Activation BatchNorm BilinearSampler CTCLoss Concat Convolution Correlation Crop Custom Deconvolution Dropout "
    "FullyConnected GridGenerator GroupNorm IdentityAttachKLSparseReg InstanceNorm L2Normalization LRN LayerNorm "
    "LeakyReLU MakeLoss Pad Pooling RNN ROIPooling SVMOutput SequenceLast SequenceMask SequenceReverse SliceChannel "
    "SoftmaxActivation SoftmaxOutput SpatialTransformer SwapAxis UpSampling log_softmax softmax softmin").split())


class Called(Step):
    """A recorded call of a whole graph: one step, with the graph that describes it."""

    graph: Graph
    live: bool

    __slots__ = ("graph", "call")

    def __init__(self, parents: tuple[Any, ...], graph: Graph, planned: Planned, call: Call | None) -> None:
        # as `Step` does, whose call would cost as much
        self.number, self.bound, self.parents, self.needs = next(numbers), None, parents, planned.passes
        self.outputs, self.acts, self.live = len(planned.on_tape), planned.acts, True
        self.graph, self.call = graph, call

    def gradients(self, heads: list[Any], retained: bool, writer: Any = None) -> list[Any]:
        call = self.call
        if call is None:
            return []
        found: list = [None] * len(self.parents)
        wanted, targets = call.planned.wanted, None
        if writer is not None and call.planned.takes_targets:
            parents = [self.parents[place] for place in wanted]
            targets = writer.targets(parents, {place for place, parent in enumerate(parents)
                                               if parent.__class__ is tuple and parent[0].__class__ is Called})
        grads = call.gradients(heads, retained, targets)
        for place in reversed(wanted):
            found[place] = grads.pop()  # which the caller may want to own
        return found

    def given(self, place: int) -> torch.Tensor:
        assert self.call is not None
        return self.call.tensors[place]

    def states(self) -> Sequence[Any]:
        return () if self.call is None else self.call.planned.states(self.call.tensors)

    def replay(self, places: list[Any]) -> tuple[Any, ...]:
        assert self.call is not None
        return self.call.replay(places)

    def end(self) -> None:
        self.live, self.parents, self.call = False, (), None


class CachedOp:
    """Run a symbol on arrays given in the order of its ``list_inputs()``.

    Each signature (shapes, types, context, mode, which arrays want gradients) is compiled once; a call then runs one
    program, and while recording it is one step of the tape. ``code`` shows the programs made so far.

    Parameters
    ----------
    sym : Symbol
        The network, or the entries that are its outputs.
    flags : dict or sequence of pairs, default=()
        Names and values. ``inline_limit`` is the number of operators up to which a recorded graph is one step per
        operator, unless ``static_alloc`` is set; the other flags have no effect here.

    Examples
    --------
    >>> double = mx.nd.CachedOp(mx.sym.Variable("x") * 2)
    >>> double(mx.nd.array([1, 2])).asnumpy().tolist()
    [2.0, 4.0]
    """

    graph: Graph

    __slots__ = ("graph", "flags", "_variables", "_evaluator", "_passed", "_used", "_inlined", "_open", "_spared",
                 "_monitor", "_class", "_repeated", "_repeats", "_before")

    def __init__(self, sym: Any, flags: Any = ()) -> None:
        self.flags: tuple[tuple[Any, Any], ...] = tuple(flags.items() if isinstance(flags, dict) else flags)
        settings = dict(self.flags)
        self._class = _numpy_class() if getattr(sym, "_is_np", False) else None  # of outputs; None: that of the arrays
        self.graph = graph = inline(Graph(getattr(sym, "_outputs", sym)))
        # Outputs that are inputs: the array itself the first time, a copy after that.
        self._variables = graph.variables
        places = {node: place for place, node in enumerate(graph.variables)}
        self._passed = [(number, places[entry.node]) for number, entry in enumerate(graph.outputs)
                        if entry.node.op is None]
        computed = Graph([entry for entry in graph.outputs if entry.node.op is not None])
        self._evaluator = Evaluator(computed, captured=True)
        self._used = [places[node] for node in computed.variables]
        if self._used == list(range(len(places))):
            self._used = None
        calls = [node for node in graph.nodes if node.op is not None]
        fixed = str(settings.get("static_alloc", False)) in ("True", "1")
        self._inlined = not calls or not fixed and len(calls) <= int(settings.get("inline_limit", 2))
        # Operators that create arrays may leave their shape to be inferred.
        self._open = any(node.op.completion is not None for node in calls)
        self._spared = spared(graph, ())
        self._monitor: tuple[Callable, bool] | None = None
        # The last recorded call, in case the next one is the same.
        self._repeated: Repeated | None = None
        self._repeats = 0 if self._passed or self._used is not None else REPEATED_CALLS_REMEMBERED
        self._before: list[int] | None = None

    @property
    def code(self) -> str:
        """The programs of the signatures called so far, as Python text."""
        return self._evaluator.code

    @property
    def signatures(self) -> int:
        """How many were compiled."""
        return self._evaluator.planned.cache_info().misses

    def _register_op_hook(self, callback: Callable | None, monitor_all: bool = False) -> None:
        """Call ``callback(name, operator, array)`` with every operator's outputs (and inputs); None removes it."""
        self._monitor = None if callback is None else (callback, monitor_all)
        self._repeated, self._repeats = None, 0

    @shielded
    def __call__(self, *args: NDArray, out: NDArray | list[NDArray] | None = None, default_ctx: Context | None = None,
                 **kwargs: Any) -> Any:
        if kwargs:
            raise TypeError(f"CachedOp.__call__ got unexpected keyword argument(s): {', '.join(kwargs)}")
        repeated = self._repeated
        if repeated is not None and mode.recording and out is None:
            results = repeated(args)
            if results is not None:
                return results[0] if len(results) == 1 else results
        ctx, plain = self._check(args, default_ctx)
        if out is not None and mode.recording and any(record_of(target) is not None for target in _listed(out)):
            raise MXNetError(IN_GRAPH)
        results = self._by_program(args, ctx) if plain else None
        if results is None:
            results = self._stepwise(args, ctx)
        if self._passed:
            results = self._with_passed(results, args)
        return (results[0] if len(results) == 1 else results) if out is None else _stored(results, out)

    def _check(self, args: tuple, default_ctx: Context | None) -> tuple[Context, bool]:
        """Return the context, and whether programs can take all arrays."""
        variables, plain = self._variables, self._monitor is None
        if len(args) != len(variables):
            raise MXNetError(f"CachedOp takes {len(variables)} arrays ({', '.join(node.name for node in variables)}), "
                             f"got {len(args)}")
        if not args:
            return default_ctx or current_context(), plain
        ctx = args[0]._ctx
        for array in args:
            if array._ctx is not ctx:
                place = next(place for place, other in enumerate(args) if other._ctx is not ctx)
                raise MXNetError("CachedOp requires all inputs to live on the same context. But "
                                 f"{variables[0].name} is on {ctx} while {variables[place].name} is on {array._ctx}")
            if array.__class__ is not NDArray and isinstance(array, (BaseSparseNDArray, Later)):
                plain = False
        return ctx, plain

    def _by_program(self, args: tuple, ctx: Context) -> list | None:
        """Compute the outputs with programs; None if the calls have to be made one by one."""
        given = args if self._used is None else [args[place] for place in self._used]
        records = [record_of(array) for array in given] if mode.recording else []
        try:
            if any(records):
                return None if self._inlined else self._recorded(given, records, ctx)
            if self._spared and mode.recording:  # recorded operators return all outputs
                return None
            return self._computed(given, ctx)
        except LateError:  # an error about values: only what is computed from these is affected
            return None

    def _computed(self, args, ctx: Context) -> list | None:
        """Compute the outputs with a program; None if there is none."""
        tensors = self._values(args, ctx)
        planned = self._evaluator.planned(mode.training, ctx, tuple([t.shape for t in tensors]),
                                          tuple([t.dtype for t in tensors]), None)
        if planned is None:
            return None
        cls = self._class or _legacy_class(args)
        return [lent(value, ctx, cls) for value in planned.run(tensors)]

    def _values(self, args, ctx: Context) -> list:
        """Return the tensors of arrays, or loans if the graph is captured."""
        return [array._data for array in args] if self._evaluator.arena(ctx) is None else values_of(args)

    def _recorded(self, args, records: list, ctx: Context) -> list | None:
        """Compute the outputs as one step of the tape; None if that is impossible."""
        parents: list = []
        needs: list[bool] = []
        for array, record in zip(args, records):
            if record is None:
                parents.append(weakref.ref(array))
                needs.append(False)
            elif record.by_rows:  # operators may return rows
                return None
            else:
                parents.append(record if record.step is None else (record.step, record.index))
                needs.append(record.passes)
        tensors = self._values(args, ctx)
        planned = self._evaluator.planned(
            mode.training, ctx, tuple([t.shape for t in tensors]), tuple([t.dtype for t in tensors]), tuple(needs))
        if planned is None:
            return None
        cls = self._class or _legacy_class(args)
        made = self._step(planned, tensors, tuple(parents), ctx, cls)
        if self._repeats and cls is NDArray and (not planned.is_captured or is_lent_array(made[0])):
            self._remember(planned, ctx, args, parents)
        return made

    def _remember(self, planned: Planned, ctx: Context, args, parents: list) -> None:
        """Let the next call detect quickly whether it is the same."""
        now = list(map(id, args))
        if self._before is not None and len(self._before) == len(now):
            self._repeats -= 1
            self._repeated = Repeated(self._step, planned, ctx, args, self._before, parents)
        self._before = now

    def _step(self, planned: Planned, tensors: list, parents: tuple, ctx: Context, cls: type) -> list:
        """Compute the outputs with a plan, as one step of the tape."""
        call = None if planned.backward is None else Call(self._evaluator, planned, tensors)
        step = Called(parents, self._evaluator.graph, planned, call)
        values, made = planned.run(tensors) if call is None else call.forward(), []
        for index, value in enumerate(values):
            array = lent(value, ctx, cls)
            array._ag = Record(planned.on_tape[index], step, index)
            made.append(array)
        return made

    def _with_passed(self, made: list, args: tuple) -> list:
        """Insert the outputs that are inputs."""
        results, seen = iter(made), set()
        passed = dict(self._passed)
        found = []
        for number in range(len(self.graph.outputs)):
            place = passed.get(number)
            if place is None:
                found.append(next(results))
            elif place in seen:
                found.append(invoke(_COPY, [args[place]]))
            else:
                seen.add(place)
                found.append(args[place])
        return found

    # ---- operator by operator ---------------------------------------------------------------------

    def _stepwise(self, args: tuple, ctx: Context) -> list:
        """Make the calls one by one: for sparse arrays, data-dependent shapes, monitors and the like."""
        variables = self._variables
        if self._class is None and any(array._is_np for array in args):
            args = tuple(array.as_nd_ndarray() for array in args)
        values = {node: [array] for node, array in zip(variables, args)}
        shapes = infer_shapes(self.graph, {node.name: array.shape for node, array in zip(variables, args)}) \
            if self._open else None
        for node in self.graph.nodes:
            if node.op is not None:
                arrays = [values[e.node][e.index] for e in node.inputs]
                bound = self._bound(node, shapes, ctx)
                try:
                    found = invoke_stored(bound, arrays) if arrays else invoke(bound, arrays, None, ctx, self._class)
                except OperatorError as error:
                    raise named(error, node.op_name, node.name) from error
                values[node] = found if isinstance(found, list) else [found]
                if self._monitor is not None:
                    self._show(node, values)
        return [values[e.node][e.index] for e in self.graph.outputs if e.node.op is not None]

    def _show(self, node: Node, values: dict[Node, list]) -> None:
        """Pass one operator's used arrays to the hook, under MXNet's names."""
        assert self._monitor is not None
        callback, inputs_too = self._monitor
        op_name, outputs = node.op_name if node.shown is None else node.shown.op_name, values[node]
        for entry, name in inputs_shown(node) if inputs_too else ():
            callback(name, op_name, values[entry.node][entry.index])
        numbered, uses = op_name not in _NAMED, count_uses(self.graph)
        for index, name in outputs_shown(node):
            if uses[node, index]:
                callback(f"{node.name}_{index}" if numbered and node.shown is None else name, op_name, outputs[index])
        record = outputs[0]._ag
        if record is not None and record.passes:
            ctx = outputs[0]._ctx
            watchers[record.step] = functools.partial(_show_gradients, callback, node.name, node.op_name, ctx)

    def _bound(self, node: Node, shapes: Any, ctx: Context) -> Bound:
        bound = node.bound
        if node in self._spared and not mode.recording:
            return self._spared[node]
        if bound.op.completion is not None:
            return Bound(bound.op, bound.op.completion(bound.params, shapes[Entry(node)]))
        if bound.op.wants_subgraphs:
            return with_bodies(node, mode.training, ctx)
        if hasattr(bound.op, "per_node"):  # a user's operator may keep state until the backward of this call
            bound = Bound(bound.op, bound.params)
            bound.call = bound.op.per_node(bound)
        return bound


def _numpy_class() -> type[NDArray]:
    """Return the class of arrays with NumPy's interface, loaded only when needed."""
    from .numpy.array import ndarray
    return ndarray


def _legacy_class(args) -> type[NDArray]:
    """Return the class of results of an mx.sym graph."""
    cls = args[0]._makes if args else NDArray
    return NDArray if cls._is_np else cls


def _show_gradients(callback: Callable, name: str, operator: str, ctx: Context, gradients: list) -> None:
    """Pass the gradients of one operator's inputs to the hook."""
    for place, gradient in enumerate(gradients):
        if gradient is not None:
            gradients[place] = gradient = owned(gradient.detach())  # the hook may write to it
            callback(f"{name}_backward_{place}", f"_backward_{operator}", wrap(gradient, ctx))


def _stored(results: list, out):
    """Write the outputs to the requested arrays."""
    targets = _listed(out)
    if len(targets) != len(results):
        raise MXNetError(f"CachedOp expects {len(results)} outputs, but {len(targets)} was given.")
    for target, result in zip(targets, results):
        if target.shape != result.shape or target.dtype != result.dtype:
            raise OperatorError("CachedOp", f"out has shape {target.shape} and type {target.dtype.__name__}; "
                                f"expected {result.shape} and {result.dtype.__name__}")
        target._data.copy_(result._data)
        if mode.recording:
            target._ag = result._ag
    return out


def _listed(out) -> list | tuple:
    return out if isinstance(out, (list, tuple)) else [out]


def call_described(*data: NDArray, subgraph: str, out: Any = None, name: str | None = None) -> Any:
    """Compute a graph given as symbol JSON, on arrays in the order of its inputs."""
    return CachedOp(symbol_json.loads(subgraph))(*data, out=out)
