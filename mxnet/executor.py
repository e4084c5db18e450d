"""The executor: a bound graph. It owns arrays and runs the compiled programs on them."""
from __future__ import annotations

import threading
import warnings
from functools import partial
from itertools import takewhile
from operator import is_
from typing import TYPE_CHECKING, Any

import torch

from .core.borrowed import borrowed as _borrowed
from .core.compile import Compiled
from .core.donation import Gradients
from .core.errors import LateError, MXNetError
from .core.memory_plan import memory_plan
from .core.npmode import from_public
from .core.ownership import written
from .core.parted_backward import PartedBackward
from .core.program import Program
from .core.tiers import capture
from .core.tiers.arena import Arena
from .core.tiers.captured_programs import CapturedPrograms, Stale
from .core.tiers.filters import Filters
from .core.torch_modes import shielded
from .ndarray.array import NDArray
from .ndarray.bound import Refit, fill, output_array, output_gradients, publish, specs_of
from .ndarray.storage.arrays import wrap_rows
from .ndarray.storage.bound import find_factors, find_rows
from .ndarray.storage.scatter import scatter_calls
from .ndarray.tensors import tensor_of, tensors_of, wrap
from .ndarray.unread import put_off_reading
from .symbol.executing import tell_apart

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .symbol import Symbol

__all__ = ["Executor"]
GRAD_REQ_MAP = {"null": 0, "write": 1, "add": 3}


