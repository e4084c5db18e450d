"""Losses of `Module.fit` recorded from the real MXNet 1.9.1 by fits.py are met here without it."""
import json

import pytest

import mxnet as mx
from tests.conformance import fits

with open(fits.RECORDED) as stream:
    LOSSES = json.load(stream)


@pytest.mark.filterwarnings("ignore:learning rate from ``lr_scheduler``")
@pytest.mark.parametrize("network, name, contexts", fits.cases())
def test_losses_are_the_references(network, name, contexts):
    recorded = LOSSES[f"{network}/{name}/{contexts}"]
    assert fits.difference(fits.losses(mx, network, name, contexts), recorded) <= fits.TOLERANCE


def test_every_optimizer_is_fitted():
    kinds = {kind for kind, _ in fits.OPTIMIZERS.values()}
    built_in = {name for name, klass in mx.optimizer.Optimizer.opt_registry.items()
                if klass.__module__.startswith("mxnet.optimizer.")}
    assert built_in - kinds == {"adamw"}  # no optimizer of the reference: its operator is in "own"
    assert set(LOSSES) - {"_"} == {f"{network}/{name}/{contexts}" for network, name, contexts in fits.cases()}


def test_a_difference_is_seen():
    assert fits.difference([1.0, 2.0], [1.0, 2.001]) > fits.TOLERANCE
    assert fits.difference([1.0], [1.0, 2.0]) == fits.difference([float("nan")], [1.0]) == float("inf")
