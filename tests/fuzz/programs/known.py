"""Differences that stay, with their reasons. Each says as narrowly as it can which ones it means."""
import re
from dataclasses import dataclass


@dataclass
class Known:
    """A difference that stays: `when(lines, difference)` tells it from others."""

    name: str
    reason: str
    when: object


def text(lines, difference):
    """Give the statement where two runs part."""
    return lines[difference.line] if 0 <= difference.line < len(lines) else ""


def uses(pattern):
    """Make a predicate: any statement of the program matches, of whatever kind the difference is."""
    compiled = re.compile(pattern)
    return lambda lines, difference: any(compiled.search(line) for line in lines)


def gap(difference):
    """Give how far apart the worst elements are; infinite where it is not said."""
    found = re.search(r"worst (\S+), reference (\S+)", difference.said)
    return abs(float(found[1]) - float(found[2])) if found else float("inf")


def refused_there(pattern):
    """Make a predicate: only the reference raises, and it says this."""
    compiled = re.compile(pattern)
    return lambda lines, difference: difference.kind == "only reference raises" and \
        compiled.search(difference.said) is not None


KNOWN = [
    Known("the reference crashes", "a signal ends the real MXNet, or it does not come back; here the program goes "
          "on or raises", lambda lines, difference: difference.kind in ("reference crashed", "reference hung")),
    Known("no kernel there", "the real MXNet's CPU kernels of RNN, LRN, products and sort take no float16 or no "
          "integers; csr has no gradient",
          refused_there("|".join([
              "FP16 gemm on cpu not implemented", "TBlob.get_with_shape: data type do not match",
              r"type_flag_ == kFloat32 \|\| outputs\[0\].type_flag_ == kFloat64", "only support floating point types",
              "only supports 32-bit and 64-bit", "does not support float16", "temp.IsDefaultData",
              "only supported by CuDNN version"]))),
    Known("no second derivative there", "operators of the real MXNet whose backward has no gradient of its own",
          refused_there("non-differentiable because it didn't register FGradient")),
    Known("an input that is an output", "the real MXNet's backward of a traced block that gives an input back and "
          "shares memory between calls", refused_there("storage_type_num_unknown_nodes")),
    Known("float64", "the real MXNet's recurrent layers begin with states in float32 whatever they were cast to, and "
          "so do those of some optimizers; of stacked layers its gradients of the first's biases are wrong, often zero",
          lambda lines, difference: any("cast('float64')" in line for line in lines) and (
              refused_there("expected float(32|64), got float(32|64)|Unsupported data type 1")(lines, difference) or
              any(re.search(r"gluon.rnn.*num_layers=2", line) for line in lines))),
    Known("a constant given as a list", "the real MXNet does not find such a one among shared parameters",
          refused_there("'list' object has no attribute 'shape'")),
    Known("last bits of a training run", "three steps and more: sums of numbers around 1 that cancel to a hundredth",
          lambda lines, difference: difference.label in ("grads", "params", "loss") and gap(difference) < 3e-6 and
          sum("trainer." in line for line in lines) > 3),
    Known("both ways over NTC", "with valid_length the real MXNet's BidirectionalCell reverses the first axis whatever "
          "the layout: the shapes do not fit, or it turns the batch around",
          lambda lines, difference: any("BidirectionalCell(" in line for line in lines) and
          any("valid_length=" in line and "layout='TNC'" not in line for line in lines) and
          (difference.kind == "values" or refused_there("Incompatible input shape: expected")(lines, difference))),
    Known("a primitive fails there", "oneDNN gives up in the real MXNet, now and then",
          refused_there("could not (execute|create) a primitive")),
    Known("a rate of 0", "Ftrl and FTML divide by the rate: NaN in the reference, refused here",
          lambda lines, difference: difference.kind == "only ours raises" and
          "divides by the learning rate, which is 0" in difference.said),
    Known("average at the border", "with pooling_convention full oneDNN's backward divides what sticks out by the "
          "whole window there, unlike its forward and unlike float64", lambda lines, difference:
          difference.label == "grads" and
          any("pool_type='avg', pooling_convention='full'" in line and "count_include_pad" not in line
              for line in lines)),
    Known("LRN below Pooling", "its gradient behind oneDNN's pooling is not the numeric one there, by 1e-4; here it is",
          lambda lines, difference: difference.label == "grads" and any("LRN(" in line for line in lines) and
          any("Pooling(" in line for line in lines)),
    Known("LARS on a KVStore", "it corrects momentum by the last two rates that were asked for; updated parameter by "
          "parameter, as on a KVStore, only the first of a step is corrected there",
          lambda lines, difference: difference.kind == "values" and
          any("'lars'" in line and "lr_scheduler" in line for line in lines) and
          any("mx.cpu(1)" in line for line in lines)),
    Known("written, not added", "the gradients of linalg_gemm, gemm2, syrk, flip, clip, Crop, Cast and copies are "
          "written there where they are to be added, and mean divides what was there too", lambda lines, difference:
          difference.label == "grads" and any("'add'" in line for line in lines) and
          any(re.search(r"linalg_|[.](flip|reverse|mean|clip|Crop|Cast|astype|copy)\(", line) for line in lines)),
    Known("weights of the first run", "where no argument of a layer has a gradient it goes on with the weights of its "
          "first run there", lambda lines, difference: difference.label in ("outputs", "predicted", "watched") and
          any("'null'" in line or "without=[" in line for line in lines) and
          any(re.match(r"(re)?fill\(|ex.copy_params", line) for line in lines[:difference.line]) and
          any(re.search("FullyConnected|Convolution", line) for line in lines)),
    Known("foreach watched", "a monitor of all arrays fails on it there",
          refused_there(r"opnode.exec->in_array.size\(\) == input_names.size\(\)")),
    Known("sparse into dense", "a row_sparse array cannot be assigned to a dense one there",
          refused_there("does not support assignment with non-array-like object")),
    Known("no sparse kernel", "clip of a sparse array into a dense one is not implemented there",
          refused_there("infer_stype_success: Operator not implemented")),
    Known("loops below a loss", "the backward of while_loop and cond below MakeLoss fails to bind there",
          refused_there(r"fopnode.exec->in_array.size\(\) == opnode.exec->out_array.size\(\)")),
    Known("indices of topk", "backward without head gradients asks for one of the indices here",
          lambda lines, difference: difference.kind == "only ours raises" and
          "head_gradient is required" in difference.said and
          any("topk(" in line and "ret_typ='both'" in line for line in lines)),
    Known("free in foreach", "the gradient of a variable that its body takes from outside is that of one step there "
          "now and then; here it is the sum over all", lambda lines, difference: difference.label == "grads" and
          any(re.search(r"foreach\(lambda d, s: \(d \* s \+ [vn]", line) for line in lines)),
    Known("foreach adds", "what no gradient reaches through foreach is set to zero there where it is to be added",
          lambda lines, difference: difference.label == "grads" and any("foreach(" in line for line in lines)
          and any("'add'" in line for line in lines)),
    Known("RNN adds", "its gradients cannot be added there", refused_there("AddTo is not supported for")),
    Known("float32 only", "operators of the oldest kind, InstanceNorm and Crop among them, take no other type there",
          refused_there(r"operator.h:\d+: Check failed: in_type")),
    Known("prelu", "where its data goes elsewhere too the gradient of its slope is wrong there: it changes with what "
          "the other way brings", lambda lines, difference: difference.label == "grads" and
          any("'prelu'" in line for line in lines)),
    Known("reshape_like writes", "where its second input needs no gradient its forward fails there",
          lambda lines, difference: refused_there(r"req\[0\] == kWriteTo")(lines, difference) and
          any("reshape_like(" in line for line in lines)),
    Known("out of memory", "a process has 4 GiB; the reference asks for more than this after some programs",
          refused_there("bad_alloc")),
    Known("overwritten input", "backward of expm1 and softsign reads the input there, here the output: one that is "
          "overwritten between forward and backward counts there", lambda lines, difference:
          difference.label == "grads" and any(re.search(r"(expm1|softsign)\(", line) for line in lines) and
          any(re.match(r"a\d+\[:\] = 3$", line) for line in lines)),
    Known("a constant as head", "one that was recorded with anything passes there; here the other heads must have been "
          "computed with it", lambda lines, difference: difference.kind == "only ours raises" and
          "Cannot differentiate node" in difference.said and
          re.match(r"autograd.backward\(\[a\d+, a\d+\]\)", text(lines, difference)) is not None),
    Known("writing to a constant", "while recording, one that was computed with may not be written to there",
          refused_there("Assigning to NDArrays that are already in a computational graph")),
    Known("asscalar", "of shape (1, 1) and so on it gives an array there", lambda lines, difference:
          ".asscalar()" in text(lines, difference) and re.search(r"reference \w+\[1, 1", difference.said) is not None),
    Known("no gradient there", "khatri_rao and batch_take have one here only",
          refused_there("(khatri_rao|batch_take) is non-differentiable")),
    Known("not run", "what stands below zeros_like alone is not run forward there, and its backward reads unset memory",
          lambda lines, difference: difference.label == "grads" and "only one side is finite" in difference.said and
          any(re.search("(zeros|ones|reshape|broadcast|slice)_like", line) for line in lines) and
          any("Norm(" in line for line in lines)),
    Known("cond", "gradients of what a branch takes from outside are unset memory there now and then",
          lambda lines, difference: difference.label == "grads" and any("contrib.cond(" in line for line in lines)),
    Known("losses add", "SoftmaxOutput and SVMOutput write their gradient there where it is to be added",
          lambda lines, difference: difference.label == "grads" and any("'add'" in line for line in lines)
          and any(re.search(r"(SoftmaxOutput|SVMOutput)\(v\d", line) for line in lines)),
    Known("prod of a zero", "its gradient divides the product by the element there: NaN where that is 0",
          lambda lines, difference: difference.kind == "values" and "only one side is finite" in difference.said
          and any("prod(" in line for line in lines)),
    Known("log_softmax", "oneDNN gives it to six digits behind the point there, over an axis of length 1 too",
          lambda lines, difference: gap(difference) < 1e-5 and
          any(re.search(r"log_softmax\(|Softmax(CE|CrossEntropy)Loss|KLDivLoss", line) for line in lines)),
    Known("states of other contexts", "those that a KVStore kept are loaded without one: refused here, passed by there",
          lambda lines, difference: difference.kind == "only ours raises" and
          "states are kept here under the parameters' indices" in difference.said),
    Known("foreach over one variable twice", "its bind fails where a variable without gradient, or one that is both "
          "free and a state, meets foreach's backward",
          refused_there(r"_foreach\d+_backward.*storage_type_num_unknown_nodes")),
    Known("backward of Embedding", "where the rest of the gradient has no array of its own it finds no kernel there",
          refused_there("operator = _backward_Embedding")),
    Known("a closed relu", "before an infinite slope its gradient is 0 here, and 0 times infinity there",
          lambda lines, difference: difference.label == "grads" and "only one side is finite" in difference.said and
          any("relu" in line for line in lines) and any("sqrt(" in line or "log(" in line for line in lines)),
    Known("a convolution that adds", "without oneDNN its output cannot be added to there",
          refused_there(r"req\[conv: ?:kOut\] == kWriteTo")),
    Known("hard_sigmoid in a graph", "its gradient overwrites the output gradient there, which others read too",
          lambda lines, difference: difference.label == "grads" and any("hard_sigmoid(" in line for line in lines) and
          any("simple(" in line or "bound(" in line or "hybridize(" in line for line in lines)),
    Known("an output of foreach", "the steps keep what they gave: writing to the output changes no gradient here",
          lambda lines, difference: difference.label == "grads" and any("foreach(" in line for line in lines) and
          any(line.startswith(("out[", "outs[", "ex.outputs[")) for line in lines)),
    Known("foreach and planned memory", "where memory is planned a second backward of it finds no steps there, and its "
          "outputs are unset memory now and then", lambda lines, difference:
          refused_there("We didn't record the computation for iteration")(lines, difference) or
          difference.kind == "values" and any("foreach(" in line for line in lines) and
          any("static_alloc=True" in line for line in lines)),
    Known("an output in shared memory", "one that only reshapes another value shares its memory there: what is written "
          "to it reaches backward", lambda lines, difference: difference.label == "grads" and
          any(line.startswith(("out[", "outs[", "ex.outputs[")) for line in lines) and
          any(re.search(r"F\.(reshape(_like)?|Flatten|identity|expand_dims|squeeze|Cast|make_loss|BlockGrad)\(", line)
              for line in lines)),
]


def explain(lines, difference):
    """Give the Known that covers a difference, or None."""
    for known in KNOWN:
        if known.when(lines, difference):
            return known
    return None
