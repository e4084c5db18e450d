"""Losses of three epochs of `Module.fit`, every optimizer on two networks, ours against the reference's.

    python tests/conformance/fits.py --reference PYTHON [--record]

Both sides run this file from the same initial parameters; with --record the reference's losses go to
tests/data, where test_fits.py meets them without it. It must run on the reference's Python and NumPy
too, so it is one file and plain.
"""
import argparse
import contextlib
import json
import logging
import os
import subprocess
import sys
from unittest import mock

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
RECORDED = os.path.join(os.path.dirname(HERE), "data", "fit_losses.json")
TOLERANCE = 1e-4
EPOCHS, ROWS, BATCH, CLASSES = 3, 96, 16, 4

OPTIMIZERS = {
    "sgd": ("sgd", {"learning_rate": 0.1, "wd": 1e-3}),
    "sgd_momentum": ("sgd", {"learning_rate": 0.05, "momentum": 0.9, "wd": 1e-3, "clip_gradient": 0.5}),
    "sgd_schedule": ("sgd", {"learning_rate": 0.2, "momentum": 0.9, "schedule": True}),
    "ccsgd": ("ccsgd", {"learning_rate": 0.1, "momentum": 0.9}),
    "nag": ("nag", {"learning_rate": 0.05, "momentum": 0.9, "wd": 1e-3}),
    "signum": ("signum", {"learning_rate": 0.005, "momentum": 0.9, "wd_lh": 1e-3}),
    "signsgd": ("signum", {"learning_rate": 0.005, "momentum": 0.0}),
    "lars": ("lars", {"learning_rate": 0.5, "momentum": 0.9, "eta": 0.01, "wd": 1e-3}),
    "lbsgd": ("lbsgd", {"learning_rate": 0.05, "momentum": 0.9, "batch_scale": 2, "warmup_epochs": 1}),
    "lbsgd_lars": ("lbsgd", {"learning_rate": 0.05, "warmup_strategy": "lars", "wd": 1e-3}),
    "dcasgd": ("dcasgd", {"learning_rate": 0.1, "lamda": 0.1, "wd": 1e-3}),
    "sgld": ("sgld", {"learning_rate": 1e-3, "wd": 1e-3}),
    "adam": ("adam", {"learning_rate": 0.01, "wd": 1e-3}),
    "adam_schedule": ("adam", {"learning_rate": 0.02, "schedule": True}),
    "own": ("own", {"learning_rate": 0.01, "wd": 1e-2}),
    "adagrad": ("adagrad", {"learning_rate": 0.05, "wd": 1e-3}),
    "groupadagrad": ("groupadagrad", {"learning_rate": 0.05}),
    "rmsprop": ("rmsprop", {"learning_rate": 0.005, "wd": 1e-3}),
    "rmsprop_centered": ("rmsprop", {"learning_rate": 0.005, "centered": True}),
    "adadelta": ("adadelta", {"wd": 1e-4}),
    "ftrl": ("ftrl", {"learning_rate": 0.1, "lamda1": 0.01}),
    "ftml": ("ftml", {"learning_rate": 0.01, "wd": 1e-3}),
    "adamax": ("adamax", {"learning_rate": 0.01, "wd": 1e-3}),
    "nadam": ("nadam", {"learning_rate": 0.01, "wd": 1e-3}),
    "lamb": ("lamb", {"learning_rate": 0.02, "wd": 1e-2}),
    "test": ("test", {}),
}


# ---- the two networks and their data -----------------------------------------------------------------
# No bias stands before a batch normalisation: its gradient is nothing but rounding, which the
# optimizers that divide by a gradient's size make whole steps of.

def perceptron(mx, matrices_only):
    """Two dense layers with batch normalisation between them."""
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=12, name="fc1", no_bias=True)
    net = net if matrices_only else mx.sym.BatchNorm(net, fix_gamma=False, name="bn")
    net = mx.sym.Activation(net, act_type="relu")
    net = mx.sym.FullyConnected(net, num_hidden=CLASSES, name="fc2", no_bias=matrices_only)
    return mx.sym.SoftmaxOutput(net, name="softmax"), (10,)


def convolutional(mx, _):
    """Convolution, batch normalisation, pooling, a dense layer."""
    net = mx.sym.Convolution(mx.sym.Variable("data"), kernel=(3, 3), num_filter=4, name="conv", no_bias=True)
    net = mx.sym.Activation(mx.sym.BatchNorm(net, name="bn"), act_type="tanh")
    net = mx.sym.Pooling(net, kernel=(2, 2), stride=(2, 2), pool_type="max")
    net = mx.sym.FullyConnected(net, num_hidden=CLASSES, name="fc")
    return mx.sym.SoftmaxOutput(net, name="softmax"), (2, 8, 8)


NETWORKS = {"mlp": perceptron, "conv": convolutional}


def problem(shape):
    """Give rows and their classes: which of four random directions a row points along."""
    rng = np.random.RandomState(5)
    data = rng.standard_normal((ROWS,) + shape).astype("float32")
    return data, (data.reshape(ROWS, -1) @ rng.standard_normal((int(np.prod(shape)), CLASSES))).argmax(1)


def parameters(mx, net, shape):
    """Draw the same initial parameters on both sides, from the seed and the order of names."""
    rng = np.random.RandomState(11)
    shapes, _, states = net.infer_shape(data=(BATCH,) + shape)
    args = {name: np.ones(size) if name.endswith("gamma") else rng.uniform(-0.3, 0.3, size)
            for name, size in sorted(zip(net.list_arguments(), shapes)) if name not in ("data", "softmax_label")}
    auxs = {name: np.full(size, float(name.endswith("var"))) for name, size in
            zip(net.list_auxiliary_states(), states)}
    return ({name: mx.nd.array(value) for name, value in group.items()} for group in (args, auxs))


