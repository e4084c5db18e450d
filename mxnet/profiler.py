"""The profiler: how long operators and parts of a program take, as a Chrome trace or a table.

Operators report through `core.trace`; nothing is measured unless `set_state("run")`.
"""
import atexit
import json
import os
import threading
import warnings
from typing import Any

from .core import trace
from .core.borrowed import borrowed as _borrowed
from .core.errors import MXNetError
from .core.params import BadValue
from .profile_recorder import MEMORY, OPTIONS, SORT_KEYS, Recorder, Statistics

__all__ = ["Counter", "Domain", "Event", "Frame", "Marker", "Scope", "Task", "dump",
           "dump_profile", "dumps", "pause", "profiler_set_config", "profiler_set_state", "resume",
           "set_config", "set_kvstore_handle", "set_state"]

_recorder = Recorder()


def _check_process(profile_process: str) -> None:
    if profile_process not in ("worker", "server"):
        raise ValueError(f"profile_process must be 'worker' or 'server', got {profile_process!r}")
    if profile_process == "server":
        raise MXNetError("profile_process='server': there is no parameter server process to "
                         "profile")


def set_config(**kwargs: Any) -> None:
    """Configure what to measure and where to write it.

    Parameters
    ----------
    **kwargs
        ``filename`` of the Chrome trace, "profile.json" by default; ``profile_all``, ``profile_symbolic``,
        ``profile_imperative``, ``profile_memory`` and ``profile_api``, which kinds of calls to measure (there is no C
        API here, so the last one changes nothing); ``aggregate_stats``, whether to collect the table that `dumps`
        returns; ``continuous_dump``, whether to write the file when measuring stops, even without `dump`;
        ``dump_period`` and ``profile_process``, which are accepted and ignored.

    Examples
    --------
    >>> mx.profiler.set_config(profile_all=True, aggregate_stats=True, filename="trace.json")
    >>> mx.profiler.set_state("run")
    >>> total = mx.nd.ones((2, 2)).sum().asscalar()
    >>> mx.profiler.set_state("stop")
    >>> "sum" in mx.profiler.dumps(reset=True)
    True
    """
    values = {}
    for key, value in kwargs.items():
        if key not in OPTIONS:
            raise MXNetError(f"profiler.set_config: Cannot find argument '{key}', Possible "
                             f"Arguments: {', '.join(sorted(OPTIONS))}")
        try:
            values[key] = OPTIONS[key][0](value)
        except BadValue as error:
            raise MXNetError(f"profiler.set_config: {key} must be a {error}, got "
                             f"{value!r}") from None
    _check_process(values.get("profile_process", "worker"))
    _recorder.config = {**{key: default for key, (_, default) in OPTIONS.items()}, **values}


def profiler_set_config(mode: str = "symbolic", filename: str = "profile.json") -> None:
    """Set mode and file: the old form of `set_config`.

    Parameters
    ----------
    mode : str, default='symbolic'
        What to measure: ``"symbolic"`` or ``"all"``.
    filename : str, default='profile.json'
        Path of the trace.
    """
    warnings.warn("profiler.profiler_set_config() is deprecated. "
                  "Please use profiler.set_config() instead", stacklevel=2)
    set_config(**{f"profile_{mode}": True, "filename": filename})


def set_state(state: str = "stop", profile_process: str = "worker") -> None:
    """Start or stop measuring.

    Parameters
    ----------
    state : str, default='stop'
        ``"run"`` or ``"stop"``.
    profile_process : str, default='worker'
        ``"worker"``: which process of a distributed job.
    """
    if state not in ("run", "stop"):
        raise ValueError(f"state must be 'run' or 'stop', got {state!r}")
    _check_process(profile_process)
    _recorder.running = state == "run"
    _recorder.paused = False
    _recorder.switch()
    if state == "stop" and _recorder.config["continuous_dump"] and _recorder.unwritten:
        _recorder.write()


def profiler_set_state(state: str = "stop") -> None:
    """Start or stop measuring: the old name of `set_state`.

    Parameters
    ----------
    state : str, default='stop'
        ``"run"`` or ``"stop"``.
    """
    warnings.warn("profiler.profiler_set_state() is deprecated. "
                  "Please use profiler.set_state() instead", stacklevel=2)
    set_state(state)


def pause(profile_process: str = "worker") -> None:
    """Stop measuring until `resume` or ``set_state("run")``.

    Parameters
    ----------
    profile_process : str, default='worker'
        ``"worker"``: which process of a distributed job.
    """
    _check_process(profile_process)
    _recorder.paused = True
    _recorder.switch()


def resume(profile_process: str = "worker") -> None:
    """Resume measuring after `pause`.

    Parameters
    ----------
    profile_process : str, default='worker'
        ``"worker"``: which process of a distributed job.
    """
    _check_process(profile_process)
    _recorder.paused = False
    _recorder.switch()


