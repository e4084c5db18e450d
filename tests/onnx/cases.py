"""One symbol or more for every operator that can be exported: name -> (symbol of x, y, z; their shapes)."""
import numpy as np

import mxnet as mx

X, Y, Z = (mx.sym.var(name) for name in "xyz")
IMAGE = (2, 3, 8, 7)
CASES = {}


def case(name, net, *shapes, only_export=False, low=-1.0):
    """Add a case; ``only_export``: ONNX's operator has no way back."""
    if name in CASES:
        raise ValueError(f"{name} is there twice")
    CASES[name] = (net, dict(zip("xyz", shapes)), only_export, low)


def layer(name, op, *shapes, low=-1.0, only_export=False, **params):
    case(name, op(X, name="layer", **params), *(shapes or (IMAGE,)), low=low, only_export=only_export)


# ---- layers ---------------------------------------------------------------------------------------
layer("conv", mx.sym.Convolution, kernel=(3, 2), num_filter=4, stride=(2, 1), pad=(1, 0), dilate=(1, 2))
layer("conv 1d", mx.sym.Convolution, (2, 4, 9), kernel=(3,), num_filter=4, num_group=2, no_bias=True)
layer("conv 3d", mx.sym.Convolution, (1, 2, 4, 5, 6), kernel=(2, 2, 2), num_filter=3)
layer("conv v1", mx.sym.Convolution_v1, kernel=(3, 3), num_filter=2)
layer("deconv", mx.sym.Deconvolution, kernel=(3, 3), num_filter=4, stride=(2, 2), pad=(1, 1), adj=(1, 0))
layer("deconv target", mx.sym.Deconvolution, kernel=(4, 4), num_filter=3, stride=(2, 2), target_shape=(15, 14),
      no_bias=False, num_group=3)
layer("dense", mx.sym.FullyConnected, num_hidden=5)
layer("dense 2d", mx.sym.FullyConnected, (3, 4), num_hidden=5, no_bias=True)
layer("dense inner", mx.sym.FullyConnected, (2, 3, 4), num_hidden=5, flatten=False)
layer("dense inner plain", mx.sym.FullyConnected, (2, 3, 4), num_hidden=5, flatten=False, no_bias=True)
for _kind in ("max", "avg", "sum"):
    layer(f"pool {_kind}", mx.sym.Pooling, kernel=(3, 2), stride=(2, 2), pad=(1, 0), pool_type=_kind)
    layer(f"pool {_kind} full", mx.sym.Pooling, kernel=(3, 3), stride=(2, 2), pad=(1, 1), pool_type=_kind,
          pooling_convention="full")
    layer(f"pool {_kind} global", mx.sym.Pooling, global_pool=True, kernel=(1, 1), pool_type=_kind)
layer("pool avg data only", mx.sym.Pooling, kernel=(3, 3), pad=(1, 1), pool_type="avg", count_include_pad=False)
layer("pool lp", mx.sym.Pooling, kernel=(2, 2), pool_type="lp", p_value=2)
layer("pool lp global", mx.sym.Pooling, global_pool=True, kernel=(1, 1), pool_type="lp", p_value=2)
layer("pool 1d", mx.sym.Pooling, (2, 3, 9), kernel=(3,), stride=(2,), pool_type="max", pad=(1,))
layer("pool far", mx.sym.Pooling, kernel=(2, 2), stride=(3, 3), pool_type="max", pooling_convention="full", low=-9)
layer("pool v1 avg", mx.sym.Pooling_v1, kernel=(3, 3), stride=(2, 2), pad=(1, 1), pool_type="avg",
      pooling_convention="full")
