"""The profiler: how long operators and parts of a program take, as a Chrome trace or a table.

Operators report through `core.trace`; nothing is measured unless `set_state("run")`.
"""
import atexit
import json
import os
import threading
import time
import warnings
from typing import Any

from .core import trace
from .core.borrowed import borrowed as _borrowed
from .core.errors import MXNetError
from .core.params import BadValue, parse_bool, parse_float, parse_str
from .fileformat.atomic import atomic_write

__all__ = ["Counter", "Domain", "Event", "Frame", "Marker", "Scope", "Task", "dump",
           "dump_profile", "dumps", "pause", "profiler_set_config", "profiler_set_state", "resume",
           "set_config", "set_kvstore_handle", "set_state"]

_OPTIONS: dict[str, tuple[Any, Any]] = {
    "filename": (parse_str, "profile.json"), "profile_all": (parse_bool, False),
    "profile_symbolic": (parse_bool, True), "profile_imperative": (parse_bool, True),
    "profile_memory": (parse_bool, True), "profile_api": (parse_bool, True),
    "continuous_dump": (parse_bool, True), "dump_period": (parse_float, 1.0),
    "aggregate_stats": (parse_bool, False), "profile_process": (parse_str, "worker"),
}
_SORT_KEYS = {"total": "Total", "avg": "Avg", "min": "Min", "max": "Max", "count": "Count"}
MEMORY = "Device Storage"
# trace times are wall-clock microseconds, as in MXNet's files
_EPOCH = time.time_ns() - trace.clock()


class _Statistics:
    """Count, total, least and greatest of each name, by category."""

    def __init__(self) -> None:
        self.tables: dict[str, dict[str, list[float]]] = {}

    def add(self, category: str, name: str, value: float) -> None:
        table = self.tables.setdefault(category, {})
        row = table.get(name)
        if row is None:
            table[name] = [1, value, value, value]
        else:
            row[0] += 1
            row[1] += value
            row[2] = min(row[2], value)
            row[3] = max(row[3], value)

    def rows(self, category: str, sort_by: str, ascending: bool) -> list[tuple[str, dict]]:
        rows = [(name, {"Count": int(count), "Total": total, "Min": least, "Max": most,
                        "Avg": total / count})
                for name, (count, total, least, most) in self.tables[category].items()]
        return sorted(rows, key=lambda row: row[1][_SORT_KEYS[sort_by]], reverse=not ascending)


class _Recorder:
    """What was measured since the last reset, and whether measuring is on."""

    def __init__(self) -> None:
        self.config = {key: default for key, (_, default) in _OPTIONS.items()}
        self.running = False
        self.paused = False
        self.events: list[dict[Any, Any]] = []
        self.statistics = _Statistics()
        self.unwritten = False
        self._processes: dict[str, int] = {}
        self._lock = threading.Lock()

    def wants(self, what: str) -> bool:
        return self.config["profile_all"] or self.config[f"profile_{what}"]

    @property
    def on(self) -> bool:
        return self.running and not self.paused

    def switch(self) -> None:
        """Let operators report exactly while measuring is on."""
        trace.report = self.operator if self.on else None

    def operator(self, kind: str, category: str, name: str, node: str, start: int,
                 stop: int) -> None:
        if self.wants(kind):
            args = {"args": {"node": node}} if node else {}
            self.span(category, name, "B", "E", start, stop, **args)
            if self.wants("memory"):
                self._gpu_memory(stop)

    def _gpu_memory(self, when: int) -> None:
        import torch
        if torch.cuda.is_initialized():
            for device in range(torch.cuda.device_count()):
                used = torch.cuda.memory_allocated(device)
                self.value(MEMORY, f"Memory: gpu/{device}", used, when, used / 1000)

    def event(self, category: str, name: str, phase: str, when: int, **more: Any) -> None:
        process = self._processes.setdefault(category, len(self._processes))
        self.events.append({"name": name, "cat": category, "ph": phase,
                            "ts": (_EPOCH + when) / 1000, "pid": process,
                            "tid": threading.get_ident(), **more})
        self.unwritten = True

    def span(self, category: str, name: str, begin: str, end: str, start: int, stop: int,
             **more: Any) -> None:
        self.event(category, name, begin, start, **more)
        self.event(category, name, end, stop, **more)
        if self.config["aggregate_stats"]:
            with self._lock:
                self.statistics.add(category, name, (stop - start) / 1e6)

    def value(self, category: str, name: str, value: float, when: int, shown: float) -> None:
        self.event(category, name, "C", when, args={name: value})
        if self.config["aggregate_stats"]:
            with self._lock:
                self.statistics.add(category, name, shown)

    def write(self) -> None:
        """Write the Chrome trace: all events since the last finished dump, in time order."""
        names = [{"ph": "M", "name": "process_name", "pid": pid, "args": {"name": category}}
                 for category, pid in self._processes.items()]
        events = sorted(self.events, key=lambda event: event["ts"])
        with atomic_write(self.config["filename"], "w") as out:
            out.write(json.dumps({"traceEvents": names + events, "displayTimeUnit": "ms"}))
        self.unwritten = False


