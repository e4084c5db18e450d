"""Words what torch's kernels raise about their inputs: in terms of arrays, axes and types, as our own checks do."""
import re

_NO_AXIS = "there are too few dimensions"
_NO_KERNEL = "there is no kernel for this type"
_NO_ELEMENTS = "there are no elements to choose from along an axis"
# From special to general; a sentence may take the groups of its pattern.
_SENTENCES = [(re.compile(pattern), sentence) for pattern, sentence in (
    (r"size of tensor a \((\d+)\) must match the size of tensor b \((\d+)\) at non-singleton dimension (\d+)",
     r"shapes do not broadcast: sizes \1 and \2 at axis \3"),
    (r"Attempting to broadcast|does not broadcast|number of sizes provided|broadcastable|expanded size of the tensor",
     "shapes do not broadcast"),
    (r"Sizes of tensors must match except in dimension (\d+)", r"shapes must be equal except along axis \1"),
    (r"inconsistent tensor size|shapes cannot be multiplied|[Ss]ize mismatch|Expected size for first two dimensions|"
     r"contracted dimensions need to match", "the sizes that are summed over differ"),
    (r"number of subscripts in the equation \((\d+)\) does not match the number of dimensions \((\d+)\)",
     r"\1 subscripts name the axes of an array of \2 dimensions"),
    (r"^einsum\(\)", "the subscripts do not fit the arrays"),
    (r"shape '(\[[^']*\])' is invalid for input of size (\d+)", r"\2 elements do not fit into the shape \1"),
    (r"non-zero size|have an identity|has no identity|empty tensor", _NO_ELEMENTS),
    (r"must have at least 2 dimensions|with 2 or more dimensions|at least 2 dimensions",
     "matrices have at least two dimensions"),
    (r"must be batches of square matrices", "matrices must be square"),
    (r"Dimension out of range|Dimension specified as|tuple index out of range|missing \d+ required positional|"
     r"modulo by zero|invalid source or destination dims|Invalid source or destination dims|dim .* specified as",
     _NO_AXIS),
    (r"index (-?\d+) is out of bounds for dimension (\d+) with size (\d+)",
     r"index \1 is out of bounds for axis \2 with size \3"),
    (r"index out of range in self", "an index is out of bounds"),
    (r"not implemented for '|not supported by torch.iinfo|Expected a floating point|dtypes? not supported|"
     r"expected scalar type|not supported on|must be floating|of float, double|[Nn]ot implemented for", _NO_KERNEL),
    (r"Incompatible shapes of A and B", "the sizes of the two sides differ"),
    (r"share same datatype|to have the same dtype|same dtype", "the inputs must be of one type"),
    (r"negative dimension|must be non-negative|bounds? inconsistent", "sizes must not be negative"),
    (r"^permute|desired ordering of dim", "the axes do not fit the number of dimensions"),
    (r"boundaries tensor", "the edges must be a vector"),
    (r"appears multiple times in the list of dims", "an axis is named twice"),
    (r"is singular", "a matrix is singular"),
    (r"not positive-definite", "a matrix is not positive definite"),
    (r"1-d non-negative integral", "the numbers must be a vector of integers that are not negative"),
)]


def worded(error: Exception) -> str:
    """Return what an error of a kernel says about its inputs; of errors that say something else, the first line."""
    text = str(error).strip()
    for pattern, sentence in _SENTENCES:
        found = pattern.search(text)
        if found:
            return found.expand(sentence)
    return text.splitlines()[0] if text else type(error).__name__
