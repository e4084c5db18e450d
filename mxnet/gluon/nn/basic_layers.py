"""Layers: dense, dropout, embedding, and normalizations."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...core.borrowed import borrowed as _borrowed
from ...core.dtype import dtype_name
from ...core.params import plain
from ..parameter import Parameter
from .activations import Activation
from .containers import HybridLambda, HybridSequential, Lambda, Sequential
from .layer import Layer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import DTypeLike
    from typing_extensions import Unpack

    from ..parameter import ParameterDict
    from ..signatures import BlockOptions, InitLike

__all__ = ["Sequential", "HybridSequential", "Dense", "Dropout", "Embedding", "BatchNorm", "BatchNormReLU",
           "InstanceNorm", "LayerNorm", "GroupNorm", "Flatten", "Lambda", "HybridLambda"]


class Dense(Layer):
    """Fully connected layer: ``activation(x @ weight.T + bias)``.

    Parameters
    ----------
    units : int
        Number of outputs.
    activation : str, optional
        Activation function that follows, such as ``"relu"``; none by default.
    use_bias : bool, default=True
        Whether there is a bias.
    flatten : bool, default=True
        Whether all axes but the first are flattened; otherwise the layer applies to the last axis.
    dtype : DTypeLike, default='float32'
        Element type of the parameters.
    weight_initializer : InitLike, optional
        Initializer of the weight; that of ``initialize`` by default.
    bias_initializer : InitLike, default='zeros'
        Initializer of the bias.
    in_units : int, default=0
        Number of inputs; 0 infers it at the first forward.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> layer = mx.gluon.nn.Dense(2, activation="relu")
    >>> layer.initialize()
    >>> layer(mx.nd.ones((4, 3))).shape
    (4, 2)
    """

    weight: Parameter
    act: Activation | None

    def __init__(self, units: int, activation: str | None = None, use_bias: bool = True, flatten: bool = True,
                 dtype: DTypeLike = "float32", weight_initializer: InitLike | None = None,
                 bias_initializer: InitLike = "zeros", in_units: int = 0, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        self._flatten, self._units, self._in_units = flatten, units, in_units
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(units, in_units), init=weight_initializer, dtype=dtype,
                                          allow_deferred_init=True)
            self.bias: Parameter | None = self.params.get("bias", shape=(units,), init=bias_initializer, dtype=dtype,
                                        allow_deferred_init=True) if use_bias else None
            self.act = Activation(activation, prefix=activation + "_") if activation is not None else None

    def hybrid_forward(self, F: Any, x: Any, weight: Any, bias: Any = None) -> Any:
        """Apply the linear map, then the activation."""
        inputs = (x, weight) if bias is None else (x, weight, bias)
        out = F.FullyConnected(*inputs, no_bias=bias is None, num_hidden=self._units, flatten=self._flatten, name="fwd")
        return out if self.act is None else self.act(out)

    def __repr__(self) -> str:
        units, inputs = self.weight.shape or (self._units, None)
        return f"{type(self).__name__}({inputs or None} -> {units}, {self.act or 'linear'})"


class Dropout(Layer):
    """Set a fraction of the inputs to zero in training, and scale the others up.

    Parameters
    ----------
    rate : float
        The share.
    axes : Sequence[int], default=()
        Axes along which one mask is shared.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> mx.gluon.nn.Dropout(0.5)(mx.nd.ones(3)).asnumpy().tolist()
    [1.0, 1.0, 1.0]
    """

    def __init__(self, rate: float, axes: Sequence[int] = (), **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        self._rate, self._axes = plain(rate), plain(axes)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Drop in training; return the input at inference."""
        if self._rate > 0:
            return F.Dropout(x, p=self._rate, axes=self._axes, name="fwd", cudnn_off=False)
        return F.identity(x)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(p = {self._rate}, axes={self._axes})"


