"""Module: order of calls, parameters, several contexts, checkpoints, resuming after a kill."""
import os
import signal
import subprocess
import sys
import textwrap
import time

import numpy as np
import pytest

import mxnet as mx


def iterator(problem, batch_size=32):
    return mx.io.NDArrayIter(*problem, batch_size)


def start(net, data, **kwargs):
    """Bind with fixed parameters."""
    module = mx.mod.Module(net, **kwargs)
    module.bind(data.provide_data, data.provide_label)
    rng = np.random.RandomState(0)
    module.init_params(mx.init.Zero())
    args, auxs = module.get_params()
    module.set_params({k: mx.nd.array(rng.uniform(-0.3, 0.3, v.shape)) for k, v in sorted(args.items())}, auxs)
    return module


def train(module, data, epochs=2, **kwargs):
    module.init_optimizer(optimizer="sgd", optimizer_params={"learning_rate": 0.2, "momentum": 0.9}, **kwargs)
    for _ in range(epochs):
        data.reset()
        for batch in data:
            module.forward_backward(batch)
            module.update()
    return {name: array.asnumpy() for group in module.get_params() for name, array in group.items()}


# ---- order, names, shapes ----------------------------------------------------------------------------

def test_calls_in_the_wrong_order(net, problem):
    data = iterator(problem)
    module = mx.mod.Module(net)
    with pytest.raises(AssertionError, match="bind"):
        module.init_params()
    with pytest.raises(AssertionError, match="init_params"):
        module.forward(next(data))
    module.bind(data.provide_data, data.provide_label)
    with pytest.raises(AssertionError, match="init_params"):
        module.init_optimizer()
    module.init_params()
    with pytest.raises(AssertionError, match="init_optimizer"):
        module.update()
    with pytest.raises(mx.MXNetError, match="number of epochs"):
        module.fit(data)


def test_wrong_names(net, problem):
    with pytest.raises(ValueError, match="Did you mean one of:\n\tdata"):
        mx.mod.Module(net, data_names=["dta"])
    with pytest.warns(UserWarning, match="label_names=\\['lbl'\\]"):
        mx.mod.Module(net, label_names=["lbl"])
    with pytest.raises(ValueError, match="don't match names"):
        mx.mod.Module(net).bind([("other", (32, 8))], [("softmax_label", (32,))])


def test_missing_and_extra_parameters(net, problem):
    data = iterator(problem)
    module = start(net, data)
    args, auxs = module.get_params()
    some = {name: array for name, array in args.items() if name != "fc1_bias"}
    with pytest.raises(RuntimeError, match="fc1_bias is not presented"):
        module.set_params(some, auxs)
    module.set_params(some, auxs, allow_missing=True)
    module.set_params({**args, "zz": mx.nd.ones(1)}, auxs)  # looked for only where some may be missing
    with pytest.raises(ValueError, match="zz"):
        module.set_params({**args, "zz": mx.nd.ones(1)}, auxs, allow_missing=True)
    module.set_params({**args, "zz": mx.nd.ones(1)}, auxs, allow_missing=True, allow_extra=True)
    with pytest.raises(mx.MXNetError, match=r"fc1_bias.*\(16,\).*\(3,\)"):
        module.set_params({**args, "fc1_bias": mx.nd.ones(3)}, auxs)


def test_a_batch_of_another_size_reshapes(net, problem):
    module = start(net, iterator(problem))
    for size in (32, 5, 64):
        module.forward(mx.io.DataBatch([mx.nd.ones((size, 8))], [mx.nd.zeros((size,))]), is_train=False)
        assert module.get_outputs()[0].shape == (size, 4)
        assert module.output_shapes == [("softmax_output", (size, 4))]


# ---- what is fixed, what is state ---------------------------------------------------------------------

def test_fixed_parameters_stay(net, problem):
    data = iterator(problem)
    module = start(net, data, fixed_param_names=["fc1_weight"])
    before = module.get_params()[0]["fc1_weight"].asnumpy()
    after = train(module, data)
    np.testing.assert_array_equal(after["fc1_weight"], before)
    assert not np.array_equal(after["fc2_weight"], np.zeros_like(after["fc2_weight"]))


def test_states_are_inputs_that_batches_do_not_bring():
    module = mx.mod.Module(mx.sym.broadcast_add(mx.sym.Variable("data"), mx.sym.Variable("state", shape=(1, 3))),
                           label_names=None, state_names=["state"])
    module.bind([("data", (2, 3))], None, for_training=False)
    module.init_params()
    module.set_states(value=5)
    module.forward(mx.io.DataBatch([mx.nd.ones((2, 3))]))
    np.testing.assert_array_equal(module.get_outputs()[0].asnumpy(), np.full((2, 3), 6))
    assert module.get_states()[0].shape == (1, 3)


# ---- fit, predict, files ------------------------------------------------------------------------------

