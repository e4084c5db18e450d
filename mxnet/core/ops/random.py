"""Random arrays, each distribution three ways: `_random_x` by numbers in a shape, `_random_x_like`
another array, and `_sample_x` by arrays of params; and multinomial, shuffle, unique samples."""
from collections.abc import Callable, Iterable
from inspect import Parameter, Signature
from typing import NamedTuple

import torch

from ..errors import LateError, MXNetError, NotYet
from ..op import Array, Device, DType, Long, Rng, Shape, document, op, types
from ..op.frames import TypeFrame
from ..op.shapes import ShapeFrame, show, unify
from ..op.shapes import same as same_shape
from ..torch_private import standard_gamma
from .init import completed_shape, shape_from_param

# ---- one sampler a distribution: params as tensors that broadcast, result in their type -----------


def _open(like: Array, rng) -> Array:
    """Draw from [0, 1)."""
    return torch.empty_like(like).uniform_(generator=rng)


def _uniform(rng, low: Array, high: Array) -> Array:
    return low + (high - low) * _open(low, rng)


def _normal(rng, mean: Array, deviation: Array) -> Array:
    return mean + deviation * torch.empty_like(mean).normal_(generator=rng)


def _exponential(rng, rate: Array) -> Array:
    return torch.empty_like(rate).exponential_(generator=rng) / rate


def _gamma(rng, alpha: Array, beta: Array) -> Array:
    return standard_gamma(alpha, generator=rng) * beta  # beta is a scale in MXNet


def _poisson(rng, rate: Array) -> Array:
    return torch.poisson(rate, generator=rng)


def _negative_binomial(rng, k: Array, p: Array) -> Array:
    """Draw with MXNet's parameters: ``p`` is the probability of failure, ``k`` the number of failures."""
    return _poisson(rng, _gamma(rng, k, (1 - p) / p))


def _generalized_negative_binomial(rng, mu: Array, alpha: Array) -> Array:
    """Draw with mean ``mu`` and dispersion ``alpha``; without dispersion it is a Poisson distribution."""
    spread = torch.where(alpha == 0, torch.ones_like(alpha), alpha)
    rate = _gamma(rng, 1 / spread, mu * spread)
    return _poisson(rng, torch.where(alpha == 0, mu, rate))


def _check(tests: tuple, numbers: dict) -> None:
    for names, test, problem in tests:
        values = tuple(numbers[name] for name in names)
        if not test(*values):
            raise LateError(f"{problem}, got {values if len(names) > 1 else values[0]}")


_FLOATS = (torch.float16, torch.bfloat16, torch.float32, torch.float64)


def _kind(dtype: torch.dtype | None) -> torch.dtype:
    """Return the type to make, float32 unless another float type is requested."""
    dtype = dtype or torch.float32
    if dtype not in _FLOATS:
        raise MXNetError("Output type must be float16, bfloat16, float32, or float64: dtype is "
                         f"{str(dtype)[6:]}")
    return dtype


def _wide(dtype: torch.dtype) -> torch.dtype:
    return torch.float64 if dtype is torch.float64 else torch.float32


def _sized(shape) -> tuple:
    if shape is None:
        raise MXNetError("the shape is missing: give it, or an array as out")
    return shape


def _draw(sampler: Callable, numbers: list, shape, dtype: torch.dtype, device, rng) -> Array:
    """Sample with scalar params: they are expanded to the shape without allocating memory."""
    wide = _wide(dtype)
    spread = [torch.full((), value, dtype=wide, device=device).expand(shape) for value in numbers]
    # empty_like keeps the zero strides of an expanded tensor, so the first one is materialized
    spread[0] = spread[0].contiguous()
    found = sampler(rng, *spread)
    return found if dtype is wide else found.to(dtype)


def _sample(sampler: Callable, arrays: tuple, shape: tuple, dtype: torch.dtype, rng) -> Array:
    """Sample ``shape`` numbers for every element of arrays of params."""
    first = arrays[0]
    if any(other.shape != first.shape for other in arrays[1:]):
        raise MXNetError("params must have one shape, got "
                         + " and ".join(show(other.shape) for other in arrays))
    if any(other.dtype is not first.dtype for other in arrays[1:]):
        raise MXNetError("params must have one type, got "
                         + " and ".join(str(other.dtype)[6:] for other in arrays))
    if any(size <= 0 for size in shape):
        raise MXNetError("shape parameter must be non-zero within each dimension")
    wide = _wide(dtype)
    spread = [a.to(wide).reshape(*a.shape, *(1,) * len(shape)).expand(*a.shape, *shape)
              .contiguous() for a in arrays]
    return sampler(rng, *spread).to(dtype)


