"""How automatic mixed precision treats each operator when the narrow type is bfloat16.

The lists are MXNet 1.9.1's, in its order; long ones are given as differences from those of float16. `amp.init` and
`amp.convert_symbol` read them, programs edit copies.
"""
from . import symbol_fp16 as _half

# Computed in bfloat16: the operators that take most of the time.
BF16_FUNCS = ["Convolution", "FullyConnected"]

# Computed in the type of the inputs.
BF16_FP32_FUNCS = """
    abs _add BatchNorm BatchNormWithReLU clip Concat concat LRN Pooling relu shuffle _shuffle sqrt
    square tanh
""".split()

# Inputs that stay float32 if the data is bfloat16, by position; an empty name is cast.
BF16_USE_FP32_PARAMS = {
    "BatchNormWithReLU": ["", "gamma", "beta", "moving_mean", "moving_var"],
    "BatchNorm": ["", "gamma", "beta", "moving_mean", "moving_var"],
}

# Computed in float32: what float16 computes in the type of the inputs, or in float32.
FP32_FUNCS = ["Deconvolution", "RNN"]
FP32_FUNCS += [name for name in _half.FP16_FP32_FUNCS if name not in """
    BatchNorm Pooling _add _shuffle abs amp_cast amp_multicast clip relu shuffle sqrt tanh CuDNNBatchNorm _TensorRT
""".split()]
FP32_FUNCS.append("broadcast_mul")
FP32_FUNCS += [name for name in _half.FP32_FUNCS if name not in """
    _contrib_MultiBoxDetection _contrib_MultiBoxPrior _contrib_MultiBoxTarget square LRN
""".split()]

# (operator, param, values of it that are computed in float32)
CONDITIONAL_FP32_FUNCS = list(_half.CONDITIONAL_FP32_FUNCS)

# Computed in the widest type among the inputs, which must agree.
WIDEST_TYPE_CASTS = [name for name in _half.WIDEST_TYPE_CASTS if name not in """
    Concat concat broadcast_mul _contrib_interleaved_matmul_encdec_qk _contrib_interleaved_matmul_encdec_valatt
    _contrib_interleaved_matmul_selfatt_qk _contrib_interleaved_matmul_selfatt_valatt
""".split()]
_boxes = WIDEST_TYPE_CASTS.index("_contrib_MultiProposal")
WIDEST_TYPE_CASTS[_boxes:_boxes] = ["_contrib_MultiBoxDetection", "_contrib_MultiBoxPrior", "_contrib_MultiBoxTarget"]

# Losses make their own gradient, so the loss scale must be passed to them.
LOSS_OUTPUT_FUNCTIONS = list(_half.LOSS_OUTPUT_FUNCTIONS)