_recorder = _Recorder()


def _check_process(profile_process: str) -> None:
    if profile_process not in ("worker", "server"):
        raise ValueError(f"profile_process must be 'worker' or 'server', got {profile_process!r}")
    if profile_process == "server":
        raise MXNetError("profile_process='server': there is no parameter server process to "
                         "profile")


def set_config(**kwargs: Any) -> None:
    """Say what to measure and where to write it.

    Parameters
    ----------
    filename : str
        Of the Chrome trace; "profile.json" by default.
    profile_all, profile_symbolic, profile_imperative, profile_memory, profile_api : bool
        Operators of executors, operators called on arrays, GPU memory. There is no C API here, so
        `profile_api` changes nothing.
    aggregate_stats : bool
        Collect the table that `dumps` returns.
    continuous_dump : bool
        Write the file when measuring stops, even without `dump`.
    dump_period : float
        Accepted; the file is written at `dump` and at the end.
    profile_process : str
        "worker".
    """
    values = {}
    for key, value in kwargs.items():
        if key not in _OPTIONS:
            raise MXNetError(f"profiler.set_config: Cannot find argument '{key}', Possible "
                             f"Arguments: {', '.join(sorted(_OPTIONS))}")
        try:
            values[key] = _OPTIONS[key][0](value)
        except BadValue as error:
            raise MXNetError(f"profiler.set_config: {key} must be a {error}, got "
                             f"{value!r}") from None
    _check_process(values.get("profile_process", "worker"))
    _recorder.config = {**{key: default for key, (_, default) in _OPTIONS.items()}, **values}


def profiler_set_config(mode: str = "symbolic", filename: str = "profile.json") -> None:
    """Set mode and file (deprecated: `set_config`)."""
    warnings.warn("profiler.profiler_set_config() is deprecated. "
                  "Please use profiler.set_config() instead", stacklevel=2)
    set_config(**{f"profile_{mode}": True, "filename": filename})


def set_state(state: str = "stop", profile_process: str = "worker") -> None:
    """Start ("run") or stop ("stop") measuring."""
    if state not in ("run", "stop"):
        raise ValueError(f"state must be 'run' or 'stop', got {state!r}")
    _check_process(profile_process)
    _recorder.running = state == "run"
    _recorder.paused = False
    _recorder.switch()
    if state == "stop" and _recorder.config["continuous_dump"] and _recorder.unwritten:
        _recorder.write()


def profiler_set_state(state: str = "stop") -> None:
    """Start or stop measuring (deprecated: `set_state`)."""
    warnings.warn("profiler.profiler_set_state() is deprecated. "
                  "Please use profiler.set_state() instead", stacklevel=2)
    set_state(state)


def pause(profile_process: str = "worker") -> None:
    """Stop measuring until `resume` or `set_state("run")`."""
    _check_process(profile_process)
    _recorder.paused = True
    _recorder.switch()


def resume(profile_process: str = "worker") -> None:
    """Go on measuring after `pause`."""
    _check_process(profile_process)
    _recorder.paused = False
    _recorder.switch()


