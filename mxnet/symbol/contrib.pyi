"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from .symbol import Symbol

def AdaptiveAvgPooling2D(data: Symbol | None = None, output_size: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Average images over a grid of ``output_size`` bins; one number is both height and width."""

def BatchNormWithReLU(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Normalize each channel over the batch, then zero what is negative."""

def BilinearResize2D(data: Symbol | None = None, like: Symbol | None = None, height: Annotated[int, 'at least 1'] = 1, width: Annotated[int, 'at least 1'] = 1, scale_height: float | None = None, scale_width: float | None = None, mode: Literal['size', 'odd_scale', 'like', 'to_even_down', 'to_even_up', 'to_odd_down', 'to_odd_up'] | str = 'size', align_corners: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Resize images by bilinear interpolation."""

def CTCLoss(data: Symbol | None = None, label: Symbol | None = None, data_lengths: Symbol | None = None, label_lengths: Symbol | None = None, use_data_lengths: bool | int = False, use_label_lengths: bool | int = False, blank_label: Literal['first', 'last'] | str = 'first', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the CTC loss of ``(time, batch, classes)`` scores, softmax included, against labels."""

def DeformableConvolution(data: Symbol | None = None, offset: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'] = ..., stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), dilate: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), num_filter: Annotated[int, 'at least 1'] = ..., num_group: Annotated[int, 'at least 1'] = 1, num_deformable_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW'] | str | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Convolve with taps that ``offset`` moves: (y, x) for each tap, place and deformable group."""

def DeformablePSROIPooling(data: Symbol | None = None, rois: Symbol | None = None, trans: Symbol | None = None, spatial_scale: Annotated[float, '0 to 1'] = ..., output_dim: int = ..., group_size: int = ..., pooled_size: int = ..., part_size: int = 0, sample_per_part: int = 1, trans_std: Annotated[float, '0 to 1'] = 0.0, no_trans: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Average bilinear samples over bins that ``trans`` moves, by parts of the region's size."""

def ModulatedDeformableConvolution(data: Symbol | None = None, offset: Symbol | None = None, mask: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'] = ..., stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), dilate: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), num_filter: Annotated[int, 'at least 1'] = ..., num_group: Annotated[int, 'at least 1'] = 1, num_deformable_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, im2col_step: Annotated[int, 'at least 1'] = 64, layout: Literal['NCDHW', 'NCHW', 'NCW'] | str | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Convolve with taps that ``offset`` moves and ``mask`` scales, zeros lying around the image."""

def MultiBoxDetection(cls_prob: Symbol | None = None, loc_pred: Symbol | None = None, anchor: Symbol | None = None, clip: bool | int = True, threshold: float = 0.01, background_id: int = 0, nms_threshold: float = 0.5, force_suppress: bool | int = False, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), nms_topk: int = -1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Turn predictions into rows of (class, score, left, top, right, bottom), best first."""

def MultiBoxPrior(data: Symbol | None = None, sizes: float | Sequence[float] = (1.0,), ratios: float | Sequence[float] = (1.0,), clip: bool | int = False, steps: float | Sequence[float] = (-1.0, -1.0), offsets: float | Sequence[float] = (0.5, 0.5), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Lay anchors of several sizes and shapes over each pixel of a feature map."""

def MultiBoxTarget(anchor: Symbol | None = None, label: Symbol | None = None, cls_pred: Symbol | None = None, overlap_threshold: float = 0.5, ignore_label: float = -1.0, negative_mining_ratio: float = -1.0, negative_mining_thresh: float = 0.5, minimum_negative_samples: int = 0, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Match anchors with labelled objects; gives location targets, their mask, and class targets."""

def MultiProposal(cls_prob: Symbol | None = None, bbox_pred: Symbol | None = None, im_info: Symbol | None = None, rpn_pre_nms_top_n: int = 6000, rpn_post_nms_top_n: int = 300, threshold: float = 0.7, rpn_min_size: int = 16, scales: float | Sequence[float] = (4.0, 8.0, 16.0, 32.0), ratios: float | Sequence[float] = (0.5, 1.0, 2.0), feature_stride: int = 16, output_score: bool | int = False, iou_loss: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Propose regions of images: the best-scoring anchors, moved, without overlaps."""

def PSROIPooling(data: Symbol | None = None, rois: Symbol | None = None, spatial_scale: Annotated[float, '0 to 1'] = ..., output_dim: int = ..., pooled_size: int = ..., group_size: int = 0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Average the pixels of each bin of each region, (image, left, top, right, bottom)."""

def Proposal(cls_prob: Symbol | None = None, bbox_pred: Symbol | None = None, im_info: Symbol | None = None, rpn_pre_nms_top_n: int = 6000, rpn_post_nms_top_n: int = 300, threshold: float = 0.7, rpn_min_size: int = 16, scales: float | Sequence[float] = (4.0, 8.0, 16.0, 32.0), ratios: float | Sequence[float] = (0.5, 1.0, 2.0), feature_stride: int = 16, output_score: bool | int = False, iou_loss: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Propose regions of one image: the best-scoring anchors, moved, without overlaps."""

def ROIAlign(data: Symbol | None = None, rois: Symbol | None = None, pooled_size: Annotated[int | Sequence[int], '2 dimensions other than 0'] = ..., spatial_scale: Annotated[float, '0 to 1'] = ..., sample_ratio: int = -1, position_sensitive: bool | int = False, aligned: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Average bilinear samples over the bins of each region, (image, left, top, right, bottom)."""

def RROIAlign(data: Symbol | None = None, rois: Symbol | None = None, pooled_size: Annotated[int | Sequence[int], '2 dimensions other than 0'] = ..., spatial_scale: Annotated[float, '0 to 1'] = ..., sampling_ratio: int = -1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Average bilinear samples over the bins of rotated regions."""

def SparseEmbedding(data: Symbol | None = None, weight: Symbol | None = None, input_dim: Annotated[int, 'at least 1'] = ..., output_dim: Annotated[int, 'at least 1'] = ..., dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Look up one row of a weight for each index, with a gradient that holds only the rows that were read."""

def SyncBatchNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, ndev: int = 1, key: str = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Normalize each channel over the batch of all devices that share ``key``; one device here."""

def adamw_update(weight: Any, grad: Any, mean: Any, var: Any, rescale_grad: Any, lr: Any, eta: Any, beta1: Any = 0.9, beta2: Any = 0.999, epsilon: Any = 1e-08, wd: Any = 0, clip_gradient: Any = -1, out: Any = None, name: Any = None, **kwargs: Any) -> Symbol:
    """Step Adam with decoupled weight decay; ``rescale_grad`` may be a number or a symbol."""

def allclose(a: Symbol | None = None, b: Symbol | None = None, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Tell whether ``|a - b| <= atol + rtol * |b|`` everywhere: 1 or 0, in an array without axes."""

def arange_like(data: Symbol | None = None, start: float = 0.0, step: float = 1.0, repeat: int = 1, ctx: str = '', axis: int | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Count up in the shape of the input, or along one axis of it; each number ``repeat`` times."""

def backward_gradientmultiplier(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Multiply by ``scalar``: what `gradientmultiplier` does to gradients."""

def bipartite_matching(data: Symbol | None = None, is_ascend: bool | int = False, threshold: float = ..., topk: int = -1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Match rows to columns of score matrices, best first; gives each one's partner, or -1."""

def boolean_mask(data: Symbol | None = None, index: Symbol | None = None, axis: int = 0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Keep the slices of a dimension whose entry in a mask is not zero."""

def box_decode(data: Symbol | None = None, anchors: Symbol | None = None, std0: float = 1.0, std1: float = 1.0, std2: float = 1.0, std3: float = 1.0, clip: float = -1.0, format: Literal['center', 'corner'] | str = 'center', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Turn predictions relative to anchors into corners of boxes; ``clip`` bounds the log of sizes."""

def box_encode(samples: Symbol | None = None, matches: Symbol | None = None, anchors: Symbol | None = None, refs: Symbol | None = None, means: Symbol | None = None, stds: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Encode the box that each anchor is matched with, relative to the anchor; and a mask of those used."""

def box_iou(lhs: Symbol | None = None, rhs: Symbol | None = None, format: Literal['corner', 'center'] | str = 'corner', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the intersection over union of each box of one array with each of another."""

def box_nms(data: Symbol | None = None, overlap_thresh: float = 0.5, valid_thresh: float = 0.0, topk: int = -1, coord_start: int = 2, score_index: int = 1, id_index: int = -1, background_id: int = -1, force_suppress: bool | int = False, in_format: Literal['corner', 'center'] | str = 'corner', out_format: Literal['corner', 'center'] | str = 'corner', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sort boxes by score and drop those that overlap a better one; empty rows are filled with -1."""

def box_non_maximum_suppression(data: Symbol | None = None, overlap_thresh: float = 0.5, valid_thresh: float = 0.0, topk: int = -1, coord_start: int = 2, score_index: int = 1, id_index: int = -1, background_id: int = -1, force_suppress: bool | int = False, in_format: Literal['corner', 'center'] | str = 'corner', out_format: Literal['corner', 'center'] | str = 'corner', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sort boxes by score and drop those that overlap a better one; empty rows are filled with -1."""

def calibrate_entropy(hist: Symbol | None = None, hist_edges: Symbol | None = None, num_quantized_bins: int = 255, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Find the threshold at which a histogram loses least by being quantized."""

def count_sketch(data: Symbol | None = None, h: Symbol | None = None, s: Symbol | None = None, out_dim: int = ..., processing_batch_size: int = 32, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Project the last axis to ``out_dim`` buckets: element i is added, times ``s[i]``, to ``h[i]``."""

def ctc_loss(data: Symbol | None = None, label: Symbol | None = None, data_lengths: Symbol | None = None, label_lengths: Symbol | None = None, use_data_lengths: bool | int = False, use_label_lengths: bool | int = False, blank_label: Literal['first', 'last'] | str = 'first', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the CTC loss of ``(time, batch, classes)`` scores, softmax included, against labels."""

def dequantize(data: Symbol | None = None, min_range: Symbol | None = None, max_range: Symbol | None = None, out_type: Literal['float32'] | str = 'float32', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Turn 8 bits back into floats: ``data * max(abs(min_range), abs(max_range)) / 127.5``, or 255.5 for uint8."""

def dgl_adjacency(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Give a graph's adjacency matrix: 1 in float32 for every edge."""

def dgl_csr_neighbor_non_uniform_sample(*data: Symbol | Sequence[Symbol], num_args: Annotated[int, 'at least 3'] | None = None, num_hops: int = 1, num_neighbor: int = 2, max_num_vertices: int = 100, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sample neighborhoods of seeds in a graph, vertices as likely as the second input says."""

def dgl_csr_neighbor_uniform_sample(*data: Symbol | Sequence[Symbol], num_args: Annotated[int, 'at least 2'] | None = None, num_hops: int = 1, num_neighbor: int = 2, max_num_vertices: int = 100, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sample neighborhoods of seeds in a graph, every neighbor as likely as the others."""

def dgl_graph_compact(*data: Symbol | Sequence[Symbol], num_args: Annotated[int, 'at least 2'] | None = None, return_mapping: bool | int = ..., graph_sizes: int | Sequence[int] = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Drop the rows and columns of sampled graphs that no vertex was found for; edges are numbered anew."""

def dgl_subgraph(*data: Symbol | Sequence[Symbol], num_args: Annotated[int, 'at least 2'] | None = None, return_mapping: bool | int = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Cut the graphs on some vertices out of a graph; edges are numbered anew."""

def div_sqrt_dim(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Divide by the square root of the length of the last axis."""

def edge_id(data: Symbol | None = None, u: Symbol | None = None, v: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Read edges of a graph off its adjacency matrix: ``out[i] = data[u[i], v[i]]``, and -1 where there is no edge."""

def fft(data: Symbol | None = None, compute_size: int = 128, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Transform real signals along the last axis; real and imaginary parts alternate in the result."""

def getnnz(data: Symbol | None = None, axis: int | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Count the elements that a matrix stores, or those that are not zero if it is dense."""

def gradientmultiplier(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Copy the input; in backward the gradient is multiplied by ``scalar``."""

def group_adagrad_update(weight: Symbol | None = None, grad: Symbol | None = None, history: Symbol | None = None, lr: float = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, epsilon: float = 1e-05, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Step by AdaGrad with one history for each row of the weight, as embeddings have it."""

def hawkesll(lda: Symbol | None = None, alpha: Symbol | None = None, beta: Symbol | None = None, state: Symbol | None = None, lags: Symbol | None = None, marks: Symbol | None = None, valid_length: Symbol | None = None, max_time: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the log-likelihood of marked points under self-exciting processes, and their new state."""

def ifft(data: Symbol | None = None, compute_size: int = 128, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Undo `fft`, without the division by the length; gives the real part."""

def index_array(data: Symbol | None = None, axes: int | Sequence[int] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Give each position's own coordinates: ``out[i, j, ...] = (i, j, ...)``."""

def index_copy(old_tensor: Symbol | None = None, index_vector: Symbol | None = None, new_tensor: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Give a copy of an array with some of its rows replaced: ``out[index_vector[i]] = new_tensor[i]``."""

def interleaved_matmul_encdec_qk(queries: Symbol | None = None, keys_values: Symbol | None = None, heads: int = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the scaled products of a decoder's queries and an encoder's keys, one map per head."""

def interleaved_matmul_encdec_valatt(keys_values: Symbol | None = None, attention: Symbol | None = None, heads: int = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Average an encoder's values by the weights in ``attention``."""

def interleaved_matmul_selfatt_qk(queries_keys_values: Symbol | None = None, heads: int = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the scaled products of queries and keys of self-attention, one map per head."""

def interleaved_matmul_selfatt_valatt(queries_keys_values: Symbol | None = None, attention: Symbol | None = None, heads: int = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Average the values of self-attention by the weights in ``attention``."""

def intgemm_fully_connected(data: Symbol | None = None, weight: Symbol | None = None, scaling: Symbol | None = None, bias: Symbol | None = None, num_hidden: Annotated[int, 'at least 1'] = ..., no_bias: bool | int = False, flatten: bool | int = True, out_type: Literal['float32', 'int32'] | str = 'float32', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Apply a linear map with a prepared weight: ``scaling * (data @ weight.T) + bias``, the product in int8."""

def intgemm_maxabsolute(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Give the greatest magnitude in an array: ``max(abs(data))``."""

def intgemm_prepare_data(data: Symbol | None = None, maxabs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Quantize floats to int8 for a product: ``round(data * 127 / maxabs)``, kept between -127 and 127."""

def intgemm_prepare_weight(weight: Symbol | None = None, maxabs: Symbol | None = None, already_quantized: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Prepare a weight for products: quantize it to int8, unless it is that already."""

def intgemm_take_weight(weight: Symbol | None = None, indices: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Select rows of a prepared weight, which are the outputs of the product that are wanted."""

def mp_adamw_update(weight: Any, grad: Any, mean: Any, var: Any, weight32: Any, rescale_grad: Any, lr: Any, eta: Any, beta1: Any = 0.9, beta2: Any = 0.999, epsilon: Any = 1e-08, wd: Any = 0, clip_gradient: Any = -1, out: Any = None, name: Any = None, **kwargs: Any) -> Symbol:
    """Like `adamw_update`, with a float32 copy of a float16 weight."""

def quadratic(data: Symbol | None = None, a: float = 0.0, b: float = 0.0, c: float = 0.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute ``a * data ** 2 + b * data + c`` of each element."""

def quantize(data: Symbol | None = None, min_range: Symbol | None = None, max_range: Symbol | None = None, out_type: Literal['int8', 'uint8'] | str = 'uint8', name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Quantize floats to 8 bits by a given range."""

def quantize_asym(data: Symbol | None = None, min_calib_range: float | None = None, max_calib_range: float | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Quantize floats to unsigned bytes that fill their whole range: ``round(data * scale + shift)``."""

def quantize_v2(data: Symbol | None = None, out_type: Literal['auto', 'int8', 'uint8'] | str = 'int8', min_calib_range: float | None = None, max_calib_range: float | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Quantize floats to 8 bits by a calibrated range, or by that of the data."""

def quantized_act(data: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] | str = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Set negative bytes to zero; see `Activation`."""

def quantized_batch_norm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Normalize bytes by moving statistics into a calibrated range; see `BatchNorm`."""

def quantized_concat(*data: Symbol | Sequence[Symbol], num_args: int | None = None, dim: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Join arrays of bytes along a dimension, each brought to the widest of their ranges; see `Concat`."""

def quantized_conv(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, min_weight: Symbol | None = None, max_weight: Symbol | None = None, min_bias: Symbol | None = None, max_bias: Symbol | None = None, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'] = ..., stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), dilate: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), num_filter: Annotated[int, 'at least 1'] = ..., num_group: Annotated[int, 'at least 1'] = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | str | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Convolve unsigned bytes with signed filters, with sums in 32 bits; see `Convolution`."""

def quantized_elemwise_add(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_min: Symbol | None = None, lhs_max: Symbol | None = None, rhs_min: Symbol | None = None, rhs_max: Symbol | None = None, min_calib_range: float | None = None, max_calib_range: float | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add bytes of two ranges, into 32 bits or into 8 bits of a calibrated range."""

def quantized_elemwise_mul(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_min: Symbol | None = None, lhs_max: Symbol | None = None, rhs_min: Symbol | None = None, rhs_max: Symbol | None = None, min_calib_range: float | None = None, max_calib_range: float | None = None, enable_float_output: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Multiply signed bytes: into 32 bits, into 8 bits of a calibrated range, or into floats."""

def quantized_embedding(data: Symbol | None = None, weight: Symbol | None = None, min_weight: Symbol | None = None, max_weight: Symbol | None = None, input_dim: Annotated[int, 'at least 1'] = ..., output_dim: Annotated[int, 'at least 1'] = ..., dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Look up rows of a table of bytes; see `Embedding`."""

def quantized_flatten(data: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Merge all dimensions of an array of bytes but the first; see `Flatten`."""

def quantized_fully_connected(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, min_weight: Symbol | None = None, max_weight: Symbol | None = None, min_bias: Symbol | None = None, max_bias: Symbol | None = None, num_hidden: Annotated[int, 'at least 1'] = ..., no_bias: bool | int = False, flatten: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Apply the linear map ``data @ weight.T + bias`` to bytes, with sums in 32 bits; see `FullyConnected`."""

def quantized_pooling(data: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, kernel: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] | str = 'max', global_pool: bool | int = False, cudnn_off: bool | int = False, pooling_convention: Literal['full', 'same', 'valid'] | str = 'valid', stride: Annotated[int | Sequence[int], 'dimensions other than 0'] = (), pad: int | Sequence[int] = (), p_value: int | None = None, count_include_pad: bool | int | None = None, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC', 'NWC'] | str | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Reduce each window of bytes to its maximum or mean; see `Pooling`."""

def quantized_rnn(data: Symbol | None = None, parameters: Symbol | None = None, state: Symbol | None = None, state_cell: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, state_size: Annotated[int, 'at least 1'] = ..., num_layers: Annotated[int, 'at least 1'] = ..., bidirectional: bool | int = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str = ..., p: Annotated[float, '0 to 1'] = 0.0, state_outputs: bool | int = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool | int = False, use_sequence_length: bool | int = False, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Run stacked LSTM layers over bytes that stand for floats; see `RNN`."""

def rand_zipfian(true_classes: Symbol, num_sampled: int, range_max: int) -> tuple:
    """Sample classes below ``range_max``, small ones likelier (log-uniform), with replacement."""

def requantize(data: Symbol | None = None, min_range: Symbol | None = None, max_range: Symbol | None = None, out_type: Literal['auto', 'int8', 'uint8'] | str = 'int8', min_calib_range: float | None = None, max_calib_range: float | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Quantize sums of 32 bits to 8 bits, by a calibrated range or by that of the data."""

def round_ste(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Round half away from zero; the gradient passes as if nothing had happened."""

def sign_ste(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Give the sign; the gradient passes as if nothing had happened."""
