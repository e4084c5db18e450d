"""Where threads, one per context, exchange values: each brings its own and gets those of all."""
from __future__ import annotations

import threading
from typing import Any

from ....core.errors import MXNetError

_TIMEOUT_SECONDS = 60
_arrived = threading.Condition()
_open: dict[str, _Meeting] = {}  # meetings that some have come to and others have not


class _Meeting:
    """Values in the order in which they were brought; all who meet see the same order."""

    def __init__(self) -> None:
        self.values: list = []
        self.complete = self.failed = False


def meet(key: str, count: int, value: Any) -> list:
    """Wait until ``count`` threads have come here with the same key; gives the values of all."""
    with _arrived:
        meeting = _open.setdefault(key, _Meeting())
        meeting.values.append(value)
        if len(meeting.values) == count:
            del _open[key]
            meeting.complete = True
            _arrived.notify_all()
            return meeting.values
        alone = threading.active_count() == 1
        if alone or not _arrived.wait_for(lambda: meeting.complete or meeting.failed, _TIMEOUT_SECONDS) \
                or meeting.failed:
            _open.pop(key, None)
            meeting.failed = True
            _arrived.notify_all()
            raise MXNetError(f"SyncBatchNorm {key}: {len(meeting.values)} of {count} contexts have come. An operator "
                             "runs when it is called, so all contexts must call the network at the same time, each in "
                             "a thread of its own, and backward is called once for the losses of all")
        return meeting.values
