"""The profiler: what is measured, when, and what the two reports say."""
import json
import threading

import numpy as np
import pytest

import mxnet as mx
from mxnet import profiler
from mxnet.core import trace


@pytest.fixture(autouse=True)
def fresh(tmp_path):
    """Give every test its own file and leave the profiler off and empty."""
    path = tmp_path / "profile.json"
    profiler.set_config(filename=str(path), aggregate_stats=True, continuous_dump=False)
    profiler.dumps(reset=True)
    yield path
    profiler.set_state("stop")
    profiler._recorder.events = []
    profiler._recorder.unwritten = False
    profiler.set_config(continuous_dump=False)


def times():
    return json.loads(profiler.dumps(format="json"))["Time"]


def network():
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="fc")
    return mx.sym.Activation(net, act_type="relu", name="act")


def test_operators_on_arrays_are_counted():
    profiler.set_state("run")
    x = mx.nd.zeros((4, 4))
    y = mx.nd.sqrt(x + 1)
    y += 2
    y = 3 - y * y
    found = {name: row["Count"] for name, row in times()["operator"].items()}
    assert found["_zeros"] == 1 and found["sqrt"] == 1 and found["_plus_scalar"] == 2
    assert found["_rminus_scalar"] == 1
    assert any(name in found for name in ("broadcast_mul", "elemwise_mul", "_mul"))


def test_results_are_the_same_while_measuring():
    def run():
        executor = network().simple_bind(mx.cpu(), data=(2, 4))
        for array in executor.arg_arrays:
            array[:] = mx.nd.arange(array.size).reshape(array.shape) / 10
        executor.forward(is_train=True)
        executor.backward(mx.nd.ones((2, 3)))
        return [a.asnumpy() for a in executor.outputs + executor.grad_arrays]
    plain = run()
    profiler.set_state("run")
    measured = run()
    for a, b in zip(plain, measured, strict=True):
        assert np.array_equal(a, b)
    counts = {name: row["Count"] for name, row in times()["operator"].items()}
    for name in ("FullyConnected", "Activation", "_backward_FullyConnected", "_backward_Activation"):
        assert counts[name] == 1


def test_an_executor_made_before_is_measured_and_then_not():
    executor = network().simple_bind(mx.cpu(), data=(2, 4))
    executor.forward()
    profiler.set_state("run")
    executor.forward()
    profiler.set_state("stop")
    executor.forward()
    assert times()["operator"]["FullyConnected"]["Count"] == 1


def test_kinds_can_be_left_out():
    executor = network().simple_bind(mx.cpu(), data=(2, 4))
    for kind, seen in (("symbolic", {"FullyConnected", "Activation"}), ("imperative", {"_ones"})):
        profiler.set_config(aggregate_stats=True, continuous_dump=False,
                            profile_symbolic=kind == "symbolic",
                            profile_imperative=kind == "imperative")
        profiler.dumps(reset=True)
        profiler.set_state("run")
        executor.forward()
        mx.nd.ones(2)
        profiler.set_state("stop")
        assert set(times()["operator"]) == seen


def test_nothing_is_watched_when_off():
    assert trace.report is None
    profiler.set_state("run")
    assert trace.report is not None
    profiler.pause()
    assert trace.report is None
    mx.nd.ones(3)
    profiler.resume()
    mx.nd.zeros(3)
    profiler.set_state("stop")
    assert trace.report is None
    assert set(times()["operator"]) == {"_zeros"}


def test_chrome_trace(fresh):
    profiler.set_state("run")
    network().simple_bind(mx.cpu(), data=(2, 4)).forward()
    domain = profiler.Domain("mine")
    with profiler.Task(domain, "task"), profiler.Frame(domain, "frame"), profiler.Event("event"), \
            profiler.Scope("scope"):
        pass
    counter = domain.new_counter("things", 5)
    counter += 2
    counter -= 1
    domain.new_marker("here").mark("global")
    assert (str(domain), str(counter)) == ("mine", "things")
    profiler.dump()
    events = json.loads(fresh.read_text())["traceEvents"]
    by_name = {}
    for event in events:
        by_name.setdefault(event["name"], []).append(event)
    begin, end = by_name["FullyConnected"]
    assert (begin["ph"], end["ph"], begin["cat"]) == ("B", "E", "operator")
    assert begin["args"] == {"node": "fc"} and begin["ts"] <= end["ts"]
    assert [e["ph"] for e in by_name["task"]] == ["b", "e"] and "id" in by_name["task"][0]
    assert {e["cat"] for name in ("frame", "event", "scope") for e in by_name[name]} \
        == {"mine,frame", "event", "scope"}
    assert [e["args"]["things"] for e in by_name["things"]] == [5, 7, 6]
    assert (by_name["here"][0]["ph"], by_name["here"][0]["s"]) == ("i", "g")
    names = {e["pid"]: e["args"]["name"] for e in by_name["process_name"]}
    assert names[begin["pid"]] == "operator"
    assert trace.report is None, "a finished dump ends the measuring"


