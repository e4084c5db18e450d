"""CUDA kernels compiled at run time (`mx.rtc`): the names exist and raise, as in a build of MXNet without CUDA RTC."""
from typing import Any

from .core.absence import refuses
from .core.borrowed import borrowed
from .core.errors import MXNetError

__all__ = ["CudaKernel", "CudaModule"]

_WHY = "compiles CUDA source at run time, which is not available; write the operator in Python " \
       "(mx.operator.CustomOp) over torch or Triton"


@refuses(_WHY)
class CudaModule:
    """Placeholder for MXNet's class of compiled CUDA source.

    Raises
    ------
    MXNetError
        always: there is no compiler behind it.
    """

    def __init__(self, source: str, options: Any = (), exports: Any = ()) -> None:
        raise MXNetError(f"mx.rtc.CudaModule {_WHY}")


@refuses(_WHY)
class CudaKernel:
    """Placeholder for MXNet's class of kernels, which `CudaModule.get_kernel` returns.

    Raises
    ------
    MXNetError
        always: there is no compiler behind it.
    """

    def __init__(self, handle: Any, name: str, is_ndarray: Any, dtypes: Any) -> None:
        raise MXNetError(f"mx.rtc.CudaKernel {_WHY}")


borrowed(__name__)