def dump(finished: bool = True, profile_process: str = "worker") -> None:
    """Write the Chrome trace (open it at chrome://tracing or ui.perfetto.dev).

    Parameters
    ----------
    finished : stop measuring and forget the events after they are written.
    """
    _check_process(profile_process)
    _recorder.write()
    if finished is True:
        _recorder.running = False
        _recorder.switch()
        _recorder.events = []


def dump_profile() -> None:
    """Write the trace and stop (deprecated: `dump`)."""
    warnings.warn("profiler.dump_profile() is deprecated. Please use profiler.dump() instead",
                  stacklevel=2)
    dump(True)


def dumps(reset: bool = False, format: str = "table", sort_by: str = "total",
          ascending: bool = False) -> str:
    """Return counts and times by name; empty unless `set_config(aggregate_stats=True)`.

    Parameters
    ----------
    reset : start counting anew.
    format : "table" or "json".
    sort_by : "total", "avg", "min", "max" or "count".
    """
    for what, value, known in (("format", format, ("table", "json")),
                               ("sort_by", sort_by, tuple(_SORT_KEYS)),
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
        _recorder.statistics = _Statistics()
    return text


def _json(statistics: _Statistics, sort_by: str, ascending: bool) -> str:
    result: dict[str, Any] = {"Time": {}, "Memory": {}}
    for category in sorted(statistics.tables):
        # a total over moments of memory use means nothing, so those are sorted by their mean
        kind, key = ("Memory", "avg" if sort_by == "total" else sort_by) \
            if category == MEMORY else ("Time", sort_by)
        result[kind][category] = dict(statistics.rows(category, key, ascending))
    return json.dumps({**result, "Unit": {"Time": "ms", "Memory": "kB"}}, indent=4)


def _table(statistics: _Statistics, sort_by: str, ascending: bool) -> str:
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
    """Accept the KVStore whose servers a distributed program would profile."""
    global profiler_kvstore_handle
    profiler_kvstore_handle = handle


profiler_kvstore_handle: Any = None


class Domain:
    """A group of profiling objects; its name is their category in the trace."""

    def __init__(self, name: str):
        self.name = name

    def __str__(self) -> str:
        return self.name

    def new_task(self, name: str) -> "Task":
        """Make a `Task` of this domain."""
        return Task(self, name)

    def new_frame(self, name: str) -> "Frame":
        """Make a `Frame` of this domain."""
        return Frame(self, name)

    def new_counter(self, name: str, value: Any = None) -> "Counter":
        """Make a `Counter` of this domain."""
        return Counter(self, name, value)

    def new_marker(self, name: str) -> "Marker":
        """Make a `Marker` of this domain."""
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
    """A piece of work; it may start in one thread and stop in another."""

    _phases = ("b", "e")

    def __init__(self, domain: Domain, name: str):
        super().__init__(name, domain.name)


class Frame(_Duration):
    """One round of something that repeats, as a training step."""

    def __init__(self, domain: Domain, name: str):
        super().__init__(name, f"{domain.name},frame")


class Event(_Duration):
    """A span of time inside one thread, without a domain."""

    def __init__(self, name: str):
        super().__init__(name, "event")


class Scope(_Duration):
    """A named `with` block.

    >>> with mx.profiler.Scope("validation"):
    ...     pass
    """

    def __init__(self, name: str):
        super().__init__(name, "scope")


class Counter:
    """A number that changes over time; supports ``+=`` and ``-=``."""

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
        """Set the number."""
        self._change(int(value), relative=False)

    def increment(self, delta: int = 1) -> None:
        """Add to the number."""
        self._change(int(delta), relative=True)

    def decrement(self, delta: int = 1) -> None:
        """Take from the number."""
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
    """A moment worth a line in the trace."""

    def __init__(self, domain: Domain, name: str):
        self.name = name
        self.domain = domain

    def mark(self, scope: str = "process") -> None:
        """Mark now; `scope` ("global", "process", "thread" ...) is how far the line is drawn."""
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
