"""Weights after 20 steps of every optimizer. The same code runs on the reference:

    python tests/training/optimizer_cases.py > tests/data/optimizer_values.json
"""
import contextlib
import json
import sys

import numpy as np

NAMES = ["a_weight", "a_bias", "b_gamma", "b_weight", "b_beta", "c_weight"]
SHAPES = [(3, 2), (2,), (3,), (1, 2, 2, 2), (3,), (2, 2)]
STEPS = 20

# name: (optimizer, its arguments, extras: a scheduler, multipliers)
CASES = {
    "sgd": ("sgd", {"learning_rate": 0.1}, {}),
    "sgd_wd": ("sgd", {"learning_rate": 0.1, "wd": 0.01, "rescale_grad": 0.25}, {}),
    "sgd_clip": ("sgd", {"learning_rate": 0.1, "wd": 0.01, "clip_gradient": 0.3}, {}),
    "sgd_momentum": ("sgd", {"learning_rate": 0.05, "momentum": 0.9, "rescale_grad": 0.5}, {}),
    "sgd_momentum_all": ("sgd", {"learning_rate": 0.05, "momentum": 0.8, "rescale_grad": 0.5,
                                 "wd": 0.02, "clip_gradient": 0.2}, {}),
    "sgd_schedule": ("sgd", {"momentum": 0.9, "wd": 0.01}, {"schedule": True}),
    "sgd_multipliers": ("sgd", {"learning_rate": 0.1, "wd": 0.1, "momentum": 0.9},
                        {"lr_mult": {"a_weight": 0.1, 3: 0.0}, "wd_mult": {"b_beta": 2.0}}),
    "ccsgd": ("ccsgd", {"learning_rate": 0.1, "momentum": 0.5}, {}),
    "nag": ("nag", {"learning_rate": 0.05, "wd": 0.01}, {}),
    "nag_momentum": ("nag", {"learning_rate": 0.05, "momentum": 0.9, "wd": 0.01,
                             "rescale_grad": 0.5}, {}),
    "nag_clip": ("nag", {"learning_rate": 0.05, "momentum": 0.9, "clip_gradient": 0.2}, {}),
    "signum": ("signum", {"learning_rate": 0.02, "wd": 0.01, "rescale_grad": 0.5}, {}),
    "signum_lh": ("signum", {"learning_rate": 0.02, "wd_lh": 0.1, "clip_gradient": 0.2}, {}),
    "signsgd": ("signum", {"learning_rate": 0.02, "momentum": 0.0, "wd": 0.01}, {}),
    "ftml": ("ftml", {"learning_rate": 0.02, "wd": 0.01, "rescale_grad": 0.5}, {}),
    "ftml_clip": ("ftml", {"learning_rate": 0.02, "beta1": 0.5, "clip_gradient": 0.2}, {}),
    "lars": ("lars", {"learning_rate": 0.5, "eta": 0.1, "wd": 0.01, "rescale_grad": 0.5}, {}),
    "lars_momentum": ("lars", {"momentum": 0.9, "eta": 0.1, "eps": 1e-4, "clip_gradient": 0.2},
                      {"schedule": True}),
    "lars_uncorrected": ("lars", {"momentum": 0.9, "eta": 0.1, "momentum_correction": False},
                         {"schedule": True}),
    "lbsgd": ("lbsgd", {"learning_rate": 0.05, "momentum": 0.9, "wd": 0.01}, {}),
    "lbsgd_scaled": ("lbsgd", {"learning_rate": 0.05, "batch_scale": 4, "warmup_epochs": 2,
                               "updates_per_epoch": 5, "clip_gradient": 0.3}, {}),
    "lbsgd_power2": ("lbsgd", {"learning_rate": 0.05, "batch_scale": 2, "momentum": 0.5,
                               "warmup_strategy": "power2", "warmup_epochs": 1}, {}),
    "lbsgd_sqrt": ("lbsgd", {"learning_rate": 0.05, "batch_scale": 2, "begin_epoch": 1,
                             "warmup_strategy": "sqrt", "warmup_epochs": 2}, {}),
    "lbsgd_lars": ("lbsgd", {"learning_rate": 0.01, "batch_scale": 2, "wd": 0.01,
                             "warmup_strategy": "lars"}, {}),
    "lamb": ("lamb", {"learning_rate": 0.02, "wd": 0.01, "rescale_grad": 0.5}, {}),
    "lamb_bounds": ("lamb", {"learning_rate": 0.02, "lower_bound": 0.5, "upper_bound": 1.0,
                             "clip_gradient": 0.2}, {}),
    "lamb_uncorrected": ("lamb", {"learning_rate": 0.02, "bias_correction": False}, {}),
    "dcasgd": ("dcasgd", {"learning_rate": 0.05, "lamda": 0.5, "wd": 0.01, "rescale_grad": 0.5}, {}),
    "dcasgd_clip": ("dcasgd", {"learning_rate": 0.05, "clip_gradient": 0.3}, {}),
    "adam": ("adam", {"learning_rate": 0.02}, {}),
    "adam_all": ("adam", {"learning_rate": 0.02, "wd": 0.05, "rescale_grad": 0.5, "beta1": 0.8,
                          "beta2": 0.99, "epsilon": 1e-4, "clip_gradient": 0.2}, {}),
    "adam_schedule": ("adam", {"learning_rate": 0.1, "wd": 0.05, "rescale_grad": 0.1}, {"schedule": True}),
    "adam_resumed": ("adam", {"learning_rate": 0.02, "begin_num_update": 100}, {}),
    "adagrad": ("adagrad", {"learning_rate": 0.1, "wd": 0.01, "rescale_grad": 0.5}, {}),
    "adagrad_clip": ("adagrad", {"learning_rate": 0.1, "eps": 1e-3, "clip_gradient": 0.2}, {}),
    "rmsprop": ("rmsprop", {"learning_rate": 0.01, "wd": 0.01, "rescale_grad": 0.5}, {}),
    "rmsprop_clip": ("rmsprop", {"learning_rate": 0.01, "gamma1": 0.8, "clip_gradient": 0.2,
                                 "clip_weights": 0.7}, {}),
    "rmsprop_centered": ("rmsprop", {"learning_rate": 0.01, "centered": True, "wd": 0.01,
                                     "epsilon": 1e-4}, {}),
    "rmsprop_centered_clip": ("rmsprop", {"learning_rate": 0.01, "centered": True, "gamma2": 0.5,
                                          "clip_gradient": 0.2, "clip_weights": 0.7}, {}),
    "adadelta": ("adadelta", {"wd": 0.01, "rescale_grad": 0.5}, {}),
    "adadelta_clip": ("adadelta", {"rho": 0.8, "epsilon": 1e-3, "clip_gradient": 0.2}, {}),
    "ftrl": ("ftrl", {"wd": 0.01, "rescale_grad": 0.5}, {}),
    "ftrl_clip": ("ftrl", {"learning_rate": 0.2, "lamda1": 0.3, "beta": 0.5,
                           "clip_gradient": 0.2}, {}),
    "adamax": ("adamax", {"learning_rate": 0.01, "wd": 0.01, "rescale_grad": 0.5}, {}),
    "adamax_clip": ("adamax", {"beta1": 0.8, "beta2": 0.9, "clip_gradient": 0.2}, {}),
    "nadam": ("nadam", {"learning_rate": 0.01, "wd": 0.01, "rescale_grad": 0.5}, {}),
    "nadam_clip": ("nadam", {"schedule_decay": 0.01, "clip_gradient": 0.2}, {}),
    "test": ("test", {"rescale_grad": 0.01}, {}),
}
TYPES = ("float32", "float16")
ROWS = {
    "groupadagrad": ("groupadagrad", {"learning_rate": 0.1, "rescale_grad": 0.5}, {}),
    "groupadagrad_clip": ("groupadagrad", {"eps": 1e-3, "clip_gradient": 0.2}, {}),
}


