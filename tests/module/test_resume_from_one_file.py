"""`fit(resume=...)`: a run that was broken off and started again ends as one that was not."""
import numpy as np
import pytest

import mxnet as mx


class Killed(Exception):
    pass


def network():
    data = mx.sym.Variable("data")
    hidden = mx.sym.BatchNorm(mx.sym.FullyConnected(data, num_hidden=8, name="fc1"), name="bn")
    hidden = mx.sym.Dropout(mx.sym.Activation(hidden, act_type="relu"), p=0.3)
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(hidden, num_hidden=3, name="fc2"), name="softmax")


def run(file, dies_in=(), shuffle=True):
    """Train five epochs; die at batches that are named. Give all parameters."""
    mx.random.seed(11)
    np.random.seed(11)
    draw = np.random.RandomState(0)
    data = mx.io.NDArrayIter(draw.randn(20, 6).astype("float32"), draw.randint(0, 3, 20), 5, shuffle=shuffle)

    def watch(param):
        if (param.epoch, param.nbatch) in dies_in:
            raise Killed
    module = mx.mod.Module(network())
    module.fit(data, num_epoch=5, optimizer="adam", initializer=mx.init.Xavier(), batch_end_callback=watch, resume=file,
               optimizer_params={"learning_rate": 0.05,
                                 "lr_scheduler": mx.lr_scheduler.FactorScheduler(3, 0.8, base_lr=0.05)})
    arg_params, aux_params = module.get_params()
    return {name: array.asnumpy() for name, array in {**arg_params, **aux_params}.items()}


@pytest.mark.parametrize("shuffle", [True, False])
def test_a_broken_run_ends_as_a_whole_one(tmp_path, shuffle):
    whole = run(str(tmp_path / "whole"), shuffle=shuffle)
    for place in ((0, 2), (2, 1), (4, 3)):
        with pytest.raises(Killed):
            run(str(tmp_path / "broken"), {place}, shuffle)
    again = run(str(tmp_path / "broken"), shuffle=shuffle)
    for name, value in whole.items():
        np.testing.assert_array_equal(again[name], value, err_msg=name)


def test_a_finished_run_is_not_run_again(tmp_path):
    file = str(tmp_path / "run")
    whole = run(file)
    again = run(file, {(epoch, batch) for epoch in range(5) for batch in range(4)})
    for name, value in whole.items():
        np.testing.assert_array_equal(again[name], value, err_msg=name)


def test_another_file_is_refused(tmp_path):
    file = str(tmp_path / "weights.params")
    mx.nd.save(file, {"arg:fc1_weight": mx.nd.ones(3)})
    with pytest.raises(mx.MXNetError, match="is no file that fit"):
        run(file)
