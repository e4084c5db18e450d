"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Any, Literal

from numpy.typing import DTypeLike

from .array import NDArray

def AdaptiveAvgPooling2D(data: NDArray, output_size: int | Sequence[int] = (), out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Average images over a grid of ``output_size`` bins; one number is both height and width."""

def BatchNormWithReLU(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.0010000000474974513, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> Any:
    """Normalize each channel over the batch, then zero what is negative."""

def BilinearResize2D(data: NDArray, like: NDArray | None = None, height: int = 1, width: int = 1, scale_height: float | None = None, scale_width: float | None = None, mode: Literal['size', 'odd_scale', 'like', 'to_even_down', 'to_even_up', 'to_odd_down', 'to_odd_up'] | str = 'size', align_corners: bool | int = True, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Resize images by bilinear interpolation."""

def CTCLoss(data: NDArray, label: NDArray, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool | int = False, use_label_lengths: bool | int = False, blank_label: Literal['first', 'last'] | str = 'first', out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the CTC loss of ``(time, batch, class)`` scores, softmax included, against labels."""

def SparseEmbedding(data: NDArray, weight: NDArray, input_dim: int, output_dim: int, dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Look up one row of ``weight`` an index; the older name of ``Embedding`` with sparse_grad."""

def SyncBatchNorm(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, ndev: int = 1, key: str = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> Any:
    """Normalize each channel over the batch of all devices that share ``key``; one device here."""

def adamw_update(weight: Any, grad: Any, mean: Any, var: Any, rescale_grad: Any, lr: Any, eta: Any, beta1: Any = 0.9, beta2: Any = 0.999, epsilon: Any = 1e-08, wd: Any = 0, clip_gradient: Any = -1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Step Adam with decoupled weight decay; ``rescale_grad`` may be a number or an array."""

def allclose(a: NDArray, b: NDArray, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool | int = True, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Tell whether ``|a - b| <= atol + rtol * |b|`` everywhere: 1 or 0, in an array without axes."""

def arange_like(data: NDArray, start: float = 0.0, step: float = 1.0, repeat: int = 1, ctx: str = '', axis: int | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Count up in the shape of the input, or along one axis of it; each number ``repeat`` times."""

def backward_gradientmultiplier(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Multiply by ``scalar``: what `gradientmultiplier` does to gradients."""

def boolean_mask(data: NDArray, index: NDArray, axis: int = 0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Keep the slices of an axis whose index is non-zero."""

def count_sketch(data: NDArray, h: NDArray, s: NDArray, out_dim: int, processing_batch_size: int = 32, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Project the last axis to ``out_dim`` buckets: element i is added, times ``s[i]``, to ``h[i]``."""

def ctc_loss(data: NDArray, label: NDArray, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool | int = False, use_label_lengths: bool | int = False, blank_label: Literal['first', 'last'] | str = 'first', out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the CTC loss of ``(time, batch, class)`` scores, softmax included, against labels."""

def div_sqrt_dim(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Divide by the square root of the length of the last axis."""

def edge_id(data: NDArray, u: NDArray, v: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Read edges (u, v) off an adjacency matrix; -1 where there is none."""

def fft(data: NDArray, compute_size: int = 128, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Transform real signals along the last axis; real and imaginary parts alternate in the result."""

def getnnz(data: NDArray, axis: int | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Count the elements that are not zero, all of them or along an axis."""

def gradientmultiplier(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Copy the input; in backward the gradient is multiplied by ``scalar``."""

def group_adagrad_update(weight: NDArray, grad: NDArray, history: NDArray, lr: float, rescale_grad: float = 1.0, clip_gradient: float = -1.0, epsilon: float = 1e-05, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Step by AdaGrad with one history for each row of the weight."""

def hawkesll(lda: NDArray, alpha: NDArray, beta: NDArray, state: NDArray, lags: NDArray, marks: NDArray, valid_length: NDArray, max_time: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> list[NDArray]:
    """Compute the log-likelihood of marked points under self-exciting processes, and their new state."""

def ifft(data: NDArray, compute_size: int = 128, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Undo `fft`, without the division by the length; gives the real part."""

def index_array(data: NDArray, axes: int | Sequence[int] | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Give every position's own coordinates, all of them or those along ``axes``."""

def index_copy(old_tensor: NDArray, index_vector: NDArray, new_tensor: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Give ``old_tensor`` with the rows that ``index_vector`` names replaced."""

def interleaved_matmul_encdec_qk(queries: NDArray, keys_values: NDArray, heads: int, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the scaled products of a decoder's queries and an encoder's keys, one map a head."""

def interleaved_matmul_encdec_valatt(keys_values: NDArray, attention: NDArray, heads: int, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Average an encoder's values by the weights in ``attention``."""

def interleaved_matmul_selfatt_qk(queries_keys_values: NDArray, heads: int, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the scaled products of queries and keys of self-attention, one map a head."""

def interleaved_matmul_selfatt_valatt(queries_keys_values: NDArray, attention: NDArray, heads: int, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Average the values of self-attention by the weights in ``attention``."""

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

def quadratic(data: NDArray, a: float = 0.0, b: float = 0.0, c: float = 0.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``a * data ** 2 + b * data + c`` of each element."""

def rand_zipfian(true_classes: Any, num_sampled: int, range_max: int, ctx: Any = None) -> tuple:
    """Sample classes below ``range_max``, small ones likelier (log-uniform), with replacement."""

def round_ste(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Round half away from zero; the gradient passes as if nothing had happened."""

def sign_ste(data: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Give the sign; the gradient passes as if nothing had happened."""
