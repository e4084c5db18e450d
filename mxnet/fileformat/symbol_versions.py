"""The meaning of a symbol file depends on the version that saved it: one table lists what has changed since.

The JSON loader applies it to every file; docs/version-quirks.md has the same table for readers.
"""
import os
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ..core.attributes import HIDDEN_KEYS
from ..core.construction.compose import implicit_variable, initialise_inputs
from ..core.errors import MXNetError, UnknownName
from ..core.graph import Entry, Node
from ..core.op.registry import find
from ..core.params import BadValue, parse_bool, parse_shape

PRESENT = 10901
UNSTATED = 800   # files before 0.9 did not state it; 1.9.1 treats them as 0.8


@dataclass(frozen=True)
class Quirk:
    """One difference of older versions, and how a node is changed to reproduce it.

    ``before`` is the first version without it; None: applied only on request, because builds of one version differed or
    the file does not show it. ``rewrite`` returns whether it changed the node.
    """

    name: str
    before: int | None
    operators: str
    then: str
    rewrite: Callable[[Node], bool]
    silent: bool = False  # it only completes the file; results do not depend on it


# ---- versions -----------------------------------------------------------------------------------

def version_number(version: int | str) -> int:
    """Convert ``"0.9.5"`` or ``905`` to MXNet's number of that version."""
    if isinstance(version, int) and not isinstance(version, bool):
        return version
    parts = str(version).strip().lstrip("v").split(".")
    if 1 <= len(parts) <= 3 and all(part.isdigit() and len(part) < 4 for part in parts):
        if len(parts) == 1 and int(parts[0]) >= 100:
            return int(parts[0])
        major, minor, patch = [*map(int, parts), 0, 0][:3]
        return major * 10000 + minor * 100 + patch
    raise MXNetError(f"version {version!r} is none; expected like '0.9.5' or 905")


def version_text(number: int) -> str:
    return f"{number // 10000}.{number // 100 % 100}.{number % 100}"


# Params that those versions always saved: a file with fewer was written by another program.
_SAVED = {"BatchNorm": {"eps", "momentum"}, "Pooling": {"kernel", "pad", "pool_type", "stride"},
          "Convolution": {"kernel", "num_filter", "pad", "stride", "workspace"}}


def date(nodes: list[tuple[str, dict[str, str]]]) -> int:
    """Estimate the version of a file that states none from its params: versions up to 0.8 saved every param."""
    found = {name: [attrs for op, attrs in nodes if op == name and saved <= attrs.keys()]
             for name, saved in _SAVED.items()}
    if any("fix_gamma" not in attrs for attrs in found["BatchNorm"]):
        return 400      # gamma could not be fixed before December 2015
    tuned = any("cudnn_tune" in attrs for attrs in found["Convolution"])  # since June 2016
    for attrs in found["Pooling"]:
        if "global_pool" not in attrs:     # since May 2016
            return 700
        if "pooling_convention" not in attrs and found["Convolution"] and not tuned:
            return 700
    return UNSTATED


class Choice:
    """Which quirks a file gets: by its version, unless the user says otherwise."""

    def __init__(self, version: int, wanted: str | Iterable[str] | None = None, form: int | None = None) -> None:
        self.version = version
        # A file lacks what its own version left out, whichever version it is to behave like.
        self.form: int = version if form is None else min(version, form)
        self.forced: dict[str, bool] = {}
        self.applied: Counter[Any] = Counter()
        if wanted is None:
            wanted = os.environ.get("MXNET_SYMBOL_QUIRKS", "")
        for item in wanted.split(",") if isinstance(wanted, str) else wanted:
            name = item.strip().lstrip("+-")
            if not name:
                continue
            if name not in _NAMES and name != "all":
                raise UnknownName("quirk", name, [*_NAMES, "all"])
            self.forced[name] = not item.strip().startswith("-")

    def has(self, quirk: Quirk) -> bool:
        if quirk.name in self.forced:
            return self.forced[quirk.name]
        if self.forced.get("all") is False and not quirk.silent:
            return False
        return quirk.before is not None and (self.form if quirk.silent else self.version) < quirk.before

    def apply(self, quirks: Iterable[Quirk], node: Node) -> None:
        for quirk in quirks:
            if self.has(quirk) and quirk.rewrite(node) and not quirk.silent:
                self.applied[quirk.name] += 1

    def explanation(self) -> str | None:
        """Describe in one line what was chosen; None if results do not depend on it."""
        if not self.applied:
            return None
        listed = ", ".join(f"{name} ({count} {'node' if count == 1 else 'nodes'})"
                           for name, count in self.applied.items())
        return (f"symbol saved by MXNet {version_text(self.version)}: computing as that version did: {listed}; "
                "load it with version='1.9.1' to compute as 1.9.1 does")