def test_fit_learns_and_predicts_without_padding(net, problem):
    data = mx.io.NDArrayIter(*problem, 48)  # 256 is no multiple of 48
    module = mx.mod.Module(net)
    module.fit(data, num_epoch=12, optimizer_params={"learning_rate": 0.2, "momentum": 0.9},
               initializer=mx.init.Xavier())
    assert module.score(data, "acc")[0][1] > 0.9
    assert module.predict(data).shape == (256, 4)
    assert sum(len(out[0]) for out, _, _ in module.iter_predict(data)) == 256
    assert module.predict(mx.nd.ones((48, 8))).shape == (48, 4)
    assert len(module.predict(data, merge_batches=False)) == 6


def test_resuming_gives_the_numbers_of_an_unbroken_run(net, problem, tmp_path):
    data = iterator(problem)
    whole = train(start(net, data), data, epochs=4)
    first = start(net, data)
    train(first, data, epochs=2)
    first.save_checkpoint(str(tmp_path / "m"), 2, save_optimizer_states=True)
    second = mx.mod.Module.load(str(tmp_path / "m"), 2, load_optimizer_states=True)
    second.bind(data.provide_data, data.provide_label)
    resumed = train(second, data, epochs=2)
    for name, value in whole.items():
        np.testing.assert_allclose(resumed[name], value, rtol=1e-5, atol=1e-6)


KILLED = """
    import sys, time
    import numpy as np
    import mxnet as mx
    rng = np.random.RandomState(3)
    data = rng.randn(256, 8).astype("float32")
    label = (data @ rng.randn(8, 4)).argmax(1).astype("float32")
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=4, name="fc"), name="softmax")
    prefix, begin, slow = sys.argv[1], int(sys.argv[2]), len(sys.argv) > 3
    batches = mx.io.NDArrayIter(data, label, 32)
    if begin:
        module = mx.mod.Module.load(prefix, begin, load_optimizer_states=True)
    else:
        module = mx.mod.Module(net)
    def saved(epoch, *_):
        module.save_checkpoint(prefix, epoch + 1, save_optimizer_states=True)
        print("epoch", epoch + 1, flush=True)
    def pause(_):
        if slow:
            time.sleep(0.02)
    module.fit(batches, num_epoch=6, begin_epoch=begin, initializer=mx.init.One(), epoch_end_callback=saved,
               batch_end_callback=pause, optimizer_params={"learning_rate": 0.1, "momentum": 0.9})
    np.save(prefix + ".npy", module.get_params()[0]["fc_weight"].asnumpy())
"""


def test_a_killed_fit_resumes_to_the_same_numbers(tmp_path):
    script = tmp_path / "fit.py"
    script.write_text(textwrap.dedent(KILLED))
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    environment = {**os.environ, "PYTHONPATH": root, "OMP_NUM_THREADS": "1"}

    def run(*args):
        return [sys.executable, str(script), *args]
    subprocess.run(run(str(tmp_path / "whole"), "0"), check=True, env=environment, stdout=subprocess.DEVNULL)
    victim = subprocess.Popen(run(str(tmp_path / "cut"), "0", "slow"), env=environment, stdout=subprocess.PIPE,
                              text=True)
    with victim:
        for line in victim.stdout:
            if line.startswith("epoch 3"):
                time.sleep(0.05)
                victim.send_signal(signal.SIGKILL)
                break
    done = max(int(path.name.split("-")[1][:4]) for path in tmp_path.glob("cut-*.params"))
    assert 3 <= done < 6
    subprocess.run(run(str(tmp_path / "cut"), str(done)), check=True, env=environment, stdout=subprocess.DEVNULL)
    np.testing.assert_allclose(np.load(tmp_path / "cut.npy"), np.load(tmp_path / "whole.npy"), rtol=1e-6)


def test_a_program_sets_up_logging_when_it_likes(tmp_path):
    """Loading data or an old symbol leaves the root logger as it is: `basicConfig` afterwards still works."""
    script = textwrap.dedent("""
        import logging, sys
        import numpy as np
        import mxnet as mx
        for name, array, axes in (("images", np.zeros((8, 4, 4), "u1"), 3), ("labels", np.zeros(8, "u1"), 1)):
            head = bytes([0, 0, 8, axes]) + np.array(array.shape, ">i4").tobytes()
            open(name, "wb").write(head + array.tobytes())
        data = mx.io.MNISTIter(image="images", label="labels", batch_size=4, flat=True, silent=False)
        old = mx.sym.Variable("data").tojson().replace("10901", "800")
        mx.sym.load_json(old)
        logging.basicConfig(level=logging.INFO, stream=sys.stdout)
        net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2), name="softmax")
        mx.mod.Module(net).fit(data, num_epoch=1)
    """)
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True,
                          env={**os.environ, "PYTHONPATH": root, "OMP_NUM_THREADS": "1"})
    assert "INFO:root:Epoch[0] Train-accuracy=" in done.stdout