layer("pool v1 max", mx.sym.Pooling_v1, kernel=(3, 3), stride=(2, 2), pad=(1, 1), pool_type="max", low=-9)
layer("norm batch", mx.sym.BatchNorm, fix_gamma=False, eps=1e-4)
layer("norm batch fixed", mx.sym.BatchNorm)
layer("norm batch last", mx.sym.BatchNorm, axis=-1, fix_gamma=False)
layer("norm batch v1", mx.sym.BatchNorm_v1, fix_gamma=False)
layer("norm batch sync", mx.sym.contrib.SyncBatchNorm, fix_gamma=False, key="k")
layer("norm batch relu", mx.sym.contrib.BatchNormWithReLU, fix_gamma=False)
layer("norm instance", mx.sym.InstanceNorm)
layer("norm layer", mx.sym.LayerNorm, axis=-1)
layer("norm layer middle", mx.sym.LayerNorm, axis=1)
layer("norm group", mx.sym.GroupNorm, (2, 4, 5, 3), num_groups=2)
for _kind in ("instance", "channel", "spatial"):
    layer(f"norm l2 {_kind}", mx.sym.L2Normalization, mode=_kind, eps=1e-3)
layer("norm local", mx.sym.LRN, nsize=3, knorm=1.5)
for _kind in ("relu", "sigmoid", "tanh", "softrelu", "softsign"):
    layer(f"act {_kind}", mx.sym.Activation, act_type=_kind)
for _kind in ("leaky", "elu", "selu", "gelu", "prelu"):
    layer(f"leaky {_kind}", mx.sym.LeakyReLU, act_type=_kind)
case("leaky rrelu", mx.sym.LeakyReLU(X, act_type="rrelu")[0], IMAGE)  # its second output is the random slopes
layer("prelu vector", mx.sym.LeakyReLU, (3, 4), act_type="prelu")
layer("softmax", mx.sym.softmax, axis=1)
layer("softmax warm", mx.sym.softmax, temperature=2.0)
layer("log softmax", mx.sym.log_softmax, axis=-2)
layer("softmin", mx.sym.softmin)
layer("softmax act", mx.sym.SoftmaxActivation)
layer("softmax act channel", mx.sym.SoftmaxActivation, mode="channel")
layer("dropout", mx.sym.Dropout, p=0.3)
case("embedding", mx.sym.Embedding(X * 3, input_dim=4, output_dim=5, name="layer"), (2, 3), low=0)
case("embedding sparse", mx.sym.contrib.SparseEmbedding(X * 3, input_dim=4, output_dim=5), (2, 3), low=0)
for _kind in ("lstm", "gru", "rnn_tanh", "rnn_relu"):
    layer(f"{_kind} one", mx.sym.RNN, (4, 2, 3), mode=_kind, state_size=5, num_layers=1)
    layer(f"{_kind} two", mx.sym.RNN, (4, 2, 3), mode=_kind, state_size=5, num_layers=2, bidirectional=True,
          state_outputs=True)
layer("up nearest", mx.sym.UpSampling, scale=2, sample_type="nearest", num_args=1)
case("up several", mx.sym.UpSampling(X, Y, scale=2, sample_type="nearest", num_args=2), (1, 2, 3, 4), (1, 1, 6, 8))
case("up sum", mx.sym.UpSampling(X, Y, scale=2, sample_type="nearest", num_args=2, multi_input_mode="sum"),
     (1, 2, 3, 4), (1, 2, 6, 8))
layer("up bilinear", mx.sym.UpSampling, scale=2, sample_type="bilinear", num_filter=3, num_args=2)
layer("crop", mx.sym.Crop, num_args=1, h_w=(4, 5), offset=(1, 2))
case("crop like", mx.sym.Crop(X, Y, num_args=2, center_crop=True), IMAGE, (1, 1, 5, 4))
layer("resize", mx.sym.contrib.BilinearResize2D, height=12, width=5)
layer("resize apart", mx.sym.contrib.BilinearResize2D, height=16, width=14, align_corners=False)
layer("adaptive pool", mx.sym.contrib.AdaptiveAvgPooling2D, output_size=(3, 4))
layer("adaptive pool one", mx.sym.contrib.AdaptiveAvgPooling2D)
ROIS = mx.sym.Concat(mx.sym.slice_axis(Y, axis=1, begin=0, end=1) * 0, mx.sym.slice_axis(Y, axis=1, begin=1, end=3),
                     mx.sym.slice_axis(Y, axis=1, begin=3, end=5) + 4, dim=1)
