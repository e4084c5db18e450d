"""Arrays of bytes concatenated, added, multiplied, looked up and flattened; see `quantization` for ranges."""
from collections.abc import Sequence
from math import prod

import torch

from ..errors import MXNetError
from ..op import Array, DType, Positive, op, shapes
from .quantization import (
    RANGE,
    WIDE_RANGE,
    WORDS,
    calibrated,
    check_types,
    kinds,
    largest,
    ratio,
    rounded,
    scalar,
    single,
)
from .quantization_layers import BYTES, FLOAT_OUT, OUT, product_range

# ---- joining --------------------------------------------------------------------------------------

def _concat_names(p) -> list[str]:
    names = [f"arg{i}" for i in range(p.num_args)]
    return names + [f"{name}_{end}" for name in names for end in ("min", "max")]


def _concat_type(types, p) -> None:
    given = types.ins[:p.num_args]
    for index, kind in enumerate(given):
        types.set_in(index, kind if kind is torch.int8 else torch.uint8)
    types.output = torch.int8 if torch.int8 in given else torch.uint8
    for index in range(p.num_args, 3 * p.num_args):
        types.set_in(index, torch.float32)
    types.min_output = types.max_output = torch.float32


@op("_contrib_quantized_concat", outputs=3, output_names=OUT, num_args="num_inputs",
    words=WORDS, input_names=_concat_names, types=_concat_type, differentiable=False)
def quantized_concat(*data: Array, num_args: int, dim: int = 1):
    """Concatenate arrays of bytes along an axis, each rescaled to the widest of their ranges; see `Concat`.

    One signed array makes the result signed.

    Parameters
    ----------
    data
        The arrays of type int8 or uint8, then the smallest and the largest number of each, in the order of the
        arrays.
    num_args
        Number of arrays, without their ranges.
    dim
        Axis along which they are concatenated.

    Returns
    -------
    Three arrays: the joined bytes and the widest range.

    Examples
    --------
    >>> x, y = mx.nd.array([[10]], dtype="int8"), mx.nd.array([[10]], dtype="int8")
    >>> low, high = mx.nd.array([-1]), mx.nd.array([1])
    >>> out, least, most = mx.nd.contrib.quantized_concat(x, y, low, high, low * 2, high * 2, num_args=2)
    >>> out.asnumpy().tolist(), most.asnumpy().tolist()
    ([[5, 10]], [2.0])
    """
    if len(data) != 3 * num_args or not num_args:
        raise MXNetError(f"{num_args} arrays and their ranges are {3 * num_args} inputs, got {len(data)}")
    arrays, lows, highs = data[:num_args], data[num_args::2], data[num_args + 1::2]
    check_types(*((f"arg{i}", array, BYTES) for i, array in enumerate(arrays)))
    kind = torch.int8 if any(a.dtype is torch.int8 for a in arrays) else torch.uint8
    low, high = joined_range(lows, highs)
    return torch.cat(rescaled(arrays, lows, highs, kind, (low, high)), dim), low, high


def joined_range(lows: Sequence[Array], highs: Sequence[Array]) -> tuple[Array, Array]:
    """Return the widest of some ranges; it includes zero."""
    return torch.stack(lows).amin(0).clamp(max=0), torch.stack(highs).amax(0).clamp(min=0)


def rescaled(arrays: Sequence[Array], lows: Sequence[Array], highs: Sequence[Array], kind: torch.dtype,
             ends: tuple[Array, Array]) -> list[Array]:
    """Return arrays of bytes, each with its own range, as bytes of one type and range."""
    wanted, parts = ratio(WIDE_RANGE[kind], largest(*ends)), []
    for array, least, most in zip(arrays, lows, highs):
        own = ratio(WIDE_RANGE[array.dtype], largest(least, most))
        parts.append(rounded(array.float() * (wanted / own), kind))
    return parts


@quantized_concat.infer_shape
def quantized_concat_shape(shape, p) -> None:
    for index in range(p.num_args, 3 * p.num_args):
        shape.set_in(index, (1,))
    single(shape, "min_output", "max_output")
    known = [cell for cell in (*shape.ins[:p.num_args], shape.outs[0]) if cell is not None]
    if not known:
        return
    rank = len(known[0])
    if not -rank <= p.dim < rank:
        raise MXNetError(f"dim {p.dim} is not an axis of {rank}")
    axis, common = p.dim % rank, None
    for cell in known:
        common = shape.unify(common, (*cell[:axis], -1, *cell[axis + 1:]), "data")
    for index in range(p.num_args):
        shape.set_in(index, common)
    length = [cell[axis] for cell in shape.ins[:p.num_args]]
    shape.output = (*common[:axis], -1 if -1 in length else sum(length), *common[axis + 1:])


# ---- element by element ---------------------------------------------------------------------------

_PAIR_RANGES = ("lhs_min", "lhs_max", "rhs_min", "rhs_max")