# ---- one run ------------------------------------------------------------------------------------------

def optimizer(mx, name):
    """Give what `fit` takes as optimizer and optimizer_params."""
    kind, params = OPTIMIZERS[name]
    params = dict(params)
    if params.pop("schedule", False):
        params["lr_scheduler"] = mx.lr_scheduler.MultiFactorScheduler([5, 11], 0.5)
    if kind == "own":
        return own(mx)(rescale_grad=1.0 / BATCH, **params), ()
    return kind, params


def own(mx):
    """Make a user's optimizer, with AdamW's operator: MXNet 1.9.1 has no optimizer of that name."""
    class AdamW(mx.optimizer.Optimizer):
        def create_state(self, index, weight):
            return mx.nd.zeros_like(weight), mx.nd.zeros_like(weight)

        def update(self, index, weight, grad, state):
            self._update_count(index)
            mx.nd.contrib.adamw_update(weight, grad, state[0], state[1], mx.nd.array([self.rescale_grad]),
                                       lr=self._get_lr(index), eta=1.0, wd=self._get_wd(index), out=weight)
    return AdamW


@contextlib.contextmanager
def noise(mx):
    """Let SGLD draw its noise from NumPy: the generators of the two sides differ."""
    rng = np.random.RandomState(3)

    def normal(loc, scale, shape, dtype=None, ctx=None, **_):
        return mx.nd.array(rng.normal(loc, scale, shape), dtype=dtype or "float32", ctx=ctx or mx.cpu())
    place, name = (mx.optimizer.optimizer, "normal") if hasattr(mx.optimizer.optimizer, "normal") \
        else (mx.optimizer.sgld, "random")
    with mock.patch.object(place, name, normal if name == "normal" else mock.Mock(normal=normal)):
        yield


def losses(mx, network, name, contexts):
    """Fit, and give the training loss after every batch and the validation loss after every epoch."""
    # GroupAdaGrad keeps a number a row, so it takes matrices only: no vectors, and no convolutions.
    net, shape = NETWORKS[network](mx, name == "groupadagrad")
    data, label = problem(shape)
    args, auxs = parameters(mx, net, shape)
    kind, params = optimizer(mx, name)
    found = []

    def note(param):
        found.append(param.eval_metric.get()[1])
    module = mx.mod.Module(net, context=[mx.cpu(i) for i in range(contexts)])
    with noise(mx):
        module.fit(mx.io.NDArrayIter(data, label, BATCH), eval_data=mx.io.NDArrayIter(data[:48], label[:48], BATCH),
                   eval_metric="ce", num_epoch=EPOCHS, optimizer=kind, optimizer_params=params, arg_params=args,
                   aux_params=auxs, batch_end_callback=note, eval_end_callback=note)
    return [float(value) for value in found]


def cases():
    """Give (network, optimizer, contexts) of every run."""
    return [(network, name, contexts) for network in sorted(NETWORKS) for name in sorted(OPTIMIZERS)
            for contexts in (1, 2) if (network, name) != ("conv", "groupadagrad")]


def difference(ours, theirs):
    """Give the largest difference of two lists of losses; infinite where they do not compare."""
    if len(ours) != len(theirs):
        return float("inf")
    gap = np.abs(np.array(ours) - np.array(theirs))
    return float(gap.max()) if np.isfinite(gap).all() else float("inf")


# ---- both sides ---------------------------------------------------------------------------------------

def compute():
    import mxnet as mx
    logging.getLogger().setLevel(logging.ERROR)
    return {f"{network}/{name}/{contexts}": losses(mx, network, name, contexts)
            for network, name, contexts in cases()}


def of(python, path):
    """Run this file with an interpreter and give what it prints last (LBSGD of the reference prints, too)."""
    environment = dict(os.environ, OMP_NUM_THREADS="1", PYTHONPATH=path)
    text = subprocess.run([python, __file__], env=environment, stdout=subprocess.PIPE, check=True).stdout
    return json.loads(text.splitlines()[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--reference", help="a Python that imports MXNet 1.9.1; without it the losses are printed")
    parser.add_argument("--record", action="store_true", help="store the reference's losses in tests/data")
    options = parser.parse_args()
    if options.reference is None:
        found = compute()
        print("\n" + json.dumps(found))
        return 0
    theirs = of(options.reference, "")
    if options.record:
        rounded = {name: [float(f"{value:.7g}") for value in values] for name, values in theirs.items()}
        with open(RECORDED, "w") as stream:
            json.dump({"_": "made by tests/conformance/fits.py --record on MXNet 1.9.1", **rounded}, stream, indent=0)
    ours = of(sys.executable, os.path.dirname(os.path.dirname(HERE)))
    gaps = {name: difference(ours[name], theirs[name]) for name in theirs}
    for name, gap in sorted(gaps.items()):
        print(f"{name:28} from {theirs[name][0]:.4f} to {theirs[name][-1]:.4f}  differs by {gap:.1e}"
              + ("" if gap <= TOLERANCE else "  TOO MUCH"))
    good = sum(gap <= TOLERANCE for gap in gaps.values())
    print(f"{good} of {len(gaps)} runs agree to {TOLERANCE:g}; the largest difference is {max(gaps.values()):.1e}")
    return 0 if good == len(gaps) else 1


if __name__ == "__main__":
    sys.exit(main())