case("roi pool", mx.sym.ROIPooling(X, mx.sym.rint(ROIS * 2), pooled_size=(2, 2), spatial_scale=0.5), IMAGE, (3, 5),
     low=0)
case("roi align", mx.sym.contrib.ROIAlign(X, ROIS, pooled_size=(2, 3), spatial_scale=0.5, sample_ratio=2), IMAGE,
     (3, 5), low=0)

# ---- arithmetic -----------------------------------------------------------------------------------
A, B = (2, 3, 4), (2, 1, 4)
for _word in ("add", "sub", "mul", "div"):
    case(f"elemwise {_word}", getattr(mx.sym, f"elemwise_{_word}")(X, Y), A, A)
for _word in ("add", "sub", "mul", "div", "maximum", "minimum", "equal", "not_equal", "greater", "greater_equal",
              "lesser", "lesser_equal", "hypot", "mod"):
    case(f"broadcast {_word}", getattr(mx.sym, f"broadcast_{_word}")(X, Y), A, B)
case("broadcast power", mx.sym.broadcast_power(X, Y), A, B, low=0.1)
for _word in ("and", "or", "xor"):
    case(f"logical {_word}", getattr(mx.sym, f"broadcast_logical_{_word}")(X > 0, Y > 0), A, B)
    case(f"logical {_word} number", getattr(mx.sym._internal, f"_logical_{_word}_scalar")(X > 0, scalar=1), A)
    case(f"logical {_word} alike", getattr(mx.sym._internal, f"_logical_{_word}")(X > 0, Y > 0), A, A)
for _word in ("plus", "minus", "rminus", "mul", "div", "maximum", "minimum", "equal", "not_equal", "greater",
              "greater_equal", "lesser", "lesser_equal", "mod", "hypot"):
    case(f"number {_word}", getattr(mx.sym._internal, f"_{_word}_scalar")(X, scalar=0.7), A)
for _word in ("power", "rpower", "rdiv", "rmod"):
    case(f"number {_word}", getattr(mx.sym._internal, f"_{_word}_scalar")(X, scalar=1.7), A, low=0.2)
for _word in ("equal", "not_equal", "greater", "greater_equal", "lesser", "lesser_equal", "maximum", "minimum", "mod",
              "hypot", "grad_add"):
    case(f"alike {_word}", getattr(mx.sym._internal, f"_{_word}")(X, Y), A, A)
case("alike power", mx.sym._internal._power(X, Y), A, A, low=0.2)
case("sum of three", mx.sym.add_n(X, Y, Z), A, A, A)
for _word in ("abs", "negative", "exp", "ceil", "floor", "rint", "sign", "erf", "relu", "sigmoid", "tanh", "softsign",
              "sin", "cos", "tan", "arctan", "sinh", "cosh", "arcsinh", "square", "cbrt", "expm1", "degrees", "radians",
              "fix", "trunc", "round", "hard_sigmoid", "logical_not", "identity", "BlockGrad", "make_loss", "MakeLoss",
              "IdentityAttachKLSparseReg"):
    case(_word, getattr(mx.sym, _word)(X * 2), A)
for _word in ("log", "sqrt", "reciprocal", "rsqrt", "log2", "log10", "log1p"):
    case(_word, getattr(mx.sym, _word)(X), A, low=0.1)
for _word in ("arcsin", "arccos", "arctanh"):
    case(_word, getattr(mx.sym, _word)(X * 0.9), A)
case("arccosh", mx.sym.arccosh(X + 1.5), A, low=0)
case("clip", mx.sym.clip(X, -0.5, 0.25), A)
case("smooth l1", mx.sym.smooth_l1(X * 2, scalar=1.5), A)
case("cast", mx.sym.Cast(mx.sym.Cast(X * 5, dtype="int32"), dtype="float32"), A)
case("amp cast", mx.sym.amp_cast(X, dtype="float32"), A)
case("where", mx.sym.where(X > 0, Y, Z), A, A, A)
case("where rows", mx.sym.where(X > 0, Y, Z), (2,), A, A)
case("root of size", mx.sym.contrib.div_sqrt_dim(X), A)

