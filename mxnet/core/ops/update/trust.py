"""Steps scaled by the ratio of norms (LAMB, LARS), and helpers for mixed precision over many arrays."""
import torch

from ...errors import MXNetError
from ...op import Array, Floats, Ints, op, shapes, types
from .adaptive import track_moments
from .declaration import document_many, multi_update, scaled, update


def lamb_direction(weight: Array, grad: Array, mean: Array, var: Array, beta1: float, beta2: float,
                   epsilon: float, t: int, bias_correction: bool, wd: float) -> Array:
    """Update the moments and return the direction of a step, before its length is known."""
    track_moments(mean, var, grad, beta1, beta2)
    if bias_correction:
        mean, var = mean / (1 - beta1 ** t), var / (1 - beta2 ** t)
    return (mean / var.sqrt().add_(epsilon)).add_(weight, alpha=wd)


def trust_ratio(r1: Array, r2: Array, lower_bound: float, upper_bound: float) -> Array:
    """Return the bounded weight norm over the direction's norm; one if either is zero."""
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
    """Compute the direction of a LAMB step, whose length the second phase finds.

    With ``grad' = rescale_grad * grad``, clipped: the moments as in `adam_update`, then
    ``mean / (sqrt(var) + epsilon) + wd * weight``.

    Returns
    -------
    The direction, of the weight's shape; `lamb_update_phase2` takes it as ``g``.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1.0]), mx.nd.array([2.0])
    >>> mean, var = mx.nd.zeros((1,)), mx.nd.zeros((1,))
    >>> mx.nd.lamb_update_phase1(weight, grad, mean, var, t=1, wd=0.5).asnumpy().tolist()
    [1.50]
    """
    grad = scaled(grad, rescale_grad, clip_gradient)
    out.copy_(lamb_direction(weight, grad, mean, var, beta1, beta2, epsilon, t, bias_correction, wd))


def _norm(name: str, given: Array) -> Array:
    """Return the number that an array holds; the first one, as MXNet looks only at the first axis."""
    if given.dim() and given.shape[0] != 1:
        raise MXNetError(f"{name} shape incorrect: expected [1], got {list(given.shape)}")
    return given.reshape(-1)[0]


@update("lamb_update_phase2", scalars=("r1", "r2"))
def lamb_update_phase2(out: Array, weight: Array, g: Array, r1: Array, r2: Array, *, lr: float,
                       lower_bound: float = -1.0, upper_bound: float = -1.0):
    """Update a weight along a LAMB direction: ``weight - lr * r1 / r2 * g``.

    The ratio of the norms is one where either is zero.

    Parameters
    ----------
    g
        The direction, which `lamb_update_phase1` gives.
    r1
        Norm of the weight, an array of one element.
    r2
        Norm of ``g``, an array of one element.

    Returns
    -------
    The new weight; ``out=weight`` updates it in place.

    Examples
    --------
    >>> weight, g = mx.nd.array([1.0]), mx.nd.array([2.0])
    >>> mx.nd.lamb_update_phase2(weight, g, weight.norm(), g.norm(), lr=0.5).asnumpy().tolist()
    [0.5]
    """
    torch.sub(weight, g * (trust_ratio(_norm("r1", r1), _norm("r2", r2), lower_bound, upper_bound) * lr), out=out)


@update("mp_lamb_update_phase1", ("mean", "var"), mixed=True, out_type=torch.float32)
def mp_lamb_update_phase1(out: Array, weight: Array, grad: Array, mean: Array, var: Array,
                          weight32: Array, *, beta1: float = 0.9, beta2: float = 0.999,
                          epsilon: float = 1e-6, t: int, bias_correction: bool = True, wd: float,
                          rescale_grad: float = 1.0, clip_gradient: float = -1.0):
    """Compute the direction of a LAMB step for a float16 weight, from its float32 copy.

    As `lamb_update_phase1`.

    Parameters
    ----------
    weight32
        Copy of the weight in float32.

    Returns
    -------
    The direction in float32; `mp_lamb_update_phase2` takes it as ``g``.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1.0], dtype="float16"), mx.nd.array([2.0], dtype="float16")
    >>> mean, var, copy = mx.nd.zeros((1,)), mx.nd.zeros((1,)), weight.astype("float32")
    >>> mx.nd.mp_lamb_update_phase1(weight, grad, mean, var, copy, t=1, wd=0.5).asnumpy().tolist()
    [1.50]
    """
    grad = scaled(grad.float(), rescale_grad, clip_gradient)
    out.copy_(lamb_direction(weight32, grad, mean, var, beta1, beta2, epsilon, t, bias_correction, wd))


@update("mp_lamb_update_phase2", mixed=True, scalars=("r1", "r2"))
def mp_lamb_update_phase2(out: Array, weight: Array, g: Array, r1: Array, r2: Array, weight32: Array, *,
                          lr: float, lower_bound: float = -1.0, upper_bound: float = -1.0):
    """Update a float16 weight along a LAMB direction, from its float32 copy: ``weight32 - lr * r1 / r2 * g``.

    As in MXNet the copy itself is unchanged; the caller updates it.

    Parameters
    ----------
    g
        The direction, which `mp_lamb_update_phase1` gives.
    r1
        Norm of the weight, an array of one element.
    r2
        Norm of ``g``, an array of one element.
    weight32
        Copy of the weight in float32.

    Returns
    -------
    The new weight in its own type; ``out=weight`` changes it in place.

    Examples
    --------
    >>> weight, g = mx.nd.array([1.0], dtype="float16"), mx.nd.array([2.0])
    >>> copy = weight.astype("float32")
    >>> mx.nd.mp_lamb_update_phase2(weight, g, copy.norm(), g.norm(), copy, lr=0.5).asnumpy().tolist()
    [0.5]
    """
    out.copy_(weight32 - g * (trust_ratio(_norm("r1", r1), _norm("r2", r2), lower_bound, upper_bound) * lr))


