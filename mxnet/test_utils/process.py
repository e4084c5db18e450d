"""The process a test runs in: environment variables, stderr, devices, retries."""
import functools
import os
import platform
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import mxnet as mx

from ..context import current_context
from ..runtime import Features
from ..util import get_cuda_compute_capability, get_gpu_count, setenv

_F = TypeVar("_F", bound=Callable[..., Any])


@contextmanager
def environment(*args: Any) -> Iterator[None]:
    """Set environment variables inside a ``with`` block, and restore the old ones after it.

    Parameters
    ----------
    *args
        A name and a value, or one dict of them. A value of None removes the variable.

    Yields
    ------
    None
        Nothing: the variables are set.

    Raises
    ------
    TypeError
        If the arguments are neither.

    Examples
    --------
    >>> import os
    >>> with mx.test_utils.environment("MXNET_EXAMPLE", "1"):
    ...     os.environ["MXNET_EXAMPLE"]
    '1'
    """
    if len(args) == 1 and isinstance(args[0], dict):
        wanted = args[0]
    elif len(args) == 2:
        wanted = {args[0]: args[1]}
    else:
        raise TypeError("Expecting one dict arg or two args: env var name and value")
    before = {name: os.environ.get(name) for name in wanted}
    try:
        for name, value in wanted.items():
            setenv(name, value)
        yield
    finally:
        # work that is still queued may read the variables
        mx.nd.waitall()
        for name, value in before.items():
            setenv(name, value)


class EnvManager:
    """Set one environment variable inside a `with` block (the predecessor of `environment`).

    Parameters
    ----------
    key : str
        Name of the variable.
    val : str
        Its value.
    """

    def __init__(self, key: str, val: str) -> None:
        self._scope = environment(key, val)

    def __enter__(self) -> None:
        self._scope.__enter__()

    def __exit__(self, *exc: Any) -> None:
        self._scope.__exit__(*exc)


@contextmanager
def discard_stderr() -> Iterator[None]:
    """Discard what Python and native code write to stderr.

    Yields
    ------
    None
        Nothing.
    """
    numbers = {2}  # where C code writes; Python's stderr may be redirected
    with suppress(AttributeError, OSError):
        numbers.add(sys.stderr.fileno())
    sys.stderr.flush()
    saved = {number: os.dup(number) for number in numbers}
    try:
        with open(os.devnull, "w") as nowhere:
            for number in numbers:
                os.dup2(nowhere.fileno(), number)
        yield
    finally:
        sys.stderr.flush()
        for number, copy in saved.items():
            os.dup2(copy, number)
            os.close(copy)


def retry(n: int) -> Callable[[_F], _F]:
    """Make a decorator that repeats a test until it raises no `AssertionError`.

    Parameters
    ----------
    n : int
        Maximum number of runs.

    Returns
    -------
    Callable
        The decorator.

    Raises
    ------
    ValueError
        If ``n`` is not positive.

    Examples
    --------
    >>> tries = []
    >>> @mx.test_utils.retry(3)
    ... def test():
    ...     tries.append(1)
    ...     assert len(tries) == 2
    >>> test(), len(tries)
    (None, 2)
    """
    if n <= 0:
        raise ValueError(f"a test must run at least once, got n={n}")

    def decorate(test: Callable) -> Callable:
        @functools.wraps(test)
        def run(*args, **kwargs):
            for attempt in range(1, n + 1):
                try:
                    test(*args, **kwargs)
                    return
                except AssertionError:
                    if attempt == n:
                        raise
                    mx.nd.waitall()
        return run
    return decorate  # type: ignore[return-value]


def list_gpus() -> range:
    """List the GPUs.

    Returns
    -------
    range
        Their numbers.
    """
    return range(get_gpu_count())


def is_cd_run() -> bool:
    """Return whether CD_JOB=1, as in MXNet's delivery pipeline.

    Returns
    -------
    bool
        Whether it is.
    """
    return os.environ.get("CD_JOB") == "1"


def is_aarch64_run() -> bool:
    """Return whether the processor is a 64-bit Arm.

    Returns
    -------
    bool
        Whether it is.
    """
    return platform.machine() == "aarch64"


def _at_least_sm_53() -> bool:
    ctx = current_context()
    return ctx.device_type != "gpu" or get_cuda_compute_capability(ctx) >= 53


def has_tvm_ops() -> bool:
    """Return whether operators compiled by TVM exist and run on the current context.

    Returns
    -------
    bool
        Always False.
    """
    return Features().is_enabled("TVM_OP") and _at_least_sm_53()


def is_op_runnable() -> bool:
    """Return whether all operators run on the current context.

    Returns
    -------
    bool
        Whether they do.
    """
    return not Features().is_enabled("TVM_OP") or _at_least_sm_53()
