"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Any, Literal

from numpy.typing import DTypeLike

from .symbol import Symbol

def BatchNormWithReLU(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: float = 0.0010000000474974513, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Normalize each channel over the batch, then zero what is negative."""

def CTCLoss(data: Symbol | None = None, label: Symbol | None = None, data_lengths: Symbol | None = None, label_lengths: Symbol | None = None, use_data_lengths: bool | int = False, use_label_lengths: bool | int = False, blank_label: Literal['first', 'last'] | str = 'first', name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute the CTC loss of ``(time, batch, class)`` scores, softmax included, against labels."""

def SparseEmbedding(data: Symbol | None = None, weight: Symbol | None = None, input_dim: int = ..., output_dim: int = ..., dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Look up one row of ``weight`` an index; the older name of ``Embedding`` with sparse_grad."""

def SyncBatchNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, ndev: int = 1, key: str = ..., name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Normalize each channel over the batch of all devices that share ``key``; one device here."""

def adamw_update(weight: Any, grad: Any, mean: Any, var: Any, rescale_grad: Any, lr: Any, eta: Any, beta1: Any = 0.9, beta2: Any = 0.999, epsilon: Any = 1e-08, wd: Any = 0, clip_gradient: Any = -1, out: Any = None, name: Any = None, **kwargs: Any) -> Symbol:
    """Step Adam with decoupled weight decay; ``rescale_grad`` may be a number or a symbol."""

def boolean_mask(data: Symbol | None = None, index: Symbol | None = None, axis: int = 0, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Keep the slices of an axis whose index is non-zero."""

def ctc_loss(data: Symbol | None = None, label: Symbol | None = None, data_lengths: Symbol | None = None, label_lengths: Symbol | None = None, use_data_lengths: bool | int = False, use_label_lengths: bool | int = False, blank_label: Literal['first', 'last'] | str = 'first', name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Compute the CTC loss of ``(time, batch, class)`` scores, softmax included, against labels."""

def edge_id(data: Symbol | None = None, u: Symbol | None = None, v: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Read edges (u, v) off an adjacency matrix; -1 where there is none."""

def getnnz(data: Symbol | None = None, axis: int | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Count the elements that are not zero, all of them or along an axis."""

def group_adagrad_update(weight: Symbol | None = None, grad: Symbol | None = None, history: Symbol | None = None, lr: float = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, epsilon: float = 1e-05, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Step by AdaGrad with one history for each row of the weight."""

def index_array(data: Symbol | None = None, axes: int | Sequence[int] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Give every position's own coordinates, all of them or those along ``axes``."""

def index_copy(old_tensor: Symbol | None = None, index_vector: Symbol | None = None, new_tensor: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Give ``old_tensor`` with the rows that ``index_vector`` names replaced."""

def mp_adamw_update(weight: Any, grad: Any, mean: Any, var: Any, weight32: Any, rescale_grad: Any, lr: Any, eta: Any, beta1: Any = 0.9, beta2: Any = 0.999, epsilon: Any = 1e-08, wd: Any = 0, clip_gradient: Any = -1, out: Any = None, name: Any = None, **kwargs: Any) -> Symbol:
    """Like `adamw_update`, with a float32 copy of a float16 weight."""

def rand_zipfian(true_classes: Symbol, num_sampled: int, range_max: int) -> tuple:
    """Sample classes below ``range_max``, small ones likelier (log-uniform), with replacement."""
