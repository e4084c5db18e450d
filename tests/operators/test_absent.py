"""Operators of MXNet that are left out say why, and are not counted as there."""
import json

import pytest

import mxnet as mx
from mxnet.core.op import find, operators
from mxnet.core.op.registry import ABSENT


@pytest.mark.parametrize("name", sorted(ABSENT))
def test_each_has_a_reason(name):
    assert len(ABSENT[name]) > 20 and name not in operators()
    with pytest.raises(mx.MXNetError, match=name):
        find(name)


@pytest.mark.parametrize("function", [
    lambda: mx.nd._internal._NoGradient(mx.nd.ones(1)), lambda: mx.sym._internal._NoGradient(),
    lambda: mx.nd._internal._Native()])
def test_front_ends_refuse(function):
    with pytest.raises(mx.MXNetError, match="engine|CustomOp"):
        function()


def test_a_file_with_one_is_refused():
    nodes = [{"op": "null", "name": "data", "inputs": []},
             {"op": "_TensorRT", "name": "piece", "inputs": [[0, 0, 0]]}]
    with pytest.raises(mx.MXNetError, match="TensorRT"):
        mx.sym.load_json(json.dumps({"nodes": nodes, "arg_nodes": [0], "heads": [[1, 0, 0]]}))
