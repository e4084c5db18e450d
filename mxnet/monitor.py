"""Statistics of outputs, weights and gradients for debugging; `Module.install_monitor` uses it."""
import logging
import re
from collections.abc import Callable
from math import sqrt
from typing import Any

from . import ndarray
from .core.borrowed import borrowed as _borrowed
from .ndarray import NDArray

__all__ = ["Monitor"]


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


_borrowed(__name__)