# ---- reductions and products ------------------------------------------------------------------------
for _word in ("sum", "mean", "max", "min", "prod"):
    case(f"{_word} one", getattr(mx.sym, _word)(X, axis=1), A)
    case(f"{_word} all", getattr(mx.sym, _word)(X), A)
    case(f"{_word} others", getattr(mx.sym, _word)(X, axis=-1, exclude=True, keepdims=True), A)
case("length", mx.sym.norm(X, axis=1), A)
case("length one", mx.sym.norm(X, ord=1, axis=(0, 2), keepdims=True), A)
case("argmax", mx.sym.argmax(X, axis=1), A)
case("argmax all", mx.sym.argmax(X), A)
case("argmin kept", mx.sym.argmin(X, axis=-1, keepdims=True), A)
case("argmax channel", mx.sym.argmax_channel(X), A)
case("topk", mx.sym.topk(X, k=2, ret_typ="both", axis=1), A)
case("topk values", mx.sym.topk(X, k=2, ret_typ="value", is_ascend=True), A)
case("topk places", mx.sym.topk(X, k=1), A)
case("sort", mx.sym.sort(X, axis=1, is_ascend=False), A)
case("argsort", mx.sym.argsort(X, axis=-1), A)
case("dot", mx.sym.dot(X, Y, transpose_b=True), (3, 4), (5, 4))
case("dot turned", mx.sym.dot(X, Y, transpose_a=True), (4, 3), (4, 5))
case("dot vectors", mx.sym.dot(X, Y), (4,), (4,))
case("dot high", mx.sym.dot(X, Y), A, (4, 5))
case("batch dot", mx.sym.batch_dot(X, Y, transpose_a=True), (2, 4, 3), (2, 4, 5))
case("gemm2", mx.sym.linalg.gemm2(X, Y, transpose_b=True, alpha=0.5), (2, 3, 4), (2, 5, 4))
case("gemm", mx.sym.linalg.gemm(X, Y, Z, alpha=0.5, beta=2.0), (2, 3, 4), (2, 4, 5), (2, 3, 5))

# ---- shapes -----------------------------------------------------------------------------------------
case("reshape", mx.sym.Reshape(X, shape=(0, -1)), A)
case("reshape codes", mx.sym.Reshape(X, shape=(-3, -4, 2, -1)), A)
case("reshape reverse", mx.sym.Reshape(X, shape=(-1, 0), reverse=True), A)
case("reshape like", mx.sym.reshape_like(X, Y), A, (4, 6))
case("flatten", mx.sym.Flatten(X), A)
case("transpose", mx.sym.transpose(X, axes=(1, 2, 0)), A)
case("transpose all", mx.sym.transpose(X), A)
case("swap", mx.sym.SwapAxis(X, dim1=0, dim2=2), A)
case("expand", mx.sym.expand_dims(X, axis=-1), A)
case("squeeze", mx.sym.squeeze(X, axis=1), B)
case("squeeze all", mx.sym.squeeze(X), (1, 2, 1))
case("concat", mx.sym.Concat(X, Y, dim=1), A, B)
case("stack", mx.sym.stack(X, Y, axis=1), A, A)
case("split", mx.sym.SliceChannel(X, num_outputs=2, axis=2), A)
case("split squeezed", mx.sym.SliceChannel(X, num_outputs=3, axis=1, squeeze_axis=True), A)
case("split one", mx.sym.SliceChannel(X, num_outputs=1, axis=1), A)
case("split at", mx.sym.split_v2(X, (1,), axis=1), A)
case("split even", mx.sym.split_v2(X, 2, axis=0, squeeze_axis=True), A)
case("slice", mx.sym.slice(X, begin=(0, 1), end=(2, None), step=(1, 1)), A)
case("slice back", mx.sym.slice(X, begin=(None, 2, None), end=(None, None, None), step=(1, -1, -2)), A)
case("slice axis", mx.sym.slice_axis(X, axis=-1, begin=-3, end=None), A)
case("slice like", mx.sym.slice_like(X, Y, axes=(1,)), A, (5, 2))
case("reverse", mx.sym.reverse(X, axis=(0, 2)), A)
for _kind in ("constant", "edge", "reflect"):
    case(f"pad {_kind}", mx.sym.Pad(X, mode=_kind, pad_width=(0, 0, 0, 0, 1, 2, 0, 1), constant_value=3), IMAGE)
