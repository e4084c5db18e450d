"""Random arrays: params are numbers or arrays that broadcast, ``size`` is the shape of the result.

When several samples are drawn from each of many distributions, `_npi_normal_n` and `_npi_uniform_n` put the batch
first.
"""
from collections.abc import Callable
from inspect import Parameter, Signature
from math import inf, isnan
from typing import NamedTuple

import torch

from ...errors import LateValueError, MXNetError
from ...op import Array, Device, DType, Floats, Long, Rng, Shape, op, types
from ...torch_private import standard_gamma

# ---- one sampler a distribution: (generator, params that are spread over the shape) ---------------


def _unit(like: Array, rng) -> Array:
    return torch.empty_like(like).uniform_(generator=rng)


def _inside(like: Array, rng) -> Array:
    """Draw from the open interval, since a logarithm is taken."""
    return _unit(like, rng).clamp_(min=torch.finfo(like.dtype).tiny)


def _logistic(rng, loc: Array, scale: Array) -> Array:
    point = _inside(loc, rng)
    return loc + scale * (torch.log(point) - torch.log1p(-point))


def _gamma(rng, shape: Array, scale: Array) -> Array:
    # Not every torch can trace the draw.
    return scale * (torch.empty_like(shape) if shape.is_meta else standard_gamma(shape, generator=rng))


class _Distribution(NamedTuple):
    """The declaration of an operator."""

    sampler: Callable
    params: dict           # with their defaults; ... where there is none
    text: str
    typed: bool = False    # it has a param dtype
    positive: tuple = ()   # params that must not be negative
    placed: bool = True    # it has a param ctx
    output_names: tuple = ()
    open_below: bool = False  # zero is not allowed for a positive param either


_DISTRIBUTIONS = {
    "uniform": _Distribution(lambda rng, low, high: low + (high - low) * _unit(low, rng), {"low": ..., "high": ...},
                             "Draw evenly from [low, high).", True),
    "normal": _Distribution(lambda rng, loc, scale: loc + scale * torch.empty_like(loc).normal_(generator=rng),
                            {"loc": ..., "scale": ...}, "Draw from a normal distribution.", True, ("scale",),
                            output_names=("output0", "output1")),
    "gamma": _Distribution(_gamma, {"shape": ..., "scale": ...}, "Draw from a gamma distribution.", True,
                           ("shape", "scale"), open_below=True),
    "logistic": _Distribution(_logistic, {"loc": ..., "scale": ...}, "Draw from a logistic distribution.",
                              positive=("scale",), output_names=("output0", "output1")),
    "gumbel": _Distribution(lambda rng, loc, scale: loc - scale * torch.log(-torch.log(_inside(loc, rng))),
                            {"loc": ..., "scale": ...}, "Draw from a Gumbel distribution.", positive=("scale",),
                            output_names=("output0", "output1")),
    "exponential": _Distribution(lambda rng, scale: scale * torch.empty_like(scale).exponential_(generator=rng),
                                 {"scale": 1.0}, "Draw from an exponential distribution.", positive=("scale",),
                                 output_names=("output0", "output1")),
    "rayleigh": _Distribution(lambda rng, scale: scale * torch.sqrt(-2 * torch.log(_inside(scale, rng))),
                              {"scale": 1.0}, "Draw from a Rayleigh distribution.", positive=("scale",),
                              output_names=("output0", "output1")),
    "weibull": _Distribution(lambda rng, a: torch.pow(-torch.log(_inside(a, rng)), 1 / a), {"a": None},
                             "Draw from a Weibull distribution.", positive=("a",),
                             output_names=("output0", "output1"), open_below=True),
    "pareto": _Distribution(lambda rng, a: torch.expm1(-torch.log(_inside(a, rng)) / a), {"a": None},
                            "Draw from a Pareto distribution that starts at zero.", positive=("a",),
                            output_names=("output0", "output1"), open_below=True),
    "powerd": _Distribution(lambda rng, a: torch.pow(_unit(a, rng), 1 / a), {"a": None},
                            "Draw from [0, 1] with a density that is a power.", positive=("a",), placed=False,
                            open_below=True),
}