# ---- what the three forms share -----------------------------------------------------------------

def _param_type(types: TypeFrame, p) -> None:
    if p.dtype is None and types.outs[0] is not None:
        return
    types.set_out(0, _kind(p.dtype))


def _sample_shape(shape: ShapeFrame, p) -> None:
    common, extra = None, tuple(p.shape)
    for index, cell in enumerate(shape.ins):
        common = unify(common, cell, f"input {index}")
    out = shape.outs[0]
    if out is not None and len(out) > len(extra):
        common = unify(common, out[:len(out) - len(extra)], "output")
    if common is None:
        raise NotYet
    for index in range(len(shape.ins)):
        shape.set_in(index, common)
    shape.set_out(0, (*common, *extra))


def _sample_type(types: TypeFrame, p) -> None:
    known = next((cell for cell in types.ins if cell is not None), None)
    for index in range(len(types.ins)):
        types.set_in(index, known)
    if p.dtype is not None or types.outs[0] is None:
        types.set_out(0, _kind(p.dtype))


class _Distribution(NamedTuple):
    """The declaration of a distribution's three forms."""

    sampler: Callable
    params: dict[str, float]        # with the defaults of the forms by numbers
    text: str                       # what a draw is, and of several
    several: str
    words: dict[str, str]           # what the params mean
    two: tuple[str, ...]            # params of two distributions, for the example
    tests: tuple = ()               # conditions on the numbers: (names, test, problem)
    arrays: tuple[str, ...] = ()    # names of the arrays of params, where they differ from the numbers'
    fill: Callable | None = None    # torch's own in-place kernel, for the two common ones


_POSITIVE = ("positive", lambda value: value > 0)
_NOT_NEGATIVE = ("non-negative", lambda value: value >= 0)


def _bounded(bound: tuple[str, Callable], distribution: str, **names: str) -> tuple:
    """Make the checks of params, each with the name in MXNet's error."""
    word, test = bound
    return tuple(((name,), test, f"{shown} parameter in {distribution} has to be {word}")
                 for name, shown in names.items())


_NEGATIVE = "negative binomial distribution"
_MEAN, _DEVIATION = "Mean of the distribution.", "Standard deviation of the distribution."
_DISTRIBUTIONS = {
    "uniform": _Distribution(
        _uniform, {"low": 0.0, "high": 1.0}, "Draw samples from a uniform distribution over ``[low, high)``",
        "Draw samples from each of several uniform distributions over ``[low, high)``.",
        {"low": "Lower end of the interval.", "high": "Upper end of the interval, which is not drawn."},
        ("[0, 10]", "[1, 20]"), fill=torch.Tensor.uniform_,
        tests=((("low", "high"), lambda low, high: high >= low,
                "low must be less or equal to high in uniform distribution"),)),
    "normal": _Distribution(
        _normal, {"loc": 0.0, "scale": 1.0}, "Draw samples from a normal (Gaussian) distribution",
        "Draw samples from each of several normal (Gaussian) distributions.",
        {"loc": _MEAN, "scale": _DEVIATION, "mu": _MEAN, "sigma": _DEVIATION}, ("[0, 10]", "[1, 2]"),
        _bounded(_POSITIVE, "gaussian", scale="scale"), arrays=("mu", "sigma"), fill=torch.Tensor.normal_),
    "gamma": _Distribution(
        _gamma, {"alpha": 1.0, "beta": 1.0}, "Draw samples from a gamma distribution of mean ``alpha * beta``",
        "Draw samples from each of several gamma distributions of mean ``alpha * beta``.",
        {"alpha": "Shape of the distribution.", "beta": "Scale of the distribution, the reciprocal of its rate."},
        ("[1, 5]", "[1, 2]"), _bounded(_POSITIVE, "gamma distribution", alpha="alpha", beta="beta")),
    "exponential": _Distribution(
        _exponential, {"lam": 1.0}, "Draw samples from an exponential distribution of mean ``1 / lam``",
        "Draw samples from each of several exponential distributions of mean ``1 / lam``.",
        {"lam": "Rate of the distribution."}, ("[1, 5]",),
        _bounded(_POSITIVE, "exponential distribution", lam="lambda")),
    "poisson": _Distribution(
        _poisson, {"lam": 1.0}, "Draw samples from a Poisson distribution, as floats",
        "Draw samples from each of several Poisson distributions, as floats.",
        {"lam": "Rate of the distribution, which is its mean."}, ("[1, 5]",),
        _bounded(_NOT_NEGATIVE, "poisson distribution", lam="lambda")),
    "negative_binomial": _Distribution(
        _negative_binomial, {"k": 1, "p": 1.0},
        "Draw samples from a negative binomial distribution: successes before ``k`` failures",
        "Draw samples from each of several negative binomial distributions: successes before ``k`` failures.",
        {"k": "Number of failures.", "p": "Probability of a failure."}, ("[1, 5]", "[0.5, 0.2]"),
        _bounded(_NOT_NEGATIVE, _NEGATIVE, k="k", p="p")),
    "generalized_negative_binomial": _Distribution(
        _generalized_negative_binomial, {"mu": 1.0, "alpha": 1.0},
        "Draw samples from a negative binomial distribution given by its mean and dispersion",
        "Draw samples from each of several negative binomial distributions given by mean and dispersion.",
        {"mu": _MEAN, "alpha": "Dispersion: the variance of the distribution is ``mu + alpha * mu**2``."},
        ("[1, 5]", "[0.5, 0.2]"), _bounded(_NOT_NEGATIVE, f"generalized {_NEGATIVE}", mu="mu", alpha="alpha")),
}