case("tile", mx.sym.tile(X, reps=(2, 1, 3)), A)
case("tile more", mx.sym.tile(X, reps=(2, 3)), (4,))
case("repeat", mx.sym.repeat(X, repeats=2, axis=1), A)
case("repeat flat", mx.sym.repeat(X, repeats=2), A)
case("broadcast to", mx.sym.broadcast_to(X, shape=(2, 3, 4)), B)
case("broadcast axis", mx.sym.broadcast_axis(X, axis=1, size=3), B)
case("broadcast like", mx.sym.broadcast_like(X, Y), B, A)
case("depth to space", mx.sym.depth_to_space(X, block_size=2), (1, 8, 2, 3))
case("space to depth", mx.sym.space_to_depth(X, block_size=2), (1, 2, 4, 6))
case("take", mx.sym.take(X, Y * 3, axis=1), A, (2, 2), low=0)
case("take wrap", mx.sym.take(X, mx.sym.rint(Y * 6), mode="wrap"), A, (3,))
case("pick", mx.sym.pick(X, Y * 2, axis=1), (2, 3), (2,), low=0)
case("pick kept", mx.sym.pick(X, Y * 2, axis=1, keepdims=True), (2, 3), (2,), low=0)
case("gather nd", mx.sym.gather_nd(X, Y * 1.5), (2, 3, 4), (2, 5), low=0)
case("one hot", mx.sym.one_hot(X * 4, depth=4, on_value=2, off_value=-1), (2, 3), low=0)
case("sequence back", mx.sym.SequenceReverse(X), A)
case("sequence lengths", mx.sym.SequenceReverse(X, mx.sym.ceil(Y * 3), use_sequence_length=True), (4, 2, 3), (2,),
     low=0.1)

# ---- constants ----------------------------------------------------------------------------------------
case("anchors", mx.sym.contrib.MultiBoxPrior(X, sizes=(0.3, 0.5), ratios=(1, 2)), IMAGE)
case("arange", mx.sym.broadcast_add(X, mx.sym.arange(4)), A)
case("arange like", X + mx.sym.contrib.arange_like(X), A)
case("zeros like", X + mx.sym.zeros_like(X) + mx.sym.ones_like(X), A)
case("shape", mx.sym.Cast(mx.sym.shape_array(X), dtype="float32"), A)
case("size", mx.sym.Cast(mx.sym.size_array(X), dtype="float32"), A)
case("filled", mx.sym.broadcast_add(X, mx.sym.ones((1, 4)) + mx.sym.zeros((1, 4)) + mx.sym.full((1, 4), 3)), A)
case("eye", mx.sym.dot(X, mx.sym.eye(4)), (3, 4))
case("linspace", mx.sym.broadcast_add(X, mx.sym.linspace(0, 1, 4)), A)

# ---- sequences and attention ------------------------------------------------------------------------
LENGTHS = mx.sym.ceil(Y * 3)
case("sequence mask", mx.sym.SequenceMask(X, LENGTHS, use_sequence_length=True, value=-5), (4, 2, 3), (2,), low=0.1)
case("sequence mask second", mx.sym.SequenceMask(X, LENGTHS, use_sequence_length=True, axis=1), (2, 4), (2,), low=0.1)
case("sequence mask none", mx.sym.SequenceMask(X), A)
case("sequence last", mx.sym.SequenceLast(X, LENGTHS, use_sequence_length=True), (4, 2, 3), (2,), low=0.1)
case("sequence last all", mx.sym.SequenceLast(X, axis=1), A)
case("softmax lengths", mx.sym.softmax(X, mx.sym.Cast(LENGTHS, dtype="int32"), use_length=True, axis=1,
                                       temperature=2.0), (2, 4, 3), (2, 3), low=0.1)
