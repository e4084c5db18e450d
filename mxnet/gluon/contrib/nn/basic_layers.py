"""Parallel branches, an identity, an embedding with sparse rows, synchronized batch norm, pixel shuffles."""
from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from .... import autograd, context, ndarray
from ....core.params import plain
from ....ndarray.later import is_later, once_there
from ...block import Block, HybridBlock
from ...nn import BatchNorm, HybridSequential, Sequential
from .meeting import meet

if TYPE_CHECKING:
    from numpy.typing import DTypeLike
    from typing_extensions import Unpack

    from ...parameter import Parameter, ParameterDict
    from ...signatures import BlockOptions, InitLike

__all__ = ["Concurrent", "HybridConcurrent", "Identity", "SparseEmbedding", "SyncBatchNorm", "PixelShuffle1D",
           "PixelShuffle2D", "PixelShuffle3D"]


class Concurrent(Sequential):
    """Call all blocks on the same input, and concatenate their outputs.

    Parameters
    ----------
    axis : int, default=-1
        Axis along which outputs are concatenated.
    prefix : str, optional
        Prefix of the parameter names.
    params : ParameterDict, optional
        Parameters to share.

    Examples
    --------
    >>> net = mx.gluon.contrib.nn.Concurrent(axis=1)
    >>> net.add(mx.gluon.nn.Dense(2), mx.gluon.contrib.nn.Identity())
    >>> net.initialize()
    >>> net(mx.nd.ones((4, 3))).shape
    (4, 5)
    """

    def __init__(self, axis: int = -1, prefix: str | None = None, params: ParameterDict | None = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self.axis = axis

    def forward(self, x: Any) -> Any:
        """Call all blocks, and concatenate."""
        return ndarray.concat(*[block(x) for block in self._children.values()], dim=self.axis)


class HybridConcurrent(HybridSequential):
    """Call all hybrid blocks on the same input, and concatenate their outputs.

    Parameters
    ----------
    axis : int, default=-1
        Axis along which outputs are concatenated.
    prefix : str, optional
        Prefix of the parameter names.
    params : ParameterDict, optional
        Parameters to share.

    Examples
    --------
    >>> net = mx.gluon.contrib.nn.HybridConcurrent(axis=1)
    >>> net.add(mx.gluon.nn.Dense(2), mx.gluon.contrib.nn.Identity())
    >>> net.initialize()
    >>> net(mx.nd.ones((4, 3))).shape
    (4, 5)
    """

    def __init__(self, axis: int = -1, prefix: str | None = None, params: ParameterDict | None = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self.axis = axis

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Call all blocks, and concatenate."""
        return F.concat(*[block(x) for block in self._children.values()], dim=self.axis)


class Identity(HybridBlock):
    """Return the input unchanged, for example as the skip branch of a `HybridConcurrent`.

    Parameters
    ----------
    prefix : str, optional
        Prefix of the block's name.
    params : ParameterDict, optional
        Parameters to share; there are none.

    Examples
    --------
    >>> mx.gluon.contrib.nn.Identity()(mx.nd.array([1, 2])).asnumpy().tolist()
    [1.0, 2.0]
    """

    def __init__(self, prefix: str | None = None, params: ParameterDict | None = None) -> None:
        super().__init__(prefix=prefix, params=params)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the input."""
        return x


class SparseEmbedding(Block):
    """Look up rows of a row_sparse table whose gradient is row_sparse too: unused rows cost nothing.

    The table is pulled and updated row by row, so a Trainer keeps it in its KVStore.

    Parameters
    ----------
    input_dim : int
        Number of rows of the table.
    output_dim : int
        Length of a row.
    dtype : DTypeLike, default='float32'
        Element type of the table.
    weight_initializer : InitLike, optional
        Initializer of the table.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> table = mx.gluon.contrib.nn.SparseEmbedding(100, 4)
    >>> table.initialize()
    >>> trainer = mx.gluon.Trainer(table.collect_params(), "sgd")
    >>> table(mx.nd.array([3, 7])).shape
    (2, 4)
    """

    weight: Parameter

    def __init__(self, input_dim: int, output_dim: int, dtype: DTypeLike = "float32",
                 weight_initializer: InitLike | None = None, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        self._kwargs: dict[str, Any] = plain({"input_dim": input_dim, "output_dim": output_dim, "dtype": dtype,
                                              "sparse_grad": True})
        self.weight = self.params.get("weight", shape=(input_dim, output_dim), init=weight_initializer, dtype=dtype,
                                      grad_stype="row_sparse", stype="row_sparse")

    def forward(self, x: Any) -> Any:
        """Look up the indices."""
        return ndarray.Embedding(x, self.weight.row_sparse_data(x), name="fwd", **self._kwargs)

    def __repr__(self) -> str:
        kwargs = self._kwargs
        return f"{type(self).__name__}({kwargs['input_dim']} -> {kwargs['output_dim']}, {kwargs['dtype']})"


class SyncBatchNorm(BatchNorm):
    """`BatchNorm` whose training statistics are computed over the batches of several contexts.

    With more than one context, outputs in training are available once all contexts have called the network,
    sequentially or each in its own thread, and gradients once backward was called for the losses of all. Of a
    hybridized network, the parts before such a layer are compiled in training, and all of it at inference.

    Parameters
    ----------
    in_channels : int, default=0
        Number of channels; 0 is inferred at the first call.
    num_devices : int, optional
        Number of contexts that call the layer in each step; by default the number of GPUs.
    momentum : float, default=0.9
        Fraction of the old value in a moving average.
    epsilon : float, default=1e-05
        Added to the variance.
    center : bool, default=True
        Whether there is a ``beta`` to add.
    scale : bool, default=True
        Whether there is a ``gamma`` to multiply by.
    use_global_stats : bool, default=False
        Whether to use the moving averages in training too.
    beta_initializer : InitLike, default='zeros'
        Initializer of ``beta``.
    gamma_initializer : InitLike, default='ones'
        Initializer of ``gamma``.
    running_mean_initializer : InitLike, default='zeros'
        Initializer of the moving mean.
    running_variance_initializer : InitLike, default='ones'
        Initializer of the moving variance.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> layer = mx.gluon.contrib.nn.SyncBatchNorm(in_channels=3, num_devices=1)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((2, 3, 4, 4))).shape
    (2, 3, 4, 4)
    """

    def __init__(self, in_channels: int = 0, num_devices: int | None = None, momentum: float = 0.9,
                 epsilon: float = 1e-5, center: bool = True, scale: bool = True, use_global_stats: bool = False,
                 beta_initializer: InitLike = "zeros", gamma_initializer: InitLike = "ones",
                 running_mean_initializer: InitLike = "zeros", running_variance_initializer: InitLike = "ones",
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(1, momentum, epsilon, center, scale, use_global_stats, beta_initializer, gamma_initializer,
                         running_mean_initializer, running_variance_initializer, in_channels, **kwargs)
        count = self._get_num_devices() if num_devices is None else num_devices
        self._kwargs = plain({"eps": epsilon, "momentum": momentum, "fix_gamma": not scale,
                              "use_global_stats": use_global_stats, "ndev": count, "key": self.prefix})
        self._meets_others = count > 1 and not use_global_stats

    def _get_num_devices(self) -> int:
        warnings.warn("SyncBatchNorm: num_devices is not given, so all GPUs are expected to take part", UserWarning,
                      stacklevel=3)
        return max(1, context.num_gpus())

    def hybrid_forward(self, F: Any, x: Any, gamma: Any, beta: Any, running_mean: Any, running_var: Any) -> Any:
        """Normalize."""
        kwargs = self._kwargs
        if F is ndarray and kwargs["ndev"] > 1 and autograd.is_training() and not kwargs["use_global_stats"]:
            return self._normalize_together(x, gamma, beta, running_mean, running_var)
        return F.contrib.SyncBatchNorm(x, gamma, beta, running_mean, running_var, name="fwd", **self._kwargs)

    def _normalize_together(self, *arrays: Any) -> Any:
        """Normalize by statistics over all contexts, each of which calls this.

        Statistics are combined on one tape, so gradients flow between contexts.
        """
        autograd.share_tape(self._kwargs["ndev"], arrays[0].context)
        return self._gathered(*arrays)

    def _gathered(self, x: Any, *others: Any) -> Any:
        if is_later(x):
            return once_there(x, lambda: self._gathered(x, *others))
        own = x.mean(axis=1, exclude=True), x.square().mean(axis=1, exclude=True)
        return meet(self._kwargs["key"], self._kwargs["ndev"], x, own,
                    lambda parts: self._normalized(x, parts, *others))

    def _normalized(self, x: Any, parts: list, gamma: Any, beta: Any, running_mean: Any, running_var: Any) -> Any:
        kwargs, count = self._kwargs, self._kwargs["ndev"]
        mean, square = (ndarray.add_n(*[part.as_in_context(x.context) for part in found]) / count
                        for found in zip(*parts))
        variance = square - mean.square()
        if autograd.is_recording():
            with autograd.pause():
                for state, value in ((running_mean, mean), (running_var, variance)):
                    state[:] = kwargs["momentum"] * state + (1 - kwargs["momentum"]) * value
        scale = 1 / (variance + kwargs["eps"]).sqrt()
        if not kwargs["fix_gamma"]:
            scale = scale * gamma
        shape = (1, -1, *(1,) * (x.ndim - 2))
        centred = ndarray.broadcast_sub(x, mean.reshape(shape))
        scaled = ndarray.broadcast_mul(centred, scale.reshape(shape))
        return autograd.mark_shared(ndarray.broadcast_add(scaled, beta.reshape(shape)))


# ---- pixel shuffles ---------------------------------------------------------------------------------

class _PixelShuffle(HybridBlock):
    """Rearrange channels into space: ``factor`` times fewer channels, an image ``factor`` times larger per axis.

    A subclass lists the steps: reshape codes, ``("transpose", axes)`` or ``("swapaxes", axis, axis)``.
    """

    _rank = 0

    def __init__(self, factor: Any) -> None:
        super().__init__()
        self._factors = tuple(map(int, factor)) if hasattr(factor, "__len__") else (int(factor),) * self._rank
        if len(self._factors) != self._rank:
            raise AssertionError(f"{type(self).__name__}: factor is a number or {self._rank} numbers, got {factor}")

    def _steps(self) -> list[tuple]:
        raise NotImplementedError(f"{type(self).__name__} lists no steps")

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Shuffle."""
        for step in self._steps():
            x = getattr(F, step[0])(x, *step[1:]) if isinstance(step[0], str) else F.reshape(x, step)
        return x

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._factors})"


class PixelShuffle1D(_PixelShuffle):
    """Rearrange ``(N, factor * C, W)`` to ``(N, C, W * factor)``.

    Parameters
    ----------
    factor : int
        How many times longer the axis becomes.

    Examples
    --------
    >>> mx.gluon.contrib.nn.PixelShuffle1D(2)(mx.nd.zeros((1, 8, 3))).shape
    (1, 4, 6)
    """

    _rank = 1

    def __init__(self, factor: int) -> None:
        super().__init__(int(factor))
        self._factor = int(factor)

    def _steps(self) -> list[tuple]:
        return [(0, -4, -1, self._factor, 0), ("transpose", (0, 1, 3, 2)), (0, 0, -3)]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._factor})"


class PixelShuffle2D(_PixelShuffle):
    """Rearrange ``(N, f1 * f2 * C, H, W)`` to ``(N, C, H * f1, W * f2)``; one factor, or one per axis.

    Parameters
    ----------
    factor : int or tuple[int, int]
        How many times larger the image becomes, one number or one per axis.

    Examples
    --------
    >>> mx.gluon.contrib.nn.PixelShuffle2D((2, 3))(mx.nd.zeros((1, 12, 3, 5))).shape
    (1, 2, 6, 15)
    """

    _rank = 2

    def _steps(self) -> list[tuple]:
        high, wide = self._factors
        return [(0, -4, -1, high * wide, 0, 0), (0, 0, -4, high, wide, 0, 0), ("transpose", (0, 1, 4, 2, 5, 3)),
                (0, 0, -3, -3)]


class PixelShuffle3D(_PixelShuffle):
    """Rearrange ``(N, f1 * f2 * f3 * C, D, H, W)`` to ``(N, C, D * f1, H * f2, W * f3)``; one factor, or one per axis.

    Parameters
    ----------
    factor : int or tuple[int, int, int]
        How many times larger the volume becomes, one number or one per axis.

    Examples
    --------
    >>> mx.gluon.contrib.nn.PixelShuffle3D((2, 3, 4))(mx.nd.zeros((1, 48, 3, 5, 7))).shape
    (1, 2, 6, 15, 28)
    """

    _rank = 3

    def _steps(self) -> list[tuple]:
        # One axis after the other, since MXNet's transpose supported at most six axes.
        deep, high, wide = self._factors
        return [(0, -4, -1, deep * high * wide, 0, 0, 0), ("swapaxes", 2, 3),
                (0, 0, 0, -4, deep, high * wide, 0, 0), (0, 0, -3, 0, 0, 0), ("swapaxes", 3, 4),
                (0, 0, 0, 0, -4, high, wide, 0), (0, 0, 0, -3, 0, 0), ("swapaxes", 4, 5), (0, 0, 0, 0, -3)]
