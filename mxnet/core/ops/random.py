"""Random arrays, each distribution three ways: `_random_x` by numbers in a shape, `_random_x_like`
another array, and `_sample_x` by arrays of params; and multinomial, shuffle, unique samples."""
from collections.abc import Callable

import torch

from ..errors import MXNetError, NotYet
from ..op import Array, Device, DType, Long, Rng, Shape, op, types
from ..op.frames import TypeFrame
from ..op.shapes import ShapeFrame, show, unify
from ..op.shapes import same as same_shape
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
    return torch._standard_gamma(alpha, generator=rng) * beta  # beta is a scale in MXNet


def _poisson(rng, rate: Array) -> Array:
    return torch.poisson(rate, generator=rng)


def _negative_binomial(rng, k: Array, p: Array) -> Array:
    """Draw by MXNet's meaning: ``p`` is the probability of failure, ``k`` the number of failures."""
    return _poisson(rng, _gamma(rng, k, (1 - p) / p))


def _generalized_negative_binomial(rng, mu: Array, alpha: Array) -> Array:
    """Draw with mean ``mu`` and dispersion ``alpha``; without dispersion it is Poisson's."""
    spread = torch.where(alpha == 0, torch.ones_like(alpha), alpha)
    rate = _gamma(rng, 1 / spread, mu * spread)
    return _poisson(rng, torch.where(alpha == 0, mu, rate))


def _positive(name: str, distribution: str):
    return name, lambda value: value > 0, f"{name} parameter in {distribution} has to be positive"


def _not_negative(name: str, distribution: str):
    return name, lambda value: value >= 0, f"{name} parameter in {distribution} has to be non-negative"


def _check(tests: tuple, given: dict) -> None:
    for name, test, problem in tests:
        if not test(given[name]):
            raise MXNetError(f"{problem}, got {given[name]}")


_FLOATS = (torch.float16, torch.bfloat16, torch.float32, torch.float64)


def _kind(dtype: torch.dtype | None) -> torch.dtype:
    """Give the type to make, float32 unless another float is asked for."""
    dtype = dtype or torch.float32
    if dtype not in _FLOATS:
        raise MXNetError("Output type must be float16, bfloat16, float32, or float64: dtype is "
                         f"{str(dtype)[6:]}")
    return dtype


def _wide(dtype: torch.dtype) -> torch.dtype:
    return torch.float64 if dtype is torch.float64 else torch.float32


def _draw(sampler: Callable, numbers: tuple, shape, dtype: torch.dtype, device, rng) -> Array:
    """Sample by plain numbers: they are spread over the shape without memory of their own."""
    if shape is None:
        raise MXNetError("the shape is missing: give it, or an array as out")
    wide = _wide(dtype)
    spread = [torch.full((), value, dtype=wide, device=device).expand(shape) for value in numbers]
    # empty_like keeps the zero strides of an expanded tensor, so the first one is made real
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


def _fixed(name: str, aliases: tuple = ()) -> Callable:
    def declare(function: Callable):
        made = op(name, aliases=aliases, shapes=shape_from_param, types=_param_type,
                  differentiable=False)(function)
        made.complete(completed_shape)
        return made
    return declare


def _like(name: str) -> Callable:
    return op(name, shapes=same_shape, types=types.same, differentiable=False)


def _sampled(name: str) -> Callable:
    return op(f"_sample_{name}", aliases=(f"sample_{name}",), shapes=_sample_shape,
              types=_sample_type, differentiable=False)


def _filled(shape, dtype: torch.dtype, device, fill: Callable) -> Array:
    """Make an array and let torch fill it in place: the short way of the two common ones."""
    if shape is None:
        raise MXNetError("the shape is missing: give it, or an array as out")
    found = torch.empty(shape, dtype=_wide(dtype), device=device)
    fill(found)
    return found if found.dtype is dtype else found.to(dtype)


# ---- uniform ------------------------------------------------------------------------------------

_UNIFORM = (("high", lambda pair: pair[1] >= pair[0],
             "low must be less or equal to high in uniform distribution"),)


@_fixed("_random_uniform", ("uniform", "random_uniform"))
def random_uniform(*, low: float = 0.0, high: float = 1.0, shape: Shape | None = None,
                   ctx: str = "", dtype: DType | None = None, rng: Rng, device: Device) -> Array:
    """Draw evenly from [low, high)."""
    _check(_UNIFORM, {"high": (low, high)})
    return _filled(shape, _kind(dtype), device,
                   lambda found: found.uniform_(low, high, generator=rng))


@_like("_random_uniform_like")
def random_uniform_like(data: Array, *, low: float = 0.0, high: float = 1.0, rng: Rng) -> Array:
    """Draw evenly from [low, high) in the shape of another array."""
    _check(_UNIFORM, {"high": (low, high)})
    return _filled(data.shape, _kind(data.dtype), data.device,
                   lambda found: found.uniform_(low, high, generator=rng))


@_sampled("uniform")
def sample_uniform(low: Array, high: Array, *, shape: Shape = (), dtype: DType | None = None,
                   rng: Rng) -> Array:
    """Draw evenly from each of several intervals."""
    return _sample(_uniform, (low, high), shape, _kind(dtype), rng)


