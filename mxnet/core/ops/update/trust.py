"""Steps scaled by the ratio of norms (LAMB, LARS), and what loops of mixed precision ask of many arrays."""
import torch

from ...errors import MXNetError
from ...op import Array, Floats, Ints, op, shapes, types
from .adaptive import track_moments
from .declaration import multi_update, scaled, update


def lamb_direction(weight: Array, grad: Array, mean: Array, var: Array, beta1: float, beta2: float,
                   epsilon: float, t: int, bias_correction: bool, wd: float) -> Array:
    """Move the moments and give the direction of a step, before its length is known."""
    track_moments(mean, var, grad, beta1, beta2)
    if bias_correction:
        mean, var = mean / (1 - beta1 ** t), var / (1 - beta2 ** t)
    return (mean / var.sqrt().add_(epsilon)).add_(weight, alpha=wd)


def trust_ratio(r1: Array, r2: Array, lower_bound: float, upper_bound: float) -> Array:
    """Give the bounded weight norm over the direction's norm; one where either is zero."""
    if lower_bound >= 0:
        r1 = r1.clamp_min(lower_bound)
    if upper_bound >= 0:
        r1 = r1.clamp_max(upper_bound)
    return torch.where((r1 == 0) | (r2 == 0), 1.0, r1 / r2)


@update("lamb_update_phase1", ("mean", "var"))
def lamb_update_phase1(out: Array, weight: Array, grad: Array, mean: Array, var: Array, *,
                       beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-6, t: int,
                       bias_correction: bool = True, wd: float, rescale_grad: float = 1.0,
                       clip_gradient: float = -1.0):
    """Compute the direction of a LAMB step; ``t`` counts the steps from one."""
    grad = scaled(grad, rescale_grad, clip_gradient)
    out.copy_(lamb_direction(weight, grad, mean, var, beta1, beta2, epsilon, t, bias_correction, wd))


def _norm(name: str, given: Array) -> Array:
    """Give the number that an array holds, the first one as in MXNet, which looks at the first axis only."""
    if given.dim() and given.shape[0] != 1:
        raise MXNetError(f"{name} shape incorrect: expected [1], got {list(given.shape)}")
    return given.reshape(-1)[0]


@update("lamb_update_phase2", scalars=("r1", "r2"))
def lamb_update_phase2(out: Array, weight: Array, g: Array, r1: Array, r2: Array, *, lr: float,
                       lower_bound: float = -1.0, upper_bound: float = -1.0):
    """Step along a LAMB direction ``g`` by the ratio of the norms r1 of the weight and r2 of g."""
    torch.sub(weight, g * (trust_ratio(_norm("r1", r1), _norm("r2", r2), lower_bound, upper_bound) * lr), out=out)


@update("mp_lamb_update_phase1", ("mean", "var"), mixed=True, out_type=torch.float32)
def mp_lamb_update_phase1(out: Array, weight: Array, grad: Array, mean: Array, var: Array,
                          weight32: Array, *, beta1: float = 0.9, beta2: float = 0.999,
                          epsilon: float = 1e-6, t: int, bias_correction: bool = True, wd: float,
                          rescale_grad: float = 1.0, clip_gradient: float = -1.0):
    """Compute the direction of a LAMB step, in float32, for a narrow weight."""
    grad = scaled(grad.float(), rescale_grad, clip_gradient)
    out.copy_(lamb_direction(weight32, grad, mean, var, beta1, beta2, epsilon, t, bias_correction, wd))


@update("mp_lamb_update_phase2", mixed=True, scalars=("r1", "r2"))
def mp_lamb_update_phase2(out: Array, weight: Array, g: Array, r1: Array, r2: Array, weight32: Array, *,
                          lr: float, lower_bound: float = -1.0, upper_bound: float = -1.0):
    """Step along a LAMB direction from a float32 copy of a narrow weight.

    As in the reference the copy itself stays as it is; it is the caller's to bring up to date.
    """
    out.copy_(weight32 - g * (trust_ratio(_norm("r1", r1), _norm("r2", r2), lower_bound, upper_bound) * lr))


