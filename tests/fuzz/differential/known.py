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


def refused_there(pattern):
    """Make a predicate: only the reference refuses, and it says this."""
    compiled = re.compile(pattern)
    return lambda found: found.kind == "refused there" and compiled.search(found.said) is not None


def refused_for(labels, pattern):
    """Make a predicate: only the reference refuses, in these classes of values, and it says this."""
    refused = refused_there(pattern)
    return lambda found: found.label in labels and refused(found)


TYPES = ("float16", "float32", "float64", "int32", "int64", "int8", "uint8", "bool")
KNOWN = [
    Known("without oneDNN", "", refused_there("is not implemented for CPU|MXNet built without MKLDNN")),
    Known("more types", "operators of types for which MXNet has no kernel", refused_for(
        TYPES, "Unknown type enum|not support boolean|FP16 gemm on cpu|does not support float16|Unsupported data type|"
        "Type inconsistent|TBlob.get_with_shape: data type do not match|requires uniform type|Incompatible attr|"
        "dtype == |type_flag_ ==|Only FP32 is supported|mshadow: :k(Float|Int)|Unsupported type|Not enough argument")),
    Known("no elements", "arrays without elements", refused_for(
        ("size 0",), "inferring shapes failed|dim_size_is_known|size mismatch|Size|Shape is unknown|delay_alloc")),
]


def explain(found):
    """Give the Known that covers a difference, or None."""
    return next((known for known in KNOWN if known.when(found)), None)