class Embedding(Layer):
    """Table of vectors: integers in ``[0, input_dim)`` become vectors of ``output_dim`` numbers.

    Parameters
    ----------
    input_dim : int
        Number of vectors.
    output_dim : int
        Size of a vector.
    dtype : DTypeLike, default='float32'
        Element type.
    weight_initializer : InitLike, optional
        Initializer of the table; that of ``initialize`` by default.
    sparse_grad : bool, default=False
        Whether the gradient is row_sparse, so that updates touch used rows only.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> layer = mx.gluon.nn.Embedding(10, 4)
    >>> layer.initialize()
    >>> layer(mx.nd.array([[1, 5, 7]])).shape
    (1, 3, 4)
    """

    weight: Parameter

    def __init__(self, input_dim: int, output_dim: int, dtype: DTypeLike = "float32",
                 weight_initializer: InitLike | None = None, sparse_grad: bool = False,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        self._kwargs = plain({"input_dim": input_dim, "output_dim": output_dim, "dtype": dtype,
                              "sparse_grad": sparse_grad})
        self.weight = self.params.get("weight", shape=(input_dim, output_dim), init=weight_initializer, dtype=dtype,
                                      allow_deferred_init=True, grad_stype="row_sparse" if sparse_grad else "default")

    def hybrid_forward(self, F: Any, x: Any, weight: Any) -> Any:
        """Look up the indices."""
        return F.Embedding(x, weight, name="fwd", **self._kwargs)

    def __repr__(self) -> str:
        kwargs = self._kwargs
        return f"{type(self).__name__}({kwargs['input_dim']} -> {kwargs['output_dim']}, {kwargs['dtype']})"


class Flatten(Layer):
    """Flatten every axis but the first.

    Examples
    --------
    >>> mx.gluon.nn.Flatten()(mx.nd.ones((2, 3, 4))).shape
    (2, 12)
    """

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Flatten each sample."""
        return F.flatten(x)

    def __repr__(self) -> str:
        return type(self).__name__


# ---- normalizations ---------------------------------------------------------------------------------

class _Norm(Layer):
    """What normalizations share: a scale and an offset per channel, learned or fixed."""

    _kwargs: dict
    gamma: Parameter
    beta: Parameter

    def _scale_and_offset(self, channels: int, scale: bool, center: bool, gamma: Any, beta: Any,
                          **options: Any) -> None:
        for name, learned, init in (("gamma", scale, gamma), ("beta", center, beta)):
            more = dict.fromkeys(options, learned)
            setattr(self, name, self.params.get(name, grad_req="write" if learned else "null", shape=(channels,),
                                                init=init, allow_deferred_init=True, **more))

    def _channels(self) -> Any:
        return self.gamma.shape[0]

    def __repr__(self) -> str:
        told = [f"{key}={value!r}" for key, value in self._kwargs.items()]
        channels = self._channels()
        return f"{type(self).__name__}({', '.join(told if channels is False else [*told, f'in_channels={channels}'])})"


class _BatchNorm(_Norm):
    """Normalize per channel over batch and space; at inference with moving averages."""

    running_mean: Parameter
    running_var: Parameter

    def __init__(self, axis: int = 1, momentum: float = 0.9, epsilon: float = 1e-5, center: bool = True,
                 scale: bool = True, use_global_stats: bool = False, fuse_relu: bool = False,
                 beta_initializer: Any = "zeros", gamma_initializer: Any = "ones",
                 running_mean_initializer: Any = "zeros", running_variance_initializer: Any = "ones",
                 in_channels: int = 0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._kwargs = plain({"axis": axis, "eps": epsilon, "momentum": momentum, "fix_gamma": not scale,
                              "use_global_stats": use_global_stats})
        self.fuse_relu = fuse_relu
        if in_channels:
            self.in_channels = in_channels
        self._scale_and_offset(in_channels, scale, center, gamma_initializer, beta_initializer, differentiable=True)
        for name, init in (("running_mean", running_mean_initializer), ("running_var", running_variance_initializer)):
            setattr(self, name, self.params.get(name, grad_req="null", shape=(in_channels,), init=init,
                                                allow_deferred_init=True, differentiable=False))

    def cast(self, dtype: Any) -> None:
        """Change the element type; with a 16-bit type the parameters stay float32."""
        super().cast("float32" if dtype_name(dtype) in ("float16", "bfloat16") else dtype)

    def hybrid_forward(self, F: Any, x: Any, gamma: Any, beta: Any, running_mean: Any, running_var: Any) -> Any:
        """Normalize."""
        function = F.contrib.BatchNormWithReLU if self.fuse_relu else F.BatchNorm
        return function(x, gamma, beta, running_mean, running_var, name="fwd", **self._kwargs)

    def _channels(self) -> Any:
        return super()._channels() or None


class _PublicBatchNorm(_BatchNorm):
    """`_BatchNorm` with its public signature: the class decides whether a relu follows.

    Parameters
    ----------
    axis : int, default=1
        Axis of channels.
    momentum : float, default=0.9
        Fraction of the old moving average that stays at each step.
    epsilon : float, default=1e-05
        Number added to the variance.
    center : bool, default=True
        Whether an offset, ``beta``, is learned.
    scale : bool, default=True
        Whether a scale, ``gamma``, is learned.
    use_global_stats : bool, default=False
        Whether to use moving averages in training too.
    beta_initializer : default='zeros'
        Initializer of the offset.
    gamma_initializer : default='ones'
        Initializer of the scale.
    running_mean_initializer : default='zeros'
        Initializer of the moving mean.
    running_variance_initializer : default='ones'
        Initializer of the moving variance.
    in_channels : int, default=0
        Number of channels; 0 infers it at the first forward.
    **kwargs
        ``prefix`` and ``params`` of `Block`.
    """

    _with_relu = False

    def __init__(self, axis: int = 1, momentum: float = 0.9, epsilon: float = 1e-5, center: bool = True,
                 scale: bool = True, use_global_stats: bool = False, beta_initializer: Any = "zeros",
                 gamma_initializer: Any = "ones", running_mean_initializer: Any = "zeros",
                 running_variance_initializer: Any = "ones", in_channels: int = 0, **kwargs: Any) -> None:
        super().__init__(axis, momentum, epsilon, center, scale, use_global_stats, self._with_relu, beta_initializer,
                         gamma_initializer, running_mean_initializer, running_variance_initializer, in_channels,
                         **kwargs)


class BatchNorm(_PublicBatchNorm):
    """Batch normalization: each channel over batch and space; at inference with moving averages.

    Parameters
    ----------
    axis : int, default=1
        Axis of channels.
    momentum : float, default=0.9
        Fraction of the old moving average that stays at each step.
    epsilon : float, default=1e-05
        Number added to the variance.
    center : bool, default=True
        Whether an offset, ``beta``, is learned.
    scale : bool, default=True
        Whether a scale, ``gamma``, is learned.
    use_global_stats : bool, default=False
        Whether to use moving averages in training too.
    beta_initializer : str or Initializer, default='zeros'
        Initializer of the offset.
    gamma_initializer : str or Initializer, default='ones'
        Initializer of the scale.
    running_mean_initializer : str or Initializer, default='zeros'
        Initializer of the moving mean.
    running_variance_initializer : str or Initializer, default='ones'
        Initializer of the moving variance.
    in_channels : int, default=0
        Number of channels; 0 infers it at the first forward.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> layer = mx.gluon.nn.BatchNorm()
    >>> layer.initialize()
    >>> layer(mx.nd.ones((2, 3, 4))).shape
    (2, 3, 4)
    """


class BatchNormReLU(_PublicBatchNorm):
    """`BatchNorm` followed by a relu, as one operator."""

    _with_relu = True


class InstanceNorm(_Norm):
    """Instance normalization: each channel of each sample over space.

    Parameters
    ----------
    axis : int, default=1
        Axis of channels.
    epsilon : float, default=1e-05
        Number added to the variance.
    center : bool, default=True
        Whether an offset, ``beta``, is learned.
    scale : bool, default=False
        Whether a scale, ``gamma``, is learned.
    beta_initializer : InitLike, default='zeros'
        Initializer of the offset.
    gamma_initializer : InitLike, default='ones'
        Initializer of the scale.
    in_channels : int, default=0
        Number of channels; 0 infers it at the first forward.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> layer = mx.gluon.nn.InstanceNorm()
    >>> layer.initialize()
    >>> layer(mx.nd.ones((2, 3, 4))).shape
    (2, 3, 4)
    """

    def __init__(self, axis: int = 1, epsilon: float = 1e-5, center: bool = True, scale: bool = False,
                 beta_initializer: InitLike = "zeros", gamma_initializer: InitLike = "ones", in_channels: int = 0,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        self._kwargs = plain({"eps": epsilon, "axis": axis, "center": center, "scale": scale})
        self._axis, self._epsilon = axis, epsilon
        self._scale_and_offset(in_channels, scale, center, gamma_initializer, beta_initializer)

    def hybrid_forward(self, F: Any, x: Any, gamma: Any, beta: Any) -> Any:
        """Normalize, with the channel axis moved to position 1."""
        if self._axis == 1:
            return F.InstanceNorm(x, gamma, beta, name="fwd", eps=self._epsilon)
        moved = x.swapaxes(1, self._axis)
        return F.InstanceNorm(moved, gamma, beta, name="fwd", eps=self._epsilon).swapaxes(1, self._axis)


class LayerNorm(_Norm):
    """Layer normalization: each sample along one axis.

    Parameters
    ----------
    axis : int, default=-1
        The axis.
    epsilon : float, default=1e-05
        Number added to the variance.
    center : bool, default=True
        Whether an offset, ``beta``, is learned.
    scale : bool, default=True
        Whether a scale, ``gamma``, is learned.
    beta_initializer : InitLike, default='zeros'
        Initializer of the offset.
    gamma_initializer : InitLike, default='ones'
        Initializer of the scale.
    in_channels : int, default=0
        Number of channels; 0 infers it at the first forward.
    prefix : str, optional
        Prefix of the parameter names.
    params : ParameterDict, optional
        Parameters to share.

    Examples
    --------
    >>> layer = mx.gluon.nn.LayerNorm()
    >>> layer.initialize()
    >>> layer(mx.nd.array([[1, 3]])).asnumpy().round(2).tolist()
    [[-1.0, 1.0]]
    """

    def __init__(self, axis: int = -1, epsilon: float = 1e-5, center: bool = True, scale: bool = True,
                 beta_initializer: InitLike = "zeros", gamma_initializer: InitLike = "ones", in_channels: int = 0,
                 prefix: str | None = None, params: ParameterDict | None = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self._kwargs = plain({"eps": epsilon, "axis": axis, "center": center, "scale": scale})
        self._axis, self._epsilon, self._center, self._scale = axis, epsilon, center, scale
        self._scale_and_offset(in_channels, scale, center, gamma_initializer, beta_initializer)

    def hybrid_forward(self, F: Any, data: Any, gamma: Any, beta: Any) -> Any:
        """Normalize."""
        return F.LayerNorm(data, gamma=gamma, beta=beta, axis=self._axis, eps=self._epsilon)


class GroupNorm(_Norm):
    """Group normalization: each group of channels of each sample, over channels and space.

    Parameters
    ----------
    num_groups : int, default=1
        Number of groups.
    epsilon : float, default=1e-05
        Number added to the variance.
    center : bool, default=True
        Whether an offset, ``beta``, is learned.
    scale : bool, default=True
        Whether a scale, ``gamma``, is learned.
    beta_initializer : InitLike, default='zeros'
        Initializer of the offset.
    gamma_initializer : InitLike, default='ones'
        Initializer of the scale.
    prefix : str, optional
        Prefix of the parameter names.
    params : ParameterDict, optional
        Parameters to share.

    Examples
    --------
    >>> layer = mx.gluon.nn.GroupNorm(num_groups=2)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((2, 4, 3))).shape
    (2, 4, 3)
    """

    def __init__(self, num_groups: int = 1, epsilon: float = 1e-5, center: bool = True, scale: bool = True,
                 beta_initializer: InitLike = "zeros", gamma_initializer: InitLike = "ones", prefix: str | None = None,
                 params: ParameterDict | None = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self._kwargs = plain({"eps": epsilon, "num_groups": num_groups, "center": center, "scale": scale})
        self._num_groups, self._epsilon, self._center, self._scale = num_groups, epsilon, center, scale
        self._scale_and_offset(num_groups, scale, center, gamma_initializer, beta_initializer)

    def hybrid_forward(self, F: Any, data: Any, gamma: Any, beta: Any) -> Any:
        """Normalize."""
        return F.GroupNorm(data, gamma=gamma, beta=beta, num_groups=self._num_groups, eps=self._epsilon)

    def _channels(self) -> Any:
        return False  # they are not told


_borrowed(__name__)