def _declare_many_lamb(name: str, stride: int) -> None:
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
    kernel.__doc__ = kernel.function.__doc__ = document_many(
        name, "LAMB, both phases in one", ("mean", "variance"), stride == 5,
        "learning_rates=(0.1, 0.2), wds=(0, 0), step_count=(1, 1), num_tensors=2", "[[0.90], [0.80]]")


_declare_many_lamb("_multi_lamb_update", 4)
_declare_many_lamb("_multi_mp_lamb_update", 5)


@op("multi_lars", held=True, shapes=shapes.same, differentiable=False)
def multi_lars(lrs: Array, weights_sum_sq: Array, grads_sum_sq: Array, wds: Array, *, eta: float,
               eps: float, rescale_grad: float = 1.0):
    """Scale learning rates by the ratio of the norms of weights and gradients, as LARS does.

    ``lrs * eta * |w| / (rescale_grad * |g| + wds * |w| + eps)``, and ``lrs`` where a norm is zero.

    Parameters
    ----------
    lrs
        Learning rates, one for each weight.
    weights_sum_sq
        Sum of squares of each weight, ``|w|**2``; `multi_sum_sq` gives it.
    grads_sum_sq
        Sum of squares of each gradient, ``|g|**2``.
    wds
        Weight decays, one for each weight.
    eta
        Trust coefficient, the factor of the ratio.
    eps
        Added to the divisor, so that it is not zero.
    rescale_grad
        Factor of the gradients.

    Returns
    -------
    Array of the shape of ``lrs``.

    Examples
    --------
    >>> lrs, wds = mx.nd.array([1.0]), mx.nd.array([0.0])
    >>> mx.nd.multi_lars(lrs, mx.nd.array([4.0]), mx.nd.array([16.0]), wds, eta=0.5, eps=0).asnumpy().tolist()
    [0.25]
    """
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
    """Compute the sum of squares of each of many arrays.

    Parameters
    ----------
    data
        Arrays of any shapes.
    num_arrays
        Number of arrays.

    Returns
    -------
    Array of float32 and shape ``(num_arrays,)``.

    Examples
    --------
    >>> x, y = mx.nd.array([1, 2]), mx.nd.array([[3]])
    >>> mx.nd.multi_sum_sq(x, y, num_arrays=2).asnumpy().tolist()
    [5.0, 9.0]
    """
    _check_count(data, num_arrays)
    return torch.stack([torch.sum(torch.square(item.float())) for item in data])


def _one_shape(shape, p) -> None:
    shape.out = (1,)


def finite(arrays) -> Array:
    """Return 1 if every element of every array is a finite number, else 0."""
    flags = [torch.isfinite(item).all() for item in arrays]
    return torch.stack(flags).all().view(1).float()


@op("all_finite", no_gradient=True, shapes=_one_shape, types=types.always(torch.float32), differentiable=False)
def all_finite(data: Array, *, init_output: bool = True):
    """Return whether all elements of an array are finite, i.e. neither infinite nor NaN.

    Parameters
    ----------
    data
        Array of any shape.
    init_output
        Whether the answer replaces the value in ``out``; otherwise a 0 there stays 0.

    Returns
    -------
    Array of float32 and shape ``(1,)``: 1 if all are finite, else 0.

    Examples
    --------
    >>> mx.nd.all_finite(mx.nd.array([1, float("inf")])).asnumpy().tolist()
    [0.0]
    """
    return finite((data,))


@op("multi_all_finite", no_gradient=True, num_args="num_arrays", shapes=_one_shape, types=types.always(torch.float32),
    differentiable=False)
def multi_all_finite(*data: Array, num_arrays: int = 1, init_output: bool = True):
    """Return whether all elements of many arrays are finite, i.e. neither infinite nor NaN.

    Parameters
    ----------
    data
        Arrays of any shapes.
    num_arrays
        Number of arrays.
    init_output
        Whether the answer replaces the value in ``out``; otherwise a 0 there stays 0.

    Returns
    -------
    Array of float32 and shape ``(1,)``: 1 if all are finite, else 0.

    Examples
    --------
    >>> x, y = mx.nd.array([1, 2]), mx.nd.array([3])
    >>> mx.nd.multi_all_finite(x, y, num_arrays=2).asnumpy().tolist()
    [1.0]
    """
    _check_count(data, num_arrays)
    return finite(data)


def join_answer(p, old, new):
    return new if p.init_output else torch.minimum(old, new)


all_finite.into(join_answer)
multi_all_finite.into(join_answer)


@op("reset_arrays", outputs=0, num_args="num_arrays", types=types.free, differentiable=False)
def reset_arrays(*data: Array, num_arrays: int):
    """Set every element of many arrays to zero, in place.

    Parameters
    ----------
    data
        Arrays of any shapes, which are changed.
    num_arrays
        Number of arrays.

    Returns
    -------
    Nothing: the arrays themselves are changed.

    Examples
    --------
    >>> x = mx.nd.array([1, 2])
    >>> _ = mx.nd.reset_arrays(x, num_arrays=1)
    >>> x.asnumpy().tolist()
    [0.0, 0.0]
    """
    _check_count(data, num_arrays)
    for item in data:
        item.zero_()
    return ()
