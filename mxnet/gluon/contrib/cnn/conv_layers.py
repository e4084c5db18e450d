"""Deformable convolutions: one convolution of the input determines where another one samples it."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....core.params import plain
from ...block import HybridBlock
from ...nn import Activation
from ...nn.conv_layers import _check_layout, _infer_weight_shape, _per_axis
from ...parameter import Parameter

if TYPE_CHECKING:
    pass

__all__ = ["DeformableConvolution", "ModulatedDeformableConvolution"]


class _Deformable(HybridBlock):
    """What both versions share: the convolution that computes offsets, and the one that samples with them.

    Parameters
    ----------
    channels : int
        Number of output channels.
    kernel_size : int or tuple[int, int], default=(1, 1)
        Size of the window of both convolutions.
    strides : int or tuple[int, int], default=(1, 1)
        Distance between windows.
    padding : int or tuple[int, int], default=(0, 0)
        Zeros around the input.
    dilation : int or tuple[int, int], default=(1, 1)
        Distance between points of a window.
    groups : int, default=1
        Number of groups that channels are split into.
    num_deformable_group : int, default=1
        Number of groups of input channels, each with offsets of its own.
    layout : str, default='NCHW'
        Order of the axes, ``'NCHW'`` or ``'NHWC'``.
    use_bias : bool, default=True
        Whether a bias is added.
    in_channels : int, default=0
        Number of input channels; 0 is inferred at the first call.
    activation : str, optional
        Name of an activation that follows, such as ``'relu'``.
    weight_initializer : str or Initializer, optional
        Initializer of the weight.
    bias_initializer : str or Initializer, default='zeros'
        Initializer of the bias.
    offset_weight_initializer : str or Initializer, default='zeros'
        Initializer of the offset convolution's weight; with zeros the layer starts as a plain convolution.
    offset_bias_initializer : str or Initializer, default='zeros'
        Initializer of the offset convolution's bias.
    offset_use_bias : bool, default=True
        Whether offsets have a bias.
    op_name : str, optional
        Operator that samples; that of the class by default.
    adj : Any, optional
        Further param of the operator.
    prefix : str, optional
        Prefix of the parameter names.
    params : ParameterDict, optional
        Parameters to share.
    """

    _operator: str
    _numbers_per_point = 2  # what the offset convolution computes per sampling point
    _offset_first = True  # which of the two convolutions has its parameters first
    offset_weight: Parameter
    offset_bias: Parameter | None
    deformable_conv_weight: Parameter
    deformable_conv_bias: Parameter | None

    def __init__(self, channels: int, kernel_size: Any = (1, 1), strides: Any = (1, 1), padding: Any = (0, 0),
                 dilation: Any = (1, 1), groups: int = 1, num_deformable_group: int = 1, layout: str = "NCHW",
                 use_bias: bool = True, in_channels: int = 0, activation: str | None = None,
                 weight_initializer: Any = None, bias_initializer: Any = "zeros",
                 offset_weight_initializer: Any = "zeros", offset_bias_initializer: Any = "zeros",
                 offset_use_bias: bool = True, op_name: str | None = None, adj: Any = None,
                 prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)
        _check_layout(type(self).__name__, layout, ("NCHW", "NHWC"))
        kernel = plain(_per_axis(kernel_size, 2))
        self._channels, self._in_channels, self._op_name = channels, in_channels, op_name or self._operator
        channels, num_deformable_group = plain((channels, num_deformable_group))
        shared = plain({"kernel": kernel, "stride": _per_axis(strides, 2), "dilate": _per_axis(dilation, 2),
                        "pad": _per_axis(padding, 2), "num_group": groups, "layout": layout,
                        **({"adj": adj} if adj else {})})
        points = num_deformable_group * kernel[0] * kernel[1]
        self.offset_split_index: int = 2 * points
        self._kwargs_offset = {**shared, "num_filter": self._numbers_per_point * points, "no_bias": not offset_use_bias}
        self._kwargs_deformable_conv = {**shared, "num_filter": channels, "no_bias": not use_bias,
                                        "num_deformable_group": num_deformable_group}
        data = [0] * 4
        data[layout.find("N")], data[layout.find("C")] = 1, in_channels
        shapes = _infer_weight_shape("Convolution", data, self._kwargs_offset)
        parts = [("offset", shapes[1], shapes[2] if offset_use_bias else None,
                  (offset_weight_initializer, offset_bias_initializer)),
                 ("deformable_conv", [channels, 0, *kernel], (channels,) if use_bias else None,
                  (weight_initializer, bias_initializer))]
        with self.name_scope():
            for name, weight, bias, (weight_init, bias_init) in parts if self._offset_first else reversed(parts):
                self._add_parameter(f"{name}_weight", weight, weight_init)
                self._add_parameter(f"{name}_bias", bias, bias_init)
            self.act: Activation | None = Activation(activation, prefix=activation + "_") if activation else None

    def _add_parameter(self, name: str, shape: Any, init: Any) -> None:
        setattr(self, name, None if shape is None
                else self.params.get(name, shape=shape, init=init, allow_deferred_init=True))

    def _sampling(self, F: Any, offset: Any) -> dict[str, Any]:
        """Return the inputs that say where, and with what weight, to sample."""
        return {"offset": offset}

    def hybrid_forward(self, F: Any, x: Any, offset_weight: Any, deformable_conv_weight: Any, offset_bias: Any = None,
                       deformable_conv_bias: Any = None) -> Any:
        """Compute offsets, sample and convolve, then apply the activation."""
        bias = () if offset_bias is None else (offset_bias,)
        offset = F.Convolution(x, offset_weight, *bias, cudnn_off=True, **self._kwargs_offset)
        more = {} if deformable_conv_bias is None else {"bias": deformable_conv_bias}
        out = getattr(F.contrib, self._op_name)(data=x, **self._sampling(F, offset), weight=deformable_conv_weight,
                                                **more, name="fwd", **self._kwargs_deformable_conv)
        return self.act(out) if self.act is not None else out


class DeformableConvolution(_Deformable):
    """Convolve over two axes at points that a second convolution moves.

    Examples
    --------
    >>> layer = mx.gluon.contrib.cnn.DeformableConvolution(4, kernel_size=3, padding=1)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((1, 2, 5, 5))).shape
    (1, 4, 5, 5)
    """

    _operator = "DeformableConvolution"

    def _alias(self) -> str:
        return "deformable_conv"

    def __repr__(self) -> str:
        kwargs, shape = self._kwargs_deformable_conv, self.deformable_conv_weight.shape
        told = [f"{shape[1] or None} -> {shape[0]}", f"kernel_size={kwargs['kernel']}", f"stride={kwargs['stride']}"]
        optional = (("padding", "pad", (0, 0)), ("dilation", "dilate", (1, 1)), ("groups", "num_group", 1))
        told += [f"{name}={kwargs[key]}" for name, key, usual in optional if kwargs[key] != usual]
        if self.deformable_conv_bias is None:
            told.append("bias=False")
        if self.act is not None:
            told.append(repr(self.act))
        return f"{type(self).__name__}({', '.join(told)})"


class ModulatedDeformableConvolution(_Deformable):
    """Convolve over two axes at points that a second convolution moves and weighs, by up to 2.

    Examples
    --------
    >>> layer = mx.gluon.contrib.cnn.ModulatedDeformableConvolution(4, kernel_size=3, padding=1)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((1, 2, 5, 5))).shape
    (1, 4, 5, 5)
    """

    _numbers_per_point = 3
    _offset_first = False
    _operator = "ModulatedDeformableConvolution"

    def _alias(self) -> str:
        return "modulated_deformable_conv"

    def _sampling(self, F: Any, offset: Any) -> dict[str, Any]:
        where = F.slice_axis(offset, axis=1, begin=0, end=self.offset_split_index)
        weight = F.slice_axis(offset, axis=1, begin=self.offset_split_index, end=None)
        return {"offset": where, "mask": F.sigmoid(weight) * 2}
