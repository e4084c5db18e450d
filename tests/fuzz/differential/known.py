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
        "is not implemented for CPU|MXNet built without MKLDNN|chpool: |supported by MKL BLAS|"
        "(in|out)_data.size\\(\\) == num_(in|out)puts")),
    Known("more types", "operators of types for which MXNet has no kernel", refused_there(
        "Unknown type enum|not support boolean|FP16 gemm on cpu|does not support float16|Unsupported data type|"
        "Type inconsistent|TBlob.get_with_shape: data type do not match|requires uniform type|Incompatible attr|"
        "dtype == |_type[)]?\\[?.* == |type_flag_ ==|Only FP32 is supported|mshadow: :k(Float|Int)|Unsupported type|"
        "supported by CuDNN|int8 is not supported|Not implmented|Other DTypes|"
        "type float16 is unsupported|inferred type", TYPES)),
    Known("no elements", "arrays without elements", refused_there(
        "inferring shapes failed|dim_size_is_known|size mismatch|Size|Shape is unknown|delay_alloc|Zero batch size",
        ("size 0",))),
    Known("matrices without elements", "the determinant of a matrix without elements", operators(
        "(_|np.)linalg_?.?(det|slogdet)", ("size 0",))),
    Known("steps in graphs", "operators that write to their inputs, such as optimizer steps", refused_there(
        "Not enough argument to call|InferType pass cannot decide|stored type mismatch|"
        "inputs\\[0\\].dptr_ == outputs\\[0\\].dptr_")),
    Known("steps of other types", "optimizer steps of types that their kernels do not expect", operators(
        ".*(mp_|adamw|lamb|lars).*", TYPES, ("value", "input"))),
    Known("overflow on the way", "numbers that overflow on the way", operators(
        ".*", ("extreme",), FINITE)),
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
        "(np.|npx.)?(arg)?(sort|topk)|_contrib_Proposal", ("special",))),
    Known("infinitely close", "`contrib.allclose(a, infinity)`", operators(
        "_contrib_allclose", ("special",), ("value", "refused there"))),
    Known("degenerate matrices", "eigenvectors and decompositions of matrices that are nearly singular", operators(
        "_linalg_(syevd|gelqf|slogdet|det|inverse|potri|potrf)|np.linalg.(svd|eigh?|slogdet|det|inv|pinv)",
        ("ties", "zeros", "special", "extreme", "outputs written"), ("value", "gradient", *FINITE))),
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
        "(npx.)?([aA]ctivation|relu)|LeakyReLU|npx.leaky_relu|(np.)?clip", ("special",), ("gradient is finite",))),
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
    Known("one channel", "random hue and lighting of images with one channel", operators(
        "_image_(random_hue|(adjust|random)_lighting)", ("size 1",), ("value",))),
    Known("half floats", "float16 in normalization and interpolation", operators(
        ".*(Batch|Layer|Instance|Group)Norm.*|npx.(batch|layer)_norm|BilinearSampler|SpatialTransformer|Correlation",
        ("float16",), ("value", "gradient"))),
    Known("out of range", "indices out of range", operators(
        "_contrib_box_encode|_scatter_set_nd|_onehot_encode", ("out of range", "ties", "extreme", "special", *TYPES))),
    Known("sums with infinity", "sums and means of an infinity and other numbers", operators(
        "moments|(np.)?(nan)?(sum|mean|std|var|average)|_square_sum|(np.linalg.)?norm", ("special",), FINITE)),
    Known("powers of zero", "of powers of zero, as `0 ** 0`", operators(
        "_?r?_?(broadcast_|np.)?power(_scalar)?", ("special", "extreme", "zeros", "out of range"),
        ("gradient is finite",))),
    Known("reset in a graph", "`reset_arrays` in a graph", operators("reset_arrays")),
    Known("no sparse kernel", "an operator without a sparse kernel", refused_there(
        "Operator not implemented|kWriteInplace", ("csr", "row_sparse"))),
    Known("a label of -0", "a class of -0", operators(
        "_contrib_MultiBoxTarget", ("special", "extreme"), ("refused there",))),
]


def explain(found):
    """Give the Known that covers a difference, or None."""
    return next((known for known in KNOWN if known.when(found)), None)
