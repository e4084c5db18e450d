"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Any, Literal

from numpy.typing import DTypeLike

from .array import NDArray

def BatchNormWithReLU(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.0010000000474974513, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> Any:
    """Normalize each channel over the batch, then zero what is negative."""

def SparseEmbedding(data: NDArray, weight: NDArray, input_dim: int, output_dim: int, dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Look up one row of ``weight`` an index; the older name of ``Embedding`` with sparse_grad."""

def SyncBatchNorm(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, ndev: int = 1, key: str = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> Any:
    """Normalize each channel over the batch of all devices that share ``key``; one device here."""

def boolean_mask(data: NDArray, index: NDArray, axis: int = 0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Keep the slices of an axis whose index is non-zero."""

def edge_id(data: NDArray, u: NDArray, v: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Read edges (u, v) off an adjacency matrix; -1 where there is none."""

def getnnz(data: NDArray, axis: int | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Count the elements that are not zero, all of them or along an axis."""

def index_array(data: NDArray, axes: int | Sequence[int] | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Give every position's own coordinates, all of them or those along ``axes``."""

def index_copy(old_tensor: NDArray, index_vector: NDArray, new_tensor: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Give ``old_tensor`` with the rows that ``index_vector`` names replaced."""