def _pair_shape(shape, p) -> None:
    single(shape, *_PAIR_RANGES, "min_output", "max_output")
    if shape.known("rhs"):
        shape.lhs = shape.rhs
    shape.rhs = shape.output = shape.lhs


def _check_pair(lhs: Array, rhs: Array) -> None:
    if lhs.shape != rhs.shape:
        raise MXNetError(f"lhs and rhs have shapes {list(lhs.shape)} and {list(rhs.shape)}, expected equal ones")


def _sum_type(types, p) -> torch.dtype:
    if not calibrated(p):
        return torch.int32
    return types.lhs if types.lhs is types.rhs else torch.int8


@op("_contrib_quantized_elemwise_add", held=True, outputs=3, output_names=OUT, shapes=_pair_shape,
    words=WORDS, differentiable=False,
    types=kinds(**dict.fromkeys(_PAIR_RANGES, torch.float32), output=_sum_type, **FLOAT_OUT))
def quantized_elemwise_add(lhs: Array, rhs: Array, lhs_min: Array, lhs_max: Array, rhs_min: Array,
                           rhs_max: Array, *, min_calib_range: float | None = None,
                           max_calib_range: float | None = None):
    """Add bytes of two ranges, into 32 bits or into 8 bits of a calibrated range.

    Parameters
    ----------
    lhs
        Bytes of type int8 or uint8 and any shape.
    rhs
        Bytes of type int8 or uint8 and the shape of ``lhs``.
    lhs_min
        Smallest number that ``lhs`` represents, an array of one element.
    lhs_max
        Largest number that ``lhs`` represents, an array of one element.
    rhs_min
        Smallest number that ``rhs`` represents, an array of one element.
    rhs_max
        Largest number that ``rhs`` represents, an array of one element.

    Returns
    -------
    Three arrays: the sums, of the shape of ``lhs``, and the range that they represent.

    Examples
    --------
    >>> x, low, high = mx.nd.array([10, 20], dtype="int8"), mx.nd.array([-1]), mx.nd.array([1])
    >>> out, least, most = mx.nd.contrib.quantized_elemwise_add(x, x, low, high, low, high, min_calib_range=-2,
    ...                                                         max_calib_range=2)
    >>> out.asnumpy().tolist()
    [10, 20]
    """
    check_types(("lhs", lhs, BYTES), ("rhs", rhs, BYTES))
    _check_pair(lhs, rhs)
    reach = largest(lhs_min, lhs_max), largest(rhs_min, rhs_max)
    mixed = lhs.dtype is not rhs.dtype
    if min_calib_range is not None and max_calib_range is not None:
        kind = torch.int8 if mixed else lhs.dtype
        low, high = scalar(min_calib_range, lhs), scalar(max_calib_range, lhs)
        wanted = ratio(WIDE_RANGE[kind], largest(low, high))
        scales = [wanted / ratio(WIDE_RANGE[a.dtype], own) for a, own in zip((lhs, rhs), reach)]
    else:
        kind, high = torch.int32, reach[0] + reach[1]
        low = -high
        scales = [own * RANGE[kind] / (high * WIDE_RANGE[a.dtype]) for a, own in zip((lhs, rhs), reach)]
    parts = []
    for array, scale in zip((lhs, rhs), scales):
        part = array.float() * scale
        # Next to a signed array an unsigned one becomes signed first. Not so in 32 bits, where MXNet does that too and
        # loses nearly all of it.
        parts.append(rounded(part, kind).float() if mixed and array.dtype is torch.uint8
                     and kind is torch.int8 else part)
    return rounded(parts[0] + parts[1], kind), low, high


@op("_contrib_quantized_elemwise_mul", outputs=lambda p: 1 if p.enable_float_output else 3, output_names=OUT,
    words=WORDS, shapes=_pair_shape, differentiable=False,
    types=kinds(lhs=torch.int8, rhs=torch.int8, **dict.fromkeys(_PAIR_RANGES, torch.float32),
                output=lambda types, p: (torch.float32 if p.enable_float_output
                                         else torch.int8 if calibrated(p) else torch.int32), **FLOAT_OUT))
