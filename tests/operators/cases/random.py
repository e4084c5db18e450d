"""Cases of random operators: shapes, types, ranges, rough moments; tests/random looks closer."""
import math

import numpy as np

from tests.operators.harness import Case, integers, uniform

COUNT = 4000


def moments(mean, deviation, low=-np.inf, high=np.inf, whole=False):
    """Check mean and deviation to six standard errors, and the range."""
    def check(outputs, inputs, params):
        found = outputs[0].astype("float64")
        assert np.all(found >= low) and np.all(found <= high)
        assert not whole or np.all(found == np.round(found))
        if found.size >= COUNT:
            assert abs(found.mean() - mean) < 6 * deviation / found.size ** 0.5
            assert 0.7 * deviation < found.std() < 1.4 * deviation
    return check


# name: (params, mean, deviation, what moments() takes beside)
FIXED = {
    "uniform": ({"low": -1.0, "high": 3.0}, 1, 4 / 12 ** 0.5, {"low": -1, "high": 3}),
    "normal": ({"loc": 2.0, "scale": 0.5}, 2, 0.5, {}),
    "gamma": ({"alpha": 4.0, "beta": 0.5}, 2, 1, {"low": 0}),
    "exponential": ({"lam": 4.0}, 0.25, 0.25, {"low": 0}),
    "poisson": ({"lam": 4.0}, 4, 2, {"low": 0, "whole": True}),
    "negative_binomial": ({"k": 3, "p": 0.4}, 4.5, 11.25 ** 0.5, {"low": 0, "whole": True}),
    "generalized_negative_binomial": ({"mu": 2.0, "alpha": 0.3}, 2, 3.2 ** 0.5, {"low": 0, "whole": True}),
}
BAD = {
    "uniform": ({"low": 2.0, "high": 1.0}, "low must be less"), "normal": ({"scale": 0.0}, "positive"),
    "gamma": ({"alpha": -1.0}, "alpha parameter"), "exponential": ({"lam": 0.0}, "positive"),
    "poisson": ({"lam": -1.0}, "non-negative"), "negative_binomial": ({"p": -0.5}, "non-negative"),
    "generalized_negative_binomial": ({"mu": -1.0}, "non-negative"),
}
DRAWN = {"grad": False, "symbolic": False}
CASES = []
for name, (params, mean, deviation, more) in FIXED.items():
    check = moments(mean, deviation, **more)
    arrays = [np.full((2, 3), float(value)) for value in params.values()]
    CASES += [
        Case(f"_random_{name}", (), {**params, "shape": (COUNT,)}, check=check, dtypes="float32", **DRAWN),
        Case(f"_random_{name}", (), {"shape": (2, 3), "dtype": "float64"}, check=lambda out, *rest: None,
             dtypes="float32", **DRAWN),
        Case(f"_random_{name}", (), {**params, "shape": (2, COUNT), "dtype": "float16"}, dtypes="float32", **DRAWN,
             check=moments(mean, deviation, **more) if name != "gamma" else lambda out, *rest: None),
        Case(f"_random_{name}", (), {**BAD[name][0], "shape": (2,)}, raises=BAD[name][1]),
        Case(f"_random_{name}", (), {"shape": (2,), "dtype": "int32"}, raises="float16, float32, or float64"),
        Case(f"_random_{name}_like", [(COUNT, 1)], params, check=check, **DRAWN),
        Case(f"_random_{name}_like", [(2,)], BAD[name][0], raises=BAD[name][1]),
        Case(f"_sample_{name}", arrays, {"shape": (COUNT,)}, check=check, dtypes="float32", **DRAWN),
        Case(f"_sample_{name}", arrays, {"dtype": "float64"}, check=lambda out, *rest: None, dtypes="float32", **DRAWN),
        Case(f"_sample_{name}", arrays, {"shape": (0,)}, raises="non-zero"),
        *([Case(f"_sample_{name}", [arrays[0], arrays[1].astype("int32")], {}, raises="one type")]
          if len(arrays) > 1 else []),
    ]


def within(low, high):
    def check(outputs, inputs, params):
        assert outputs[0].min() >= low and outputs[0].max() < high
        assert outputs[0].size < 50 or len(np.unique(outputs[0])) == high - low
    return check


def by_rows(outputs, inputs, params):
    """Each row draws its own one class here; with its log-probability where that is asked for."""
    rows = np.moveaxis(outputs[0], 0, -1)
    np.testing.assert_array_equal(rows, np.broadcast_to([1, 0], rows.shape))
    if len(outputs) > 1:
        np.testing.assert_array_equal(outputs[1], np.zeros_like(outputs[1]))


def reordered(outputs, inputs, params):
    np.testing.assert_array_equal(np.sort(outputs[0][:, 0]), np.sort(inputs[0][:, 0]))
    assert {tuple(row) for row in outputs[0]} == {tuple(row) for row in inputs[0]}


def distinct_rows(outputs, inputs, params):
    samples, tries = outputs
    assert samples.dtype == tries.dtype == np.int64
    assert all(len(np.unique(row)) == len(row) for row in samples)
    assert samples.min() >= 0 and samples.max() < params["range_max"]
    assert (tries >= samples.shape[1]).all()