def make(mx, case):
    """Make the optimizer of a case."""
    name, arguments, extras = (CASES.get(case) or ROWS[case])
    arguments = dict(arguments, param_idx2name=dict(enumerate(NAMES)))
    if extras.get("schedule"):
        arguments["lr_scheduler"] = mx.lr_scheduler.FactorScheduler(3, 0.8, base_lr=0.1)
    optimizer = mx.optimizer.create(name, **arguments)
    if "lr_mult" in extras:
        optimizer.set_lr_mult(extras["lr_mult"])
        optimizer.set_wd_mult(extras["wd_mult"])
    return optimizer


def run(mx, case, dtype, together=True, steps=STEPS, around=None):
    """Return the weights after some steps, all but the first `around` a context; and the updater."""
    rng = np.random.RandomState(3)
    indices = list(range(len(NAMES)))
    if case in ROWS:
        indices = [index for index in indices if len(SHAPES[index]) == 2]
    weights = [mx.nd.array(rng.normal(size=SHAPES[index]), dtype=dtype) for index in indices]
    optimizer = make(mx, case)
    optimizer.multi_precision = dtype == "float16"
    updater = mx.optimizer.get_updater(optimizer)
    for step in range(steps):
        grads = [mx.nd.array(rng.normal(size=SHAPES[index]), dtype=dtype) for index in indices]
        with around() if step and around else contextlib.nullcontext():
            if together:
                updater(indices, grads, weights)
            else:
                for index, grad, weight in zip(indices, grads, weights):
                    updater(index, grad, weight)
    return weights, updater


def results(mx):
    """Return {case: {type: the weights of all parameters in a row}}."""
    found = {}
    for case in [*CASES, *ROWS]:
        found[case] = {}
        for dtype in TYPES:
            weights, _ = run(mx, case, dtype)
            values = np.concatenate([weight.asnumpy().ravel() for weight in weights])
            found[case][dtype] = [float(f"{value:.8g}") for value in values]
    return found


if __name__ == "__main__":
    import mxnet

    lines = ",\n".join(f'"{case}": {json.dumps(values)}' for case, values in results(mxnet).items())
    made = f"made by tests/training/optimizer_cases.py on MXNet {mxnet.__version__}"
    sys.stdout.write(f'{{\n"_": "{made}",\n{lines}\n}}\n')
