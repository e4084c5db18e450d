"""The registry: `@op` declares an operator once; everything else is derived from that declaration."""
from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import torch

from ..cores import gathered
from ..errors import MXNetError, NotYet, OperatorError, UnknownName
from ..order import contiguous
from ..params import Alike, Params, is_ambiguous, parse_params
from ..tuning import PARSED_CALLS_KEPT
from . import types as type_rules
from .frames import Frame, Mismatch, TypeFrame
from .gradient import Gradient
from .lowering import STAGES, Call, Kernel
from .schema import Schema
from .shapes import ShapeFrame, known, show

_OPS: dict[str, Op] = {}  # every name and alias
ABSENT: dict[str, str] = {}  # MXNet operators that are left out, and why; filled by core/ops/absent.py


def op(name: str, *, aliases: Iterable[str] = (), rename: dict[str, str] | None = None,
       **traits: Any) -> Callable[[Callable[..., Any]], Op]:
    """Declare an operator: the function computes on torch tensors, its signature is the schema.

    ``rename`` maps Python argument names to MXNet's where they differ; for ``traits`` see `Traits`.
    """
    def declare(function: Callable) -> Op:
        made = Op(name, function, rename or {}, **traits)
        alias(made, name, *aliases)
        return made
    return declare


def alias(made: Op, *names: str) -> None:
    """Register further names of an operator."""
    for spelled in names:
        if spelled in _OPS:
            raise TypeError(f"operator {spelled!r} is declared twice")
        _OPS[spelled] = made
    made.aliases += tuple([spelled for spelled in names if spelled != made.name])


def find(name: str) -> Op:
    """Return the operator of that name or alias; an unknown name raises with the nearest match."""
    try:
        return _OPS[name]
    except KeyError:
        if name in ABSENT:
            raise OperatorError(name, ABSENT[name]) from None
        raise UnknownName("operator", name, _OPS) from None


def operators() -> dict[str, Op]:
    """Return all names (aliases included) and their operators."""
    return _OPS


Rule = Callable[..., Any]  # what operators are declared with


@dataclass(eq=False)
class Traits:
    """What a declaration states about an operator besides its function; ``p`` are the params."""

    outputs: int | Rule = 1                  # how many there are, or a function of p
    visible: int | Rule | None = None        # how many of them a user sees; None: all
    output_names: list[str] | Rule | None = None  # default: output, or output0 ...
    omit: dict[str, Any] = field(default_factory=dict)  # optional input -> when it is absent
    num_args: str = "num_args"               # for *data: the param that counts the inputs; a user need not give it
    input_names: Rule | None = None          # for *data: names where they are not arg0 ..., a function of p
    mutate: Iterable[str] = ()               # inputs, besides aux states, that the function changes in place
    shapes: Rule | None = None               # rule(shape, p), see `shapes`; None: outputs only, by running the function
    types: Rule = type_rules.same            # rule(types, p), see `types`
    accepts: type_rules.Kinds | None = None  # types of the first input, and so of all that have its; others are refused
    view: bool = False                       # the function may return a view of an input; imperative calls then copy
    strided: bool = False                    # the function may return memory in another order than that of the axes
    differentiable: bool | Rule = True       # False: gradients are zero; a bool or a function of p
    # Inputs that no gradient passes to, not even zeros, which an infinite slope before them would turn into NaN:
    # indices, conditions, labels, arrays of which only the shape is read. And such outputs, by position.
    constant: Collection[str] = ()
    constant_outputs: Collection[int] = ()
    # Of an operator with subgraphs: rule(p) -> for each input, the variables of bodies that it is given to as pairs
    # (body, variable); None if a gradient passes to it in any case.
    given_to: Rule | None = None
    no_gradient: bool = False                # asking for a gradient through it is an error, as in MXNet
    fresh_gradients: bool = False            # its gradient rule returns newly allocated memory
    ignore: Iterable[str] = ()               # params that MXNet accepts and that have no meaning here
    held: bool = False                       # imperative calls are checked against the shape rule, as it broadcasts
    dynamic: bool = False                    # the output shape depends on values, so it cannot be inferred
    inline: bool = False                     # its nodes stand for their subgraphs
    # of such an operator: rule(node) -> (operator, attrs), the one call that a node stands for, or None: the subgraph
    stands_for: Rule | None = None
    shown_inputs: Rule | None = None         # of such an operator: rule(node) -> names of inputs in MXNet's monitor
    starts: Mapping[int, str] = field(default_factory=dict)  # input by position -> initializer of a variable there
    default_type: torch.dtype | None = None  # of inputs in a network that does not specify their types
    guess: Rule | None = None                # rule(types, p) -> types of outputs if inference ends with unknown inputs
    named_input: bool = False                # MXNet's monitor shows its one input by name; for others it says input0
    cheap: bool = False                      # recomputing it in backward beats keeping its output
    keeps_order: bool = False                # of one input, elementwise: monotonically increasing
    free: Rule | None = None                 # rule(p): fused into the call before it at inference, it takes no time
    takes_largest: Rule | None = None        # rule(p): each output element is the maximum of some input elements
    # rule(p, needs, rank) -> the one axis over which the gradient rule does not just sum the output gradient; None: it
    # reads all of it
    sums_gradient: Rule | None = None
    reads_last: Rule | None = None           # rule(shapes, p) -> inputs that GPU kernels read with channels last
    # (output, rule(p) -> params): the params of a node whose given output nothing, gradients included, needs. For
    # operators that write to an input together with that output, as MXNet's kernels do.
    unless_asked: tuple[int, Rule] | None = None
    spreads: bool = False                    # torch splits it among cores, however small it is; see `cores`
    # (outs, *inputs, **params): writes directly to arrays given as ``out``
    writes_out: Rule | None = None
    # Input or param -> its meaning, for families that share some; the docstring has the others, see `words`.
    words: Mapping[str, str] = field(default_factory=dict)


