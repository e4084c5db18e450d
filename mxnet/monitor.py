"""Statistics of outputs, weights and gradients for debugging, and the search for the first NaN."""
import logging
import re
from collections.abc import Callable
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from . import ndarray
from .autograd import pause, predict_mode
from .core.borrowed import borrowed as _borrowed
from .core.shown import inputs_shown, outputs_shown
from .ndarray import NDArray

__all__ = ["FoundNaN", "Monitor", "detect_nan"]


def _root_mean_square(array: NDArray) -> NDArray:
    return ndarray.norm(array) / sqrt(array.size)


class Monitor:
    """Collect a statistic of the values inside a network, every ``interval`` batches to find unstable ones.

    Pass it to `mx.mod.Module.fit`; or call `install` with an executor, `tic` before a forward and `toc` or
    `toc_print` after it.

    Parameters
    ----------
    interval : int
        Number of batches between two collections.
    stat_func : Callable[[NDArray], Any], optional
        Function that maps an NDArray to an NDArray or a list of them; the root mean square by default.
    pattern : str, default='.*'
        Regular expression: arrays whose names match from their beginning are collected.
    sort : bool, default=False
        Whether to sort by name instead of time.
    monitor_all : bool, default=False
        Whether to collect the inputs of operators too, not only their outputs.

    Examples
    --------
    >>> net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    >>> executor = net.simple_bind(mx.cpu(), data=(1, 3))
    >>> monitor = mx.mon.Monitor(1, pattern=".*output")
    >>> monitor.install(executor)
    >>> monitor.tic()
    >>> outputs = executor.forward()
    >>> [(batch, name) for batch, name, value in monitor.toc()]
    [(1, 'fc_output')]
    """

    def __init__(self, interval: int, stat_func: Callable[[NDArray], Any] | None = None,
                 pattern: str = ".*", sort: bool = False, monitor_all: bool = False) -> None:
        self.interval = interval
        self.stat_func: Callable[[NDArray], Any] = stat_func or _root_mean_square
        self.re_prog: re.Pattern[str] = re.compile(pattern)
        self.sort = sort
        self.monitor_all = monitor_all
        self.activated: bool = False
        self.queue: list[tuple[int, str, Any]] = []
        self.step: int = 0
        self.exes: list[Any] = []

    def stat_helper(self, name: str, array: NDArray) -> None:
        """Receive an array from an executor: the callback that `install` sets.

        Parameters
        ----------
        name : str
            Name of the array.
        array : NDArray
            The array.
        """
        if self.activated and self.re_prog.match(name):
            self.queue.append((self.step, name, self.stat_func(array)))

    def install(self, exe: Any) -> None:
        """Watch an executor; several may be watched.

        Parameters
        ----------
        exe
            The executor.
        """
        exe.set_monitor_callback(self.stat_helper, self.monitor_all)
        self.exes.append(exe)

    def tic(self) -> None:
        """Start collecting, once every ``interval`` batches; call it before forward."""
        if self.step % self.interval == 0:
            self.queue = []
            self.activated = True
        self.step += 1

    def toc(self) -> list[tuple[int, str, str]]:
        """Stop collecting.

        Returns
        -------
        list of (int, str, str)
            Batch number, name and values, as text, of every array that matched. Arguments and auxiliary states
            are read here, so they show their values after the batch.
        """
        if not self.activated:
            return []
        for exe in self.exes:
            symbol = exe._symbol
            for names, arrays in ((symbol.list_arguments(), exe.arg_arrays),
                                  (symbol.list_auxiliary_states(), exe.aux_arrays)):
                for name, array in zip(names, arrays, strict=True):
                    self.stat_helper(name, array)
        self.activated = False
        found, self.queue = self.queue, []
        if self.sort:
            found.sort(key=lambda entry: entry[1])
        return [(step, name, _text(value)) for step, name, value in found]

    def toc_print(self) -> None:
        """Stop collecting, and log the results."""
        for step, name, text in self.toc():
            logging.info(f"Batch: {step:7d} {name:30s} {text:s}")


def _text(value: Any) -> str:
    values = value if isinstance(value, list) else [value]
    return "".join(f"{_item(item)!s}\t" for item in values)


def _item(value: Any) -> Any:
    if not isinstance(value, NDArray):
        return value
    return value.asscalar() if value.shape == (1,) else value.asnumpy()


# ---- the first NaN ----------------------------------------------------------------------------------

class FoundNaN(NamedTuple):
    """The first node of a network whose output holds a NaN: what `detect_nan` returns.

    Parameters
    ----------
    node : str
        Its name; for a plain Block that of the innermost block.
    op : str
        Its operator; ``"null"`` for an argument, the class for a block.
    output : str
        The name of the output.
    inputs : dict of str to str
        ``"finite"``, ``"infinite"`` or ``"NaN"`` for each of its inputs, by name.

    Examples
    --------
    >>> print(mx.monitor.FoundNaN("root", "sqrt", "root_output", {"data": "finite"}))
    root_output of sqrt(root) holds NaN; inputs: data finite
    """

    node: str
    op: str
    output: str
    inputs: dict[str, str]

    def __str__(self) -> str:
        given = ", ".join(f"{name} {state}" for name, state in self.inputs.items())
        return f"{self.output} of {self.op}({self.node}) holds NaN; inputs: {given or 'none'}"