def _said(name: str, made: _Distribution) -> tuple[str, str, str]:
    """Write the docstrings of the three forms."""
    arrays = made.arrays or tuple(made.params)
    numbers = {param: made.words[param] for param in made.params}
    dtype = {"dtype": "Type of the result, a float; None means float32."}
    params = ", ".join(f"mx.nd.array({values})" for values in made.two)
    each = {array: made.words[array] + (f" Of the shape of ``{arrays[0]}``." if array != arrays[0] else "")
            for array in arrays}
    return (document(f"{made.text}.", parameters={**numbers, "shape": "Shape of the result.", **dtype},
                     returns="Array of shape ``shape``.",
                     example=f">>> mx.nd.random_{name}(shape=(2, 3)).shape\n(2, 3)"),
            document(f"{made.text}, in the shape of another array.", parameters={
                "data": "Array whose shape, type and device the result has; its values are not read.", **numbers},
                returns="Array of the shape and type of ``data``.",
                example=f">>> mx.nd.random.{name}_like(mx.nd.ones((2, 3))).shape\n(2, 3)"),
            document(made.several, parameters={
                **each, "shape": "Shape of what is drawn from each distribution; empty means one number.", **dtype},
                returns=f"Array of shape ``{arrays[0]}.shape + shape``.",
                example=f">>> mx.nd.sample_{name}({params}, shape=(3,)).shape\n(2, 3)"))


def _signature(arrays: Iterable[str], numbers: dict[str, float], **others) -> Signature:
    """Write the signature of a form; each of ``others`` is a type, or a type and a default."""
    found = [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, annotation=Array) for name in arrays]
    found += [Parameter(name, Parameter.KEYWORD_ONLY, annotation=type(value), default=value)
              for name, value in numbers.items()]
    for name, given in others.items():
        kind, default = given if isinstance(given, tuple) else (given, Parameter.empty)
        found.append(Parameter(name, Parameter.KEYWORD_ONLY, annotation=kind, default=default))
    return Signature(found)