def dump(finished: bool = True, profile_process: str = "worker") -> None:
    """Write the trace, for chrome://tracing or ui.perfetto.dev.

    Parameters
    ----------
    finished : bool, default=True
        Whether to stop measuring, and discard the events after they are written.
    profile_process : str, default='worker'
        ``"worker"``: which process of a distributed job.
    """
    _check_process(profile_process)
    _recorder.write()
    if finished is True:
        _recorder.running = False
        _recorder.switch()
        _recorder.events = []


def dump_profile() -> None:
    """Write the trace and stop: the old name of `dump`."""
    warnings.warn("profiler.dump_profile() is deprecated. Please use profiler.dump() instead",
                  stacklevel=2)
    dump(True)


def dumps(reset: bool = False, format: str = "table", sort_by: str = "total",
          ascending: bool = False) -> str:
    """Return counts and times by name; nothing unless ``set_config(aggregate_stats=True)``.

    Parameters
    ----------
    reset : bool, default=False
        Whether to reset the counts.
    format : str, default='table'
        ``"table"`` or ``"json"``.
    sort_by : str, default='total'
        ``"total"``, ``"avg"``, ``"min"``, ``"max"`` or ``"count"``.
    ascending : bool, default=False
        Whether the smallest comes first.

    Returns
    -------
    str
        Table or JSON.
    """
    for what, value, known in (("format", format, ("table", "json")),
                               ("sort_by", sort_by, tuple(SORT_KEYS)),
                               ("ascending", ascending, (False, True)),
                               ("reset", reset, (False, True))):
        if value not in known:
            raise ValueError(f"Invalid value provided for {what}: {value}. "
                             f"Support: {', '.join(map(repr, known))}")
    if not _recorder.config["aggregate_stats"]:
        return ""
    statistics = _recorder.statistics
    text = (_table if format == "table" else _json)(statistics, sort_by, ascending)
    if reset:
        _recorder.statistics = Statistics()
    return text


def _json(statistics: Statistics, sort_by: str, ascending: bool) -> str:
    result: dict[str, Any] = {"Time": {}, "Memory": {}}
    for category in sorted(statistics.tables):
        # a sum over samples of memory use is meaningless, so these are sorted by their mean
        kind, key = ("Memory", "avg" if sort_by == "total" else sort_by) \
            if category == MEMORY else ("Time", sort_by)
        result[kind][category] = dict(statistics.rows(category, key, ascending))
    return json.dumps({**result, "Unit": {"Time": "ms", "Memory": "kB"}}, indent=4)


def _table(statistics: Statistics, sort_by: str, ascending: bool) -> str:
    lines = ["", "Profile Statistics:", "\tNote the difference in units for different entries."]
    for category in sorted(statistics.tables):
        memory = category == MEMORY
        keys = ["Count", "Min", "Max", "Avg"] if memory else ["Count", "Total", "Min", "Max", "Avg"]
        heads = ["Total Count", "Min Use  (kB)", "Max Use  (kB)", "Avg Use  (kB)"] if memory else \
            ["Total Count", "Time (ms)", "Min Time (ms)", "Max Time (ms)", "Avg Time (ms)"]
        lines += [category, "=" * 17, _row("Name", heads),
                  _row("----", ["-" * len(head) for head in heads])]
        for name, row in statistics.rows(category, "avg" if memory else sort_by, ascending):
            lines.append(_row(name, [str(row["Count"]), *(f"{row[key]:.4f}" for key in keys[1:])]))
        lines.append("")
    return "\n".join(lines) + "\n"


def _row(name: str, cells: list[str]) -> str:
    return f"{name:<25}{cells[0]:>16}" + "".join(f"{cell:>17}" for cell in cells[1:])


def set_kvstore_handle(handle: Any) -> None:
    """Accept the store whose servers a distributed program would profile; nothing is done with it.

    Parameters
    ----------
    handle
        The store.
    """
    global profiler_kvstore_handle
    profiler_kvstore_handle = handle


profiler_kvstore_handle: Any = None


class Domain:
    """A group of tasks, frames, counters and markers; its name is their category in the trace.

    Parameters
    ----------
    name : str
        The name.
    """

    def __init__(self, name: str):
        self.name = name

    def __str__(self) -> str:
        return self.name

    def new_task(self, name: str) -> "Task":
        """Create a `Task` of this domain.

        Parameters
        ----------
        name : str
            Its name in the trace.

        Returns
        -------
        Task
            The task.
        """
        return Task(self, name)

    def new_frame(self, name: str) -> "Frame":
        """Create a `Frame` of this domain.

        Parameters
        ----------
        name : str
            Its name in the trace.

        Returns
        -------
        Frame
            The frame.
        """
        return Frame(self, name)

    def new_counter(self, name: str, value: Any = None) -> "Counter":
        """Create a `Counter` of this domain.

        Parameters
        ----------
        name : str
            Its name in the trace.
        value : optional
            Its first value.

        Returns
        -------
        Counter
            The counter.
        """
        return Counter(self, name, value)

    def new_marker(self, name: str) -> "Marker":
        """Create a `Marker` of this domain.

        Parameters
        ----------
        name : str
            Its name in the trace.

        Returns
        -------
        Marker
            The marker.
        """
        return Marker(self, name)