case("self attention", mx.sym.contrib.interleaved_matmul_selfatt_valatt(
    X, mx.sym.softmax(mx.sym.contrib.interleaved_matmul_selfatt_qk(X, heads=2)), heads=2), (5, 3, 24))
case("attention", mx.sym.contrib.interleaved_matmul_encdec_valatt(
    Y, mx.sym.softmax(mx.sym.contrib.interleaved_matmul_encdec_qk(X, Y, heads=2)), heads=2), (5, 3, 8), (4, 3, 16))
case("rnn of parts", mx.sym.RNN(X, mx.sym._internal._rnn_param_concat(
    mx.sym.Reshape(Y, shape=(-1,)), mx.sym.Reshape(Z, shape=(-1,)), dim=0), mx.sym.zeros((1, 2, 5)), state_size=5,
    num_layers=1, mode="rnn_tanh"), (4, 2, 3), (10, 4), (10,), only_export=True)  # ONNX's weights are computed

# ---- detection ----------------------------------------------------------------------------------------
SCORED = mx.sym.Concat(mx.sym.floor(mx.sym.slice_axis(X, axis=2, begin=0, end=1) * 2),
                       mx.sym.slice_axis(X, axis=2, begin=1, end=4), mx.sym.slice_axis(X, axis=2, begin=2, end=4) + 0.5,
                       dim=2)
for _name, _params in {"plain": {}, "classes": {"id_index": 0, "valid_thresh": 0.2}, "forced": {"id_index": 0,
                       "force_suppress": True, "background_id": 1}, "best": {"topk": 3},
                       "centers": {"in_format": "center", "out_format": "corner"}}.items():
    case(f"nms {_name}", mx.sym.contrib.box_nms(SCORED, overlap_thresh=0.3, coord_start=2, score_index=1, **_params),
         (2, 9, 4), low=0, only_export=True)
case("box decode", mx.sym.contrib.box_decode(X, Y, 0.1, 0.2, 0.3, 0.4), (2, 3, 4), (1, 3, 4))
case("box decode corners", mx.sym.contrib.box_decode(X, Y, clip=0.5, format="corner"), (2, 3, 4), (1, 3, 4))
PRIORS = mx.sym.contrib.MultiBoxPrior(mx.sym.zeros((1, 1, 2, 3)), sizes=(0.6, 0.4), ratios=(1, 2))
for _name, _params in {"plain": {}, "forced": {"force_suppress": True, "clip": False}, "best": {"nms_topk": 4},
                       "unsorted": {"nms_threshold": 0}}.items():
    case(f"detections {_name}", mx.sym.contrib.MultiBoxDetection(mx.sym.softmax(X * 4, axis=1), Y, PRIORS,
                                                                 **{"threshold": 0.3, **_params}),
         (2, 3, 18), (2, 72), only_export=True)
INFO = mx.sym.Concat(mx.sym.ones((1, 2)) * 64, mx.sym.ones((1, 1)), dim=1)
for _name, _make in (("proposal", mx.sym.contrib.Proposal), ("proposals", mx.sym.contrib.MultiProposal)):
    case(_name, _make(X, Y * 0.3, INFO, scales=(1, 2), ratios=(0.5, 1), rpn_pre_nms_top_n=30, rpn_post_nms_top_n=12,
                      rpn_min_size=2, threshold=0.5, output_score=True), (1, 8, 4, 4), (1, 16, 4, 4), low=0,
         only_export=True)
case("sampler", mx.sym.BilinearSampler(X, Y * 1.3), IMAGE, (2, 2, 5, 4))
case("grid warp", mx.sym.GridGenerator(X, transform_type="warp"), (2, 2, 5, 4))
case("transformer", mx.sym.SpatialTransformer(X, Y, target_shape=(5, 6), transform_type="affine",
                                              sampler_type="bilinear"), IMAGE, (2, 6))
case("grid affine", mx.sym.GridGenerator(X, transform_type="affine", target_shape=(3, 4)), (2, 6))

