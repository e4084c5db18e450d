"""No stage between a file and its first step costs more than in proportion to the graph's size."""
import json

import numpy as np
import pytest

import mxnet as mx
from mxnet.core import program
from mxnet.core.scope import paused
from mxnet.fileformat import symbol_json as reading
from tests.fuzz.scaling import KINDS, stages

SMALL, TIMES = 400, 8
SLACK = 2.5      # of a busy machine; a quadratic stage costs TIMES times as much
UNSEEN = 0.05    # seconds: what a stage may cost without being looked at


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("kind", KINDS)
def test_cost_grows_with_size(kind):
    small, large = KINDS[kind](SMALL), KINDS[kind](SMALL * TIMES)
    stages(small)
    for _ in range(3):
        with paused():  # it looks through what all tests before have left, whatever stage it comes in
            before, after = stages(small), stages(large)
        slow = {name: (before[name], seconds) for name, seconds in after.items()
                if seconds > TIMES * SLACK * before[name] + UNSEEN}
        if not slow:
            return
    raise AssertionError(f"{kind}: of {SMALL} and of {TIMES} times as many nodes: {slow}")


def test_a_program_of_many_steps_is_compiled_in_chapters(monkeypatch):
    text = KINDS["parameters"](40)

    def trained():
        executor = mx.sym.load_json(text).simple_bind(mx.cpu(), node0=(2,))
        for number, array in enumerate(executor.arg_arrays):
            array[:] = number + 1
        executor.forward(is_train=True)
        executor.backward([mx.nd.array([1.0, 2.0])])
        return [executor.outputs[0].asnumpy(), *(grad.asnumpy() for grad in executor.grad_arrays)], executor
    whole, _ = trained()
    monkeypatch.setattr(program, "FUNCTION_UP_TO_STEPS", 7)
    apart, executor = trained()
    for first, second in zip(whole, apart):
        np.testing.assert_array_equal(first, second)
    assert "forward_train_1" not in executor.code, "what is shown is the whole program"


def test_an_error_in_a_chapter_names_its_call(monkeypatch):
    monkeypatch.setattr(program, "FUNCTION_UP_TO_STEPS", 3)
    x = mx.sym.Variable("x")
    for number in range(10):
        x = mx.sym.exp(x, name=f"e{number}")
    layer = mx.sym.FullyConnected(x, num_hidden=4, no_bias=True, name="fc")
    executor = layer.simple_bind(mx.cpu(), x=(2, 3))
    executor.arg_arrays[1]._data = executor.arg_arrays[1]._data.reshape(3, 4)
    with pytest.raises(mx.MXNetError, match=r"FullyConnected\(fc\)"):
        executor.forward()


def test_values_between_chapters_are_freed(monkeypatch):
    import weakref
    monkeypatch.setattr(program, "FUNCTION_UP_TO_STEPS", 2)
    alive, most = [], []

    def watch(value):
        alive.append(weakref.ref(value))
        most.append(sum(ref() is not None for ref in alive))
        return value + 1
    made = program.Program("forward")
    made.inputs("args", [made.fresh("x")])
    last = "x"
    for _ in range(20):
        name = made.fresh("v")
        made.call(watch, "watch", [last], [name])
        last = name
    made.returns = [[last]]
    assert made.run([mx.nd.zeros(1)._data])[0].item() == 20
    assert max(most) <= 3


def test_many_outputs_of_one_node_are_named_in_one_go():
    count = 4096
    parts = mx.sym.SliceChannel(mx.sym.Variable("x"), num_outputs=count, name="parts")
    assert parts.list_outputs()[-1] == f"parts_output{count - 1}"
    document = json.loads(parts.tojson())
    assert len(document["heads"]) == count


def test_only_outputs_that_a_file_does_not_pay_for_are_limited(monkeypatch):
    monkeypatch.setattr(reading, "_MAX_VALUES", 10)
    assert len(mx.sym.load_json(KINDS["chain"](50)).get_internals()) == 51
    parts = mx.sym.SliceChannel(mx.sym.Variable("x"), num_outputs=20)
    with pytest.raises(mx.MXNetError, match="its nodes have 21 outputs"):
        mx.sym.load_json(parts.tojson())