def _declare(name: str, made: _Distribution) -> None:
    """Declare the three forms of a distribution."""
    tests, sampler, fill, names = made.tests, made.sampler, made.fill, tuple(made.params)

    def draw(numbers: dict, shape, dtype, device, rng) -> Array:
        _check(tests, numbers)
        shape, dtype = _sized(shape), _kind(dtype)
        values = [numbers[name] for name in names]
        if fill is None:
            return _draw(sampler, values, shape, dtype, device, rng)
        found = torch.empty(shape, dtype=_wide(dtype), device=device)
        fill(found, *values, generator=rng)
        return found if found.dtype is dtype else found.to(dtype)

    def fixed(*, shape, ctx, dtype, rng, device, **numbers) -> Array:
        return draw(numbers, shape, dtype, device, rng)

    def like(data: Array, *, rng, **numbers) -> Array:
        return draw(numbers, data.shape, data.dtype, data.device, rng)

    def sampled(*arrays: Array, shape, dtype, rng) -> Array:
        return _sample(sampler, arrays, shape, _kind(dtype), rng)

    maybe_type = (DType | None, None)
    fixed.__signature__ = _signature((), made.params, shape=(Shape | None, None), ctx=(str, ""), dtype=maybe_type,
                                     rng=Rng, device=Device)
    like.__signature__ = _signature(("data",), made.params, rng=Rng)
    sampled.__signature__ = _signature(made.arrays or made.params, {}, shape=(Shape, ()), dtype=maybe_type, rng=Rng)
    fixed.__doc__, like.__doc__, sampled.__doc__ = _said(name, made)
    short = (name,) if fill is not None else ()
    op(f"_random_{name}", aliases=(*short, f"random_{name}"), shapes=shape_from_param, types=_param_type,
       differentiable=False)(fixed).complete(completed_shape)
    op(f"_random_{name}_like", shapes=same_shape, types=types.same, differentiable=False)(like)
    op(f"_sample_{name}", aliases=(f"sample_{name}",), shapes=_sample_shape, types=_sample_type,
       differentiable=False)(sampled)


for _name, _made in _DISTRIBUTIONS.items():
    _declare(_name, _made)


# ---- integers ------------------------------------------------------------------------------

def _integer_type(types: TypeFrame, p) -> None:
    if p.dtype is not None or types.outs[0] is None:
        types.set_out(0, p.dtype or torch.int32)


@op("_random_randint", aliases=("random_randint",), shapes=shape_from_param, types=_integer_type,
    differentiable=False)
def random_randint(*, low: Long, high: Long, shape: Shape | None = None, ctx: str = "",
                   dtype: DType | None = None, rng: Rng, device: Device) -> Array:
    """Draw integers uniformly from ``low`` up to, but not including, ``high``.

    Parameters
    ----------
    low
        Smallest number.
    high
        End of the range, exclusive.
    shape
        Shape of the result.
    dtype
        Type of the result, int32 or int64; None means int32.

    Returns
    -------
    Array of shape ``shape``.

    Examples
    --------
    >>> x = mx.nd.random.randint(3, 5, shape=(100,))
    >>> sorted(set(x.asnumpy().tolist()))
    [3, 4]
    """
    if low > high:
        raise LateError(f"low must be less or equal to high in uniform distribution, got {low} "
                         f"and {high}")
    shape, dtype = _sized(shape), dtype or torch.int32
    if dtype not in (torch.int32, torch.int64):
        raise MXNetError(f"dtype must be int32 or int64, got {str(dtype)[6:]}")
    if low == high:
        return torch.full(shape, low, dtype=dtype, device=device)
    return torch.randint(low, high, shape, dtype=dtype, device=device, generator=rng)


random_randint.complete(completed_shape)


def _multinomial_shape(shape: ShapeFrame, p) -> None:
    rows = shape.data[:-1]
    drawn = (*rows, *p.shape) or (1,)
    for index in range(len(shape.outs)):
        shape.set_out(index, drawn)


def _multinomial_type(types: TypeFrame, p) -> None:
    types.set_out(0, p.dtype)
    if p.get_prob:
        types.set_out(1, types.data)


@op("_sample_multinomial", aliases=("sample_multinomial",), outputs=lambda p: 1 + p.get_prob,
    differentiable=lambda p: p.get_prob, constant_outputs=(0,), shapes=_multinomial_shape, types=_multinomial_type)