SURE = np.array([[0, 1, 0], [1, 0, 0]], "float32")
CASES += [
    Case("_random_randint", (), {"low": -3, "high": 5, "shape": (300,)}, check=within(-3, 5),
         dtypes="float32", **DRAWN),
    Case("_random_randint", (), {"low": 2**40, "high": 2**40 + 3, "shape": (60,), "dtype": "int64"},
         check=within(2**40, 2**40 + 3), dtypes="float32", **DRAWN),
    Case("_random_randint", (), {"low": 4, "high": 4, "shape": (2,)}, check=lambda out, *rest: None, dtypes="float32",
         **DRAWN),
    Case("_random_randint", (), {"low": 4, "high": 3, "shape": (2,)}, raises="low must be less"),
    Case("_random_randint", (), {"low": 0, "high": 3, "shape": (2,), "dtype": "float32"}, raises="int32 or int64"),
    *(Case("_sample_multinomial", [SURE], params, check=by_rows, dtypes="float32", **DRAWN)
      for params in ({}, {"shape": 5}, {"shape": (2, 3), "dtype": "float32"}, {"get_prob": True},
                     {"get_prob": True, "shape": (4,), "dtype": "uint8"})),
    Case("_sample_multinomial", [SURE[0]], {"shape": (3,)}, reference=lambda x, shape: np.array([1, 1, 1]),
         dtypes="float32", **DRAWN),
    Case("_sample_multinomial", [integers((2, 3), dtype="int32")], {}, raises="floating point"),
    Case("_shuffle", [uniform((20, 3))], {}, check=reordered, **DRAWN),
    Case("_sample_unique_zipfian", (), {"range_max": 50, "shape": (3, 20)}, check=distinct_rows, dtypes="float32",
         **DRAWN),
    Case("_sample_unique_zipfian", (), {"range_max": 5, "shape": (1, 5)}, check=distinct_rows,
         dtypes="float32", **DRAWN),
    Case("_sample_unique_zipfian", (), {"range_max": 5, "shape": (1, 6)}, raises="distinct"),
    Case("_sample_unique_zipfian", (), {"range_max": 5, "shape": (6,)}, raises="batches"),
]

# ---- densities ----

lgamma = np.vectorize(math.lgamma, otypes=["float64"])


def negative_binomial(x, k, p):
    return lgamma(x + k) - lgamma(x + 1) - lgamma(k) + k * np.log(p) + x * np.log(1 - p)


# name: (inputs, logarithm of the density, which inputs have a gradient)
SAMPLE, COUNTS = uniform((3, 4), low=0.2, high=2), integers((3, 4), high=6)
FIRST, SECOND = uniform((3,), low=0.3, high=0.9), uniform((3,), low=1.5, high=3)
DENSITIES = {
    "uniform": ([SAMPLE, FIRST, SECOND], lambda x, a, b: -np.log(b - a) + 0 * x, (0, 1, 2)),
    "normal": ([SAMPLE, FIRST, SECOND],
               lambda x, m, s: -0.5 * ((x - m) / s) ** 2 - np.log(s * (2 * np.pi) ** 0.5), (0, 1, 2)),
    "gamma": ([SAMPLE, FIRST, SECOND],
              lambda x, a, b: a * np.log(b) + (a - 1) * np.log(x) - b * x - lgamma(a), (0, 1, 2)),
    "exponential": ([SAMPLE, FIRST], lambda x, rate: np.log(rate) - rate * x, (0, 1)),
    "poisson": ([COUNTS, SECOND], lambda x, rate: x * np.log(rate) - lgamma(x + 1) - rate, (1,)),
    "negative_binomial": ([COUNTS, SECOND, FIRST], negative_binomial, (1, 2)),
    "generalized_negative_binomial": (
        [COUNTS, SECOND, FIRST], lambda x, m, a: negative_binomial(x, 1 / a, 1 / (m * a + 1)), (1, 2)),
}


def density(logarithm):
    def reference(x, *params, is_log):
        found = logarithm(x, *(q.reshape(-1, 1) for q in params))
        return found if is_log else np.exp(found)
    return reference


def dirichlet(x, alpha, is_log):
    a = alpha[:, None]
    found = ((a - 1) * np.log(x)).sum(-1) + lgamma(a.sum(-1)) - lgamma(a).sum(-1)
    return found if is_log else np.exp(found)


for name, (arrays, logarithm, wrt) in DENSITIES.items():
    CASES += [Case(f"_random_pdf_{name}", arrays, {"is_log": log}, reference=density(logarithm), wrt=wrt)
              for log in (False, True)]
CASES += [
    *(Case("_random_pdf_dirichlet", [lambda rng: rng.dirichlet([1, 2, 3, 4], size=(3, 2)),
                                     uniform((3, 4), low=0.5, high=3)], {"is_log": log}, reference=dirichlet)
      for log in (False, True)),
    Case("_random_pdf_normal", [(3, 4), (4,), (4,)], {}, raises="leading shape"),
    Case("_random_pdf_dirichlet", [(3, 4), (3, 3)], {}, raises="does not fit"),
]