def _result_shape(arrays: tuple, size: tuple | None, in_front: bool) -> tuple:
    """Return the shape to draw: that of the params, or ``size``, to which they broadcast."""
    own = tuple(torch.broadcast_shapes(*[item.shape for item in arrays])) if arrays else ()
    if size is None:
        return own
    if in_front:
        return (*size, *own)
    if not arrays:
        return tuple(size)
    wanted = tuple(torch.broadcast_shapes(own, size))
    if wanted != tuple(size):
        raise MXNetError(f"size {list(size)} does not fit params of shape {list(own)}")
    return wanted


def _check(name: str, value, kind: str, low: float = 0.0, high: float = inf, open_below: bool = False) -> None:
    """Check a param's range."""
    if isinstance(value, Array):
        if not value.numel():
            return
        lowest, highest = float(value.min()), float(value.max())
        if isnan(lowest):  # a NaN is drawn from, but hides no other param
            return _check(name, value[~value.isnan()], kind, low, high, open_below)
    else:
        lowest = highest = value
    if lowest < low or (open_below and lowest == low) or highest > high:
        wanted = f"{'above' if open_below else 'at least'} {low:g}" + ("" if high == inf else f" and at most {high:g}")
        found = lowest if lowest <= low else highest
        raise LateValueError(f"{name} parameter in {kind} has to be {wanted}, got {found}")


def _declare(name: str, made: _Distribution, spelled: str, in_front: bool = False) -> None:
    names = tuple(made.params)

    def given(p) -> list[str]:
        return [item for item in names if p[item] is None]

    def body(*arrays: Array, size, rng, device, dtype=torch.float32, ctx="", **numbers) -> Array:
        arrays, waiting = tuple(item for item in arrays if item is not None), iter(arrays)
        values = [next(waiting) if numbers[item] is None else numbers[item] for item in names]
        shape = _result_shape(arrays, size, in_front)
        wide = torch.float64 if dtype is torch.float64 else torch.float32
        home = arrays[0].device if arrays else device
        for item, value in zip(names, values):
            if item in made.positive and home.type != "meta":
                _check(item, value, name, open_below=made.open_below)
        spread = [value.to(wide).expand(shape) if isinstance(value, Array)
                  else torch.full((), value, dtype=wide, device=home).expand(shape) for value in values]
        spread[0] = spread[0].contiguous()  # `empty_like` keeps the strides of an expanded tensor
        found = made.sampler(rng, *spread)
        return found if found.dtype is dtype else found.to(dtype)

    inputs = [f"input{place + 1}" for place in range(len(names))]
    found = [Parameter(item, Parameter.POSITIONAL_OR_KEYWORD, annotation=Array | None, default=None)
             for item in inputs]
    found += [Parameter(item, Parameter.KEYWORD_ONLY, annotation=float | None,
                        default=Parameter.empty if value is ... else value) for item, value in made.params.items()]
    found.append(Parameter("size", Parameter.KEYWORD_ONLY, annotation=Shape | None, default=None))
    if made.placed:
        found.append(Parameter("ctx", Parameter.KEYWORD_ONLY, annotation=str, default=""))
    if made.typed:
        found.append(Parameter("dtype", Parameter.KEYWORD_ONLY, annotation=DType, default=torch.float32))
    found += [Parameter("rng", Parameter.KEYWORD_ONLY, annotation=Rng),
              Parameter("device", Parameter.KEYWORD_ONLY, annotation=Device)]
    body.__signature__ = Signature(found)  # type: ignore[attr-defined]
    body.__doc__ = made.text
    omit = {item: (lambda p, place=place: len(given(p)) <= place) for place, item in enumerate(inputs)}
    op(spelled, omit=omit, types=_drawn_type, output_names=list(made.output_names[:1]) or None)(body)


def _drawn_type(types, p) -> None:
    types.set_out(0, p.get("dtype") or torch.float32)