def test_dumps_grow_and_then_start_anew(fresh):
    profiler.set_state("run")
    sizes = []
    for _ in range(3):
        mx.nd.ones(2)
        profiler.dump(finished=False)
        sizes.append(len(json.loads(fresh.read_text())["traceEvents"]))
    assert sizes == sorted(set(sizes))
    profiler.dump()
    profiler.set_state("run")
    mx.nd.zeros(2)
    profiler.dump()
    names = {e["name"] for e in json.loads(fresh.read_text())["traceEvents"]
             if not e["name"].startswith("Memory: gpu")}
    assert names == {"process_name", "_zeros"}


def test_continuous_dump_writes_at_stop(fresh):
    profiler.set_config(filename=str(fresh), continuous_dump=True)
    profiler.set_state("run")
    mx.nd.ones(2)
    profiler.set_state("stop")
    assert "_ones" in fresh.read_text()


def test_table_and_order():
    profiler.set_state("run")
    for size in (1, 2, 3):
        mx.nd.ones(size)
    mx.nd.zeros(2)
    table = profiler.dumps()
    assert "Profile Statistics:" in table
    line = next(line for line in table.splitlines() if line.startswith("_ones"))
    assert line.split()[1] == "3" and len(line.split()) == 6
    for key, column in (("total", "Total"), ("avg", "Avg"), ("min", "Min"), ("max", "Max"),
                        ("count", "Count")):
        for ascending in (False, True):
            text = profiler.dumps(format="json", sort_by=key, ascending=ascending)
            rows = [row[column] for row in json.loads(text)["Time"]["operator"].values()]
            assert rows == sorted(rows, reverse=not ascending)
    assert json.loads(text)["Unit"] == {"Time": "ms", "Memory": "kB"}
    assert profiler.dumps(reset=True) and times() == {}


def test_no_table_without_asking():
    profiler.set_config(continuous_dump=False)
    profiler.set_state("run")
    mx.nd.ones(2)
    assert profiler.dumps() == ""


def test_custom_operators_show_their_python_and_what_they_call():
    class Twice(mx.operator.CustomOp):
        def forward(self, is_train, req, in_data, out_data, aux):
            mx.nd.zeros(3)
            self.assign(out_data[0], req[0], in_data[0] * 2)

        def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
            self.assign(in_grad[0], req[0], out_grad[0] * 2)

    @mx.operator.register("profiled_twice")
    class TwiceProp(mx.operator.CustomOpProp):
        def list_arguments(self):
            return ["data"]

        def create_operator(self, ctx, shapes, dtypes):
            return Twice()

    profiler.set_state("run")
    x = mx.nd.ones(3)
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.Custom(x, op_type="profiled_twice")
    y.backward()
    rows = times()["Custom Operator"]
    assert {"profiled_twice::pure_python", "profiled_twice::_zeros", "profiled_twice::_mul_scalar",
            "_backward_profiled_twice::pure_python"} <= set(rows)
    assert "_zeros" not in times()["operator"]
    assert x.grad.asnumpy().tolist() == [2, 2, 2]


def test_gradients_of_recorded_operators_are_measured():
    profiler.set_state("run")
    x = mx.nd.ones((2, 3))
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.FullyConnected(x, mx.nd.ones((4, 3)), num_hidden=4, no_bias=True)
        z = mx.nd.relu(y).sum()
    z.backward()
    counts = {name: row["Count"] for name, row in times()["operator"].items()}
    for name in ("FullyConnected", "relu", "sum"):
        assert counts[name] == counts[f"_backward_{name}"] == 1
    assert x.grad.asnumpy().tolist() == [[4, 4, 4]] * 2


def test_threads_are_told_apart(fresh):
    profiler.set_state("run")
    thread = threading.Thread(target=lambda: mx.nd.zeros(2))
    thread.start()
    thread.join()
    mx.nd.ones(2)
    profiler.dump()
    events = json.loads(fresh.read_text())["traceEvents"]
    assert len({e["tid"] for e in events if e["ph"] == "B"}) == 2


def test_bad_arguments():
    with pytest.raises(mx.MXNetError, match="Cannot find argument 'colour'"):
        profiler.set_config(colour="red")
    with pytest.raises(mx.MXNetError, match="profile_all"):
        profiler.set_config(profile_all="perhaps")
    with pytest.raises(mx.MXNetError, match="server"):
        profiler.set_state("run", profile_process="server")
    for call in (lambda: profiler.set_state("walk"), lambda: profiler.dumps(format="xml"),
                 lambda: profiler.dumps(sort_by="name"), lambda: profiler.pause("nobody")):
        with pytest.raises(ValueError):
            call()
    with pytest.raises(mx.MXNetError, match="scope"):
        profiler.Marker(profiler.Domain("d"), "m").mark("galaxy")


def test_deprecated_names(fresh):
    with pytest.warns(UserWarning, match="deprecated"):
        profiler.profiler_set_config(mode="all", filename=str(fresh))
    with pytest.warns(UserWarning, match="deprecated"):
        profiler.profiler_set_state("run")
    mx.nd.ones(1)
    with pytest.warns(UserWarning, match="deprecated"):
        profiler.dump_profile()
    assert "_ones" in fresh.read_text()
