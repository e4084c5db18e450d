"""Cases of normalization layers."""
import numpy as np

from tests.operators.harness import RECORDED, Case, uniform

WIDE = ("float32", "float64")


def _spread(values, axis, rank):
    return values.reshape([-1 if i == axis % rank else 1 for i in range(rank)])


def _batch_norm(kind="inverse", relu=False, training=True):
    """Make a reference; ``kind`` says what the third output is."""
    def reference(data, gamma, beta, moving_mean, moving_var, eps=1e-3, fix_gamma=True, axis=1,
                  use_global_stats=False, output_mean_var=False, **_):
        mean, var = moving_mean, moving_var
        if training and not use_global_stats:
            others = tuple(i for i in range(data.ndim) if i != axis % data.ndim)
            mean, var = data.mean(others), data.var(others)
        scale = np.ones_like(gamma) if fix_gamma else gamma
        normal = (data - _spread(mean, axis, data.ndim)) / np.sqrt(_spread(var, axis, data.ndim) + eps)
        out = normal * _spread(scale, axis, data.ndim) + _spread(beta, axis, data.ndim)
        out = np.maximum(out, 0) if relu else out
        if not output_mean_var:
            return out
        return out, mean, 1 / np.sqrt(var + eps) if kind == "inverse" else var
    return reference


_FIXED = {1: lambda data, gamma, *_, **__: np.ones_like(gamma)}


def _case(op="BatchNorm", shape=(4, 3, 2, 2), train=True, changed=None, dtypes=WIDE, grad=True, relu=False,
          kind="inverse", **params):
    size = shape[params.get("axis", 1)]
    wide = "float64" if dtypes == WIDE else "float32"
    inputs = [shape, uniform((size,), 0.5, 2, dtype=wide), uniform((size,), dtype=wide),
              uniform((size,), dtype=wide), uniform((size,), 0.5, 2, dtype=wide)]
    fixed = params.get("fix_gamma", True)
    return Case(op, inputs, params, _batch_norm(kind, relu, train), dtypes, grad=grad, train=train,
                wrt=(0, 2) if fixed else (0, 1, 2), changed=_FIXED if fixed else {},
                tolerance={"float32": 3e-5},
                note="gradients of what is normalized are small differences of large numbers")


def _layer_norm(data, gamma, beta, axis=-1, eps=1e-5, output_mean_var=False):
    mean, var = data.mean(axis, keepdims=True), data.var(axis, keepdims=True)
    std = np.sqrt(var + eps)
    out = (data - mean) / std * _spread(gamma, axis, data.ndim) + _spread(beta, axis, data.ndim)
    return (out, mean, std) if output_mean_var else out


def _group_norm(data, gamma, beta, num_groups=1, eps=1e-5, output_mean_var=False):
    rows = data.reshape(len(data), num_groups, -1)
    mean, std = rows.mean(2), np.sqrt(rows.var(2) + eps)
    out = (rows - mean[..., None]) / std[..., None] * gamma[:, None] + beta[:, None]
    return (out.reshape(data.shape), mean, std) if output_mean_var else out.reshape(data.shape)


def _instance_norm(data, gamma, beta, eps=1e-3):
    axes = tuple(range(2, data.ndim))
    normal = (data - data.mean(axes, keepdims=True)) / np.sqrt(data.var(axes, keepdims=True) + eps)
    return normal * _spread(gamma, 1, data.ndim) + _spread(beta, 1, data.ndim)


def _l2(data, mode="instance", eps=1e-10):
    axes = {"instance": tuple(range(1, data.ndim)), "channel": 1, "spatial": tuple(range(2, data.ndim))}[mode]
    return data / np.sqrt((data ** 2).sum(axes, keepdims=True) + eps)


def _lrn(data, nsize, alpha=1e-4, beta=0.75, knorm=2.0):
    squares = np.pad(data ** 2, ((0, 0), (nsize // 2,) * 2, (0, 0), (0, 0)))
    near = sum(squares[:, i:i + data.shape[1]] for i in range(nsize))
    return data * (knorm + alpha / nsize * near) ** -beta


CASES = [
    _case(),
    _case(fix_gamma=False, eps=0.01, momentum=0.5, output_mean_var=True, grad=False),
    _case(fix_gamma=False, shape=(4, 2, 3), axis=2),
    _case(fix_gamma=False, shape=(5, 3), axis=-1),
    _case(fix_gamma=False, use_global_stats=True),
    _case(fix_gamma=False, train=False, grad=False),
    _case(dtypes=("float16",), fix_gamma=False, grad=False),
    _case("BatchNorm_v1", kind="variance", fix_gamma=False),
    _case("BatchNorm_v1", kind="variance", train=False, output_mean_var=True, grad=False),
    _case("_contrib_SyncBatchNorm", kind="variance", fix_gamma=False, key="one"),
    _case("_contrib_BatchNormWithReLU", relu=True, fix_gamma=False),
    Case("BatchNorm", [(4, 3, 2), (3,), (3,), (3,), (3,)], {"axis": 5}, raises="axis|dim"),
    Case("LayerNorm", [(3, 5), (5,), (5,)], {}, _layer_norm, ("float16", "float32", "float64"),
         tolerance={"float16": 4e-3}, note="float16 sums lose a digit"),
    Case("LayerNorm", [(3, 5, 2), (5,), (5,)], {"axis": 1, "eps": 0.01}, _layer_norm),
    Case("LayerNorm", [(3, 5), (5,), (5,)], {"output_mean_var": True}, _layer_norm, grad=False),
    Case("LayerNorm", [(3, 5), (4,), (4,)], {}, raises="gamma has 4 elements"),
    Case("GroupNorm", [(2, 4, 3), (2,), (2,)], {"num_groups": 2}, _group_norm),
    Case("GroupNorm", [(2, 4, 3, 2), (1,), (1,)], {"output_mean_var": True}, _group_norm, grad=False),
    Case("GroupNorm", [(2, 5, 3), (2,), (2,)], {"num_groups": 2}, raises="divisible"),
    Case("InstanceNorm", [(2, 3, 4, 2), (3,), (3,)], {"eps": 0.01}, _instance_norm),
    *(Case("L2Normalization", [(2, 3, 4)], {"mode": mode, "eps": 0.01}, _l2)
      for mode in ("instance", "channel", "spatial")),
    Case("LRN", [(2, 5, 2, 3)], {"nsize": 3, "alpha": 0.1}, _lrn),
    Case("LRN", [(1, 3, 2, 2)], {"nsize": 5}, RECORDED, ("float32",), RECORDED),
    Case("LRN", [(1, 3, 2, 2)], {"nsize": 2}, raises="odd"),
]