# ---- normal -------------------------------------------------------------------------------------

_NORMAL = (_positive("scale", "gaussian"),)


@_fixed("_random_normal", ("normal", "random_normal"))
def random_normal(*, loc: float = 0.0, scale: float = 1.0, shape: Shape | None = None,
                  ctx: str = "", dtype: DType | None = None, rng: Rng, device: Device) -> Array:
    """Draw from a normal distribution."""
    _check(_NORMAL, {"scale": scale})
    return _filled(shape, _kind(dtype), device,
                   lambda found: found.normal_(loc, scale, generator=rng))


@_like("_random_normal_like")
def random_normal_like(data: Array, *, loc: float = 0.0, scale: float = 1.0, rng: Rng) -> Array:
    """Draw from a normal distribution in the shape of another array."""
    _check(_NORMAL, {"scale": scale})
    return _filled(data.shape, _kind(data.dtype), data.device,
                   lambda found: found.normal_(loc, scale, generator=rng))


@_sampled("normal")
def sample_normal(mu: Array, sigma: Array, *, shape: Shape = (), dtype: DType | None = None,
                  rng: Rng) -> Array:
    """Draw from each of several normal distributions."""
    return _sample(_normal, (mu, sigma), shape, _kind(dtype), rng)


# ---- gamma --------------------------------------------------------------------------------------

_GAMMA = (_positive("alpha", "gamma distribution"), _positive("beta", "gamma distribution"))


@_fixed("_random_gamma", ("random_gamma",))
def random_gamma(*, alpha: float = 1.0, beta: float = 1.0, shape: Shape | None = None,
                 ctx: str = "", dtype: DType | None = None, rng: Rng, device: Device) -> Array:
    """Draw from a gamma distribution; ``beta`` is its scale."""
    _check(_GAMMA, {"alpha": alpha, "beta": beta})
    return _draw(_gamma, (alpha, beta), shape, _kind(dtype), device, rng)


@_like("_random_gamma_like")
def random_gamma_like(data: Array, *, alpha: float = 1.0, beta: float = 1.0, rng: Rng) -> Array:
    """Draw from a gamma distribution in the shape of another array."""
    _check(_GAMMA, {"alpha": alpha, "beta": beta})
    return _draw(_gamma, (alpha, beta), data.shape, _kind(data.dtype), data.device, rng)


@_sampled("gamma")
def sample_gamma(alpha: Array, beta: Array, *, shape: Shape = (), dtype: DType | None = None,
                 rng: Rng) -> Array:
    """Draw from each of several gamma distributions."""
    return _sample(_gamma, (alpha, beta), shape, _kind(dtype), rng)


# ---- exponential --------------------------------------------------------------------------------

_EXPONENTIAL = (("lam", lambda rate: rate > 0,
                 "lambda parameter in exponential distribution has to be positive"),)


@_fixed("_random_exponential", ("random_exponential",))
def random_exponential(*, lam: float = 1.0, shape: Shape | None = None, ctx: str = "",
                       dtype: DType | None = None, rng: Rng, device: Device) -> Array:
    """Draw from an exponential distribution of rate ``lam``."""
    _check(_EXPONENTIAL, {"lam": lam})
    return _draw(_exponential, (lam,), shape, _kind(dtype), device, rng)


@_like("_random_exponential_like")
def random_exponential_like(data: Array, *, lam: float = 1.0, rng: Rng) -> Array:
    """Draw from an exponential distribution in the shape of another array."""
    _check(_EXPONENTIAL, {"lam": lam})
    return _draw(_exponential, (lam,), data.shape, _kind(data.dtype), data.device, rng)


@_sampled("exponential")
def sample_exponential(lam: Array, *, shape: Shape = (), dtype: DType | None = None,
                       rng: Rng) -> Array:
    """Draw from exponential distributions of several rates."""
    return _sample(_exponential, (lam,), shape, _kind(dtype), rng)


# ---- Poisson ------------------------------------------------------------------------------------

_POISSON = (("lam", lambda rate: rate >= 0,
             "lambda parameter in poisson distribution has to be non-negative"),)


@_fixed("_random_poisson", ("random_poisson",))
def random_poisson(*, lam: float = 1.0, shape: Shape | None = None, ctx: str = "",
                   dtype: DType | None = None, rng: Rng, device: Device) -> Array:
    """Draw counts from a Poisson distribution, as floats."""
    _check(_POISSON, {"lam": lam})
    return _draw(_poisson, (lam,), shape, _kind(dtype), device, rng)


@_like("_random_poisson_like")
def random_poisson_like(data: Array, *, lam: float = 1.0, rng: Rng) -> Array:
    """Draw counts from a Poisson distribution in the shape of another array."""
    _check(_POISSON, {"lam": lam})
    return _draw(_poisson, (lam,), data.shape, _kind(data.dtype), data.device, rng)


@_sampled("poisson")
def sample_poisson(lam: Array, *, shape: Shape = (), dtype: DType | None = None,
                   rng: Rng) -> Array:
    """Draw counts from Poisson distributions of several rates."""
    return _sample(_poisson, (lam,), shape, _kind(dtype), rng)


