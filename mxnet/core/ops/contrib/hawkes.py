"""The likelihood of multivariate Hawkes processes."""
import torch

from ...errors import MXNetError
from ...op import Array, op, shapes, types

_NAMES = ("lda", "alpha", "beta", "state", "lags", "marks", "valid_length", "max_time")


@op("_contrib_hawkesll", accepts=types.FLOATING, constant=("lags", "marks", "valid_length", "max_time"), outputs=2,
    constant_outputs=(1,), output_names=["output", "out_state"])
def hawkes_log_likelihood(lda: Array, alpha: Array, beta: Array, state: Array, lags: Array, marks: Array,
                          valid_length: Array, max_time: Array):
    """Compute the log-likelihood of marked points under self-exciting processes, and their new state.

    Each mark ``k`` has the intensity ``lda[k] + alpha[k] * beta[k] * state[k]``, where the state decays by
    ``exp(-beta[k] * t)`` and rises by one at each point of that mark. The log-likelihood is the sum of the logarithms
    of the intensities at the points, less their integral up to ``max_time``.

    Parameters
    ----------
    lda
        Intensity of each mark without excitement, of shape ``(batch, marks)``.
    alpha
        How much a point excites its mark, of shape ``(marks,)``.
    beta
        How fast excitement decays, of shape ``(marks,)``.
    state
        State of each mark at the beginning, of shape ``(batch, marks)``.
    lags
        Time since the point before, of shape ``(batch, points)``.
    marks
        Mark of each point, int32 of shape ``(batch, points)``.
    valid_length
        How many points of each sequence count, of shape ``(batch,)``.
    max_time
        End of each sequence, of shape ``(batch,)``.

    Returns
    -------
    A list of two arrays: the log-likelihoods, of shape ``(batch,)``, and the states at the end, ``(batch, marks)``.

    Examples
    --------
    >>> one = mx.nd.ones(1)
    >>> found, state = mx.nd.contrib.hawkesll(
    ...     mx.nd.array([[2]]), one / 2, one, mx.nd.zeros((1, 1)), mx.nd.array([[1]]),
    ...     mx.nd.array([[0]], dtype="int32"), one, one * 3)
    >>> found.asnumpy().tolist(), state.asnumpy().tolist()
    ([-5.7392], [[0.1353]])
    """
    _check(lda, alpha, beta, state, lags, marks, valid_length, max_time)
    count, steps = lags.shape
    rows = torch.arange(count, device=lda.device)
    lags, ends = lags.detach(), max_time.detach()
    marks, lengths = marks.long(), valid_length.detach()
    likelihood = torch.zeros_like(lda[:, :1]).sum(1)
    if not marks.is_cpu:  # an index out of range kills a GPU context; such a sequence has no value
        asked, marks = marks, marks.clamp(-lda.shape[1], lda.shape[1] - 1)
        used = torch.arange(steps, device=lda.device) < lengths.unsqueeze(1)
        likelihood = likelihood.masked_fill(((asked != marks) & used).any(1), torch.nan)
    now, last = torch.zeros_like(likelihood), torch.zeros_like(lda)
    for step in range(steps):
        inside = step < lengths
        mark = torch.where(inside, marks[:, step], 0)  # padding may hold anything
        now = torch.where(inside, now + lags[:, step], now)
        gap = now - last[rows, mark]
        memory, rate = state[rows, mark], lda[rows, mark]
        decay = torch.exp(-beta[mark] * gap)
        intensity = rate + alpha[mark] * beta[mark] * memory * decay
        gain = torch.log(torch.where(inside, intensity, 1)) - rate * gap - alpha[mark] * memory * (1 - decay)
        likelihood = likelihood + torch.where(inside, gain, 0)
        here = torch.zeros_like(lda, dtype=torch.bool).index_put((rows, mark), inside)
        state = torch.where(here, (1 + memory * decay).unsqueeze(1), state)
        last = torch.where(here, now.unsqueeze(1), last)
    gap = ends.unsqueeze(1) - last
    decay = torch.exp(-beta * gap)
    likelihood = likelihood - (lda * gap + alpha * state * (1 - decay)).sum(1)
    return likelihood, (decay * state).detach()


def _check(lda, alpha, beta, state, lags, marks, valid_length, max_time) -> None:
    given = dict(zip(_NAMES, (lda, alpha, beta, state, lags, marks, valid_length, max_time)))
    if lda.dim() != 2 or lags.dim() != 2:
        raise MXNetError(f"lda and lags have two axes; got {list(lda.shape)} and {list(lags.shape)}")
    for name, wanted in _shapes(lags.shape[0], lda.shape[1], lags.shape[1]).items():
        if given[name].shape != wanted:
            raise MXNetError(f"{name} has shape {list(given[name].shape)}, expected {list(wanted)}")


def _shapes(count: int, kinds: int, steps: int) -> dict:
    pair, points, each = (count, kinds), (count, steps), (count,)
    return dict(zip(_NAMES, (pair, (kinds,), (kinds,), pair, points, points, each, each)))


@hawkes_log_likelihood.infer_shape
def hawkes_log_likelihood_shape(shape, p) -> None:
    lda, lags = shape.lda, shape.lags
    count = shapes.unify(lda[:1], lags[:1], "lda and lags")[0]
    for name, found in _shapes(count, lda[1], lags[1]).items():
        setattr(shape, name, found)
    shape.output, shape.out_state = (count,), (count, lda[1])


@hawkes_log_likelihood.infer_type
def hawkes_log_likelihood_type(types, p) -> None:
    for name in _NAMES:
        setattr(types, name, torch.int32 if name == "marks" else types.lda)
    types.output = types.out_state = types.lda