def _attaching(attribute: str, text: str) -> Callable:
    """Make a decorator that attaches a rule to an operator."""
    def attach(self: Op, rule: Callable) -> Callable:
        setattr(self, attribute, rule)
        return rule
    attach.__doc__ = text
    return attach


class Op(Traits):
    """One operator: its function, schema and rules."""

    def __init__(self, name: str, function: Callable[..., Any], rename: dict[Any, Any], **traits: Any) -> None:
        super().__init__(**traits)
        self.name: str = name
        self.function: Callable[..., Any] = function
        self.aliases: tuple[str, ...] = ()
        self.schema: Schema = Schema(function, rename)
        self.input_order: list[str] = [item.name for item in self.schema.inputs]
        self.states: list[int] = [place for place, item in enumerate(self.schema.inputs) if item.aux]
        self.__doc__ = function.__doc__
        self.gradient_rule: Gradient | None = None    # the definition of the gradient, used everywhere
        # (for which params, or None; gradient): equal to autograd, but planned; executors use the first that fits
        self.fast_rules: list[tuple[Rule | None, Gradient]] = []
        self.train_function: Callable[..., Any] | None = None
        self.completion: Callable[..., Any] | None = None
        self.through_bodies: Callable[..., Any] | None = None
        self.merge: Callable[..., Any] | None = None
        self.lowerings: dict[str, Callable[..., Any]] = {}  # by stage
        self.bare: dict[Any, Any] = {}  # None -> the call without params
        # Equal numbers of different types are different params: 1.0 is not an axis.
        self.entry: Callable[..., Any] = functools.lru_cache(PARSED_CALLS_KEPT, typed=True)(self._entry)
        injected = self.schema.injected
        self.wants_train: bool = "is_train" in injected
        self.wants_rng: bool = "rng" in injected
        self.wants_device: bool = "device" in injected
        self.takes_extra: bool = "extra" in injected
        self.wants_subgraphs: bool = "subgraphs" in injected
        self.plain: bool = not (self.wants_train or self.wants_rng or self.wants_device or self.wants_subgraphs)
        self.pure: bool = self.plain and not (self.view or self.held or self.mutate or self.states)

    def __repr__(self) -> str:
        return f"<operator {self.name}>"

    # ---- rules ------------------------------------------------------------------------------------

    infer_shape: Rule = _attaching("shapes", "Attach ``rule(shape, p)``; it may also infer inputs. See `shapes`.")
    infer_type: Rule = _attaching("types", "Attach ``rule(types, p)``. See `types`.")
    forward_train: Rule = _attaching(
        "train_function", "Attach a training forward that gives ``(outputs, saved)``, for a rule that takes ``saved``.")
    complete: Rule = _attaching(
        "completion", "Attach ``rule(p, shape) -> params``: fill in what a graph inferred, for creating operators.")
    infer_bodies: Rule = _attaching(
        "through_bodies", """Attach ``rule(node, ins, outs, infer, of_shapes)``, for operators with subgraphs.

        It stands for the two above: ``infer(graph, given, outputs)`` infers shapes, or types, of a body.
        """)
    into: Rule = _attaching(
        "merge", "Attach ``rule(p, old, new) -> tensor``: how a result joins what ``out`` holds already.")

    def gradient(self, rule: Callable[..., Any]) -> Callable[..., Any]:
        """Attach a gradient that differs from autograd of the function."""
        self.gradient_rule = Gradient(self, rule)
        return rule

    def fast_gradient(self, rule: Callable[..., Any], when: Rule | None = None) -> Callable[..., Any]:
        """Attach a backward that equals autograd's, for executors to plan with, where ``when(p)`` holds.

        It returns a tensor for every input that ``needs`` one: a single tensor if the operator declares one input,
        otherwise a tuple with one entry per declared input.
        """
        self.fast_rules.insert(0 if when else len(self.fast_rules), (when, Gradient(self, rule)))
        return rule

    def rule_for(self, p: Params) -> Gradient | None:
        """Return the gradient rule of a call; None means autograd of that one operator."""
        return self.gradient_rule or next((rule for when, rule in self.fast_rules if when is None or when(p)), None)

    def lower(self, *stages: str | Callable[..., Any]) -> Callable[..., Any]:
        """Attach ``rule(call) -> kernel or None``: what a program calls instead, at the named stages or in forward.

        ``call`` is a `lowering.Call`; the kernel is a callable, or a `lowering.Kernel` if it uses offers.
        """
        if callable(stages[0]):
            return self.lower("forward")(stages[0])

        def attach(rule: Callable) -> Callable:
            for stage in stages:
                if stage not in STAGES:
                    raise TypeError(f"{self.name}: {stage!r} is no stage of lowering; stages are {list(STAGES)}")
                self.lowerings[stage] = rule
            return rule
        return attach

    def lowered(self, call: Call) -> Kernel | None:
        """Return the kernel that the operator's rule gives for a call, if any."""
        rule = self.lowerings.get(call.stage)
        found = rule(call) if rule is not None else None
        return found if found is None or isinstance(found, Kernel) else Kernel(found)

    def is_head(self, p: Params) -> bool:
        """Return whether the operator makes its own gradient and reads no output gradient: a loss."""
        return self.gradient_rule is not None and self.gradient_rule.is_head

    def passes(self, p: Params) -> bool:
        """Return whether gradients flow through this operator; those of others are zero."""
        return _decided(self.differentiable, p)

    def constants(self, p: Params, names: list[str]) -> tuple[int, ...]:
        """Return the positions of inputs of these names that no gradient passes to."""
        if not (self.constant or self.states or self.mutate):
            return ()
        found = {*self.constant, *self.mutate, *self.list_aux(p)}
        names = names or self.list_inputs(p, 1 + len(self.constant))
        return tuple([place for place, name in enumerate(names) if name in found])

    def acts(self, p: Params) -> bool:
        """Return whether backward runs even if no output has a gradient: a loss, or an operator that updates states."""
        return bool(self.states) or self.is_head(p)

    # ---- params -----------------------------------------------------------------------------------

    def parse(self, given: dict[str, Any]) -> Params:
        """Convert values or strings to params; unknown, missing and ill-typed ones raise."""
        declared = self.schema.params
        extra = {name: value for name, value in given.items() if name not in declared}
        if self.takes_extra:
            return Params(extra, **parse_params(self.name, declared, given))
        for name in extra:
            # an operator without params ignores any that are given: files have many a dtype for zeros_like
            if declared and name not in self.ignore and name != self.num_args and not name.startswith("__"):
                problem = UnknownName("param", name, declared)
                listed = ", ".join(f"{q.name} : {q.describe()}" for q in declared.values())
                raise OperatorError(self.name, f"Cannot find argument '{name}', {problem}; "
                                               f"Possible Arguments: {listed}")
        return parse_params(self.name, declared, given)

    def bind(self, given: dict[str, Any]) -> Bound:
        """Parse params (cached) and return the function with them baked in."""
        if not given:
            return self.bare.get(None) or self.bare.setdefault(None, self._made(given))
        try:
            found = self.entry(**given)
        except TypeError:  # lists are accepted, only slower
            return self._made(given)
        return found if isinstance(found, Bound) else found.pick(given)

    def _entry(self, **given: Any) -> Bound | Alike:
        """Return the call with these params, or with equal ones; `entry` caches the result."""
        if any(map(is_ambiguous, given.values())):
            return Alike(given, self._made)
        return self._made(given)

    def _made(self, given: dict[str, Any]) -> Bound:
        return Bound(self, self.parse(given))

    # ---- inputs and outputs for given params ------------------------------------------------------

    def check_count(self, count: int) -> None:
        """Refuse a number of arrays that ``*data`` does not take."""
        bound = self.schema.count
        if bound is not None and count not in bound:
            raise OperatorError(self.name, f"value {count} of param {self.num_args} is out of range; expected {bound}")

    def list_inputs(self, p: Params, count: int | None = None) -> list[str]:
        """Name the inputs (aux states included) that a call with these params takes."""
        if self.schema.variadic:
            named = self.input_names(p) if self.input_names is not None else None
            return list(named) if named else [f"arg{i}" for i in range(count or 0)]
        return [item.name for item in self.schema.inputs if not self._omitted(item, p)]

    def _omitted(self, item, p: Params) -> bool:
        rule = self.omit.get(item.name)
        if rule is None:
            return False
        return bool(p[rule] if isinstance(rule, str) else rule(p))

    def list_aux(self, p: Params) -> list[str]:
        return [item.name for item in self.schema.inputs if item.aux and not self._omitted(item, p)]

    def num_outputs(self, p: Params) -> int:
        return _decided(self.outputs, p)

    def num_visible(self, p: Params) -> int:
        return self.num_outputs(p) if self.visible is None else _decided(self.visible, p)

    def list_outputs(self, p: Params) -> list[str]:
        count = self.num_outputs(p)
        if self.output_names is not None:
            return list(_decided(self.output_names, p))[:count]
        return ["output"] if count == 1 else [f"output{i}" for i in range(count)]

    # ---- inference --------------------------------------------------------------------------------

    def infer_shapes(self, bound: Bound, ins: list[Any], outs: list[Any] | None = None) -> tuple[list[Any], list[Any]]:
        """One inference step over partial shapes; repeat over a graph until nothing changes."""
        frame = self._ruled(ShapeFrame, self.shapes, bound, ins, outs)
        inferable = not self.dynamic and self.completion is None
        if inferable and all(map(known, frame.ins)) and not all(map(known, frame.outs)):
            for index, shape in enumerate(self._meta_shapes(bound, tuple(frame.ins))):
                frame.set_out(index, shape)
        return frame.ins, frame.outs

    def infer_types(self, bound: Bound, ins: list[Any], outs: list[Any] | None = None) -> tuple[list[Any], list[Any]]:
        """One inference step over types (torch dtypes or None)."""
        frame = self._ruled(TypeFrame, self.types, bound, ins, outs)
        return frame.ins, frame.outs

    def _ruled(self, kind: type[Frame], rule: Callable | None, bound: Bound, ins: list, outs: list | None) -> Frame:
        """Return the cells of inputs and outputs after a rule, as far as it gets."""
        names = bound.names if self.schema.variadic is None else self.list_inputs(bound.params, len(ins))
        frame = kind(names, bound.output_names(), ins, [None] * bound.outputs if outs is None else outs)
        with suppress(NotYet):
            if rule is not None:
                rule(frame, bound.params)
        return frame

    def _meta_shapes(self, bound: Bound, ins: tuple) -> list[tuple]:
        tensors = [torch.empty(shape, device="meta") for shape in ins]
        try:
            result = bound.run(tensors, False, None, torch.device("meta"))
        except NotImplementedError as error:
            raise OperatorError(self.name, f"its output shape cannot be inferred before it runs ({error})"
                                ) from None
        except (RuntimeError, ValueError, IndexError, TypeError, ArithmeticError, MemoryError) as error:
            raise Mismatch(f"{error}; input shapes: {' '.join(map(show, ins))}") from error
        return [tuple(t.shape) for t in (result if isinstance(result, tuple) else (result,))]


