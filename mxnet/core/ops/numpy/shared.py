"""NumPy names of operators that mx.nd has too: one declaration with one more name."""
from ...op import find
from ...op.registry import alias
from .. import (  # noqa: F401  families that declare what is named below
    arithmetic,
    casts,
    contrib,
    coordinates,
    custom,
    elemwise,
    embedding,
    image,
    image_file,
    indexing,
    init,
    joining,
    layout,
    linalg,
    nn,
    ordering,
    products,
    random,
    reduce,
    sequence,
    slicing,
    softmax,
)

_IMAGE = ("adjust_lighting crop flip_left_right flip_top_bottom normalize random_brightness random_color_jitter "
          "random_contrast random_flip_left_right random_flip_top_bottom random_hue random_lighting random_saturation "
          "resize to_tensor").split()
SHARED = {
    "_npx_arange_like": "_contrib_arange_like", "_npi_boolean_mask": "_contrib_boolean_mask",
    "_npx_multibox_detection": "_contrib_MultiBoxDetection", "_npx_multibox_prior": "_contrib_MultiBoxPrior",
    "_npx_multibox_target": "_contrib_MultiBoxTarget", "_npi_copyto": "_copyto", "_npi_cvimdecode": "_cvimdecode",
    "_npi_cvimread": "_cvimread", "_npi_cvimresize": "_cvimresize", "_npi_full": "_full",
    "_npi_histogram": "_histogram", "_npi_hypot_scalar": "_hypot_scalar", "_npi_det": "_linalg_det",
    "_npi_inv": "_linalg_inverse", "_npi_slogdet": "_linalg_slogdet", "_npi_linspace": "_linspace",
    "_npi_maximum_scalar": "_maximum_scalar", "_npi_minimum_scalar": "_minimum_scalar",
    "_npi_random_randint": "_random_randint", "_npi_rnn_param_concat": "_rnn_param_concat",
    "_npi_scatter_set_nd": "_scatter_set_nd", "_npi_shuffle": "_shuffle", "_npi_slice_assign": "_slice_assign",
    "_npi_slice_assign_scalar": "_slice_assign_scalar", "_npi_split": "_split_v2", "_npx_activation": "Activation",
    "_npi_argsort": "argsort", "_npx_batch_dot": "batch_dot", "_npx_batch_norm": "BatchNorm",
    "_npi_maximum": "broadcast_maximum", "_npi_minimum": "broadcast_minimum", "_npi_cast": "Cast",
    "_npx_cast": "Cast", "_npi_clip": "clip", "_npx_convolution": "Convolution", "_npi_Custom": "Custom",
    "_npx_deconvolution": "Deconvolution", "_npx_dropout": "Dropout", "_npx_embedding": "Embedding",
    "_npx_erf": "erf", "_npx_erfinv": "erfinv", "_npi_expand_dims": "expand_dims", "_npx_batch_flatten": "Flatten",
    "_npx_fully_connected": "FullyConnected", "_npx_gamma": "gamma", "_npx_gammaln": "gammaln",
    "_npi_gather_nd": "gather_nd", "_npx_gather_nd": "gather_nd", "_npx_layer_norm": "LayerNorm",
    "_npx_leaky_relu": "LeakyReLU", "_npx_log_softmax": "log_softmax", "_npx_one_hot": "one_hot",
    "_npx_pick": "pick", "_npx_pooling": "Pooling", "_np_repeat": "repeat", "_npx_reshape_like": "reshape_like",
    "_npx_rnn": "RNN", "_npx_roi_pooling": "ROIPooling", "_npx_sequence_mask": "SequenceMask",
    "_npx_shape_array": "shape_array", "_npi_slice": "slice", "_npx_slice": "slice", "_npx_smooth_l1": "smooth_l1",
    "_npx_softmax": "softmax", "_npi_sort": "sort", "_npi_swapaxes": "SwapAxis", "_npi_take": "take",
    "_npi_tile": "tile", "_npx_topk": "topk",
    **{f"_npx__image_{name}": f"_image_{name}" for name in _IMAGE},
}
for _spelled, _name in SHARED.items():
    alias(find(_name), _spelled)