def wanted_version(given: int | str | None, dated: int) -> int:
    """Return the version to behave like: from the user, the environment, or the file."""
    given = given if given is not None else os.environ.get("MXNET_SYMBOL_VERSION") or None
    return version_number(given) if given is not None else dated


# ---- spellings: before operator and params are known ---------------------------------------------

_REVERSED = {"_MinusScalar": "_rminus_scalar", "_DivScalar": "_rdiv_scalar", "_PowerScalar": "_rpower_scalar"}
_DRAWN = {"_sample_uniform": ("low", "high"), "_sample_normal": ("loc", "scale"),
          "_sample_gamma": ("alpha", "beta"), "_sample_exponential": ("lam", "lambda"),
          "_sample_poisson": ("lam", "lambda"), "_sample_negbinomial": ("k", "p"),
          "_sample_gennegbinomial": ("mu", "alpha")}
# Operators of forks and other libraries that MXNet later adopted, or that equal its own.
_ADOPTED = {"MultiBoxPrior": "_contrib_MultiBoxPrior", "MultiBoxTarget": "_contrib_MultiBoxTarget",
            "MultiBoxDetection": "_contrib_MultiBoxDetection", "Proposal": "_contrib_Proposal",
            "ChannelwiseConvolution": "Convolution", "DepthwiseConvolution": "Convolution"}
_LONG = {"negbinomial": "negative_binomial", "gennegbinomial": "generalized_negative_binomial"}


def respell(op: str, name: str, attrs: dict[str, str], inputs: list[Entry]) -> str:
    """Return an operator's current name; params that have been renamed since are renamed in place."""
    if op == "CuDNNBatchNorm":
        # its "inverse variance" is actually the variance
        for state in ("moving_mean", "moving_inv_var")[max(len(inputs) - 3, 0):] if len(inputs) >= 3 else ():
            inputs.append(Entry(Node(None, f"{name}_{state}", dict(attrs))))
        return "BatchNorm"
    if op == "SoftmaxActivation" and "type" in attrs and "mode" not in attrs:
        attrs["mode"] = attrs.pop("type")
    op = _ADOPTED.get(op, op)
    if op.endswith("Scalar"):
        left = attrs.pop("scalar_on_left", "False")
        if left.strip().lower() in ("true", "1"):
            return _REVERSED.get(op, op)
    if op in _DRAWN and not inputs and ("shape" in attrs or any(key in attrs for key in _DRAWN[op])):
        short = op.removeprefix("_sample_")
        op = f"_random_{_LONG.get(short, short)}"
    if op in ("_random_exponential", "_random_poisson", "random_exponential", "random_poisson") \
            and "lambda" in attrs:
        attrs["lam"] = attrs.pop("lambda")
    return op


def reveal_hidden_keys(node: Node) -> None:
    """Move ``lr_mult`` to ``__lr_mult__``, and ``weight_lr_mult`` to the variable it means."""
    moved = {key: hidden for key in node.attrs for hidden in HIDDEN_KEYS
             if key.rfind(hidden) == 0 or key.endswith(hidden)}
    if not moved:
        return
    taken = {key: node.attrs.pop(key) for key in moved}
    node.forget_params()
    for key, value in taken.items():
        hidden = moved[key]
        if key == hidden:
            node.attrs[f"__{hidden}__"] = value
            continue
        owner = key[:-len(hidden) - 1]
        names = node.input_names() if node.op is not None and key.endswith(hidden) else []
        position = names.index(owner) if owner in names else len(node.inputs)
        if position < len(node.inputs) and node.inputs[position].node.is_variable:
            node.inputs[position].node.attrs[f"__{hidden}__"] = value
        else:
            node.attrs[key] = value
    node.forget_params()


# ---- completions: what files did not have ----------------------------------------------------------

