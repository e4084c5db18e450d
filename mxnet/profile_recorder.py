"""What the profiler records while it measures: events of the trace, and counts and times by name."""
import json
import threading
import time
from typing import Any

from .core import trace
from .core.params import parse_bool, parse_float, parse_str
from .fileformat.atomic import atomic_write

OPTIONS: dict[str, tuple[Any, Any]] = {
    "filename": (parse_str, "profile.json"), "profile_all": (parse_bool, False),
    "profile_symbolic": (parse_bool, True), "profile_imperative": (parse_bool, True),
    "profile_memory": (parse_bool, True), "profile_api": (parse_bool, True),
    "continuous_dump": (parse_bool, True), "dump_period": (parse_float, 1.0),
    "aggregate_stats": (parse_bool, False), "profile_process": (parse_str, "worker"),
}
SORT_KEYS = {"total": "Total", "avg": "Avg", "min": "Min", "max": "Max", "count": "Count"}
MEMORY = "Device Storage"
# trace times are wall-clock microseconds, as in MXNet's files
_EPOCH = time.time_ns() - trace.clock()


class Statistics:
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
        return sorted(rows, key=lambda row: row[1][SORT_KEYS[sort_by]], reverse=not ascending)


class Recorder:
    """What was measured since the last reset, and whether measuring is on."""

    def __init__(self) -> None:
        self.config = {key: default for key, (_, default) in OPTIONS.items()}
        self.running = False
        self.paused = False
        self.events: list[dict[Any, Any]] = []
        self.statistics = Statistics()
        self.unwritten = False
        self._processes: dict[str, int] = {}
        self._lock = threading.Lock()

    def wants(self, what: str) -> bool:
        return self.config["profile_all"] or self.config[f"profile_{what}"]

    @property
    def on(self) -> bool:
        return self.running and not self.paused

    def switch(self) -> None:
        """Let operators report only while measuring is on."""
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