def sample_multinomial(data: Array, *, shape: Shape = (), get_prob: bool = False,
                       dtype: DType = torch.int32, rng: Rng):
    """Draw samples from multinomial distributions: classes with the probabilities in the last axis.

    Parameters
    ----------
    data
        Probabilities, of shape ``(..., classes)``; each row adds up to one.
    shape
        Shape of what is drawn for each row; empty means one class.
    get_prob
        Also return the log-probability of each drawn class; it has a gradient, for policy gradients.
    dtype
        Type of the classes.

    Returns
    -------
    Array of shape ``data.shape[:-1] + shape``; with ``get_prob`` a list of that and of the logarithms.

    Examples
    --------
    >>> p = mx.nd.array([[0, 1, 0], [1, 0, 0]])
    >>> mx.nd.sample_multinomial(p, shape=(2,)).asnumpy().tolist()
    [[1, 1], [0, 0]]
    """
    if dtype not in (*_FLOATS, torch.uint8, torch.int32):
        raise MXNetError(f"dtype {str(dtype)[6:]} cannot hold the classes")
    if not data.is_floating_point():
        raise MXNetError("This operation only support floating point types, not "
                         f"{str(data.dtype)[6:]}")
    rows = data.reshape(-1, data.shape[-1])
    count = 1
    for size in shape:
        count *= size
    with torch.no_grad():
        edges = rows.detach().double().cumsum(1)
        points = torch.rand(rows.shape[0], count, dtype=torch.float64, device=data.device,
                            generator=rng) * edges[:, -1:]
        drawn = torch.searchsorted(edges, points, right=True).clamp_(max=rows.shape[1] - 1)
    target = (*data.shape[:-1], *shape) or (1,)
    classes = drawn.to(dtype).reshape(target)
    if not get_prob:
        return classes
    return classes, rows.gather(1, drawn).log().reshape(target)


@op("_shuffle", no_gradient=True, aliases=("shuffle",), shapes=same_shape)
def shuffle(data: Array, *, rng: Rng) -> Array:
    """Shuffle an array along the first axis.

    Parameters
    ----------
    data
        Array of any shape.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> x = mx.nd.shuffle(mx.nd.array([1, 2, 3, 4]))
    >>> sorted(x.asnumpy().tolist())
    [1.0, 2.0, 3.0, 4.0]
    """
    return data[torch.randperm(data.shape[0], device=data.device, generator=rng)]


def _zipfian_shape(shape: ShapeFrame, p) -> None:
    if p.shape is None or len(p.shape) != 2:
        raise MXNetError(f"shape must be (batches, samples), got {p.shape}")
    shape.set_out(0, p.shape)
    shape.set_out(1, p.shape[:1])


@op("_sample_unique_zipfian", outputs=2, shapes=_zipfian_shape, types=types.always(torch.int64),
    differentiable=False)
def sample_unique_zipfian(*, range_max: int, shape: Shape | None = None, rng: Rng,
                          device: Device) -> tuple:
    """Draw distinct numbers by Zipf's law, small ones more often than large ones, as candidates for sampled losses.

    The probability of ``k`` is ``(log(k + 2) - log(k + 1)) / log(range_max + 1)``, approximately.

    Parameters
    ----------
    range_max
        End of the range; numbers from 0 to ``range_max - 1`` are drawn.
    shape
        ``(rows, samples)``; the numbers in a row are distinct.

    Returns
    -------
    Two arrays of type int64: the numbers, of shape ``shape``, and how many draws each row took, of shape
    ``(rows,)``.

    Examples
    --------
    >>> drawn, tries = mx.nd._internal._sample_unique_zipfian(range_max=100, shape=(2, 5))
    >>> drawn.shape, tries.shape, [len(set(row)) for row in drawn.asnumpy().tolist()]
    ((2, 5), (2,), [5, 5])
    """
    if shape is None or len(shape) != 2:
        raise MXNetError(f"shape must be (batches, samples), got {shape}")
    if shape[1] > range_max:
        raise MXNetError(f"{shape[1]} distinct numbers cannot be drawn from {range_max}")
    rows = [_distinct(range_max, shape[1], rng, device) for _ in range(shape[0])]
    return torch.stack([row for row, _ in rows]), torch.tensor([tries for _, tries in rows],
                                                               device=device)


def _distinct(limit: int, count: int, rng, device) -> tuple[Array, int]:
    """Draw until there are ``count`` different numbers; return them in order of appearance."""
    drawn = torch.empty(0, dtype=torch.int64, device=device)
    scale = torch.tensor(float(limit), dtype=torch.float64, device=device).log()
    while True:
        points = torch.rand(2 * count + 8, dtype=torch.float64, device=device, generator=rng)
        drawn = torch.cat([drawn, (points * scale).exp().round().long() - 1])
        values, inverse = drawn.unique(return_inverse=True)
        if len(values) < count:
            continue
        first = torch.full_like(values, len(drawn)).scatter_reduce(
            0, inverse, torch.arange(len(drawn), device=device), "amin")
        order = first.sort().values[:count]
        return drawn[order], int(order[-1]) + 1 if count else 0