def quantized_elemwise_mul(lhs: Array, rhs: Array, lhs_min: Array, lhs_max: Array, rhs_min: Array,
                           rhs_max: Array, *, min_calib_range: float | None = None,
                           max_calib_range: float | None = None, enable_float_output: bool = False):
    """Multiply signed bytes: into 32 bits, into 8 bits of a calibrated range, or into floats.

    Parameters
    ----------
    lhs
        Bytes of type int8 and any shape.
    rhs
        Bytes of type int8 and the shape of ``lhs``.
    lhs_min
        Smallest number that ``lhs`` represents, an array of one element.
    lhs_max
        Largest number that ``lhs`` represents, an array of one element.
    rhs_min
        Smallest number that ``rhs`` represents, an array of one element.
    rhs_max
        Largest number that ``rhs`` represents, an array of one element.
    enable_float_output
        Return floats.

    Returns
    -------
    Three arrays: the products, of the shape of ``lhs``, and the range that they represent; one array of type
    float32 with ``enable_float_output``.

    Examples
    --------
    >>> x, low, high = mx.nd.array([10, 20], dtype="int8"), mx.nd.array([-1]), mx.nd.array([1])
    >>> out, least, most = mx.nd.contrib.quantized_elemwise_mul(x, x, low, high, low, high)
    >>> out.asnumpy().tolist()
    [100, 400]
    """
    check_types(("lhs", lhs, torch.int8), ("rhs", rhs, torch.int8))
    _check_pair(lhs, rhs)
    product = lhs.to(torch.int32) * rhs
    level = (largest(lhs_min, lhs_max) / WIDE_RANGE[torch.int8]
             * (largest(rhs_min, rhs_max) / WIDE_RANGE[torch.int8]))
    if enable_float_output:
        return product * level
    if min_calib_range is None or max_calib_range is None:
        return product, *product_range(lhs_min, lhs_max, rhs_min, rhs_max, False)
    low, high = scalar(min_calib_range, lhs), scalar(max_calib_range, lhs)
    scaled = product * (level * WIDE_RANGE[torch.int8] / largest(low, high))
    return scaled.trunc().clamp(-128, 127).to(torch.int8), low, high


# ---- rows and shapes ------------------------------------------------------------------------------

@op("_contrib_quantized_embedding", held=True, outputs=3, output_names=OUT, differentiable=False,
    words=WORDS,
    types=kinds(weight=torch.int8, min_weight=torch.float32, max_weight=torch.float32, output=torch.int8,
                **FLOAT_OUT))
def quantized_embedding(data: Array, weight: Array, min_weight: Array, max_weight: Array, *, input_dim: Positive,
                        output_dim: Positive, dtype: DType = torch.float32, sparse_grad: bool = False):
    """Look up rows of a table of bytes; see `Embedding`.

    Indices out of range are clipped.

    Parameters
    ----------
    data
        Indices, an array of any shape.
    weight
        The table, of type int8 and shape ``(input_dim, output_dim)``.
    input_dim
        Number of rows of the table.
    output_dim
        Length of each row.
    dtype
        Accepted and ignored: rows are bytes.
    sparse_grad
        Accepted and ignored: there is no gradient.

    Returns
    -------
    Three arrays: the rows, ``data.shape + (output_dim,)``, and their range, which is that of ``weight``.

    Examples
    --------
    >>> weight, low, high = mx.nd.array([[1, 2], [3, 4]], dtype="int8"), mx.nd.array([-1]), mx.nd.array([1])
    >>> out, least, most = mx.nd.contrib.quantized_embedding(mx.nd.array([1]), weight, low, high, input_dim=2,
    ...                                                      output_dim=2)
    >>> out.asnumpy().tolist()
    [[3, 4]]
    """
    check_types(("weight", weight, torch.int8))
    if weight.shape != (input_dim, output_dim):
        raise MXNetError(f"weight has shape {list(weight.shape)}, expected {[input_dim, output_dim]}")
    return weight[data.long().clamp(0, input_dim - 1)], min_weight.clone(), max_weight.clone()


@quantized_embedding.infer_shape
def quantized_embedding_shape(shape, p) -> None:
    single(shape, "min_weight", "max_weight", "min_output", "max_output")
    shape.weight = (p.input_dim, p.output_dim)
    shape.output = (*shape.data, p.output_dim)


@op("_contrib_quantized_flatten", held=True, outputs=3, output_names=OUT, differentiable=False,
    words=WORDS,
    types=kinds(min_data=torch.float32, max_data=torch.float32, output=lambda types, p: types.data,
                **FLOAT_OUT))
def quantized_flatten(data: Array, min_data: Array, max_data: Array):
    """Flatten all axes of an array of bytes but the first; see `Flatten`.

    Parameters
    ----------
    data
        Bytes of type int8 or uint8, ``(d0, d1, ..., dk)``.

    Returns
    -------
    Three arrays: the bytes, ``(d0, d1 * ... * dk)``, and their range, which is that of ``data``.

    Examples
    --------
    >>> x, low, high = mx.nd.ones((2, 3, 4), dtype="int8"), mx.nd.array([-1]), mx.nd.array([1])
    >>> out, least, most = mx.nd.contrib.quantized_flatten(x, low, high)
    >>> out.shape
    (2, 12)
    """
    return data.reshape(data.shape[0], prod(data.shape[1:])).clone(), min_data.clone(), max_data.clone()


@quantized_flatten.infer_shape
def quantized_flatten_shape(shape, p) -> None:
    single(shape, "min_data", "max_data", "min_output", "max_output")
    shape.output = (shape.data[0], shapes.prod(shape.data[1:]))
