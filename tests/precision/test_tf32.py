"""The TF32 switch: what torch's flags are inside a block and after it."""
import subprocess
import sys
import threading

import pytest
import torch

import mxnet as mx
from mxnet.core import tf32

MATMUL, CUDNN = torch.backends.cuda.matmul, torch.backends.cudnn


def flags():
    return MATMUL.allow_tf32, CUDNN.allow_tf32, torch.get_float32_matmul_precision()


@pytest.fixture(autouse=True)
def as_before(monkeypatch):
    monkeypatch.delenv(tf32.CORES, raising=False)
    monkeypatch.delenv(tf32.CONVERSION, raising=False)
    before = flags()
    yield
    assert flags() == before


@pytest.mark.parametrize("cores, conversion, expected", [
    (None, None, None), ("1", None, True), ("0", None, False), ("true", None, True), ("False", None, False),
    (None, "1", True), (None, "0", False), ("1", "0", False), ("0", "1", False), ("1", "1", True)])
def test_environment(monkeypatch, cores, conversion, expected):
    for name, value in ((tf32.CORES, cores), (tf32.CONVERSION, conversion)):
        if value is not None:
            monkeypatch.setenv(name, value)
    assert tf32.setting() is expected
    before = flags()
    with tf32.allowed():
        assert flags()[:2] == (before[:2] if expected is None else (expected, expected))


def test_a_wrong_value_is_named(monkeypatch):
    monkeypatch.setenv(tf32.CORES, "yes")
    with pytest.raises(mx.MXNetError, match="MXNET_CUDA_ALLOW_TENSOR_CORE='yes'"):
        tf32.allowed()


def test_unset_costs_nothing():
    assert tf32.allowed() is tf32.allowed()
    assert type(tf32.allowed()).__name__ == "nullcontext"


def test_blocks_nest_and_survive_errors(monkeypatch):
    before = flags()
    monkeypatch.setenv(tf32.CORES, "1")
    outer = tf32.allowed()
    with pytest.raises(ZeroDivisionError), outer:
        monkeypatch.setenv(tf32.CORES, "0")
        with tf32.allowed():
            assert flags()[:2] == (False, False)
        1 / 0  # noqa: B018
    assert flags() == before


def test_threads_share_the_flags(monkeypatch):
    monkeypatch.setenv(tf32.CORES, "1")
    first_in, second_in, seen = threading.Event(), threading.Event(), []

    def first():
        with tf32.allowed():
            first_in.set()
            second_in.wait(10)

    def second():
        first_in.wait(10)
        with tf32.allowed():
            second_in.set()
            one.join(10)
            seen.append(flags()[:2])  # the other thread has left, this one's block still holds
    one, other = threading.Thread(target=first), threading.Thread(target=second)
    one.start()
    other.start()
    other.join(20)
    assert seen == [(True, True)]


NEWER = """
import os, torch
from mxnet.core import tf32
matmul, cudnn = torch.backends.cuda.matmul, torch.backends.cudnn
flags = lambda: [matmul.fp32_precision, cudnn.conv.fp32_precision, cudnn.rnn.fp32_precision]
for own in (("ieee", "tf32"), ("tf32", "ieee"), ("tf32", "tf32")):
    matmul.fp32_precision, cudnn.conv.fp32_precision = own
    before = flags()
    for text in "10":
        os.environ["MXNET_CUDA_ALLOW_TENSOR_CORE"] = text
        with tf32.allowed():
            assert [flag == "tf32" for flag in flags()] == [text == "1"] * 3, (own, text, flags())
        assert flags() == before, (own, text, flags())
"""


@pytest.mark.skipif(not hasattr(MATMUL, "fp32_precision"), reason="this torch has one spelling only")
def test_programs_that_use_the_newer_flags():
    subprocess.run([sys.executable, "-c", NEWER], check=True, timeout=120)


@pytest.mark.parametrize("level", ["highest", "high", "medium"])
def test_the_users_own_choice_comes_back(monkeypatch, level):
    before = torch.get_float32_matmul_precision()
    torch.set_float32_matmul_precision(level)
    chosen = flags()
    for text in "01":
        monkeypatch.setenv(tf32.CORES, text)
        with tf32.allowed():
            pass
        assert flags() == chosen
    torch.set_float32_matmul_precision(before)