def _add_missing_inputs(node: Node) -> bool:
    if node.op is None or node.op.schema.variadic:
        return False
    missing = node.input_names()[len(node.inputs):]
    for name in missing:
        node.inputs.append(Entry(implicit_variable(node, name)))
    return bool(missing)


def _set_initialisers(node: Node) -> bool:
    if node.op is not None:
        initialise_inputs(node)
    return False


def _free_axis(node: Node) -> bool:
    if node.op_name not in ("argmax", "argmin") or node.attrs.get("axis") != "-1":
        return False
    _set(node, axis=None)
    return True


# ---- behaviour -------------------------------------------------------------------------------------

def _set(node: Node, **changed: str | None) -> None:
    """Change params of a node; None removes one."""
    for key, value in changed.items():
        if value is None:
            node.attrs.pop(key, None)
        else:
            node.attrs[key] = value
    node.forget_params()


def _made(op: str, name: str, inputs: list[Entry], **attrs: object) -> Entry:
    return Entry(Node(find(op), name, {key: str(value) for key, value in attrs.items()}, inputs))


def _learn_gamma(node: Node) -> bool:
    if node.op_name != "BatchNorm" or "fix_gamma" in node.attrs:
        return False
    _set(node, fix_gamma="False")
    return True


def _shape_of(node: Node, key: str) -> tuple[int, ...]:
    try:
        return parse_shape(node.attrs.get(key, "()"))
    except BadValue:
        return ()  # reported with the node when its params are parsed


def _is_global(node: Node) -> bool:
    try:
        return parse_bool(node.attrs.get("global_pool", "False"))
    except BadValue:
        return False


def _round_up(node: Node) -> bool:
    """Choose "full" windows if the last one may start inside the data: the kernel is larger than the stride."""
    if node.op_name != "Pooling" or "pooling_convention" in node.attrs or _is_global(node):
        return False
    kernel = _shape_of(node, "kernel")
    stride = _shape_of(node, "stride") or (1,) * len(kernel)
    if len(kernel) != len(stride) or all(s == 1 or k == 1 for k, s in zip(kernel, stride)):
        return False
    _set(node, pooling_convention="full")
    return True


_V1 = ("kernel", "pool_type", "global_pool", "pooling_convention", "stride", "pad")


def _use_v1(node: Node) -> bool:
    if len(_shape_of(node, "kernel")) != 2:
        return False
    node.op = find("Pooling_v1")
    _set(node, **{key: None for key in list(node.attrs) if key not in _V1 and not key.startswith("__")})
    return True


def _whole_kernel(node: Node) -> bool:
    return node.op_name == "Pooling" and node.attrs.get("pool_type") == "avg" and not _is_global(node) \
        and node.attrs.get("pooling_convention") == "full" and _use_v1(node)


def _zero_padding(node: Node) -> bool:
    return node.op_name == "Pooling" and node.attrs.get("pool_type", "max") == "max" and not _is_global(node) \
        and any(_shape_of(node, "pad")) and _use_v1(node)


def _skip_padding(node: Node) -> bool:
    if node.op_name != "Pooling" or node.attrs.get("pool_type") != "avg" or not any(_shape_of(node, "pad")) \
            or _is_global(node) or "count_include_pad" in node.attrs:
        return False
    _set(node, count_include_pad="False")
    return True


def _padded_global(node: Node) -> bool:
    """Shift data by the padding: the window had data's size and began in the padding."""
    pad = _shape_of(node, "pad")
    if node.op_name != "Pooling" or not _is_global(node) or len(pad) != 2 or not any(pad) or min(pad) < 0:
        return False
    kind = node.attrs.get("pool_type", "max")
    entry = node.inputs[0]
    width = (0, 0, 0, 0, pad[0], 0, pad[1], 0)
    fill = -3.4e38 if kind == "max" else 0
    entry = _made("Pad", f"{node.name}_pad", [entry], mode="constant", pad_width=width, constant_value=fill)
    for axis, amount in enumerate(pad, 2):
        if amount:
            entry = _made("slice_axis", f"{node.name}_cut{axis}", [entry], axis=axis, begin=0, end=-amount)
    node.inputs = [entry]
    _set(node, pad=None, stride=None)
    return True


def _first_ratio(node: Node) -> bool:
    if node.op_name != "_contrib_MultiBoxPrior":
        return False
    ratios = node.params.ratios
    if ratios[:1] in ((), (1.0,)):
        return False
    _set(node, ratios=str((1.0, *ratios[1:])))
    return True