class Executor:
    """A function over arrays, compiled from a symbol by `mx.sym.Symbol.bind` or `mx.sym.Symbol.simple_bind`.

    The executor uses the arrays given to ``bind`` themselves: the next `forward` sees what a program writes to them,
    and gradients are written to the arrays given for them. Outputs are array objects that stay the same and hold the
    values of the latest `forward`.

    Parameters
    ----------
    symbol : Symbol
        The symbol.
    compiled : Compiled
        The compiled graph.
    arg_arrays : list[NDArray]
        Arguments, in the order of ``list_arguments``.
    grad_arrays : list[Any]
        Gradients of the arguments; None where there is none.
    reqs : list[str]
        What is done with each gradient: "write", "add" or "null".
    aux_arrays : list[NDArray]
        Auxiliary states, in the order of ``list_auxiliary_states``.
    parent : Executor, optional
        The executor that this one was reshaped from.
    shared : Executor, optional
        An executor to share memory with.

    Examples
    --------
    >>> a = mx.sym.Variable("a")
    >>> executor = (2 * a).bind(mx.cpu(), {"a": mx.nd.array([1.0])}, args_grad={"a": mx.nd.zeros(1)})
    >>> executor.forward(is_train=True)[0].asscalar().item()
    2.0
    >>> executor.backward(mx.nd.ones(1))
    >>> executor.grad_dict["a"].asscalar().item()
    2.0
    """

    arg_arrays: list[NDArray]
    grad_arrays: list[Any]
    aux_arrays: list[NDArray]
    small: bool

    def __init__(self, symbol: Symbol, compiled: Compiled, arg_arrays: list[NDArray], grad_arrays: list[Any],
                 reqs: list[str], aux_arrays: list[NDArray], parent: Executor | None = None,
                 shared: Executor | None = None) -> None:
        self._parent = parent  # whose memory our outputs use where they fit, after a reshape
        self._symbol, self._compiled, self._ctx = symbol, compiled, compiled.options.ctx
        self.arg_arrays, self.grad_arrays, self.aux_arrays, self._reqs = arg_arrays, grad_arrays, aux_arrays, reqs
        graph = compiled.graph
        self._arg_names = [node.name for node in graph.arguments]
        self._aux_names = [node.name for node in graph.auxiliary]
        self._output_names = symbol.list_outputs()
        self._lock = threading.Lock()
        self._dirty = False
        self.small, self._call = compiled.small, compiled.call
        compiled.calls = scatter_calls(graph, compiled.storage, dict(zip([*graph.arguments, *graph.auxiliary],
                                                                         [*arg_arrays, *aux_arrays])))
        self._factors = find_factors(compiled)
        wanted = [(node, grad, req) for node, grad, req in zip(graph.arguments, grad_arrays, reqs)
                  if req != "null" and grad is not None]
        compiled.by_rows = find_rows(compiled, [(node, grad.stype) for node, grad, _ in wanted])
        self._arena = self._find_arena(shared)
        self._gradients = Gradients([grad for _, grad, _ in wanted], [req for _, _, req in wanted],
                                    captured=self._arena is not None)
        if self._gradients.fillable:
            compiled.targets = {node: False for node, grad, req in wanted
                                if req == "write" and grad.stype == "default"}
        self._written: dict[bool, list[NDArray]] = {}  # by programs, in training or not
        self._needs_heads = any(compiled.plan.heads)
        self._no_heads = [None] * len(graph.outputs)
        self._filters = None if self._arena is None or not self._gradients else Filters(compiled)
        self._reset_captures()
        self.outputs: list[NDArray] = [output_array(compiled, entry) for entry in graph.outputs]

    def _find_arena(self, shared: Executor | None) -> Arena | None:
        """Return the arena to capture CUDA graphs in: a relative's or a new one; None if capture is not wanted."""
        contexts = self._compiled.contexts
        if self._compiled.calls or self._compiled.by_rows or not capture.wanted(set(contexts)):
            return None  # storage, or the number of rows, changes from call to call
        arena = getattr(shared or self._parent, "_arena", None)
        ctx, = contexts
        return arena if arena is not None and arena.ctx is ctx else Arena(ctx)

    def _reset_captures(self) -> None:
        unwatched = self._compiled.monitor is None
        self._captures = CapturedPrograms(self._arena) if self._arena is not None and unwatched else None
        self._saved: list | None = None  # what the last training forward saved for backward
        self._parted: PartedBackward | None = None

    # ---- running --------------------------------------------------------------------------------

    @shielded
    def forward(self, is_train: bool = False, **kwargs: Any) -> list[NDArray]:
        """Compute the outputs.

        Parameters
        ----------
        is_train : bool, default=False
            Whether to compute as in training, where dropout is active and batch statistics are used; needed for
            `backward`.
        **kwargs
            Arrays or numbers by the names of arguments, copied into the bound arrays first.

        Returns
        -------
        list of NDArray
            The outputs: the same array objects at every call.
        """
        if kwargs:
            fill(self.arg_dict, kwargs)
        with self._lock:
            self._saved = None  # free the last step's values before making new ones
            try:
                if is_train:
                    self._forward_train("train" if self._compiled.plan.active else None, self._aux())
                else:
                    program = self._compiled.inference()
                    self._publish(self._run_forward("inference", program, self._args(), self._aux()))
            except LateError as error:
                put_off_reading(error, self.outputs)
                is_train = False  # backward could not follow in any case
            if self._compiled.options.inductor:  # not every torch release counts writes by compiled programs
                written(self._changed(is_train))
        if self._dirty:
            warnings.warn("Calling forward the second time after forward(is_train=True) "
                          "without calling backward first. Is this intended?", stacklevel=2)
        self._dirty = bool(is_train)
        return self.outputs

    def _run_forward(self, name: str | None, program: Program, args: list, aux: list) -> list:
        """Run a program; a named one may be captured."""
        if self._captures is None or name is None:
            return self._call(program.run, args, aux)
        return self._call(self._captures.forward, name, program, args, aux)

    def _forward_train(self, name: str | None, aux: list, is_train: bool = True) -> None:
        values, saved = self._run_forward(name, self._compiled.training(is_train)[0], self._training_args(), aux)
        self._publish(values)
        self._saved = saved

    def _forward_again(self, is_train: bool = True) -> None:
        """Recompute what backward needs, on copies of the auxiliary states, which forward may change."""
        self._saved = None
        self._forward_train(None, tensors_of([array.copy() for array in self.aux_arrays]), is_train)

    @shielded
    def forward_backward(self, then: tuple[capture.Work, ...] = ()) -> None:
        """Compute outputs and gradients, for networks whose heads are losses.

        Equivalent to the two calls, but on a GPU captured as one.

        Parameters
        ----------
        then : tuple[capture.Work, ...], default=()
            Work that follows immediately, and may be captured with it.
        """
        warm = tuple(takewhile(capture.Work.is_warm, then))
        if warm and self._step(warm):
            then = then[len(warm):]
        elif not self._step(()):
            self.forward(is_train=True)
            self.backward()
        for work in then:
            work.do()

    @shielded
    def forward_backward_in_parts(self, report: Callable[[list[NDArray]], None]) -> None:
        """Do what `forward_backward` does, and report gradients as soon as they are final.

        Parameters
        ----------
        report : Callable[[list[NDArray]], None]
            Function of a list of arrays, the gradients that are final.
        """
        program = self._compiled.training()[1]
        if self._parted is None or self._parted.source is not program:
            self._parted = PartedBackward(program, self._gradients)
        self._parted.report = report
        try:
            self.forward(is_train=True)
            self.backward()
        finally:
            self._parted.report = None

    @property
    def reports_early(self) -> bool:
        """Whether gradients can be reported one by one: backward is neither captured nor monitored, and on the host."""
        return self._arena is None and self._compiled.monitor is None and not self._needs_heads \
            and bool(self._gradients) and all(ctx.device_typeid != 2 for ctx in self._compiled.contexts)

    def _step(self, then: tuple[capture.Work, ...]) -> bool:
        """Replay a step held by one graph, or capture it; return whether that was done."""
        captures = self._captures
        if captures is None or not self._gradients or self._needs_heads:
            return False

        def fixed() -> list:
            return [*self._fixed(), *(tensor for work in then for tensor in work.fixed())]
        with self._lock:
            values = captures.replay_step(fixed(), then)
            if values is None:
                values = self._call(captures.step, partial(self._whole_step, then),
                                    [*self._gradients.arrays, *self.outputs], fixed, then)
                if values is None:
                    return False
            self._saved, self._dirty = None, False
            self._publish(values)
            self._replayed()
        for work in then:
            work.done()
        return True

    def _whole_step(self, then: tuple[capture.Work, ...], donated: bool) -> list:
        forward, backward = self._compiled.training()
        args, aux = self._training_args(captured=True), self._aux()
        values, saved = forward.run(args, aux)
        self._gradients.put(backward.run(args, aux, saved, self._no_heads), donated)
        if then:
            self._publish(values)  # which it may read
            for work in then:
                work.run()
        return values

    def _publish(self, values: list) -> None:
        publish(self.outputs, values, None if self._parent is None else self._parent.outputs)

    @shielded
    def backward(self, out_grads: NDArray | Sequence[NDArray] | Mapping[str, NDArray] | None = None,
                 is_train: bool = True) -> None:
        """Compute gradients into the arrays that are bound for them.

        Parameters
        ----------
        out_grads : NDArray or Sequence[NDArray] or Mapping[str, NDArray], optional
            Gradients of the outputs, needed if the heads are not losses.
        is_train : bool, default=True
            Whether operators are differentiated as in training; otherwise as in prediction.
        """
        heads = self._no_heads if out_grads is None and not self._needs_heads else \
            self._gradients.apart(output_gradients(self._compiled, self.outputs, self._output_names, out_grads))
        if not self._gradients:
            return
        with self._lock:
            try:
                self._backward(heads, is_train)
            except LateError as error:
                put_off_reading(error, self._gradients.arrays)
            if self._compiled.options.inductor:
                written([*self._changed(True), *self._gradients.tensors()])
        if not self._dirty:
            warnings.warn("Calling backward without calling forward(is_train=True) first. Behavior is undefined.",
                          stacklevel=2)
        self._dirty = False

    def _backward(self, heads: list, is_train: bool) -> None:
        program = self._compiled.training(is_train)[1]
        if self._saved is None or not is_train:
            self._forward_again(is_train)
        if self._captures is not None and is_train:
            saved, self._saved = self._saved, None
            try:
                self._call(self._captures.backward, program, self._training_args(), self._aux(), saved, heads,
                           self._gradients.tensors(), self._gradients.put)
                return self._replayed()
            except Stale:
                self._forward_again()
        saved, self._saved = self._saved, None
        if self._parted is not None and self._parted.report is not None:
            program = self._parted.program  # which puts gradients into their arrays itself, and returns none
        given = self._training_args(), self._aux(), saved, heads
        targets = self._gradients.targets(self._compiled.targets.values())
        grads = self._call(program.run, *given, targets) if targets else self._call(program.run, *given)
        if len(targets) < len(grads) or not all(map(is_, grads, targets)):
            self._gradients.put(grads)

    def _changed(self, is_train: bool) -> list:
        """Return the tensors of variables that programs write to; some states change in training only."""
        if is_train not in self._written:
            graph = self._compiled.graph
            changed = {node.inputs[place].node for node in graph.nodes if node.op is not None
                       and (is_train or "states" not in node.op.lowerings) for place in node.mutable_inputs()}
            variables = zip([*graph.arguments, *graph.auxiliary], [*self.arg_arrays, *self.aux_arrays])
            self._written[is_train] = [array for node, array in variables if node in changed]
        return tensors_of(self._written[is_train])

    def _replayed(self) -> None:
        """Report what a captured step has written: torch does not count it."""
        outputs = [tensor for tensor in tensors_of(self.outputs) if isinstance(tensor, torch.Tensor)]
        written([*self._aux(), *self._gradients.tensors(), *outputs])

    def _fixed(self) -> list:
        """Return all tensors that a captured training step reads and writes."""
        return tensors_of([*self.arg_arrays, *self.aux_arrays, *self._gradients.arrays])

    def _args(self) -> list:
        if not self._factors or self._compiled.monitor is not None:
            return tensors_of(self.arg_arrays)
        return [array._factor() if position in self._factors else tensor_of(array)
                for position, array in enumerate(self.arg_arrays)]

    def _training_args(self, captured: bool = False) -> list:
        """Return the arguments as training programs read them; a monitor sees the arrays themselves."""
        args = self._args()
        plain = self._filters is None or self._compiled.monitor is not None
        return args if plain else self._filters.brought(args, captured)

    def _aux(self) -> list:
        return tensors_of(self.aux_arrays)

    # ---- looking inside -------------------------------------------------------------------------

    @property
    def is_captured(self) -> bool:
        """Whether outputs are the same tensors in every step, because steps are captured on a GPU."""
        return self._captures is not None and self._parent is None

    @property
    def is_one_graph(self) -> bool:
        """Whether a training step and what follows can be one CUDA graph: nothing in it synchronizes."""
        return self.is_captured and bool(self._gradients) and not self._needs_heads and self._captures.is_one_graph

    @staticmethod
    def _get_dict(names: list, ndarrays: list) -> dict:
        """Return arrays by name; names must be unique."""
        found = dict(zip(names, ndarrays))
        if len(found) < len(names):
            raise ValueError(f"Duplicate names detected, {names}")
        return found

    def _get_outputs(self) -> list:
        """Return the outputs."""
        return self.outputs

    @property
    def arg_dict(self) -> dict[str, NDArray]:
        """Arguments by name."""
        return self._get_dict(self._arg_names, self.arg_arrays)

    @property
    def grad_dict(self) -> dict[str, NDArray | Any]:
        """Gradients by argument name; None where none is bound."""
        return self._get_dict(self._arg_names, self.grad_arrays)

    @property
    def aux_dict(self) -> dict[str, NDArray]:
        """Auxiliary states by name."""
        return self._get_dict(self._aux_names, self.aux_arrays)

    @property
    def output_dict(self) -> dict[str, NDArray]:
        """Outputs by name."""
        return self._get_dict(self._output_names, self.outputs)

    @property
    def code(self) -> str:
        """The compiled programs as Python text: inference, training forward, backward."""
        programs = [self._compiled.inference(), *(self._compiled.training() if self._gradients else ())]
        return "\n\n\n".join(program.code for program in programs) + "\n"

    def get_optimized_symbol(self) -> Symbol:
        """Return the graph that was compiled, as a symbol.

        Returns
        -------
        Symbol
            The graph.
        """
        return type(self._symbol)(tell_apart(self._compiled.graph.outputs))

    def debug_str(self) -> str:
        """Describe the bound graph, and the memory that values take while it is computed.

        Returns
        -------
        str
            Text of several lines.
        """
        told = self._symbol.debug_str()
        if self._arena is not None:
            told += (self._captures.describe() if self._captures else "CUDA graphs: none, a monitor watches") + "\n"
        return told + memory_plan(self._compiled)  # last: programs read the second to last line

    def set_monitor_callback(self, callback: Callable[[str, NDArray], Any], monitor_all: bool = False) -> None:
        """Call a function with the outputs of every node as they are computed.

        Parameters
        ----------
        callback : Callable[[str, NDArray], Any]
            Function of name and array.
        monitor_all : bool, default=False
            Whether it is called with inputs too.
        """
        ctx = self._ctx  # programs hold this function, and self holds them

        def show(name: str, tensor: torch.Tensor) -> None:
            callback(name, wrap_rows(tensor, ctx) if tensor.is_sparse else wrap(tensor, ctx))
        self._compiled.watch(None if callback is None else (show, monitor_all))
        self._reset_captures()

    # ---- params and shapes ----------------------------------------------------------------------

    def copy_params_from(self, arg_params: Mapping[str, NDArray], aux_params: Mapping[str, NDArray] | None = None,
                         allow_extra_params: bool = False) -> None:
        """Copy values into the bound arguments and auxiliary states; types are converted.

        Parameters
        ----------
        arg_params : Mapping[str, NDArray]
            Arguments by name.
        aux_params : Mapping[str, NDArray], optional
            Auxiliary states by name.
        allow_extra_params : bool, default=False
            Whether names that the symbol does not have are allowed.
        """
        for word, given, bound in (("arguments", arg_params, self.arg_dict),
                                   ("auxiliary states", aux_params or {}, self.aux_dict)):
            for name, array in given.items():
                if name in bound:
                    target = bound[name]
                    if target.shape != tuple(array.shape):
                        raise MXNetError(f"copy_params_from: {name} has shape {target.shape}, "
                                         f"got {tuple(array.shape)}")
                    target[:] = array
                elif not allow_extra_params:
                    raise ValueError(f'Find name "{name}" that is not in the {word}')

    def reshape(self, partial_shaping: bool = False, allow_up_sizing: bool = False, **kwargs: Any) -> Executor:
        """Return an executor for other input shapes, which shares parameters, and memory where it fits.

        Parameters
        ----------
        partial_shaping : bool, default=False
            Whether shapes of inputs that are not given may change.
        allow_up_sizing : bool, default=False
            Whether arrays may become larger, which takes new memory.
        **kwargs
            Shapes by the names of arguments.

        Returns
        -------
        Executor
            The executor.

        Examples
        --------
        >>> net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2)
        >>> executor = net.simple_bind(mx.cpu(), data=(8, 3))
        >>> executor.reshape(data=(4, 3)).forward()[0].shape
        (4, 2)
        """
        graph = self._compiled.graph
        unknown = set(kwargs) - set(self._arg_names)
        if unknown:
            raise ValueError(f"reshape: {sorted(unknown)} are not arguments of this executor")
        given = {name: from_public(shape) for name, shape in kwargs.items()}
        specs = specs_of(graph, self.arg_arrays, self.aux_arrays)._replace(shapes=given)
        compiled = self._compiled.respecified(specs)

        fit = Refit(compiled, set(kwargs), partial_shaping, allow_up_sizing)
        args = [fit(node, array, "arg") for node, array in zip(graph.arguments, self.arg_arrays)]
        # an array given for a gradient that is not requested is dropped
        grads = [None if grad is None or req == "null" else fit(node, grad)
                 for node, grad, req in zip(graph.arguments, self.grad_arrays, self._reqs)]
        aux = [fit(node, array, "aux") for node, array in zip(graph.auxiliary, self.aux_arrays)]
        return Executor(self._symbol, compiled, args, grads, list(self._reqs), aux, self)


_borrowed(__name__)