# ---- more ---------------------------------------------------------------------------------------------
for _word in ("_contrib_gradientmultiplier", "_contrib_quadratic", "_contrib_round_ste", "_contrib_sign_ste",
              "_copyto"):
    _op = getattr(mx.sym.contrib, _word.removeprefix("_contrib_"), None) or getattr(mx.sym._internal, _word)
    case(_word, _op(X * 2, **({"a": 1.5, "b": -2, "c": 0.5} if "quad" in _word else {})), A)
case("alike", mx.sym._internal._identity_with_attr_like_rhs(X, Y), A, A)
case("image normal", mx.sym.image.normalize(X, mean=(0.1, 0.2, 0.3), std=(0.5, 0.6, 0.7)), IMAGE)
case("image tensor", mx.sym.image.to_tensor(X * 255), (2, 4, 5, 3), low=0)
case("syrk", mx.sym.linalg.syrk(X, alpha=0.5, transpose=True), (2, 3, 4))
case("square sum", mx.sym._internal._square_sum(X, axis=1), A)
for _word in ("nansum", "nanprod"):
    case(_word, getattr(mx.sym, _word)(mx.sym.log(X) * X, axis=1), A)  # the logarithm of a negative number is none
case("moments", mx.sym.moments(X, axes=(0, 2)), A)
case("inverse cube root", mx.sym.rcbrt(X), A, low=0.1)
case("casts", mx.sym.amp_multicast(X, Y, num_outputs=2), A, A)
case("batch take", mx.sym.batch_take(X, mx.sym.Cast(Y * 4, dtype="int32")), (3, 4), (3,), low=0)
case("scatter", mx.sym.scatter_nd(X, mx.sym.arange(3).reshape((1, 3)), shape=(5, 4)), (3, 4))
case("scatter into", mx.sym._internal._scatter_set_nd(X, Y, mx.sym.arange(3).reshape((1, 3)), shape=(5, 4)),
     (5, 4), (3, 4))
case("assign", mx.sym._internal._slice_assign(X, Y, begin=(0, 1), end=(2, 3)), A, (2, 2, 4))
case("assign number", mx.sym._internal._slice_assign_scalar(X, scalar=7, begin=(0, None), end=(1, None),
                                                            step=(1, 2)), A)
case("diagonal", mx.sym.diag(X, k=1), (3, 4))
case("diagonal made", mx.sym.diag(X, k=-1), (3,))
case("diagonal of batch", mx.sym.diag(X, axis1=1, axis2=2), A)
case("ravel", mx.sym.ravel_multi_index(mx.sym.floor(X * 3), shape=(3, 4)), (2, 5), low=0)
case("unravel", mx.sym.unravel_index(mx.sym.floor(X * 24), shape=(2, 3, 4)), (5,), low=0)
case("index array", mx.sym.Cast(mx.sym.contrib.index_array(X, axes=(1,)), dtype="float32"), A)
case("dot of many", mx.sym.dot(X, Y), (2, 3, 4), (4, 5, 2))
case("dot of many turned", mx.sym.dot(X, Y, transpose_a=True, transpose_b=True), (4, 2, 3), (5, 2, 4))
case("rint of halves", mx.sym.rint(mx.sym.floor(X * 4) / 2), A)
case("whole remainder", mx.sym.Cast(mx.sym.broadcast_mod(mx.sym.Cast(X * 20, dtype="int32"), mx.sym.Cast(
    Y * 4, dtype="int32")), dtype="float32"), A, B)


def values(name):
    """Give inputs and parameters of a case, the same ones every time."""
    net, shapes, _, low = CASES[name]
    rng = np.random.RandomState(sum(map(ord, name)))
    args, _, aux = net.infer_shape(**shapes)
    arrays = {}
    for key, shape in [*zip(net.list_arguments(), args), *zip(net.list_auxiliary_states(), aux)]:
        bottom = 0.2 if key.endswith("var") else low if key in shapes else -1.0
        arrays[key] = rng.uniform(bottom, 1, shape).astype(np.float32)
    return arrays