def _square_anchors(node: Node) -> bool:
    """Divide widths by height / width of the feature map, which is derived from one anchor of size 1."""
    if node.op_name != "_contrib_MultiBoxPrior":
        return False
    name, data = node.name, node.inputs
    p = node.params
    anchors = Entry(Node(node.op, f"{name}_anchors", {**node.attrs, "clip": "False"}, data))
    unit = _made("_contrib_MultiBoxPrior", f"{name}_unit", data, sizes="(1.0,)", ratios="(1.0,)")

    def column(entry: Entry, number: int, label: str) -> Entry:
        return _made("slice_axis", f"{name}_{label}", [entry], axis=2, begin=number, end=number + 1)

    first = _made("slice_axis", f"{name}_first", [unit], axis=1, begin=0, end=1)
    aspect = _made("elemwise_sub", f"{name}_aspect",
                   [column(first, 2, "unit_right"), column(first, 0, "unit_left")])
    left, right = column(anchors, 0, "left"), column(anchors, 2, "right")
    middle = _made("_mul_scalar", f"{name}_middle",
                   [_made("elemwise_add", f"{name}_sum", [left, right])], scalar=0.5)
    half = _made("_mul_scalar", f"{name}_half",
                 [_made("elemwise_sub", f"{name}_width", [right, left])], scalar=0.5)
    half = _made("broadcast_div", f"{name}_narrow", [half, aspect])
    parts = [_made("elemwise_sub", f"{name}_x0", [middle, half]), column(anchors, 1, "top"),
             _made("elemwise_add", f"{name}_x1", [middle, half]), column(anchors, 3, "bottom")]
    if p.clip:
        joined = _made("Concat", f"{name}_joined", parts, dim=2, num_args=4)
        node.op, node.inputs, attrs = find("clip"), [joined], {"a_min": "0.0", "a_max": "1.0"}
    else:
        node.op, node.inputs, attrs = find("Concat"), parts, {"dim": "2", "num_args": "4"}
    hidden = {key: value for key, value in node.attrs.items() if key.startswith("__")}
    node.attrs.clear()
    _set(node, **hidden, **attrs)
    return True


COMPLETIONS = (
    Quirk("states-not-saved", 900, "BatchNorm and all others with states",
          "auxiliary states were not saved; their variables are created", _add_missing_inputs, silent=True),
    Quirk("initialisers-not-saved", 904, "BatchNorm, LeakyReLU, UpSampling",
          "the initializers of variables were not saved", _set_initialisers, silent=True),
    Quirk("argmax-of-all", 905, "argmax, argmin",
          "axis=-1 meant all elements, not the last axis", _free_axis, silent=True),
)

QUIRKS = (
    Quirk("gamma-is-learned", 500, "BatchNorm",
          "gamma could not be fixed: a file without fix_gamma means fix_gamma=False", _learn_gamma),
    Quirk("pooling-rounds-up", 800, "Pooling",
          "the number of windows was rounded up (the later pooling_convention='full')", _round_up),
    Quirk("pooling-divides-by-kernel", 905, "Pooling",
          "the mean of a window that extends past the padded edge ('full') was divided by the size of the whole "
          "kernel, not of the part inside", _whole_kernel),
    Quirk("global-pooling-pads", 10200, "Pooling",
          "global pooling kept pad: the window had the size of data and began in the padding, so it missed "
          "the last rows and columns", _padded_global),
    Quirk("anchors-first-ratio", 10500, "_contrib_MultiBoxPrior",
          "anchors of the listed sizes had ratio 1, whatever the first ratio was", _first_ratio),
    Quirk("anchors-ignore-aspect", 1200, "_contrib_MultiBoxPrior",
          "anchor widths were not corrected for feature maps that are not square", _square_anchors),
    Quirk("pooling-mean-skips-padding", None, "Pooling",
          "GPU builds with cuDNN before November 2016 excluded padding from means; CPU builds did not", _skip_padding),
    Quirk("pooling-max-pads-zero", None, "Pooling",
          "CPU builds before 0.9.5 treated padding as zeros in a maximum; cuDNN did not", _zero_padding),
)
_NAMES = {quirk.name for quirk in (*COMPLETIONS, *QUIRKS)}