for _name, _made in _DISTRIBUTIONS.items():
    _declare(_name, _made, f"_npi_{_name}")
for _name in ("normal", "uniform"):
    _declare(_name, _DISTRIBUTIONS[_name]._replace(output_names=()), f"_npi_{_name}_n", in_front=True)


@op("_npi_bernoulli", rename={"data": "input1"}, omit={"input1": lambda p: p.prob is not None or p.logit is not None},
    types=_drawn_type, differentiable=False)
def bernoulli(data: Array | None = None, *, prob: float | None, logit: float | None, size: Shape | None = None,
              ctx: str = "", dtype: DType = torch.float32, is_logit: bool, rng: Rng, device: Device):
    """Draw ones with a probability, given directly or as log odds."""
    value = data if data is not None else torch.tensor(logit if is_logit else prob, dtype=torch.float32, device=device)
    chance = torch.sigmoid(value.float()) if is_logit else value.float()
    if not is_logit:
        if chance.device.type != "meta":
            _check("prob", chance, "bernoulli distribution", high=1.0)
    shape = _result_shape((chance,) if data is not None else (), size, False)
    return (torch.empty(shape, device=chance.device).uniform_(generator=rng) < chance).to(dtype)


@op("_npi_multinomial", rename={"data": "a"}, omit={"a": lambda p: p.pvals is not None},
    types=types.always(torch.int64), differentiable=False)
def multinomial(data: Array | None = None, *, n: int, pvals: Floats | None = None, size: Shape | None = None,
                rng: Rng, device: Device):
    """Count how often each of several outcomes occurs in ``n`` draws."""
    chances = data.double() if data is not None else torch.tensor(pvals, dtype=torch.float64, device=device)
    shape = tuple(size or ())
    if chances.device.type == "meta":
        return torch.empty((*shape, chances.numel()), device="meta")
    # summed in their original type, in which 0.4 and 0.6 add up to one
    if chances.numel() and float((chances if data is None else data).cumsum(0)[-1]) > 1 + 1e-12:
        raise LateValueError("sum(pvals[:-1]) > 1.0")
    if not chances.numel():
        return torch.zeros(*shape, 0, dtype=torch.int64, device=chances.device)
    edges = chances.cumsum(0)
    count = 1
    for side in shape:
        count *= side
    points = torch.rand(count, n, dtype=torch.float64, device=chances.device, generator=rng)
    drawn = torch.searchsorted(edges, points, right=True).clamp_(max=chances.numel() - 1)
    found = torch.zeros(count, chances.numel(), dtype=torch.int64, device=chances.device)
    return found.scatter_add_(1, drawn, torch.ones_like(drawn)).reshape(*shape, chances.numel())


@op("_npi_choice", types=types.always(torch.int64), differentiable=False,
    omit={"input1": lambda p: p.a is not None and not p.weighted,
          "input2": lambda p: not (p.a is None and p.weighted)})
def choice(input1: Array | None = None, input2: Array | None = None, *, a: Long | None, size: Shape | None,
           ctx: str = "", replace: bool = True, weighted: bool = False, rng: Rng, device: Device):
    """Draw indices below a number, or elements of an array, uniformly or by weights."""
    weights = (input1 if a is not None else input2) if weighted else None
    home = input1.device if input1 is not None else device
    limit = a if a is not None else input1.shape[0]
    shape = tuple(size or ())
    count = 1
    for side in shape:
        count *= side
    if not replace and count > limit:
        raise MXNetError("Cannot take a larger sample than population when 'replace=False'")
    if weights is not None and weights.shape != (limit,):
        raise MXNetError(f"'a' and 'p' must have same size, got {limit} and {list(weights.shape)}")
    if home.type == "meta":
        return torch.empty(shape, device="meta")
    if weights is not None:
        return torch.multinomial(weights.double(), count, replace, generator=rng).reshape(shape)
    if replace:
        return torch.randint(limit, shape, device=home, generator=rng)
    return torch.randperm(limit, device=home, generator=rng)[:count].reshape(shape)
