"""Calls of mx.np x types x shapes are answered as MXNet 1.9.1 answered them: `data/np_types.txt.gz`, by `np_types.py`.

Where it refuses, or ends the process, NumPy's answer is right too, and where NumPy refuses so may we.
"""
import gzip
import warnings
from functools import cache
from pathlib import Path

import numpy as onp
import pytest

from mxnet import MXNetError, np, npx
from mxnet.gluon import nn
from tests.numpy import np_misuse, np_types

RECORDED = Path(__file__).parents[1] / "data" / "np_types.txt.gz"
REFUSALS = {"RuntimeError": MXNetError, **{kind.__name__: kind for kind in (
    TypeError, IndexError, ValueError, AssertionError, NotImplementedError, AttributeError)}}
# Other differences: reason -> call -> in how many types and shapes the answers differ.
DIFFERENT = {
    "MXNet computes with a mean that is truncated to an integer": {
        "np.std(a)": 4, "np.var(a)": 8, "np.average(a)": 4, "np.std(a, ddof=1)": 8, "np.var(a, ddof=1)": 12,
        "np.var(a, axis=0, ddof=1, keepdims=True)": 20, "np.var(a, ddof=1, dtype='float64')": 16,
        "np.std(a, ddof=2, dtype='int32')": 4, "np.average(a, returned=True)": 4,
        "np.std(a, dtype='float16')": 12, "np.std(a, dtype='float64')": 12, "np.var(a, dtype='float16')": 12,
        "np.var(a, dtype='float64')": 12, "np.var(a, dtype='int8')": 4, "np.var(a, dtype='int32')": 4,
        "np.average(a, weights=b)": 55},  # or takes weights of one type only
    "MXNet truncates norms to integers": {
        "np.linalg.norm(a)": 24, "np.linalg.norm(a, ord=1)": 18, "np.linalg.norm(a, ord=2)": 14,
        "np.linalg.norm(a, ord=2, axis=0)": 19, "np.linalg.norm(a, ord='fro')": 20, "np.linalg.norm(a, ord='nuc')": 5,
        "np.linalg.norm(a, axis=0)": 19, "np.linalg.norm(a, axis=(0, 1), keepdims=True)": 10,
        "np.linalg.norm(a, ord=np.inf)": 16},
    "MXNet does not check an argument": {"np.inner(a, b)": 11, "npx.leaky_relu(a)": 8},
    "MXNet takes empty arrays of any type": {
        "npx.softmax(a)": 5, "npx.softmax(a, axis=1)": 8, "npx.log_softmax(a)": 5, "npx.arange_like(a)": 1,
        "npx.smooth_l1(a)": 1},
    "bounds in the wrong order": {"np.clip(a, 2, 1)": 21},
    "MXNet's answer is wrong": {
        "np.where(a, a, b)": 8, "np.pad(a, ((1, 0), (0, 1)), mode='constant', constant_values=2)": 8,
        "np.rad2deg(a)": 17, "np.deg2rad(a)": 20, "6 ^ a": 19, "a[np.array([1, 0])]": 8, "npx.erfinv(a)": 8},
    "MXNet has no kernel": {
        **{f"np.linalg.{name}(a)": 2 for name in "cholesky eig eigh eigvals eigvalsh pinv".split()},
        "np.linalg.tensorinv(a, ind=1)": 1, "np.linalg.solve(a, a)": 2, "np.linalg.tensorsolve(a, a)": 2,
        "np.linalg.solve(a, b)": 74, "np.linalg.tensorsolve(a, b)": 21, "npx.batch_dot(a, b)": 4,
        "npx.batch_dot(a, a)": 5, "np.subtract(a, b, out=a)": 9, "np.mod(a, b, out=a)": 9, "np.lcm(a, b)": 2,
        "np.maximum(a, b, out=a)": 1,
        "np.lcm(a, 6)": 4, "np.prod(a, dtype='int8')": 1, "np.prod(a, dtype='float16')": 1, "npx.one_hot(a, 4)": 4,
        "npx.topk(a)": 3, "npx.topk(a, k=2, ret_typ='both')": 3, "npx.pick(a, np.array([0, 1]))": 1,
        "npx.sequence_mask(a, np.array([1, 1]), use_sequence_length=True)": 2, "npx.dropout(a)": 25,
        "npx.activation(a, act_type='tanh')": 25, "npx.pooling(a, kernel=(2,), pool_type='max')": 4,
        "npx.embedding(a, np.ones((6, 2)), input_dim=6, output_dim=2)": 5},
}


@pytest.fixture(autouse=True)
def _numpy_mode():
    npx.set_np()
    yield
    npx.reset_np()


def near(ours, theirs):
    """Compare two answers; numbers may differ in the last digits, and singular vectors in their sign."""
    ours, theirs = ours.split(), theirs.split()
    return len(ours) == len(theirs) and all(a == b or _near(a, b) for a, b in zip(ours, theirs))


def _near(a, b):
    try:
        return abs(abs(float(a)) - abs(float(b))) <= 2e-3 * max(1, abs(float(b)))
    except ValueError:
        return False


def in_numpy(text, arrays):
    """Compute a call by NumPy itself, None if it refuses."""
    try:
        made = eval(text, {**np_types.SCOPE, "np": onp, **{name: value.copy() for name, value in arrays.items()}})
    except Exception:
        return None
    made = made if isinstance(made, (list, tuple)) else [made]
    return " & ".join(np_types.written(onp.real_if_close(item)) for item in made)