def _decided(trait: Any, p: Params) -> Any:
    """Return a trait's value, which may be a function of the params."""
    return trait(p) if callable(trait) else trait


class Bound:
    """An operator with its params baked in: what front-ends call and programs consist of."""

    __slots__ = ("op", "params", "call", "eager", "plain", "outputs", "visible", "view", "exact",
                 "required", "most", "unary", "train", "into", "acts", "names", "rule", "passes", "constants",
                 "accepts", "typed", "_shown")

    def __init__(self, op: Op, params: Params) -> None:
        self.op: Op = op
        self.params: Params = params
        names = op.schema.python_name
        keywords = {names.get(key, key): value for key, value in params.items()}
        call = functools.partial(op.function, **keywords) if keywords else op.function
        active = op.list_inputs(params)
        in_order = op.schema.variadic is not None or active == op.input_order[:len(active)]
        if not in_order:
            call = _by_position(call, op, active)
        if op.strided:
            call = _in_row_order(call)
        # The gradient of a recorded call, None if torch tapes it. Rules count inputs as declared.
        self.rule: Gradient | None = op.rule_for(params) if in_order else None
        self.call: Rule = call
        self.names: list[str] = active
        self._shown: list[str] | None = None
        train, into = op.train_function, op.writes_out
        self.train: Rule | None = None if train is None else functools.partial(train, **keywords)
        self.into: Rule | None = None if into is None else functools.partial(into, **keywords)
        self.plain: bool = op.plain
        self.eager: Rule | None = self._eager()
        self.outputs: int = op.num_outputs(params)
        self.visible: int = op.num_visible(params)
        self.view: bool = op.view
        self.accepts: type_rules.Kinds | None = op.accepts
        self.exact: Gradient | None = op.gradient_rule
        self.acts: bool = op.acts(params)
        self.passes: bool = bool(op.passes(params))
        self.constants: tuple[int, ...] = op.constants(params, active)
        optional = {item.name for item in op.schema.inputs if item.optional and item.name not in op.omit}
        self.required: int = sum(name not in optional for name in active)
        self.most: int = len(active) if not op.schema.variadic else sys.maxsize
        if op.schema.count is not None:
            self.required = int(op.schema.count.low)
        self.typed: bool = op.accepts is not None or op.types is type_rules.same and self.most > 1  # inputs are checked
        self.unary: Rule | None = self._unary()

    def _eager(self) -> Callable | None:
        """Return what an imperative call may run directly: pure, nothing to inject, no view."""
        op = self.op
        if "eager" in op.lowerings:
            found = op.lowered(Call("eager", self.params))
            return None if found is None else found.run
        if not op.pure:
            return None
        return gathered(self.call) if op.spreads else self.call

    def _unary(self) -> Callable | None:
        """Return `eager` if it takes one array and returns one."""
        run, accepts = self.eager, self.accepts
        if run is None or self.required > 1 or self.visible != 1 or accepts is None:
            return run if self.required <= 1 and self.visible == 1 else None

        def checked(tensor: torch.Tensor) -> Any:
            if tensor.dtype not in accepts:
                raise TypeError(tensor.dtype)  # the caller goes the long way, which says more
            return run(tensor)
        return checked

    def with_params(self, **changed: Any) -> Bound:
        """Return the same call with some params, already parsed, replaced: cheaper than binding again.

        Only for params that affect neither inputs nor outputs, such as a scalar operand.
        """
        made = object.__new__(Bound)
        made.op, made.plain, made.view, made.exact = self.op, self.plain, self.view, self.exact
        made.acts, made.names, made._shown = self.acts, self.names, self._shown
        made.rule, made.passes, made.constants = self.rule, self.passes, self.constants
        made.accepts, made.typed = self.accepts, self.typed
        made.outputs, made.visible, made.required, made.most = self.outputs, self.visible, self.required, self.most
        made.params = Params(self.params, **changed)
        made.call = functools.partial(self.call, **changed)
        made.train = None if self.train is None else functools.partial(self.train, **changed)
        made.into = None if self.into is None else functools.partial(self.into, **changed)
        made.eager = made._eager()
        made.unary = made._unary()
        return made

    def output_names(self) -> list[str]:
        """Name the outputs, in a list that must not be modified."""
        if self._shown is None:
            self._shown = self.op.list_outputs(self.params)
        return self._shown

    def run(self, tensors: Any, is_train: bool, rng: Any, device: Any) -> Any:
        """Call with whatever the operator needs injected."""
        if self.plain:
            return self.call(*tensors)
        return self.call(*tensors, **self.injected(is_train, rng, device))

    def injected(self, is_train: bool, rng: Any, device: Any) -> dict[str, Any]:
        """Return what the operator needs injected; ``rng`` may be a function that returns a generator."""
        op, extra = self.op, {}
        if op.wants_train:
            extra["is_train"] = is_train
        if op.wants_rng:
            extra["rng"] = rng() if callable(rng) else rng
        if op.wants_device:
            extra["device"] = device
        return extra


def _in_row_order(call: Callable) -> Callable:
    """Let a call copy results whose memory is in another order than that of their axes."""
    def ordered(*tensors, **extra):
        found = call(*tensors, **extra)
        return tuple(map(contiguous, found)) if found.__class__ is tuple else contiguous(found)
    return ordered


def _by_position(call: Callable, op: Op, active: list[str]) -> Callable:
    """Fill the gaps that omitted optional inputs leave."""
    order = [active.index(name) if name in active else None for name in op.input_order]

    def placed(*tensors, **extra):
        if len(tensors) > len(active):
            raise MXNetError(f"Operator {op.name} expects {len(active)} inputs with these params "
                             f"({', '.join(active)}), but got {len(tensors)} instead")
        return call(*(None if i is None or i >= len(tensors) else tensors[i] for i in order), **extra)
    return placed
