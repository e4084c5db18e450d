"""Cases of the softmax family and of loss heads."""
import numpy as np

from tests.operators.harness import RECORDED, Case, integers, uniform

SINGLE = ("float32",)


def _softmax(x, axis=-1, temperature=None, **_):
    e = np.exp((x - x.max(axis, keepdims=True)) / (temperature or 1))
    return e / e.sum(axis, keepdims=True)


def _log_softmax(x, **params):
    return np.log(_softmax(x, **params))


def _cut_softmax(x, length, axis=-1, **params):
    out = np.zeros_like(x)
    for row, size in enumerate(length):
        out[row, :size] = _softmax(x[row, :size])
    return out


def _labels(shape, classes, low=0):
    return integers(shape, low, classes)


def _head(shape, label, **params):
    return Case("SoftmaxOutput", [shape, label], params, RECORDED, SINGLE, RECORDED, wrt=(0,))


def _kl_gradient(heads, data, moving, sparseness_target=0.1, penalty=0.001, momentum=0.9):
    average = momentum * moving + (1 - momentum) * data.mean(0)
    return heads[0] + penalty * ((1 - sparseness_target) / (1 - average) - sparseness_target / average)


def _same(x, *_, **__):
    return x


CASES = [
    Case("softmax", [(3, 4)], {}, _softmax, ("float16", "float32", "float64")),
    Case("softmax", [(3, 4, 2)], {"axis": 1, "temperature": 2.0}, _softmax),
    Case("softmax", [(3, 4), np.array([1, 4, 2], "int32")], {"use_length": True}, _cut_softmax),
    Case("softmax", [(3, 4)], {"dtype": "float64"}, _softmax, SINGLE, grad=False),
    Case("softmin", [(3, 4)], {"axis": 0}, lambda x, **p: _softmax(-x, **p)),
    Case("log_softmax", [(3, 4)], {}, _log_softmax, ("float16", "float32", "float64"),
         tolerance={"float16": 2e-3}, note="numbers over 1 in half precision"),
    Case("log_softmax", [(2, 3, 4)], {"axis": 1, "temperature": 0.5}, _log_softmax),
    Case("log_softmax", [(2, 3)], {"use_length": True}, raises="use_length"),
    Case("SoftmaxActivation", [(3, 4)], {}, RECORDED, SINGLE, RECORDED),
    Case("SoftmaxActivation", [(2, 3, 4)], {"mode": "channel"}, RECORDED, SINGLE, RECORDED),
    Case("SoftmaxActivation", [(2, 3, 4)], {"mode": "instance"}, RECORDED, SINGLE, RECORDED),
    Case("softmax_cross_entropy", [(3, 4), _labels((3,), 4)], {}, RECORDED, SINGLE, RECORDED, wrt=(0,)),

    _head((4, 3), _labels((4,), 3)),
    _head((4, 3), _labels((4,), 3), grad_scale=0.5, normalization="batch"),
    _head((4, 3), _labels((4,), 3, low=-1), use_ignore=True, normalization="valid"),
    _head((4, 3), _labels((4,), 3), smooth_alpha=0.1),
    _head((4, 3), _labels((4,), 3), out_grad=True),
    _head((2, 4, 3), _labels((2, 4), 3), preserve_shape=True),
    _head((2, 3, 2, 2), _labels((2, 2, 2), 3), multi_output=True),
    _head((2, 3, 4), _labels((2, 4), 3), multi_output=True, use_ignore=True, ignore_label=1,
          normalization="valid"),
    _head((2, 3, 4), _labels((2, 4), 3), multi_output=True, normalization="batch"),
    _head((4, 3), uniform((4, 3), 0, 1)),
    Case("SoftmaxOutput", [(4, 3), (5,)], {}, raises="label has shape|Shape inconsistent"),
    *(Case(f"{kind}RegressionOutput", [(3, 2), (3, 2)], {"grad_scale": scale}, RECORDED, SINGLE, RECORDED,
           wrt=(0,)) for kind in ("Linear", "Logistic", "MAE") for scale in (1.0, 0.3)),
    Case("MAERegressionOutput", [np.array([[1.0, 2.0]]), np.array([[1.0, 3.0]])], {},
         lambda data, label: data, grad=lambda grads, data, label: [np.array([[-0.5, -0.5]])], wrt=(0,),
         note="where data is the label its sign is that of a number below"),
    Case("LinearRegressionOutput", [(3, 1), (3,)], {}, RECORDED, SINGLE, RECORDED, wrt=(0,)),
    Case("LinearRegressionOutput", [(3, 2), (3,)], {}, raises="Shape inconsistent"),
    *(Case("SVMOutput", [(4, 3), _labels((4,), 3)], {"use_linear": linear, "margin": 0.5,
                                                    "regularization_coefficient": 0.7},
           RECORDED, SINGLE, RECORDED, wrt=(0,)) for linear in (True, False)),
    *(Case("MakeLoss", [(4, 3)], {"grad_scale": 0.5, "normalization": kind}, RECORDED, SINGLE, RECORDED)
      for kind in ("null", "batch", "valid")),
    Case("IdentityAttachKLSparseReg", [uniform((4, 3), 0.1, 0.9), uniform((3,), 0.1, 0.9)],
         {"penalty": 0.1, "momentum": 0.5}, _same, wrt=(0,), grad=_kl_gradient),
]
