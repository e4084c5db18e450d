"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Any, Literal

from numpy.typing import DTypeLike

from .array import NDArray

def BatchNormWithReLU(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.0010000000474974513, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> Any:
    """Normalize each channel over the batch, then zero what is negative."""

def CTCLoss(data: NDArray, label: NDArray, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool | int = False, use_label_lengths: bool | int = False, blank_label: Literal['first', 'last'] | str = 'first', out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the CTC loss of ``(time, batch, class)`` scores, softmax included, against labels."""

def SparseEmbedding(data: NDArray, weight: NDArray, input_dim: int, output_dim: int, dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Look up one row of ``weight`` an index; the older name of ``Embedding`` with sparse_grad."""

def SyncBatchNorm(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, ndev: int = 1, key: str = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> Any:
    """Normalize each channel over the batch of all devices that share ``key``; one device here."""

def adamw_update(weight: Any, grad: Any, mean: Any, var: Any, rescale_grad: Any, lr: Any, eta: Any, beta1: Any = 0.9, beta2: Any = 0.999, epsilon: Any = 1e-08, wd: Any = 0, clip_gradient: Any = -1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Step Adam with decoupled weight decay; ``rescale_grad`` may be a number or an array."""

def boolean_mask(data: NDArray, index: NDArray, axis: int = 0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Keep the slices of an axis whose index is non-zero."""

def ctc_loss(data: NDArray, label: NDArray, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool | int = False, use_label_lengths: bool | int = False, blank_label: Literal['first', 'last'] | str = 'first', out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the CTC loss of ``(time, batch, class)`` scores, softmax included, against labels."""

def edge_id(data: NDArray, u: NDArray, v: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Read edges (u, v) off an adjacency matrix; -1 where there is none."""

def getnnz(data: NDArray, axis: int | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Count the elements that are not zero, all of them or along an axis."""

def group_adagrad_update(weight: NDArray, grad: NDArray, history: NDArray, lr: float, rescale_grad: float = 1.0, clip_gradient: float = -1.0, epsilon: float = 1e-05, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Step by AdaGrad with one history for each row of the weight."""

def index_array(data: NDArray, axes: int | Sequence[int] | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Give every position's own coordinates, all of them or those along ``axes``."""

def index_copy(old_tensor: NDArray, index_vector: NDArray, new_tensor: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Give ``old_tensor`` with the rows that ``index_vector`` names replaced."""

def isfinite(data: Any) -> Any:
    """Give 1 where elements are numbers and not infinite, else 0."""

def isinf(data: Any) -> Any:
    """Give 1 where elements are infinite, else 0."""

def isnan(data: Any) -> Any:
    """Give 1 where elements are not a number, else 0."""

def mp_adamw_update(weight: Any, grad: Any, mean: Any, var: Any, weight32: Any, rescale_grad: Any, lr: Any, eta: Any, beta1: Any = 0.9, beta2: Any = 0.999, epsilon: Any = 1e-08, wd: Any = 0, clip_gradient: Any = -1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Like `adamw_update`, with a float32 copy of a float16 weight."""

def multi_adamw_update(weights: Any, grads: Any, mean: Any, var: Any, rescale_grad: Any, lrs: Any, wds: Any, etas: Any, out: Any = None, name: Any = None, size: Any = 0, **kwargs: Any) -> Any:
    """Step Adam with decoupled weight decay for several weights at once."""

def multi_lamb_update(weights: Any, grads: Any, mean: Any, var: Any, step_count: Any, lrs: Any, wds: Any, out: Any = None, num_tensors: Any = 0, **kwargs: Any) -> Any:
    """Step LAMB for several weights at once."""

def multi_mp_adamw_update(weights: Any, grads: Any, mean: Any, var: Any, weights32: Any, rescale_grad: Any, lrs: Any, wds: Any, etas: Any, out: Any = None, name: Any = None, size: Any = 0, **kwargs: Any) -> Any:
    """Like `multi_adamw_update`, with float32 copies of float16 weights."""

def multi_mp_lamb_update(weights: Any, grads: Any, mean: Any, var: Any, weights32: Any, step_count: Any, lrs: Any, wds: Any, out: Any = None, num_tensors: Any = 0, **kwargs: Any) -> Any:
    """Like `multi_lamb_update`, with float32 copies of float16 weights."""

def rand_zipfian(true_classes: Any, num_sampled: int, range_max: int, ctx: Any = None) -> tuple:
    """Sample classes below ``range_max``, small ones likelier (log-uniform), with replacement."""
