"""Walks of optimizer steps: what they give, and what they leave in their states."""
from tests.conformance.walk import array, walk

# operator -> (states, their draws), params and where they lie; a state is a name's worth of array
POSITIVE = {"draw": "uniform", "low": 0.1, "high": 1}
STEPS = {
    "sgd_update": ([], {}),
    "sgd_mom_update": (["any"], {"momentum": (0, 1)}),
    "nag_mom_update": (["any"], {"momentum": (0, 1)}),
    "signsgd_update": ([], {}),
    "signum_update": (["any"], {"momentum": (0, 1), "wd_lh": (0, 0.5)}),
    "adam_update": (["any", "positive"], {"beta1": (0.5, 1), "beta2": (0.5, 1), "epsilon": (0.01, 0.1)}),
    "ftrl_update": (["any", "positive"], {"lamda1": (0, 0.5), "beta": (0.5, 2)}),
    "rmsprop_update": (["positive"], {"gamma1": (0.5, 1), "epsilon": (0.01, 0.1)}),
    "rmspropalex_update": (["large", "small", "any"],
                           {"gamma1": (0.75, 1), "gamma2": (0.5, 1), "epsilon": (0.1, 0.5)}),
    "ftml_update": (["positive", "positive", "any"],
                    {"beta1": (0.25, 0.75), "beta2": (0.5, 1), "epsilon": (0.01, 0.1)}),
}
DRAWS = {"any": {}, "positive": POSITIVE, "large": {"draw": "uniform", "low": 1, "high": 2},
         "small": {"draw": "uniform", "low": -0.5, "high": 0.5}}


def state(shape, how, dtype="float32"):
    spec = dict(DRAWS[how])
    return array(shape, spec.pop("draw", "normal"), dtype, **spec)


def common(draw, clip="clip_gradient"):
    return {"rescale_grad": draw.real(0.5, 2), "wd": draw.real(0, 0.5), "lr": draw.real(0.1, 0.5),
            clip: draw.choice([None, draw.real(0.1, 1)])}


def drawn(draw, ranges):
    return {name: draw.real(low, high) for name, (low, high) in ranges.items()}


@walk(*STEPS)
def step(draw):
    states, ranges = STEPS[draw.op]
    dtype, shape = draw.dtype("float32", "float64"), draw.shape()
    params = {**common(draw, "clip_grad" if draw.op == "ftml_update" else "clip_gradient"),
              **drawn(draw, ranges)}
    if draw.op == "ftml_update":
        params["t"] = draw.integer(1, 5)
    if draw.op.startswith("rmsprop"):
        params["clip_weights"] = draw.choice([None, draw.real(0.5, 1)])
    return draw.case([array(shape, dtype=dtype), array(shape, dtype=dtype),
                      *(state(shape, how, dtype) for how in states)], grad=False, **params)


@walk("mp_sgd_update", "mp_sgd_mom_update", "mp_nag_mom_update")
def mixed(draw):
    shape = draw.shape()
    states = [] if draw.op == "mp_sgd_update" else [state(shape, "any")]
    more = {} if draw.op == "mp_sgd_update" else {"momentum": draw.real(0, 1)}
    return draw.case([array(shape, dtype="float16"), array(shape, dtype="float16"), *states,
                      array(shape)], grad=False, **common(draw), **more)


def adamw_settings(draw):
    return {"beta1": draw.real(0.5, 1), "beta2": draw.real(0.5, 1), "epsilon": draw.real(0.01, 0.1),
            "clip_gradient": draw.choice([None, draw.real(0.1, 1)])}


def scale(draw):
    return array([1], "values", values=[draw.choice([1, 2, 0.5, 0])])


@walk("_adamw_update", "_mp_adamw_update")
def adamw(draw):
    shape, narrow = draw.shape(), draw.op == "_mp_adamw_update"
    dtype = "float16" if narrow else "float32"
    sides = [array(shape, dtype=dtype), array(shape, dtype=dtype), state(shape, "any"),
             state(shape, "positive")] + ([array(shape)] if narrow else [])
    case = draw.case([*sides, scale(draw)], grad=False, lr=draw.real(0.1, 0.5), eta=draw.real(0.1, 1),
                     wd=draw.real(0, 0.5), **adamw_settings(draw))
    # the reference scales the gradient in place; nobody reads it afterwards
    return {**writes(case, [0]), "scratch": [1]}


