"""Cases of optimizer steps: the new weight, and what is left in the states.

The single steps are checked against their formulas here, the many at once against recorded numbers.
"""
import numpy as np

from tests.operators.harness import RECORDED, Case, uniform

POSITIVE = uniform((2, 3), low=0.5, high=1)


def scaled(g, p):
    g = g * p.get("rescale_grad", 1)
    clip = p.get("clip_gradient", -1)
    return np.clip(g, -clip, clip) if clip >= 0 else g


def decayed(w, g, p, clip="clip_gradient"):
    g = g * p.get("rescale_grad", 1) + p.get("wd", 0) * w
    return np.clip(g, -p[clip], p[clip]) if p.get(clip, -1) >= 0 else g


# Each gives (new weight, states...).
def sgd(w, g, **p):
    return (w - p["lr"] * (scaled(g, p) + p.get("wd", 0) * w),)


def sgd_mom(w, g, m, **p):
    m = p["momentum"] * m - p["lr"] * (scaled(g, p) + p.get("wd", 0) * w)
    return w + m, m


def nag(w, g, m, **p):
    step = p["lr"] * (scaled(g, p) + p.get("wd", 0) * w)
    m = p["momentum"] * m - step
    return w + p["momentum"] * m - step, m


def signsgd(w, g, **p):
    return ((1 - p["lr"] * p.get("wd", 0)) * w - p["lr"] * np.sign(g),)


def signum(w, g, m, **p):
    keep = p["momentum"]
    m = keep * m - (1 - keep) * (scaled(g, p) + p.get("wd", 0) * w)
    return (1 - p["lr"] * p.get("wd_lh", 0)) * w + p["lr"] * np.sign(m), m


def moments(g, m, v, p):
    return p["beta1"] * m + (1 - p["beta1"]) * g, p["beta2"] * v + (1 - p["beta2"]) * g * g


def adam(w, g, m, v, **p):
    m, v = moments(decayed(w, g, p), m, v, p)
    return w - p["lr"] * m / (np.sqrt(v) + p["epsilon"]), m, v


def adamw(w, g, m, v, scale, **p):
    if scale[0] == 0 or not np.isfinite(scale[0]):
        return w, m, v
    m, v = moments(scaled(g * scale[0], p), m, v, p)
    return w - p["eta"] * (p["lr"] * m / (np.sqrt(v) + p["epsilon"]) + p["wd"] * w), m, v


def ftrl(w, g, z, n, **p):
    g = scaled(g, p)
    z = z + g - (np.sqrt(n + g * g) - np.sqrt(n)) * w / p["lr"]
    n = n + g * g
    made = (np.sign(z) * p["lamda1"] - z) / ((p["beta"] + np.sqrt(n)) / p["lr"] + p["wd"])
    return made * (abs(z) > p["lamda1"]), z, n


def ftml(w, g, d, v, z, **p):
    g = decayed(w, g, p, "clip_grad")
    v = p["beta2"] * v + (1 - p["beta2"]) * g * g
    spread = (1 - p["beta1"]**p["t"]) / p["lr"] * (np.sqrt(v / (1 - p["beta2"]**p["t"])) + p["epsilon"])
    z = p["beta1"] * z + (1 - p["beta1"]) * g - (spread - p["beta1"] * d) * w
    return -z / spread, spread, v, z


def rmsprop(w, g, n, **p):
    g = decayed(w, g, p)
    n = p["gamma1"] * n + (1 - p["gamma1"]) * g * g
    w = w - p["lr"] * g / np.sqrt(n + p["epsilon"])
    limit = p.get("clip_weights", -1)
    return np.clip(w, -limit, limit) if limit >= 0 else w, n


def rmspropalex(w, g, n, mean, delta, **p):
    g = decayed(w, g, p)
    n = p["gamma1"] * n + (1 - p["gamma1"]) * g * g
    mean = p["gamma1"] * mean + (1 - p["gamma1"]) * g
    delta = p["gamma2"] * delta - p["lr"] * g / np.sqrt(n - mean * mean + p["epsilon"])
    return w + delta, n, mean, delta


def adagrad(w, g, h, **p):
    g = scaled(g, p)
    h = h + g * g
    return w - p["lr"] * g / np.sqrt(h + p["epsilon"]), h


def group_adagrad(w, g, h, **p):
    g = scaled(g, p)
    h = h + (g * g).mean(1, keepdims=True)
    return w - p["lr"] * g / np.sqrt(h + p["epsilon"]), h


def lamb_direction(w, g, m, v, **p):
    m, v = moments(scaled(g, p), m, v, p)
    mean, var = m, v
    if p["bias_correction"]:
        mean, var = m / (1 - p["beta1"]**p["t"]), v / (1 - p["beta2"]**p["t"])
    return mean / (np.sqrt(var) + p["epsilon"]) + p["wd"] * w, m, v


def lamb_step(w, g, r1, r2, **p):
    r1 = np.clip(r1, p.get("lower_bound", 0), p.get("upper_bound", np.inf))
    return (w - p["lr"] * g * (r1 / r2 if r1[0] and r2[0] else 1),)