def untyped(answer):
    """Leave the types out of an answer."""
    return " & ".join(part.split(" ", 1)[1] for part in answer.split(" & "))


def judge(text, arrays, theirs):
    """Return what is wrong with our answer to a call beside the recorded one; None if it is right."""
    try:
        ours, error = np_types.compute(text, arrays), None
    except Exception as found:
        ours, error = "", found
    if error is not None and np_misuse.FOREIGN.search(str(error)):
        return f"words of another library: {error}"
    if error is not None and theirs in REFUSALS:
        return None if isinstance(error, REFUSALS[theirs]) else f"{type(error).__name__}, not {theirs}: {error}"
    if error is None and near(ours, theirs):
        return None
    wanted = None if "npx." in text else in_numpy(text, arrays)
    if error is not None:
        if theirs == "end" or ("npx." not in text and wanted is None):
            return None
        return f"{type(error).__name__}, not {theirs}: {error}"
    if wanted is not None and (theirs in REFUSALS or theirs == "end") and near(untyped(ours), untyped(wanted)):
        return None
    return f"{ours}, not {theirs}; NumPy: {wanted}"


@cache
def by_text():
    """Return the calls of each expression: the key, the arrays and the recorded answer."""
    found = {}
    answers = gzip.decompress(RECORDED.read_bytes()).decode().split("\n")
    for (key, arrays), theirs in zip(np_types.calls(), answers, strict=True):
        found.setdefault(key[0], []).append((key[1:], arrays, theirs))
    return found


@pytest.mark.parametrize("text", dict.fromkeys(key[0] for key, _ in np_types.calls()))
def test_answers(text):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of empty arrays' truth values, and NumPy's
        wrong = {key: said for key, arrays, theirs in by_text()[text] if (said := judge(text, arrays, theirs))}
    assert len(wrong) <= sum(calls.get(text, 0) for calls in DIFFERENT.values()), wrong


# Eager calls give the type of the array beside a number, as in MXNet, and so have no counterpart here.
BESIDE_NUMBERS = ("-a", "a + 1.5", "1.7 - a", "a * 2.5", "7 % a", "2 ** a", "2.5 ** a", "a < 1.5", "np.minimum(2.5, a)",
                  "np.arctan2(2, a)")
NO_SYMBOLS = ("np.array(", "out=", "iadd(", "isub(", "imul(", "itruediv(", "imod(", "iand(", "nonzero", "np.where(a)",
              "unravel_index", "meshgrid", "broadcast_arrays", "diag_indices", "shares_memory", "np.inf", "batch_norm",
              "~", "&", "|", "^", "None]", "a[a", "a.item", "a.tolist", "len(", "bool(", "float(", "int(")


class Calls(nn.HybridBlock):
    """Computes one expression for many operands."""

    def __init__(self, text, names):
        super().__init__()
        self.expression, self.names = compile(text, text, "eval"), names

    def hybrid_forward(self, F, arrays):
        rows = zip(*[iter(arrays)] * len(self.names))
        return [eval(self.expression, {"np": F.np, "npx": F.npx, **dict(zip(self.names, row))}) for row in rows]


def compare_hybridized(text, every=1):
    """Compare hybridized calls with eager ones, at those operands that eager calls take."""
    wanted = {}
    for place, (key, arrays, _) in enumerate(by_text()[text]):
        if place % every == 0:
            try:
                wanted[key] = np_types.compute(text, arrays), arrays
            except Exception:
                continue
    if wanted:
        net = Calls(text, list(next(iter(wanted.values()))[1]))
        net.hybridize()
        found = net([np.array(array, dtype=array.dtype) for _, arrays in wanted.values() for array in arrays.values()])
        answers = {key: np_types.shown(made) for key, made in zip(wanted, found, strict=True)}
        assert not {key: (answers[key], made) for key, (made, _) in wanted.items() if not near(answers[key], made)}


@pytest.mark.parametrize("text", [text for text in by_text() if text not in BESIDE_NUMBERS
                                  and not any(part in text for part in NO_SYMBOLS)])
def test_hybridized_calls_give_the_same(text):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        compare_hybridized(text, 7)


@pytest.mark.parametrize("text", ["np.add(a, b)", "np.subtract(a, b)", "np.true_divide(a, b)", "np.maximum(a, b)",
                                  "np.hypot(a, b)", "np.bitwise_and(a, b)", "np.equal(a, b)", "np.dot(a, b)"])
def test_hybridized_calls_refuse_the_same(text):
    refused = [arrays for _, arrays, theirs in by_text()[text][::13]
               if theirs in REFUSALS and np_types.answer(text, arrays) in REFUSALS]
    assert refused
    for arrays in refused:
        net = Calls(text, ["a", "b"])
        net.hybridize()
        with pytest.raises(MXNetError):
            net([np.array(array, dtype=array.dtype) for array in arrays.values()])[0].asnumpy()


def test_unsuitable_arguments_are_refused_in_our_words():
    assert not np_misuse.wrong(2500, 5)


def test_numbers_beside_arrays_do_not_call_numpy_back():
    for call in (lambda: np.clip(1, np.array(0.0), 2), lambda: np.tile(1, np.array(2))):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(OverflowError):
        np.empty(-1)
