"""Where contexts exchange values: each contributes its own and continues with those of all.

The main thread does not wait: its arrays get their values when the last context has arrived (`ndarray.later`). Other
threads, one per context, wait for each other.
"""
from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from typing import Any

from ....core.errors import MXNetError
from ....ndarray import NDArray
from ....ndarray.later import forget_dropped, is_running_ready, put_off, run_ready
from ....ndarray.tensors import tensor_of

_TIMEOUT_SECONDS = 60
_arrived = threading.Condition()
# By key, exchanges that some contexts have joined and others have not; held by those that wait.
_open: dict[str, list[weakref.ref[_Meeting]]] = {}


class _Meeting:
    """Values by context, in order of arrival, which is the same for all participants."""

    def __init__(self) -> None:
        self.values: dict[Any, Any] = {}
        self.complete = self.failed = False


def meet(key: str, count: int, x: NDArray, value: Any, go_on: Callable[[list[Any]], NDArray]) -> NDArray:
    """Return ``go_on(values)``, an array like ``x``, with the values of all ``count`` contexts that come with a key."""
    waits = threading.current_thread() is not threading.main_thread() and not is_running_ready()
    with _arrived:
        meeting = _join(key, count, x.context, value)
        last = meeting.complete
        if last:
            _arrived.notify_all()
        elif waits and (not _arrived.wait_for(lambda: meeting.complete or meeting.failed, _TIMEOUT_SECONDS)
                        or meeting.failed):
            meeting.failed = True
            _open.pop(key, None)
            _arrived.notify_all()
            raise MXNetError(_missing(key, meeting, count))
    if last or waits:
        made = go_on([*meeting.values.values()])
    else:
        made = put_off(lambda: [go_on([*meeting.values.values()])], lambda: meeting.complete, [tensor_of(x)],
                       x.context, _missing(key, meeting, count))[0]
    if meeting.complete:
        run_ready()
    return made


def _join(key: str, count: int, ctx: Any, value: Any) -> _Meeting:
    """Add a value to the first exchange that has none of this context."""
    forget_dropped()
    going_on = [one for one in (held() for held in _open.get(key, [])) if one is not None and not one.complete]
    meeting = next((one for one in going_on if ctx not in one.values), None)
    if meeting is None:
        meeting = _Meeting()
        going_on.append(meeting)
    meeting.values[ctx] = value
    meeting.complete = len(meeting.values) == count
    _open[key] = [weakref.ref(one) for one in going_on if not one.complete]
    return meeting


def _missing(key: str, meeting: _Meeting, count: int) -> str:
    return (f"SyncBatchNorm {key}: {len(meeting.values)} of {count} contexts have come. In training, values are there "
            "when all of them have called the network, and gradients when backward was called for each")