def _declare_many_lamb(name: str, stride: int, text: str) -> None:
    @multi_update(name, stride, count="num_tensors")
    def kernel(outs: list, *data: Array, learning_rates: Floats, beta1: float = 0.9, beta2: float = 0.999,
               epsilon: float = 1e-6, wds: Floats, rescale_grad: float = 1.0, lower_bound: float = -1.0,
               upper_bound: float = -1.0, clip_gradient: float = -1.0, bias_correction: bool = True,
               step_count: Ints, num_tensors: int = 1):
        for index, (out, rate, decay, step) in enumerate(zip(outs, learning_rates, wds, step_count)):
            weight, grad, mean, var, *master = data[index * stride:(index + 1) * stride]
            wide = master[0] if master else weight
            grad = scaled(grad.float() if master else grad, rescale_grad, clip_gradient)
            g = lamb_direction(wide, grad, mean, var, beta1, beta2, epsilon, step, bias_correction, decay)
            ratio = trust_ratio(weight.to(g.dtype).norm(), g.norm(), lower_bound, upper_bound)
            torch.sub(wide, g * (ratio * rate), out=wide if master else out)
            if master:
                out.copy_(wide)
    kernel.__doc__ = kernel.function.__doc__ = text


_declare_many_lamb("_multi_lamb_update", 4, "Step many weights by LAMB: weight, gradient, mean, variance of each.")
_declare_many_lamb("_multi_mp_lamb_update", 5,
                   "Step many narrow weights by LAMB: as above, with a float32 weight in each group.")


@op("multi_lars", held=True, shapes=shapes.same, differentiable=False)
def multi_lars(lrs: Array, weights_sum_sq: Array, grads_sum_sq: Array, wds: Array, *, eta: float,
               eps: float, rescale_grad: float = 1.0):
    """Scale learning rates by the ratio of the norms of weights and gradients."""
    norm = weights_sum_sq.sqrt()
    spread = grads_sum_sq.sqrt() * rescale_grad + wds * norm + eps
    return torch.where((norm > 0) & (grads_sum_sq > 0), lrs * norm * eta / spread, lrs)


# ---- questions about many arrays ----------------------------------------------------------------

def _check_count(data: tuple, count: int) -> None:
    if len(data) != count:
        raise MXNetError(f"num_arrays is {count}, but there are {len(data)} arrays")


def _count_shape(shape, p) -> None:
    shape.out = (p.num_arrays,)


@op("multi_sum_sq", no_gradient=True, num_args="num_arrays", shapes=_count_shape, types=types.always(torch.float32),
    differentiable=False)
def multi_sum_sq(*data: Array, num_arrays: int):
    """Compute the sum of squares of each array."""
    _check_count(data, num_arrays)
    return torch.stack([torch.sum(torch.square(item.float())) for item in data])


def _one_shape(shape, p) -> None:
    shape.out = (1,)


def finite(arrays) -> Array:
    """Give 1 if every element of every array is a finite number, else 0."""
    flags = [torch.isfinite(item).all() for item in arrays]
    return torch.stack(flags).all().view(1).float()


@op("all_finite", no_gradient=True, shapes=_one_shape, types=types.always(torch.float32), differentiable=False)
def all_finite(data: Array, *, init_output: bool = True):
    """Say whether all elements are finite; ``init_output=False`` joins the answer to that in ``out``."""
    return finite((data,))


@op("multi_all_finite", no_gradient=True, num_args="num_arrays", shapes=_one_shape, types=types.always(torch.float32),
    differentiable=False)
def multi_all_finite(*data: Array, num_arrays: int = 1, init_output: bool = True):
    """Say whether all elements of many arrays are finite."""
    _check_count(data, num_arrays)
    return finite(data)


def join_answer(p, old, new):
    return new if p.init_output else torch.minimum(old, new)


all_finite.into(join_answer)
multi_all_finite.into(join_answer)


@op("reset_arrays", outputs=0, num_args="num_arrays", types=types.free, differentiable=False)
def reset_arrays(*data: Array, num_arrays: int):
    """Set every element of many arrays to zero, in place."""
    _check_count(data, num_arrays)
    for item in data:
        item.zero_()
    return ()
