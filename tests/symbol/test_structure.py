"""Every operator looks in a graph as in the reference: names of inputs, states and outputs."""
import json
from pathlib import Path

import pytest

from mxnet.core.op import operators
from tests.symbol.structure import structure

RECORDED = json.loads((Path(__file__).parents[1] / "data" / "symbol_structure.json").read_text())
RECORDED.pop("")
# Fused optimizer steps: MXNet's own listing repeats one name, so they cannot be bound there. And
# functions on arrays whose inputs have other names, or none, when they are called on symbols.
UNNAMED = {name for name in RECORDED
           if name.lstrip("_").startswith(("multi_", "preloaded_multi_", "set_value", "cv", "imdecode"))}


@pytest.mark.parametrize("name", sorted(RECORDED.keys() - UNNAMED))
def test_structure(name):
    if name not in operators():
        pytest.skip("not registered")
    cases = dict(RECORDED[name])
    params, expected = cases.pop("")
    params = {key: tuple(value) if isinstance(value, list) else value
              for key, value in params.items()}
    assert structure(name, params) == expected
    for variant, expected in cases.items():
        key, _, value = variant.partition("=")
        assert structure(name, {**params, key: value}) == expected, variant
