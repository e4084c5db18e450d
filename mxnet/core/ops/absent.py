"""Names in MXNet's registry that are not operators here, and the reasons, which are reported on use."""
from collections.abc import Callable

from ..absence import refuses
from ..op.registry import ABSENT, find

_ENGINE = "was a hook of MXNet's engine, for its own use"
_GRADIENT = "was the gradient of {}, for MXNet's own use; gradients come from backward()"

ABSENT.update({
    "_CrossDeviceCopy": "was put into graphs by MXNet itself; executors here copy between devices by themselves",
    "_CustomFunction": "was a hook of MXNet's engine; derive from mx.autograd.Function",
    "_NDArray": "called Python of MXNet 0.x by address; use mx.operator.CustomOp",
    "_Native": "called Python of MXNet 0.x by address; use mx.operator.CustomOp",
    "_NoGradient": _ENGINE,
    "_broadcast_backward": _GRADIENT.format("broadcasting"),
    "_contrib_backward_hawkesll": _GRADIENT.format("_contrib_hawkesll"),
    "_contrib_backward_index_copy": _GRADIENT.format("_contrib_index_copy"),
    "_contrib_backward_quadratic": _GRADIENT.format("_contrib_quadratic"),
    "_split_v2_backward": _GRADIENT.format("_split_v2"),
    "_TensorRT": "ran parts of a graph by TensorRT",
})


def refusal(name: str) -> Callable:
    """Make the function that replaces an absent operator: calling it raises the reason."""
    def function(*args, **kwargs):
        return find(name)
    function.__name__, function.__doc__ = name, f"Raise: {name} {ABSENT[name]}."
    return refuses(ABSENT[name])(function)