CLIP = {"lr": 0.5, "wd": 0.25, "rescale_grad": 1.5, "clip_gradient": 0.75}
PLAIN = {"lr": 0.5}
BETAS = {"beta1": 0.75, "beta2": 0.5, "epsilon": 0.125}
STEPS = [
    ("sgd_update", sgd, [], {}), ("sgd_mom_update", sgd_mom, [(2, 3)], {"momentum": 0.75}),
    ("nag_mom_update", nag, [(2, 3)], {"momentum": 0.75}), ("signsgd_update", signsgd, [], {}),
    ("signum_update", signum, [(2, 3)], {"momentum": 0.75, "wd_lh": 0.125}),
    ("adam_update", adam, [(2, 3), POSITIVE], BETAS),
    ("ftrl_update", ftrl, [(2, 3), POSITIVE], {"lamda1": 0.25, "beta": 1.5, "wd": 0.25}),
    ("ftml_update", ftml, [POSITIVE, POSITIVE, (2, 3)], {**BETAS, "t": 3}),
    ("rmsprop_update", rmsprop, [POSITIVE], {"gamma1": 0.75, "epsilon": 0.125, "clip_weights": 0.5}),
    ("rmspropalex_update", rmspropalex, [uniform((2, 3), low=1, high=2), uniform((2, 3), low=-.5, high=.5), (2, 3)],
     {"gamma1": 0.75, "gamma2": 0.5, "epsilon": 0.5}),
    ("lamb_update_phase1", lamb_direction, [(2, 3), POSITIVE], {**BETAS, "t": 2, "bias_correction": True, "wd": .25}),
]


def stepping(name, function, inputs, params, states, **more):
    """Make the case of a step: each state is compared with what the formula leaves in it."""
    def part(index):
        return lambda *arrays, **p: function(*arrays, **p)[index]
    changed = {place: part(index + 1) for index, place in enumerate(states)}
    return Case(name, inputs, params, reference=part(0), changed=changed, grad=False, **more)


CASES = []
for name, function, states, settings in STEPS:
    for common in (PLAIN, CLIP):
        params = {**common, **settings}
        if name == "ftml_update" and "clip_gradient" in params:
            params["clip_grad"] = params.pop("clip_gradient")
        if name == "lamb_update_phase1":
            params.pop("lr")
            params["bias_correction"] = common is PLAIN
        CASES.append(stepping(name, function, [(2, 3), (2, 3), *states], params, range(2, 2 + len(states))))
    CASES.append(Case(name, [(2, 3), (2, 2), *states], params, raises="."))
    CASES.append(Case(name, [(2, 3)], params, raises="expects"))
for scale in (2.0, 0.0, np.inf):
    CASES.append(stepping("_adamw_update", adamw, [(2, 3), (2, 3), (2, 3), POSITIVE, np.array([scale])],
                          {"lr": 0.5, "eta": 0.5, "wd": 0.25, "clip_gradient": 0.75, **BETAS}, (2, 3)))
CASES += [
    stepping("_sparse_adagrad_update", adagrad, [(2, 3), (2, 3), POSITIVE], {"lr": 0.5, "epsilon": 0.125}, (2,)),
    Case("_sparse_adagrad_update", [(2, 3), (2, 3), POSITIVE], {"lr": 0.5, "wd": 0.5}, raises="wd"),
    stepping("_contrib_group_adagrad_update", group_adagrad, [(2, 3), (2, 3), uniform((2, 1), low=0.5, high=1)],
             {"lr": 0.5, "epsilon": 0.125, "clip_gradient": 0.75}, (2,)),
    *(stepping("lamb_update_phase2", lamb_step, [(2, 3), (2, 3), np.array([r1]), np.array([2.0])],
               {"lr": 0.5, **bounds}, ())
      for r1, bounds in ((3.0, {}), (0.0, {}), (3.0, {"upper_bound": 1.5}), (0.5, {"lower_bound": 0.75}))),
    Case("multi_lars", [uniform((4,), low=0.1, high=1) for _ in range(4)], {"eta": 0.5, "eps": 0.25}, grad=False,
         reference=lambda lr, w, g, wd, eta, eps: lr * eta * np.sqrt(w) / (np.sqrt(g) + wd * np.sqrt(w) + eps)),
    Case("multi_lars", [np.array([1.0, 1]), np.array([0.0, 1]), np.array([1.0, 0]), np.array([1.0, 1])],
         {"eta": 0.5, "eps": 0.25}, grad=False, reference=lambda lr, *rest, **p: lr),
    Case("multi_sum_sq", [(2, 3), (4,)], {"num_arrays": 2}, grad=False,
         reference=lambda x, y, num_arrays: np.array([(x * x).sum(), (y * y).sum()])),
    Case("all_finite", [(2, 3)], reference=lambda x: np.ones(1), grad=False),
    Case("all_finite", [np.array([1, np.inf])], reference=lambda x: np.zeros(1), grad=False),
    Case("all_finite", [np.array([1, np.nan])], reference=lambda x: np.zeros(1), grad=False),
    Case("multi_all_finite", [(2, 3), (4,)], {"num_arrays": 2}, reference=lambda *xs, **p: np.ones(1), grad=False),
    Case("multi_all_finite", [(2, 3), np.array([np.nan])], {"num_arrays": 2},
         reference=lambda *xs, **p: np.zeros(1), grad=False),
    Case("multi_all_finite", [(2, 3)], {"num_arrays": 2}, raises="num_arrays"),
    Case("reset_arrays", [(2, 3), (4,)], {"num_arrays": 2}, reference=lambda *xs, **p: (), grad=False,
         changed={0: lambda *xs, **p: 0 * xs[0], 1: lambda *xs, **p: 0 * xs[1]}, symbolic=False),
]

