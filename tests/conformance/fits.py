"""Losses of three epochs of `Module.fit`, every optimizer on four networks, ours against the reference's.

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
    "test": ("test", {"rescale_grad": -0.02}),  # it adds the gradient: as it is it climbs, and rounding with it
}


# What the network "tuned" adds to every optimizer: bounds, decay, a schedule, one after another.
SCHEDULES = [
    ("FactorScheduler", {"step": 4, "factor": 0.7, "stop_factor_lr": 1e-6}),
    ("MultiFactorScheduler", {"step": [5, 11], "factor": 0.5, "warmup_steps": 3, "warmup_begin_lr": 2e-3}),
    ("PolyScheduler", {"max_update": 15, "pwr": 2, "final_lr": 1e-4, "warmup_steps": 2, "warmup_begin_lr": 1e-3}),
    ("CosineScheduler", {"max_update": 14, "final_lr": 1e-3, "warmup_steps": 4, "warmup_mode": "constant",
                         "warmup_begin_lr": 5e-3}),
]


# ---- the networks and their data ---------------------------------------------------------------------
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


def tuned(mx, _):
    """Two dense layers whose variables say how much of the rate and of the decay they want."""
    weights = [mx.sym.Variable(f"fc{layer}_weight", lr_mult=rate, wd_mult=decay)
               for layer, rate, decay in ((1, 0.5, 2.0), (2, 2.0, 0.0))]
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), weights[0], num_hidden=12, name="fc1", no_bias=True)
    net = mx.sym.FullyConnected(mx.sym.Activation(net, act_type="tanh"), weights[1], num_hidden=CLASSES,
                                name="fc2", no_bias=True)
    return mx.sym.SoftmaxOutput(net, name="softmax"), (10,)


def half(mx, _):
    """Two dense layers with 16-bit weights: computed in 32 bits, as two sides round alike only there."""
    net = mx.sym.Variable("data")
    for layer, width in ((1, 12), (2, CLASSES)):
        weight = mx.sym.Cast(mx.sym.Variable(f"fc{layer}_weight", dtype="float16"), dtype="float32")
        net = mx.sym.FullyConnected(net, weight, num_hidden=width, name=f"fc{layer}", no_bias=True)
        net = mx.sym.Activation(net, act_type="tanh") if layer == 1 else net
    return mx.sym.SoftmaxOutput(net, name="softmax"), (10,)


NETWORKS = {"mlp": perceptron, "conv": convolutional, "tuned": tuned, "half": half}


def problem(shape):
    """Give rows and their classes: which of four random directions a row points along."""
    rng = np.random.RandomState(5)
    data = rng.standard_normal((ROWS,) + shape).astype("float32")
    return data, (data.reshape(ROWS, -1) @ rng.standard_normal((int(np.prod(shape)), CLASSES))).argmax(1)


def parameters(mx, net, shape):
    """Draw the same initial parameters on both sides, from the seed and the order of names."""
    rng = np.random.RandomState(11)
    shapes, _, states = net.infer_shape(data=(BATCH,) + shape)
    types = dict(zip(net.list_arguments(), net.infer_type(data="float32")[0]))
    args = {name: np.ones(size) if name.endswith("gamma") else rng.uniform(-0.3, 0.3, size)
            for name, size in sorted(zip(net.list_arguments(), shapes)) if name not in ("data", "softmax_label")}
    auxs = {name: np.full(size, float(name.endswith("var"))) for name, size in
            zip(net.list_auxiliary_states(), states)}
    return ({name: mx.nd.array(value, dtype=types.get(name, "float32")) for name, value in group.items()}
            for group in (args, auxs))


# ---- one run ------------------------------------------------------------------------------------------

def optimizer(mx, network, name, symbol):
    """Give what `fit` takes as optimizer and optimizer_params."""
    kind, params = OPTIMIZERS[name]
    params = dict(params)
    if network == "half":
        params["multi_precision"] = True
    elif network == "tuned":
        params.pop("schedule", None)
        schedule, settings = SCHEDULES[sorted(OPTIMIZERS).index(name) % len(SCHEDULES)]
        base = params.setdefault("learning_rate", 0.02)
        params["lr_scheduler"] = getattr(mx.lr_scheduler, schedule)(base_lr=base, **settings)
        params["clip_gradient"] = 0.05
        if kind != "groupadagrad":  # it knows no decay
            params["wd"] = 0.01
    if params.pop("schedule", False):
        params["lr_scheduler"] = mx.lr_scheduler.MultiFactorScheduler([5, 11], 0.5, base_lr=params["learning_rate"])
    if kind == "own":
        names = [key for key in symbol.list_arguments() if key not in ("data", "softmax_label")]
        return own(mx)(rescale_grad=1.0 / BATCH, sym=symbol, param_idx2name=dict(enumerate(names)), **params), ()
    return kind, params


def own(mx):
    """Make a user's optimizer, with AdamW's operator: MXNet 1.9.1 has no optimizer of that name."""
    class AdamW(mx.optimizer.Optimizer):
        def create_state(self, index, weight):
            return mx.nd.zeros_like(weight), mx.nd.zeros_like(weight)

        def update(self, index, weight, grad, state):
            self._update_count(index)
            mx.nd.contrib.adamw_update(weight, grad, state[0], state[1], mx.nd.array([self.rescale_grad]),
                                       lr=self._get_lr(index), eta=1.0, wd=self._get_wd(index),
                                       clip_gradient=self.clip_gradient or -1, out=weight)
    return AdamW


@contextlib.contextmanager
def noise(mx):
    """Let SGLD draw its noise from NumPy: the generators of the two sides differ."""
    rng = np.random.RandomState(3)

    def normal(loc, scale, shape, dtype=None, ctx=None, **_):
        return mx.nd.array(rng.normal(loc, scale, shape), dtype=dtype or "float32", ctx=ctx or mx.cpu())
    place, name = (mx.optimizer.sgld, "random") if hasattr(mx, "remixnet_version") \
        else (mx.optimizer.optimizer, "normal")
    with mock.patch.object(place, name, normal if name == "normal" else mock.Mock(normal=normal)):
        yield


def losses(mx, network, name, contexts):
    """Fit, and give the training loss after every batch and the validation loss after every epoch."""
    # GroupAdaGrad keeps a number a row, so it takes matrices only: no vectors, and no convolutions.
    net, shape = NETWORKS[network](mx, name == "groupadagrad")
    data, label = problem(shape)
    args, auxs = parameters(mx, net, shape)
    kind, params = optimizer(mx, network, name, net)
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
            for contexts in ((1, 2) if network in ("mlp", "conv") else (1,))
            if (network, name) != ("conv", "groupadagrad")]


def difference(ours, theirs):
    """Give the largest difference of two lists of losses; infinite where they do not compare."""
    if len(ours) != len(theirs):
        return float("inf")
    gap = np.abs(np.array(ours) - np.array(theirs))
    return float(gap.max()) if np.isfinite(gap).all() else float("inf")


# ---- both sides ---------------------------------------------------------------------------------------

def compute(names):
    import mxnet as mx
    logging.getLogger().setLevel(logging.ERROR)
    return {f"{network}/{name}/{contexts}": losses(mx, network, name, contexts)
            for network, name, contexts in cases() if not names or f"{network}/{name}/{contexts}" in names}


def of(python, path, names=()):
    """Run this file with an interpreter and give what it prints last (LBSGD of the reference prints, too)."""
    environment = dict(os.environ, OMP_NUM_THREADS="1", PYTHONPATH=path, MXNET_SUBGRAPH_VERBOSE="0")
    text = subprocess.run([python, __file__, *names], env=environment, stdout=subprocess.PIPE, check=True).stdout
    return json.loads(text.splitlines()[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--reference", help="a Python that imports MXNet 1.9.1; without it the losses are printed")
    parser.add_argument("--record", action="store_true", help="store the reference's losses in tests/data")
    parser.add_argument("names", nargs="*", help="network/optimizer/contexts of the runs wanted; all without")
    options = parser.parse_args()
    if options.reference is None:
        found = compute(options.names)
        print("\n" + json.dumps(found))
        return 0
    theirs = of(options.reference, "", options.names)
    if options.record and not options.names:
        rounded = {name: [float(f"{value:.7g}") for value in values] for name, values in theirs.items()}
        with open(RECORDED, "w") as stream:
            json.dump({"_": "made by tests/conformance/fits.py --record on MXNet 1.9.1", **rounded}, stream, indent=0)
    ours = of(sys.executable, os.path.dirname(os.path.dirname(HERE)), options.names)
    gaps = {name: difference(ours[name], theirs[name]) for name in theirs}
    # The reference's replicas race: of 2,400 runs of convolutions on two busy cores, 4 differed from its
    # own others by some 3e-4. Ours are to equal what it says on one of two tries.
    again = [name for name, gap in gaps.items() if gap > TOLERANCE and name.endswith("/2")]
    for name, values in (of(options.reference, "", again) if again else {}).items():
        print(f"{name:28} differed by {gaps[name]:.1e}; the reference was asked again")
        gaps[name] = difference(ours[name], values)
    for name, gap in sorted(gaps.items()):
        print(f"{name:28} from {theirs[name][0]:.4f} to {theirs[name][-1]:.4f}  differs by {gap:.1e}"
              + ("" if gap <= TOLERANCE else "  TOO MUCH"))
    good = sum(gap <= TOLERANCE for gap in gaps.values())
    print(f"{good} of {len(gaps)} runs agree to {TOLERANCE:g}; the largest difference is {max(gaps.values()):.1e}")
    return 0 if good == len(gaps) else 1


if __name__ == "__main__":
    sys.exit(main())