@walk("_multi_adamw_update", "_multi_mp_adamw_update")
def multi_adamw(draw):
    count, narrow, sides = draw.integer(1, 3), "mp" in draw.op, []
    for _ in range(count):
        shape, dtype = draw.shape(), "float16" if narrow else "float32"
        sides += [array(shape, dtype=dtype), array(shape, dtype=dtype), state(shape, "any"),
                  state(shape, "positive")] + ([array(shape)] if narrow else [])
    lists = {name: [draw.real(0.1, 0.5) for _ in range(count)] for name in ("lrs", "wds", "etas")}
    case = draw.case([*sides, scale(draw)], grad=False, num_weights=count, **lists, **adamw_settings(draw))
    return writes(case, range(0, count * (5 if narrow else 4), 5 if narrow else 4))


def writes(case, places):
    """Write the outputs into some of the inputs: what is skipped leaves them as they are."""
    return {**case, "out": list(places)}


@walk("multi_sgd_update", "multi_sgd_mom_update", "multi_mp_sgd_update", "multi_mp_sgd_mom_update",
      "preloaded_multi_sgd_update", "preloaded_multi_sgd_mom_update", "preloaded_multi_mp_sgd_update",
      "preloaded_multi_mp_sgd_mom_update")
def multi_sgd(draw):
    count, sides = draw.integer(1, 3), []
    dtype = "float16" if "_mp_" in draw.op else "float32"
    for _ in range(count):
        shape = draw.shape()
        sides += [array(shape, dtype=dtype), array(shape, dtype=dtype)]
        sides += [state(shape, "any")] if "_mom_" in draw.op else []
        sides += [array(shape)] if "_mp_" in draw.op else []
    lists = [[draw.real(0.1, 0.5) for _ in range(count)] for _ in range(2)]
    params = {"rescale_grad": draw.real(0.5, 2), "num_weights": count,
              "clip_gradient": draw.choice([None, draw.real(0.1, 1)]),
              "momentum": draw.real(0, 1) if "_mom_" in draw.op else None}
    if draw.op.startswith("preloaded"):
        sides += [array([count], "values", values=values) for values in lists]
    else:
        params["lrs"], params["wds"] = lists
    stride = 2 + ("_mom_" in draw.op) + ("_mp_" in draw.op)
    return writes(draw.case(sides, grad=False, **params), range(0, stride * count, stride))


def lamb_settings(draw):
    return {"beta1": draw.real(0.5, 0.9), "beta2": draw.real(0.5, 0.9), "epsilon": draw.real(0.01, 0.1),
            "rescale_grad": draw.real(0.5, 2), "clip_gradient": draw.choice([None, draw.real(0.1, 1)]),
            "bias_correction": draw.flag()}


@walk("lamb_update_phase1", "mp_lamb_update_phase1")
def lamb_direction(draw):
    shape, narrow = draw.shape(), draw.op.startswith("mp")
    dtype = "float16" if narrow else "float32"
    sides = [array(shape, dtype=dtype), array(shape, dtype=dtype), state(shape, "any"),
             state(shape, "positive")] + ([array(shape)] if narrow else [])
    return draw.case(sides, grad=False, t=draw.integer(1, 5), wd=draw.real(0, 0.5), **lamb_settings(draw))


@walk("lamb_update_phase2", "mp_lamb_update_phase2")
def lamb_step(draw):
    shape, narrow = draw.shape(), draw.op.startswith("mp")
    norms = [array([1], "values", values=[draw.choice([0, 0.5, 1, 3])]) for _ in range(2)]
    sides = [array(shape, dtype="float16" if narrow else "float32"), array(shape), *norms]
    return draw.case(sides + ([array(shape)] if narrow else []), grad=False, lr=draw.real(0.1, 0.5),
                     lower_bound=draw.choice([None, draw.real(0.5, 1)]),
                     upper_bound=draw.choice([None, draw.real(1, 2)]))


@walk("_multi_lamb_update", "_multi_mp_lamb_update")
def multi_lamb(draw):
    count, narrow, sides = draw.integer(1, 3), "mp" in draw.op, []
    for _ in range(count):
        shape, dtype = draw.shape(), "float16" if narrow else "float32"
        sides += [array(shape, dtype=dtype), array(shape, dtype=dtype), state(shape, "any"),
                  state(shape, "positive")] + ([array(shape)] if narrow else [])
    stride = 5 if narrow else 4
    case = draw.case(sides, grad=False, num_tensors=count,
                     learning_rates=[draw.real(0.1, 0.5) for _ in range(count)],
                     wds=[draw.real(0, 0.5) for _ in range(count)],
                     step_count=[draw.integer(1, 5) for _ in range(count)],
                     lower_bound=draw.choice([None, draw.real(0.5, 1)]),
                     upper_bound=draw.choice([None, draw.real(1, 2)]), **lamb_settings(draw))
    return writes(case, range(0, stride * count, stride))