def detect_nan(net: Any, *inputs: NDArray, is_train: bool = False, **arrays: NDArray) -> FoundNaN | None:
    """Run a network node by node, and name the first node with a NaN in its output.

    Nothing of the network changes; moving statistics are copied. Operators are called one by one, without the kernels
    and fusion that programs use.

    Parameters
    ----------
    net : Block or Symbol or Executor
        The network. An executor brings its arrays; arrays that are given replace them. A block that cannot be traced
        is watched block by block.
    *inputs : NDArray
        The inputs of a block.
    is_train : bool, default=False
        Whether operators compute as in training.
    **arrays : NDArray
        Arguments and auxiliary states of a symbol or an executor, by name.

    Returns
    -------
    FoundNaN or None
        The node, its operator, its output and what its inputs hold; None if there is no NaN.

    Examples
    --------
    >>> x = mx.sym.var("x")
    >>> net = mx.sym.sqrt(mx.sym.log(x, name="log"), name="root")
    >>> print(mx.monitor.detect_nan(net, x=mx.nd.array([0.5, 2])))
    root_output of sqrt(root) holds NaN; inputs: log_output finite
    >>> mx.monitor.detect_nan(net, x=mx.nd.array([1, 2])) is None
    True
    """
    if hasattr(net, "collect_params"):
        return _in_block(net, inputs, is_train)
    if inputs:
        raise TypeError("detect_nan takes the arrays of a symbol or an executor by name")
    given = {name: _classic(array) for name, array in arrays.items()}
    if hasattr(net, "arg_arrays"):
        symbol = net._symbol
        for names, values in ((symbol.list_arguments(), net.arg_arrays),
                              (symbol.list_auxiliary_states(), net.aux_arrays)):
            given = {**dict(zip(names, values, strict=True)), **given}
        return _in_symbol(symbol, given, is_train)
    return _in_symbol(net, given, is_train)


def _classic(array: Any) -> NDArray:
    return array.as_nd_ndarray() if array._is_np else array


def _arrays(item: Any) -> list[NDArray]:
    """List the arrays in nested lists and tuples."""
    if isinstance(item, (list, tuple)):
        return [array for part in item for array in _arrays(part)]
    return [] if item is None else [item]


def _in_block(net: Any, inputs: tuple[NDArray, ...], is_train: bool) -> FoundNaN | None:
    params = net.collect_params()
    if any(param._deferred_init for param in params.values()):  # its shape is learnt in a call
        with pause(), predict_mode():
            net(*inputs)
    try:
        names, symbol = net._get_graph(*inputs)
        values = {param.name: param.data(_arrays(inputs)[0].context) for param in params.values()}
    except Exception:  # not hybrid, or its code asks for values
        return _block_by_block(net, inputs, is_train)
    given = {**values, **{variable.name: item for variable, item in zip(names, _arrays(inputs))}}
    return _in_symbol(symbol, {name: _classic(array) for name, array in given.items()}, is_train)


def _block_by_block(net: Any, inputs: tuple[NDArray, ...], is_train: bool) -> FoundNaN | None:
    found: list[FoundNaN] = []

    def watch(block: Any, given: Any, results: Any) -> None:
        if not found and any(_state(result) == "NaN" for result in _arrays(results)):
            states = {f"input{number}": _state(item) for number, item in enumerate(_arrays(given))}
            states.update((name, _state(param.data())) for name, param in block._reg_params.items())
            found.append(FoundNaN(block.name, type(block).__name__, f"{block.name}_output", states))
    handles: list[Any] = []
    net.apply(lambda block: handles.append(block.register_forward_hook(watch)))
    try:
        with pause(train_mode=is_train):
            net(*inputs)
    finally:
        for handle in handles:
            handle.detach()
    return found[0] if found else None


def _in_symbol(symbol: Any, given: dict[str, NDArray], is_train: bool) -> FoundNaN | None:
    names, states = symbol.list_arguments(), symbol.list_auxiliary_states()
    missing = [name for name in (*names, *states) if name not in given]
    if missing:
        raise ValueError(f"detect_nan needs arrays for {', '.join(missing)}")
    ctx = given[(names or states)[0]].context
    exe = symbol.bind(ctx, {name: given[name] for name in names}, grad_req="null",
                      aux_states={name: given[name].copy() for name in states})
    held: dict[str, str] = {}
    first: list[str] = []

    def watch(name: str, array: NDArray) -> None:
        held[name] = _state(array)
        if held[name] == "NaN" and not first:
            first.append(name)
    exe.set_monitor_callback(watch, monitor_all=True)
    exe.forward(is_train=is_train)
    for node in symbol.graph.nodes if first else ():
        if node.op is None and node.name == first[0]:
            return FoundNaN(node.name, "null", node.name, {})
        if node.op is not None and first[0] in (name for _, name in outputs_shown(node)):
            inputs = {entry.node.output_name(entry.index): held[name] for entry, name in inputs_shown(node)}
            return FoundNaN(node.name, node.op_name, first[0], inputs)
    return None


def _state(array: NDArray) -> str:
    """Tell what an array holds."""
    numbers = array.asnumpy()
    if numbers.dtype.kind not in "fV":
        return "finite"
    numbers = numbers.astype(np.float32) if numbers.dtype.kind == "V" else numbers
    return "NaN" if np.isnan(numbers).any() else "finite" if np.isfinite(numbers).all() else "infinite"


_borrowed(__name__)