class _Duration:
    """Something with a start and a stop, also usable as a `with` block."""

    _phases = ("B", "E")

    def __init__(self, name: str, category: str):
        self.name = name
        self._category = category
        self._start: int | None = None

    def start(self) -> None:
        """Begin."""
        self._start = trace.clock()

    def stop(self) -> None:
        """End, and record the time since `start` if the profiler runs."""
        start, self._start = self._start, None
        if start is not None and _recorder.on:
            begin, end = self._phases
            more: dict[str, Any] = {"id": id(self)} if begin == "b" else {}
            _recorder.span(self._category, self.name, begin, end, start, trace.clock(), **more)

    def __enter__(self) -> "_Duration":
        self.start()
        return self

    def __exit__(self, *exc: Any) -> None:
        self.stop()

    def __str__(self) -> str:
        return self.name


class Task(_Duration):
    """A piece of work; it may start in one thread and stop in another.

    Parameters
    ----------
    domain : Domain
        The domain that it belongs to.
    name : str
        Its name in the trace.
    """

    _phases = ("b", "e")

    def __init__(self, domain: Domain, name: str):
        super().__init__(name, domain.name)


class Frame(_Duration):
    """One round of something that repeats, such as a training step.

    Parameters
    ----------
    domain : Domain
        The domain that it belongs to.
    name : str
        Its name in the trace.
    """

    def __init__(self, domain: Domain, name: str):
        super().__init__(name, f"{domain.name},frame")


class Event(_Duration):
    """A span of time inside one thread, without a domain.

    Parameters
    ----------
    name : str
        Its name in the trace.
    """

    def __init__(self, name: str):
        super().__init__(name, "event")


class Scope(_Duration):
    """A ``with`` block with a name in the trace.

    Parameters
    ----------
    name : str
        The name.

    Examples
    --------
    >>> with mx.profiler.Scope("validation"):
    ...     pass
    """

    def __init__(self, name: str):
        super().__init__(name, "scope")


class Counter:
    """A number that changes over time; it supports ``+=`` and ``-=``.

    Parameters
    ----------
    domain : Domain
        The domain that it belongs to.
    name : str
        Its name in the trace.
    value : optional
        Its first value.
    """

    def __init__(self, domain: Domain, name: str, value: Any = None):
        self.name = name
        self._category = domain.name
        self._value = 0
        self._lock = threading.Lock()
        if value is not None:
            self.set_value(value)

    def _change(self, value: int, relative: bool) -> None:
        with self._lock:
            self._value = self._value + value if relative else value
            if _recorder.on:
                _recorder.value(self._category, self.name, self._value, trace.clock(),
                                self._value / 1000)

    def set_value(self, value: Any) -> None:
        """Set the number.

        Parameters
        ----------
        value
            The number.
        """
        self._change(int(value), relative=False)

    def increment(self, delta: int = 1) -> None:
        """Add to the number.

        Parameters
        ----------
        delta : int, default=1
            How much.
        """
        self._change(int(delta), relative=True)

    def decrement(self, delta: int = 1) -> None:
        """Subtract from the number.

        Parameters
        ----------
        delta : int, default=1
            How much.
        """
        self._change(-int(delta), relative=True)

    def __iadd__(self, delta: int) -> "Counter":
        self.increment(delta)
        return self

    def __isub__(self, delta: int) -> "Counter":
        self.decrement(delta)
        return self

    def __str__(self) -> str:
        return self.name


_MARKER_SCOPES = {"global": "g", "process": "p", "thread": "t", "task": "t", "marker": "t"}


class Marker:
    """A point in time, shown as a line in the trace.

    Parameters
    ----------
    domain : Domain
        The domain that it belongs to.
    name : str
        Its name in the trace.
    """

    def __init__(self, domain: Domain, name: str):
        self.name = name
        self.domain = domain

    def mark(self, scope: str = "process") -> None:
        """Mark this moment.

        Parameters
        ----------
        scope : str, default='process'
            How far the line is drawn: ``"global"``, ``"process"``, ``"thread"``, ``"task"`` or ``"marker"``.
        """
        if scope not in _MARKER_SCOPES:
            raise MXNetError(f"marker scope must be one of {sorted(_MARKER_SCOPES)}, got {scope!r}")
        if _recorder.on:
            _recorder.event(f"{self.domain.name},instant_marker", self.name, "i", trace.clock(),
                            s=_MARKER_SCOPES[scope])


@atexit.register
def _finish() -> None:
    if _recorder.running and _recorder.unwritten:
        _recorder.write()


if os.environ.get("MXNET_PROFILER_AUTOSTART", "0") == "1":
    set_config(profile_all=True)
    set_state("run")


_borrowed(__name__)
