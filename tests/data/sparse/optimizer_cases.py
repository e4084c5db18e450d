"""Updates of sparse weights and by sparse gradients, run by MXNet to make optimizers.json and by tests/sparse.

Made with: python optimizer_cases.py > optimizers.json, by a Python that has MXNet 1.9.1.
"""
import json

import numpy as np

OPTIMIZERS = {
    "sgd": [{}, {"momentum": 0.9}, {"lazy_update": False}, {"momentum": 0.9, "lazy_update": False},
            {"momentum": 0.9, "clip_gradient": 0.3}],
    "nag": [{}, {"momentum": 0.9}],
    "lbsgd": [{}, {"momentum": 0.9}, {"warmup_strategy": "lars"},
              {"momentum": 0.9, "batch_scale": 2, "updates_per_epoch": 1}],
    "lars": [{"eta": 1.0}, {"eta": 1.0, "momentum": 0.9}, {"eta": 1.0, "lazy_update": False}],
    "lamb": [{}],
    "adam": [{}, {"lazy_update": False}],
    "adagrad": [{"wd": 0.0}],
    "rmsprop": [{}, {"centered": True}],
    "adadelta": [{"learning_rate": None}],
    "ftrl": [{}],
    "adamax": [{}],
    "nadam": [{}],
    "ftml": [{}],
    "dcasgd": [{}],
    "signum": [{}, {"momentum": 0}],
    "groupadagrad": [{"wd": 0.0}],
}
STORAGE = [("default", "default"), ("default", "row_sparse"), ("row_sparse", "row_sparse"), ("row_sparse", "default")]


def cases():
    """Give (name, optimizer, settings, types of weight and gradient, whether in mixed precision)."""
    for optimizer, all_settings in OPTIMIZERS.items():
        for settings in all_settings:
            for weight, grad in STORAGE:
                for mixed in (False, True):
                    name = f"{optimizer} {json.dumps(settings)} {weight} {grad}{' mixed' * mixed}"
                    yield name, optimizer, settings, weight, grad, mixed


def run(mx, optimizer, settings, weight_type, grad_type, mixed):
    """Update three times; rows 1 and 3 never have a gradient, row 2 not always."""
    rng = np.random.RandomState(3)
    dtype = "float16" if mixed else "float32"

    def array(values, stype):
        made = mx.nd.array(values, dtype=dtype)
        return made if stype == "default" else made.tostype(stype)

    weight = array(rng.uniform(0.5, 1.5, (5, 3)), weight_type)
    grads = [rng.normal(size=(5, 3)) for _ in range(3)]
    for values in grads:
        values[[1, 3]] = 0
    grads[1][2] = 0
    given = {"learning_rate": 0.1, "rescale_grad": 0.5, "wd": 0.1, "multi_precision": mixed, **settings}
    given = {name: value for name, value in given.items() if value is not None}
    updater = mx.optimizer.get_updater(mx.optimizer.create(optimizer, **given))
    for values in grads:
        updater(0, array(values, grad_type), weight)
    return {"weight": told(weight), "state": told(updater.states[0])}


def told(state):
    """Give storage type and values of a state."""
    if state is None:
        return None
    if isinstance(state, (tuple, list)):
        return [told(part) for part in state]
    return {"stype": state.stype, "values": [round(float(value), 7) for value in state.asnumpy().ravel()]}


if __name__ == "__main__":
    import mxnet

    print(json.dumps({name: run(mxnet, *rest) for name, *rest in cases()}, separators=(",", ":")))