# ---- negative binomial --------------------------------------------------------------------------

_NEGATIVE = "negative binomial distribution"
_NEGATIVE_BINOMIAL = (_not_negative("k", _NEGATIVE), _not_negative("p", _NEGATIVE))
_GENERALIZED = (_not_negative("mu", f"generalized {_NEGATIVE}"),
                _not_negative("alpha", f"generalized {_NEGATIVE}"))


@_fixed("_random_negative_binomial", ("random_negative_binomial",))
def random_negative_binomial(*, k: int = 1, p: float = 1.0, shape: Shape | None = None,
                             ctx: str = "", dtype: DType | None = None, rng: Rng,
                             device: Device) -> Array:
    """Draw how many successes come before ``k`` failures of probability ``p``."""
    _check(_NEGATIVE_BINOMIAL, {"k": k, "p": p})
    return _draw(_negative_binomial, (k, p), shape, _kind(dtype), device, rng)


@_like("_random_negative_binomial_like")
def random_negative_binomial_like(data: Array, *, k: int = 1, p: float = 1.0, rng: Rng) -> Array:
    """Draw from a negative binomial distribution in the shape of another array."""
    _check(_NEGATIVE_BINOMIAL, {"k": k, "p": p})
    return _draw(_negative_binomial, (k, p), data.shape, _kind(data.dtype), data.device, rng)


@_sampled("negative_binomial")
def sample_negative_binomial(k: Array, p: Array, *, shape: Shape = (),
                             dtype: DType | None = None, rng: Rng) -> Array:
    """Draw from each of several negative binomial distributions."""
    return _sample(_negative_binomial, (k, p), shape, _kind(dtype), rng)


@_fixed("_random_generalized_negative_binomial", ("random_generalized_negative_binomial",))
def random_generalized_negative_binomial(*, mu: float = 1.0, alpha: float = 1.0,
                                         shape: Shape | None = None, ctx: str = "",
                                         dtype: DType | None = None, rng: Rng,
                                         device: Device) -> Array:
    """Draw from the negative binomial distribution of mean ``mu`` and dispersion ``alpha``."""
    _check(_GENERALIZED, {"mu": mu, "alpha": alpha})
    return _draw(_generalized_negative_binomial, (mu, alpha), shape, _kind(dtype), device, rng)


@_like("_random_generalized_negative_binomial_like")
def random_generalized_negative_binomial_like(data: Array, *, mu: float = 1.0, alpha: float = 1.0,
                                              rng: Rng) -> Array:
    """Draw by mean and dispersion in the shape of another array."""
    _check(_GENERALIZED, {"mu": mu, "alpha": alpha})
    return _draw(_generalized_negative_binomial, (mu, alpha), data.shape, _kind(data.dtype),
                 data.device, rng)


@_sampled("generalized_negative_binomial")
def sample_generalized_negative_binomial(mu: Array, alpha: Array, *, shape: Shape = (),
                                         dtype: DType | None = None, rng: Rng) -> Array:
    """Draw from each of several distributions given by mean and dispersion."""
    return _sample(_generalized_negative_binomial, (mu, alpha), shape, _kind(dtype), rng)


# ---- whole numbers ------------------------------------------------------------------------------

def _integer_type(types: TypeFrame, p) -> None:
    if p.dtype is not None or types.outs[0] is None:
        types.set_out(0, p.dtype or torch.int32)


@op("_random_randint", aliases=("random_randint",), shapes=shape_from_param, types=_integer_type,
    differentiable=False)
def random_randint(*, low: Long, high: Long, shape: Shape | None = None, ctx: str = "",
                   dtype: DType | None = None, rng: Rng, device: Device) -> Array:
    """Draw whole numbers evenly from [low, high)."""
    if low > high:
        raise MXNetError(f"low must be less or equal to high in uniform distribution, got {low} "
                         f"and {high}")
    if shape is None:
        raise MXNetError("the shape is missing: give it, or an array as out")
    dtype = dtype or torch.int32
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
    shapes=_multinomial_shape, types=_multinomial_type)
def sample_multinomial(data: Array, *, shape: Shape = (), get_prob: bool = False,
                       dtype: DType = torch.int32, rng: Rng):
    """Draw classes by rows of probabilities; with their log-probability, which has a gradient."""
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
    """Put the slices of the first axis into random order."""
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
    """Draw distinct numbers below ``range_max`` by Zipf's law; and how many draws each row took."""
    if shape is None or len(shape) != 2:
        raise MXNetError(f"shape must be (batches, samples), got {shape}")
    if shape[1] > range_max:
        raise MXNetError(f"{shape[1]} distinct numbers cannot be drawn from {range_max}")
    rows = [_distinct(range_max, shape[1], rng, device) for _ in range(shape[0])]
    return torch.stack([row for row, _ in rows]), torch.tensor([tries for _, tries in rows],
                                                               device=device)


def _distinct(limit: int, count: int, rng, device) -> tuple[Array, int]:
    """Draw until ``count`` different numbers came; give them in order of appearance."""
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
