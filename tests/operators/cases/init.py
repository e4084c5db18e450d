"""Cases of arrays made from nothing."""
import numpy as np

from tests.operators.harness import Case


def filled(value):
    return lambda shape, dtype="float32": np.full(shape, value, dtype)


def arange(start, stop=None, step=1, repeat=1, infer_range=False, dtype="float32"):
    made = np.arange(start, stop, step) if stop is not None else np.arange(0, start, step)
    return np.repeat(made, repeat).astype(dtype)


SIMPLE = {"dtypes": "float32", "grad": False}
CASES = [
    *(Case(name, (), {"shape": shape, **more}, reference=filled(value), **SIMPLE)
      for name, value in (("_zeros", 0), ("_ones", 1))
      for shape, more in (((2, 3), {}), (4, {}), ((2, 1), {"dtype": "int32"}), ((2,), {"dtype": "bool"}))),
    Case("_zeros", (), {}, raises="is not known", **SIMPLE),
    Case("_full", (), {"shape": (2, 3), "value": 2.5}, reference=lambda shape, value: np.full(shape, value), **SIMPLE),
    Case("_full", (), {"shape": (2,), "value": -1.5, "dtype": "uint8"}, **SIMPLE,
         reference=lambda shape, value, dtype: np.full(shape, 255, "uint8")),
    Case("_zeros_without_dtype", (), {"shape": (2, 3), "dtype": "int32"}, **SIMPLE,
         reference=lambda shape, dtype: np.zeros(shape, "int32")),
    *(Case("_arange", (), params, reference=arange, **SIMPLE)
      for params in ({"start": 5}, {"start": 1, "stop": 2, "step": 0.3}, {"start": 5, "stop": 1, "step": -1.5},
                     {"start": 0, "stop": 3, "repeat": 2}, {"start": 0, "stop": 10, "step": 3, "dtype": "int32"})),
    Case("_arange", (), {"start": 5, "stop": 1}, raises="Invalid range", **SIMPLE),
    Case("_arange", (), {"start": 0, "stop": 1, "step": 0}, raises="step=0", **SIMPLE),
    *(Case("_linspace", (), {"start": 0, "stop": 10, "num": num, "endpoint": end}, **SIMPLE,
           reference=lambda start, stop, num, endpoint: np.linspace(start, stop, num, endpoint))
      for num, end in ((4, True), (5, False), (1, True))),
    *(Case("_eye", (), params, reference=lambda N, M=0, k=0, dtype="float32": np.eye(N, M or N, k, dtype), **SIMPLE)
      for params in ({"N": 3}, {"N": 2, "M": 3}, {"N": 3, "M": 2, "k": 1}, {"N": 3, "k": -1, "dtype": "int32"},
                     {"N": 2, "k": 9})),
    Case("_set_value", [], {"src": 2.5}, reference=lambda src: np.array([2.5]), symbolic=False, **SIMPLE,
         note="without out there is one element to set"),
]
