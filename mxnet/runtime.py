"""What this installation can do, under MXNet's names for its build options."""
import collections
import functools
import importlib.util
import platform
from typing import Any, NamedTuple

from .core.borrowed import borrowed as _borrowed
from .core.torch_private import has_lapack

__all__ = ["Feature", "Features", "feature_list"]


class Feature(NamedTuple):
    """Name of a feature and whether it is available.

    Parameters
    ----------
    name : str
        The name.
    enabled : bool
        Whether it is there.
    """

    name: str
    enabled: bool

    def __repr__(self) -> str:
        return f"{'✔' if self.enabled else '✖'} {self.name}"


@functools.cache
def _capabilities() -> dict[str, bool]:
    import torch
    vectors = torch.backends.cpu.get_cpu_capability()
    x86 = platform.machine().lower() in ("x86_64", "amd64", "i386", "i686")
    avx2 = vectors.startswith(("AVX2", "AVX512"))
    mkl = torch.backends.mkl.is_available()
    config = torch.__config__.show()
    return {
        "CUDA": torch.version.cuda is not None,
        "CUDNN": torch.backends.cudnn.is_available(),
        "NCCL": torch.distributed.is_available() and torch.distributed.is_nccl_available(),
        "CUDA_RTC": False,
        "TENSORRT": False,
        # torch is built for SSE2 and up and picks wider kernels when it runs
        "CPU_SSE": x86, "CPU_SSE2": x86, "CPU_SSE3": x86 and avx2, "CPU_SSE4_1": avx2,
        "CPU_SSE4_2": avx2, "CPU_SSE4A": False, "CPU_AVX": avx2, "CPU_AVX2": avx2,
        "OPENMP": torch.backends.openmp.is_available(),
        "SSE": False,
        "F16C": avx2,
        "JEMALLOC": False,
        "BLAS_OPEN": "BLAS_INFO=open" in config,
        "BLAS_ATLAS": False,
        "BLAS_MKL": mkl,
        "BLAS_APPLE": "BLAS_INFO=accelerate" in config,
        "LAPACK": has_lapack,
        "MKLDNN": torch.backends.mkldnn.is_available(),
        "OPENCV": importlib.util.find_spec("cv2") is not None,
        "CAFFE": False,
        "PROFILER": True,
        "DIST_KVSTORE": torch.distributed.is_available(),
        "CXX14": False,
        "INT64_TENSOR_SIZE": True,
        "SIGNAL_HANDLER": False,
        "DEBUG": False,
        "TVM_OP": False,
    }


def feature_list() -> list[Feature]:
    """List all features, in MXNet's order.

    Returns
    -------
    list[Feature]
        The features.
    """
    return [Feature(name, bool(on)) for name, on in _capabilities().items()]


class Features(collections.OrderedDict[str, Feature]):
    """All features by name; one object for the process.

    Examples
    --------
    >>> mx.runtime.Features().is_enabled("TVM_OP")
    False
    """

    instance: Any = None

    def __new__(cls) -> "Features":
        if cls.instance is None:
            cls.instance = super().__new__(cls)
            super().__init__(cls.instance, [(f.name, f) for f in feature_list()])
        return cls.instance

    def __init__(self) -> None:
        """Do nothing: `__new__` has filled it."""

    def __repr__(self) -> str:
        return str(list(self.values()))

    def is_enabled(self, feature_name: str) -> bool:
        """Return whether a feature is available.

        Parameters
        ----------
        feature_name : str
            Its name; case is ignored.

        Returns
        -------
        bool
            Whether it is available.

        Raises
        ------
        RuntimeError
            If there is no such feature.
        """
        name = feature_name.upper()
        if name not in self:
            raise RuntimeError(
                f"Feature '{name}' is unknown, known features are: {list(self)}")
        return self[name].enabled


_borrowed(__name__)