# ---- narrow weights and many at once: recorded ----
HALF, WIDE = uniform((2, 3), dtype="float16"), uniform((2, 3), dtype="float32")
BIG = uniform((2, 3), low=0.5, high=1, dtype="float32")
NORM = uniform((1,), low=0.5, high=1, dtype="float32")
MANY = {"lrs": (0.5, 0.25), "wds": (0.25, 0.125), "num_weights": 2, "rescale_grad": 1.5}
LAMB = {"learning_rates": (0.5, 0.25), "wds": (0.25, 0.125), "step_count": (2, 3), "num_tensors": 2,
        "lower_bound": 0.5, "upper_bound": 1.5, **BETAS}


def recorded(name, inputs, params, states, out, **more):
    changed = dict.fromkeys((*states, *out), RECORDED)
    return Case(name, inputs, params, reference=RECORDED, changed=changed, out=tuple(out), dtypes="float32",
                grad=False, symbolic=False, **more)


def many(name, group, params, states, extra=(), **more):
    stride = len(group)
    return recorded(name, [*group, *group, *extra], params,
                    [i * stride + s for i in range(2) for s in states], [0, stride], **more)


RATES = [np.array([0.5, 0.25], "float32"), np.array([0.25, 0.125], "float32")]
PRELOADED = {"num_weights": 2, "rescale_grad": 1.5, "clip_gradient": 0.75}
ADAMW = {"lrs": (0.5, 0.25), "wds": (0.25, 0.125), "etas": (0.5, 1), "num_weights": 2, **BETAS}
SCALE = np.array([2], "float32")
CASES += [
    recorded("mp_sgd_update", [HALF, HALF, WIDE], CLIP, [2], [0]),
    recorded("mp_sgd_mom_update", [HALF, HALF, WIDE, WIDE], {**CLIP, "momentum": 0.75}, [2, 3], [0]),
    recorded("mp_nag_mom_update", [HALF, HALF, WIDE, WIDE], {**CLIP, "momentum": 0.75}, [2, 3], [0]),
    recorded("_mp_adamw_update", [HALF, HALF, WIDE, BIG, WIDE, SCALE], {"lr": 0.5, "eta": 0.5, "wd": 0.25, **BETAS},
             [2, 3, 4], [0]),
    recorded("mp_lamb_update_phase2", [HALF, WIDE, NORM, NORM, WIDE], {"lr": 0.5}, [], [0]),
    Case("mp_lamb_update_phase1", [HALF, HALF, WIDE, BIG, WIDE], {**BETAS, "t": 2, "wd": 0.25}, reference=RECORDED,
         changed={2: RECORDED, 3: RECORDED}, dtypes="float32", grad=False),
    many("multi_sgd_update", [WIDE, WIDE], MANY, []),
    many("multi_sgd_mom_update", [WIDE, WIDE, WIDE], {**MANY, "momentum": 0.75}, [2]),
    many("multi_mp_sgd_update", [HALF, HALF, WIDE], MANY, [2]),
    many("multi_mp_sgd_mom_update", [HALF, HALF, WIDE, WIDE], {**MANY, "momentum": 0.75}, [2, 3]),
    many("preloaded_multi_sgd_update", [WIDE, WIDE], PRELOADED, [], RATES),
    many("preloaded_multi_sgd_mom_update", [WIDE, WIDE, WIDE], {**PRELOADED, "momentum": 0.75}, [2], RATES),
    many("preloaded_multi_mp_sgd_update", [HALF, HALF, WIDE], PRELOADED, [2], RATES),
    many("preloaded_multi_mp_sgd_mom_update", [HALF, HALF, WIDE, WIDE], {**PRELOADED, "momentum": 0.75}, [2, 3], RATES),
    many("_multi_adamw_update", [WIDE, WIDE, WIDE, BIG], ADAMW, [2, 3], [SCALE]),
    many("_multi_mp_adamw_update", [HALF, HALF, WIDE, BIG, WIDE], ADAMW, [2, 3, 4], [SCALE]),
    many("_multi_lamb_update", [WIDE, WIDE, WIDE, BIG], LAMB, [2, 3]),
    many("_multi_mp_lamb_update", [HALF, HALF, WIDE, BIG, WIDE], LAMB, [2, 3, 4], tolerance={"float32": 1e-4},
         note="the reference rounds the squares of the weight's norm to float16"),
    Case("multi_sgd_update", [WIDE, WIDE, WIDE], MANY, dtypes="float32", raises="inputs"),
]
