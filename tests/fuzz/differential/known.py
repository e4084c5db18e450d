"""Differences that stay. Each has words of its row in docs/coming-from-mxnet.md, unless it is how the run is made."""
import re
from dataclasses import dataclass


@dataclass
class Known:
    """A difference that stays: `when(found)` tells it from others; `row` are words of the page's list."""

    name: str
    row: str
    when: object


@dataclass
class Found:
    """A difference of a case: in a mode of ours, what differs, and how."""

    operator: str
    label: str
    mode: str
    kind: str
    said: str


def refused_there(pattern, labels=None):
    """Make a predicate: only the reference refuses, in these classes of values if any are named, and it says this."""
    compiled = re.compile(pattern)
    return lambda found: found.kind == "refused there" and (labels is None or found.label in labels) and \
        compiled.search(found.said) is not None


def operators(pattern, labels=None, kinds=None):
    """Make a predicate: these operators, in these classes of values, differ in such a way."""
    compiled = re.compile(pattern)
    return lambda found: compiled.fullmatch(found.operator) is not None and \
        (labels is None or found.label in labels) and (kinds is None or found.kind in kinds)


TYPES = ("float16", "float32", "float64", "int32", "int64", "int8", "uint8", "bool")
FINITE = ("value is finite", "gradient is finite", "input is finite")
WRITTEN = ("inputs written", "outputs written")
KNOWN = [
    Known("without oneDNN", "", refused_there(
        "is not implemented for CPU|MXNet built without MKLDNN|chpool: |natively supported|supported by MKL BLAS|"
        "(in|out)_data.size\\(\\) == num_(in|out)puts")),
    # it gives memory that is not set; make conformance and tests/fuzz/programs compare RNN with oneDNN
    Known("RNN without oneDNN", "", operators("RNN|npx.rnn", None, ("value", "gradient", *FINITE))),
    Known("weights without oneDNN", "", operators("_contrib_quantized_conv", None, ("input",))),
    Known("more types", "operators of types for which MXNet has no kernel", refused_there(
        "Unknown type enum|not support boolean|FP16 gemm on cpu|does not support float16|Unsupported data type|"
        "Type inconsistent|TBlob.get_with_shape: data type do not match|requires uniform type|Incompatible attr|"
        "dtype == |_type[)]?\\[?.* == |type_flag_ ==|Only FP32 is supported|mshadow: :k(Float|Int)|Unsupported type|"
        "supported by CuDNN|int8 is not supported|only supports 32-bit|Not implmented|Other DTypes|"
        "type float16 is unsupported|inferred type", TYPES)),
    Known("no elements", "arrays without elements", refused_there(
        "inferring shapes failed|dim_size_is_known|size mismatch|Size|Shape is unknown|delay_alloc|Zero batch size|"
        "grid_shape|failed in lapack", ("size 0",))),
    Known("nothing chosen", "arrays without elements", lambda found: found.operator == "_contrib_boolean_mask" and
          "Shape is unknown" in found.said),
    Known("matrices without elements", "the determinant of a matrix without elements", operators(
        "(_|np.)linalg_?.?(det|slogdet)", ("size 0",))),
    Known("steps in graphs", "operators that write to their inputs, such as optimizer steps", refused_there(
        "Not enough argument to call|InferType pass cannot decide|stored type mismatch|"
        "inputs\\[0\\].dptr_ == outputs\\[0\\].dptr_")),
    Known("steps of other types", "optimizer steps of types that their kernels do not expect", operators(
        ".*(mp_|adamw|lamb|lars).*", TYPES, ("value", "input"))),
    Known("overflow on the way", "numbers that overflow on the way", operators(".*", ("extreme",), FINITE)),
    Known("poles", "gradients of `gammaln` and `gamma` at their poles", operators(
        "(npx.)?gamma(ln)?", ("csr", "row_sparse", "zeros", "special"), ("gradient is finite",))),
    Known("infinite steps", "optimizer steps with infinite or NaN", operators(
        ".*(update|lamb|lars|phase).*", ("special",), ("value", *FINITE))),
    Known("densities", "densities whose parameters are out of range", operators(
        "_random_pdf_.*", ("special", "extreme", "zeros", "ties"), ("value", "gradient", *FINITE))),
    Known("whole numbers of NaN", "NaN and infinity as integers", operators(
        "(npx.)?(erfinv|gammaln?|rsqrt|rcbrt|log.*|reciprocal|arc.*|sqrt|cbrt)",
        ("int32", "int64", "int8", "uint8"), ("value",))),
    Known("norms of no numbers", "normalization with statistics or params that are not finite", operators(
        ".*(Batch|Layer|Instance|Group)Norm.*|npx.(batch|layer)_norm", ("special", "extreme"), FINITE)),
    Known("sampled between", "samples between elements", operators(
        "BilinearSampler|SpatialTransformer|_contrib_BilinearResize2D|_contrib_(Modulated)?DeformableConvolution|"
        "ROIPooling|_contrib_R?ROIAlign|_image_resize|_cvimresize|_contrib_(Multi)?Proposal", ("special", "extreme"),
        ("value", "gradient", *FINITE))),
    Known("order of NaN", "the order of NaN", operators(
        "(np.|npx.)?(arg)?(sort|topk)|_contrib_(Proposal|bipartite_matching)", ("special",))),
    Known("infinitely close", "`contrib.allclose(a, infinity)`", operators(
        "_contrib_allclose", ("special",), ("value", "refused there"))),
    Known("degenerate matrices", "eigenvectors and decompositions of matrices that are nearly singular", operators(
        "_linalg_(syevd|gelqf|slogdet|det|inverse|potri|potrf)|np.linalg.(svd|eigh?|slogdet|det|inv|pinv)",
        ("ties", "zeros", "special", "extreme", "outputs written"), ("value", "gradient", *FINITE))),
    Known("near eigenvalues", "eigenvectors and decompositions of matrices that are nearly singular", operators(
        "_linalg_(syevd|gelqf)|np.linalg.(eigh|svd)", None, ("gradient",))),
    Known("as at forward", "operators that keep what they read in forward", operators(
        "Sequence(Last|Mask|Reverse)|_contrib_(PSROIPooling|boolean_mask|index_copy|hawkesll)|gather_nd|scatter_nd|"
        "(np.|npx.)?(pick|take|where|gather_nd|sequence_mask)|batch_take|(npx.p|P)ooling(_v1)?|InstanceNorm|"
        "_contrib_interleaved_matmul_.*_qk|_random_pdf_.*|"
        "np.(average|polyval|ldexp|inner|tensordot|outer|vdot|dot|kron)|"
        "np.linalg.(solve|tensorsolve)|_linalg_gemm2?|_contrib_(Modulated)?Deformable.*",
        WRITTEN, ("gradient", *FINITE))),
    Known("params of a distribution", "the parameters of a distribution", operators(
        "(_sample|_random|np.random).*", None, ("refused here",))),
    Known("images of no size", "`Proposal` of an image whose size is not finite", operators(
        "_contrib_(Multi)?Proposal", ("special",), ("refused here",))),
    Known("norm of zeros", "gradient of `norm` at zero", operators(
        "norm|np.linalg.norm|L2Normalization", ("zeros", "outputs written"), FINITE)),
    Known("gradients at NaN", "gradients at NaN of `Activation", operators(
        "(npx.)?([aA]ctivation|relu)|LeakyReLU|npx.leaky_relu|(np.)?clip", ("special",),
        ("gradient is finite", "gradient"))),
    Known("variance of constants", "moving variance of constant data", operators(
        ".*BatchNorm.*|npx.batch_norm", ("zeros", "ties"), ("input",))),
    Known("labels that are no class", "`softmax_cross_entropy` with a label that is no class", operators(
        "softmax_cross_entropy", ("out of range",))),
    Known("integers where they are right", "integers and bools where MXNet has no kernel", refused_there(
        "only support floating point types", ("int32", "int64", "int8", "uint8", "bool"))),
    Known("NumPy's errors", "and raise NumPy's errors", operators(
        "np.unravel_index", None, ("bare error", "refused there"))),
    Known("prod of a zero", "gradient of `prod` at a zero", operators(
        "(np.)?(nan)?prod", ("zeros", "special", "extreme", "out of range"), ("gradient is finite",))),
    Known("no elements refused", "arrays without elements", operators(
        ".*", ("size 0",), ("refused here",))),
    Known("nothing to reduce", "arrays without elements", operators(
        ".*quantized.*|.*(Batch|Layer|Instance|Group)Norm.*|npx.(batch|layer)_norm", ("size 0",), ("value", *FINITE))),
    Known("no slices", "arrays without elements", lambda found: found.label == "size 0" and found.mode == "module" and
          "Too many slices" in found.said),
    Known("products with infinity", "products with infinite or NaN elements", operators(
        "(npx.c|C)onvolution(_v1)?|(npx.d|D)econvolution|Correlation|_linalg_(gemm2?|trmm|trsm|syrk)|(npx.)?batch_dot|"
        "(np.)?dot|UpSampling|(npx.f|F)ully_?[cC]onnected|_contrib_interleaved.*|np.(matmul|tensordot|inner|vdot|einsum|kron|cross)",
        ("special", "extreme"), ("value", "gradient", *FINITE))),
    Known("sampled at elements", "samples between elements", operators(
        "BilinearSampler|SpatialTransformer|_contrib_(Modulated)?DeformableConvolution|_contrib_R?ROIAlign",
        ("ties", "zeros"), ("gradient",))),
    Known("added there", "`grad_req=\"add\"` for", lambda found: found.mode == "simple" and found.kind == "gradient" and
          re.fullmatch("_contrib_hawkesll|clip|mean|cumsum|reverse|moments|LRN|Crop|.*split.*|_linalg_gemm2?|.*Output",
                       found.operator) is not None),
    Known("matrices with NaN", "matrices with NaN", operators(
        "_linalg_.*|np.linalg.*", ("special", "extreme"), ("refused here", "value", "gradient", *FINITE))),
    Known("percentiles of NaN", "`percentile`, `quantile` of NaN", operators(
        "np.(percentile|quantile|median)", ("special",), ("value", *FINITE))),
    Known("finite doubles", "`all_finite` of float64", operators("(multi_)?all_finite", ("float64",), ("value",))),
    Known("weights of one size", "`UpSampling` with a weight", operators(
        "UpSampling", ("size 1",), ("refused there",))),
    Known("boxes of NaN", "ranges and boxes of NaN", operators(
        "_contrib_(MultiBox.*|box_.*|(re|de)?quantize.*)", ("special", "extreme"), ("value", "refused here", *FINITE))),
    Known("bins in disorder", "bins that do not increase", operators(
        "_histogram|np.histogram", ("ties", "zeros", "special", "extreme", *TYPES), ("value",))),
    Known("copysign of integers", "`copysign` of a number and integers in a graph", operators(
        "np.copysign", ("int32", "int64", "int8", "uint8"), ("value's type or shape",))),
    Known("copysign at -0", "gradient of `copysign` at -0", operators("np.copysign", ("special",), ("gradient",))),
    Known("start of half floats", "`arange_like` of float16", operators("npx.arange_like", ("float16",), ("value",))),
    Known("one channel", "random hue and lighting of images with one channel", operators(
        "_image_(random_hue|(adjust|random)_lighting)", ("size 1",), ("value",))),
    Known("half floats", "float16 in normalization, interpolation and sums", operators(
        ".*(Batch|Layer|Instance|Group)Norm.*|npx.(batch|layer)_norm|BilinearSampler|SpatialTransformer|Correlation|"
        "(np.)?(tile|repeat|nansum|sum|mean|var|std|average)|moments|(npx.)?(log_)?softm(ax|in)",
        ("float16",), ("value", "gradient"))),
    Known("out of range", "indices, lengths and regions out of range", operators(
        "_contrib_(box_encode|PSROIPooling|hawkesll)|_scatter_set_nd|_onehot_encode|Sequence(Last|Mask|Reverse)|Embedding|"
        "scatter_nd|(npx.)?softmax",
        ("out of range", "ties", "extreme", "special", "size 1", "row_sparse", *TYPES))),
    Known("sums with infinity", "sums and means of an infinity and other numbers", operators(
        "moments|(np.)?(nan)?(sum|mean|std|var|average)|_square_sum|(np.linalg.)?norm", ("special",), FINITE)),
    Known("powers of zero", "of powers of zero, as `0 ** 0`", operators(
        "_?r?_?(broadcast_|np.)?power(_scalar)?", ("special", "extreme", "zeros", "out of range"),
        ("gradient is finite",))),
    Known("digits lost on the way", "or fall below 1e-38", operators(
        "(np.)?(nan)?prod", ("extreme",), ("gradient",))),
    Known("statistics of integers", "`var`, `std` of integers", operators(
        "np.(var|std)", ("int32", "int64", "int8", "uint8"), ("value",))),
    Known("norms of integers", "`linalg.norm` of integers", operators(
        "np.linalg.norm", ("int32", "int64", "int8", "uint8", "bool"), ("value", "value's type or shape"))),
    Known("NaN in windows", "NaN in max pooling", operators(
        "(npx.p|P)ooling(_v1)?", ("special",), ("value", "gradient", *FINITE))),
    Known("no gradient there", "refuses an operator without a gradient", refused_there(
        "is non-differentiable because")),
    Known("reset in a graph", "`reset_arrays` in a graph", operators("reset_arrays")),
    Known("no sparse kernel", "an operator without a sparse kernel", refused_there(
        "Operator not implemented|kWriteInplace", ("csr", "row_sparse"))),
    Known("a label of -0", "a class of -0", operators(
        "_contrib_MultiBoxTarget", ("special", "extreme"), ("refused there",))),
]


def explain(found):
    """Give the Known that covers a difference, or None."""
    return next((known for known in KNOWN if known.when(found)), None)
