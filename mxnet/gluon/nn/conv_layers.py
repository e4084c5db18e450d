"""Convolutions, transposed convolutions and poolings over one, two and three axes of space."""
from __future__ import annotations

import numbers
from typing import TYPE_CHECKING, Any

from ... import symbol
from ...core import npmode
from ...core.borrowed import borrowed as _borrowed
from ...core.params import plain
from .activations import Activation
from .layer import Layer

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..signatures import BlockOptions, InitLike, Size

__all__ = ["Conv1D", "Conv2D", "Conv3D", "Conv1DTranspose", "Conv2DTranspose", "Conv3DTranspose", "MaxPool1D",
           "MaxPool2D", "MaxPool3D", "AvgPool1D", "AvgPool2D", "AvgPool3D", "GlobalMaxPool1D", "GlobalMaxPool2D",
           "GlobalMaxPool3D", "GlobalAvgPool1D", "GlobalAvgPool2D", "GlobalAvgPool3D", "ReflectionPad2D"]

_LAYOUTS = {1: ("NCW", "NWC"), 2: ("NCHW", "NHWC"), 3: ("NCDHW", "NDHWC")}


def _per_axis(value: Any, rank: int) -> tuple:
    """Return one number per spatial axis; a single one applies to all."""
    value = plain(value)
    return (value,) * rank if isinstance(value, numbers.Number) else value


def _window(block: str, name: str, value: Any, rank: int) -> tuple:
    found = _per_axis(value, rank)
    if len(found) != rank:
        raise AssertionError(f"{block}: {name} is a number or {rank} numbers, got {value}")
    return found


def _check_layout(block: str, layout: str, allowed: tuple) -> None:
    if layout not in allowed:
        raise AssertionError(f"{block}: layout is {' or '.join(allowed)}, got {layout}")


def _infer_weight_shape(op_name: str, data_shape: list, kwargs: dict) -> list:
    """Return the shapes of data, weight and bias of a convolution, as far as the data's determines them."""
    unknown = -1 if npmode.get_shape() else 0
    data = symbol.var("data", shape=tuple(size or unknown for size in data_shape))
    return getattr(symbol, op_name)(data, **kwargs).infer_shape_partial()[0]


class _Conv(Layer):
    """A convolution over as many axes as ``kernel_size`` has; derived classes fix the number."""

    def __init__(self, channels: int, kernel_size: tuple, strides: Any, padding: Any, dilation: Any, groups: int,
                 layout: str, in_channels: int = 0, activation: str | None = None, use_bias: bool = True,
                 weight_initializer: Any = None, bias_initializer: Any = "zeros", op_name: str = "Convolution",
                 adj: Any = None, prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)
        rank = len(kernel_size)
        self._channels, self._in_channels, self._op_name = channels, in_channels, op_name
        self._kwargs: dict[str, Any] = plain({
            "kernel": kernel_size, "stride": _per_axis(strides, rank), "dilate": _per_axis(dilation, rank),
            "pad": _per_axis(padding, rank), "num_filter": channels, "num_group": groups,
            "no_bias": not use_bias, "layout": layout})
        if adj is not None:
            self._kwargs["adj"] = adj
        data = [0] * (rank + 2)
        data[layout.find("N")], data[layout.find("C")] = 1, in_channels
        shapes = _infer_weight_shape(op_name, data, self._kwargs)
        with self.name_scope():
            self.weight = self.params.get("weight", shape=shapes[1], init=weight_initializer, allow_deferred_init=True)
            self.bias = self.params.get("bias", shape=shapes[2], init=bias_initializer,
                                        allow_deferred_init=True) if use_bias else None
            self.act = Activation(activation, prefix=activation + "_") if activation is not None else None

    def _alias(self) -> str:
        return "conv"

    def hybrid_forward(self, F: Any, x: Any, weight: Any, bias: Any = None) -> Any:
        """Convolve, then apply the activation."""
        inputs = (x, weight) if bias is None else (x, weight, bias)
        out = getattr(F, self._op_name)(*inputs, name="fwd", **self._kwargs)
        return out if self.act is None else self.act(out)

    def __repr__(self) -> str:
        kwargs, shape = self._kwargs, self.weight.shape
        rank = len(kwargs["kernel"])
        told = [f"{shape[1] or None} -> {shape[0]}", f"kernel_size={kwargs['kernel']}", f"stride={kwargs['stride']}"]
        if kwargs["pad"] != (0,) * rank:
            told.append(f"padding={kwargs['pad']}")
        if kwargs["dilate"] != (1,) * rank:
            told.append(f"dilation={kwargs['dilate']}")
        if kwargs["num_group"] != 1:
            told.append(f"groups={kwargs['num_group']}")
        if self.bias is None:
            told.append("bias=False")
        if self.act is not None:
            told.append(repr(self.act))
        return f"{type(self).__name__}({', '.join(told)})"


_CONV = """Convolution over {space}, optionally followed by an activation.

    Parameters
    ----------
    channels : int
        Number of filters, i.e. of output channels.
    kernel_size : int or tuple of int
        Size of the filters, one number for all axes or one for each.
    strides : int or tuple of int, default=1
        Distance between neighbouring windows.
    padding : int or tuple of int, default=0
        Number of zeros on both sides.
    dilation : int or tuple of int, default=1
        Distance between neighbouring elements of a filter.
    groups : int, default=1
        Number of groups that channels are divided into; filters see one group.
    layout : str
        One letter per axis: N for samples, C for channels.
    activation : str, optional
        Activation function that follows, such as ``"relu"``.
    use_bias : bool, default=True
        Whether there is a bias.
    weight_initializer : str or Initializer, optional
        Initializer of the filters; that of ``initialize`` by default.
    bias_initializer : str or Initializer, default='zeros'
        Initializer of the bias.
    in_channels : int, default=0
        Number of input channels; 0 infers it at the first forward.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> layer = mx.gluon.nn.{name}(channels=4, kernel_size=3)
    >>> layer.initialize()
    >>> layer(mx.nd.ones({given})).shape
    {found}
    """
_TRANSPOSED = """Transposed convolution over {space}, which inverts the shape change of a convolution.

    Parameters
    ----------
    channels : int
        Number of filters, i.e. of output channels.
    kernel_size : int or tuple of int
        Size of the filters, one number for all axes or one for each.
    strides : int or tuple of int, default=1
        Distance between neighbouring windows.
    padding : int or tuple of int, default=0
        Padding of the inverted convolution: it makes the output smaller.
    output_padding : int or tuple of int, default=0
        Number of elements added at the end of the output.
    dilation : int or tuple of int, default=1
        Distance between neighbouring elements of a filter.
    groups : int, default=1
        Number of groups that channels are divided into; filters see one group.
    layout : str
        One letter per axis: N for samples, C for channels.
    activation : str, optional
        Activation function that follows, such as ``"relu"``.
    use_bias : bool, default=True
        Whether there is a bias.
    weight_initializer : str or Initializer, optional
        Initializer of the filters; that of ``initialize`` by default.
    bias_initializer : str or Initializer, default='zeros'
        Initializer of the bias.
    in_channels : int, default=0
        Number of input channels; 0 infers it at the first forward.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> layer = mx.gluon.nn.{name}(channels=4, kernel_size=3)
    >>> layer.initialize()
    >>> layer(mx.nd.ones({given})).shape
    {found}
    """


def _words(template: str, name: str, rank: int) -> str:
    """Write the docstring of a layer over ``rank`` axes."""
    grown = 10 if template is _TRANSPOSED else 6
    return template.format(space=("one axis", "two axes", "three axes")[rank - 1], name=name,
                           given=(2, 3, *[8] * rank), found=(2, 4, *[grown] * rank))


class Conv1D(_Conv):
    __doc__ = _words(_CONV, "Conv1D", 1)

    def __init__(self, channels: int, kernel_size: Size, strides: Size = 1, padding: Size = 0,
                 dilation: Size = 1, groups: int = 1, layout: str = "NCW", activation: str | None = None,
                 use_bias: bool = True, weight_initializer: InitLike | None = None,
                 bias_initializer: InitLike = "zeros", in_channels: int = 0, **kwargs: Unpack[BlockOptions]) -> None:
        _check_layout("Conv1D", layout, ("NCW",))
        super().__init__(channels, _window("Conv1D", "kernel_size", kernel_size, 1), strides, padding, dilation, groups,
                         layout, in_channels, activation, use_bias, weight_initializer, bias_initializer, **kwargs)


class Conv2D(_Conv):
    __doc__ = _words(_CONV, "Conv2D", 2)

    def __init__(self, channels: int, kernel_size: Size, strides: Size = (1, 1), padding: Size = (0, 0),
                 dilation: Size = (1, 1), groups: int = 1, layout: str = "NCHW", activation: str | None = None,
                 use_bias: bool = True, weight_initializer: InitLike | None = None,
                 bias_initializer: InitLike = "zeros", in_channels: int = 0, **kwargs: Unpack[BlockOptions]) -> None:
        _check_layout("Conv2D", layout, _LAYOUTS[2])
        super().__init__(channels, _window("Conv2D", "kernel_size", kernel_size, 2), strides, padding, dilation, groups,
                         layout, in_channels, activation, use_bias, weight_initializer, bias_initializer, **kwargs)


class Conv3D(_Conv):
    __doc__ = _words(_CONV, "Conv3D", 3)

    def __init__(self, channels: int, kernel_size: Size, strides: Size = (1, 1, 1), padding: Size = (0, 0, 0),
                 dilation: Size = (1, 1, 1), groups: int = 1, layout: str = "NCDHW", activation: str | None = None,
                 use_bias: bool = True, weight_initializer: InitLike | None = None,
                 bias_initializer: InitLike = "zeros", in_channels: int = 0, **kwargs: Unpack[BlockOptions]) -> None:
        _check_layout("Conv3D", layout, _LAYOUTS[3])
        super().__init__(channels, _window("Conv3D", "kernel_size", kernel_size, 3), strides, padding, dilation, groups,
                         layout, in_channels, activation, use_bias, weight_initializer, bias_initializer, **kwargs)


class _Transposed(_Conv):
    """A transposed convolution over ``rank`` axes."""

    def __init__(self, rank: int, channels: int, kernel_size: Any, strides: Any, padding: Any, output_padding: Any,
                 dilation: Any, groups: int, layout: str, activation: str | None, use_bias: bool,
                 weight_initializer: Any, bias_initializer: Any, in_channels: int, op_name: str = "Deconvolution",
                 **kwargs: Any) -> None:
        name = type(self).__name__
        self.outpad = _window(name, "output_padding", output_padding, rank)
        _check_layout(name, layout, _LAYOUTS[rank] if rank > 1 else ("NCW",))
        super().__init__(channels, _window(name, "kernel_size", kernel_size, rank), strides, padding, dilation, groups,
                         layout, in_channels, activation, use_bias, weight_initializer, bias_initializer, op_name,
                         self.outpad, **kwargs)


class Conv1DTranspose(_Transposed):
    __doc__ = _words(_TRANSPOSED, "Conv1DTranspose", 1)

    def __init__(self, channels: int, kernel_size: Size, strides: Size = 1, padding: Size = 0,
                 output_padding: Size = 0, dilation: Size = 1, groups: int = 1, layout: str = "NCW",
                 activation: str | None = None, use_bias: bool = True, weight_initializer: InitLike | None = None,
                 bias_initializer: InitLike = "zeros", in_channels: int = 0, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(1, channels, kernel_size, strides, padding, output_padding, dilation, groups, layout,
                         activation, use_bias, weight_initializer, bias_initializer, in_channels, **kwargs)


class Conv2DTranspose(_Transposed):
    __doc__ = _words(_TRANSPOSED, "Conv2DTranspose", 2)

    def __init__(self, channels: int, kernel_size: Size, strides: Size = (1, 1), padding: Size = (0, 0),
                 output_padding: Size = (0, 0), dilation: Size = (1, 1), groups: int = 1, layout: str = "NCHW",
                 activation: str | None = None, use_bias: bool = True, weight_initializer: InitLike | None = None,
                 bias_initializer: InitLike = "zeros", in_channels: int = 0, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(2, channels, kernel_size, strides, padding, output_padding, dilation, groups, layout,
                         activation, use_bias, weight_initializer, bias_initializer, in_channels, **kwargs)


class Conv3DTranspose(_Transposed):
    __doc__ = _words(_TRANSPOSED, "Conv3DTranspose", 3)

    def __init__(self, channels: int, kernel_size: Size, strides: Size = (1, 1, 1), padding: Size = (0, 0, 0),
                 output_padding: Size = (0, 0, 0), dilation: Size = (1, 1, 1), groups: int = 1,
                 layout: str = "NCDHW", activation: str | None = None, use_bias: bool = True,
                 weight_initializer: InitLike | None = None, bias_initializer: InitLike = "zeros", in_channels: int = 0,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(3, channels, kernel_size, strides, padding, output_padding, dilation, groups, layout,
                         activation, use_bias, weight_initializer, bias_initializer, in_channels, **kwargs)


# ---- pooling ----------------------------------------------------------------------------------------

class _Pooling(Layer):
    """A pooling over as many axes as ``pool_size`` has; derived classes fix the number."""

    def __init__(self, pool_size: tuple, strides: Any, padding: Any, ceil_mode: bool, global_pool: bool,
                 pool_type: str, layout: str, count_include_pad: bool | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        rank = len(pool_size)
        _check_layout(type(self).__name__, layout, _LAYOUTS[rank])
        self._kwargs = plain({"kernel": pool_size, "stride": _per_axis(pool_size if strides is None else strides, rank),
                              "pad": _per_axis(padding, rank), "global_pool": global_pool, "pool_type": pool_type,
                              "layout": layout, "pooling_convention": "full" if ceil_mode else "valid"})
        if count_include_pad is not None:
            self._kwargs["count_include_pad"] = count_include_pad

    def _alias(self) -> str:
        return "pool"

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Pool."""
        return F.Pooling(x, name="fwd", **self._kwargs)

    def __repr__(self) -> str:
        kwargs = self._kwargs
        return (f"{type(self).__name__}(size={kwargs['kernel']}, stride={kwargs['stride']}, padding={kwargs['pad']}, "
                f"ceil_mode={kwargs['pooling_convention'] == 'full'}, global_pool={kwargs['global_pool']}, "
                f"pool_type={kwargs['pool_type']}, layout={kwargs['layout']})")


class MaxPool1D(_Pooling):
    """Maximum pooling over one axis.

    Parameters
    ----------
    pool_size : int or tuple of int, default=2
        Size of the windows.
    strides : int or tuple of int, optional
        Distance between neighbouring windows; the size of a window by default.
    padding : int or tuple of int, default=0
        Number of elements added on both sides.
    layout : str, default='NCW'
        One letter per axis: N for samples, C for channels.
    ceil_mode : bool, default=False
        Whether an incomplete window at the end counts.
    **kwargs
        ``prefix`` and ``params`` of `Block`.
    """

    def __init__(self, pool_size: Size = 2, strides: Size | None = None, padding: Size = 0,
                 layout: str = "NCW", ceil_mode: bool = False, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(_window("MaxPool1D", "pool_size", pool_size, 1), strides, padding, ceil_mode, False, "max",
                         layout, **kwargs)


class MaxPool2D(_Pooling):
    """Maximum pooling over two axes.

    Parameters
    ----------
    pool_size : int or tuple of int, default=2
        Size of the windows.
    strides : int or tuple of int, optional
        Distance between neighbouring windows; the size of a window by default.
    padding : int or tuple of int, default=0
        Number of elements added on both sides.
    layout : str, default='NCHW'
        One letter per axis: N for samples, C for channels.
    ceil_mode : bool, default=False
        Whether an incomplete window at the end counts.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> mx.gluon.nn.MaxPool2D()(mx.nd.ones((2, 3, 8, 8))).shape
    (2, 3, 4, 4)
    """

    def __init__(self, pool_size: Size = (2, 2), strides: Size | None = None, padding: Size = 0,
                 layout: str = "NCHW", ceil_mode: bool = False, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(_window("MaxPool2D", "pool_size", pool_size, 2), strides, padding, ceil_mode, False, "max",
                         layout, **kwargs)


class MaxPool3D(_Pooling):
    """Maximum pooling over three axes.

    Parameters
    ----------
    pool_size : int or tuple of int, default=2
        Size of the windows.
    strides : int or tuple of int, optional
        Distance between neighbouring windows; the size of a window by default.
    padding : int or tuple of int, default=0
        Number of elements added on both sides.
    layout : str, default='NCDHW'
        One letter per axis: N for samples, C for channels.
    ceil_mode : bool, default=False
        Whether an incomplete window at the end counts.
    **kwargs
        ``prefix`` and ``params`` of `Block`.
    """

    def __init__(self, pool_size: Size = (2, 2, 2), strides: Size | None = None, padding: Size = 0,
                 ceil_mode: bool = False, layout: str = "NCDHW", **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(_window("MaxPool3D", "pool_size", pool_size, 3), strides, padding, ceil_mode, False, "max",
                         layout, **kwargs)


class AvgPool1D(_Pooling):
    """Average pooling over one axis.

    Parameters
    ----------
    pool_size : int or tuple of int, default=2
        Size of the windows.
    strides : int or tuple of int, optional
        Distance between neighbouring windows; the size of a window by default.
    padding : int or tuple of int, default=0
        Number of elements added on both sides.
    layout : str, default='NCW'
        One letter per axis: N for samples, C for channels.
    ceil_mode : bool, default=False
        Whether an incomplete window at the end counts.
    count_include_pad : bool, default=True
        Whether padding counts as zeros.
    **kwargs
        ``prefix`` and ``params`` of `Block`.
    """

    def __init__(self, pool_size: Size = 2, strides: Size | None = None, padding: Size = 0,
                 layout: str = "NCW", ceil_mode: bool = False, count_include_pad: bool = True,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(_window("AvgPool1D", "pool_size", pool_size, 1), strides, padding, ceil_mode, False, "avg",
                         layout, count_include_pad, **kwargs)


class AvgPool2D(_Pooling):
    """Average pooling over two axes.

    Parameters
    ----------
    pool_size : int or tuple of int, default=2
        Size of the windows.
    strides : int or tuple of int, optional
        Distance between neighbouring windows; the size of a window by default.
    padding : int or tuple of int, default=0
        Number of elements added on both sides.
    layout : str, default='NCHW'
        One letter per axis: N for samples, C for channels.
    ceil_mode : bool, default=False
        Whether an incomplete window at the end counts.
    count_include_pad : bool, default=True
        Whether padding counts as zeros.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> mx.gluon.nn.AvgPool2D()(mx.nd.ones((2, 3, 8, 8))).shape
    (2, 3, 4, 4)
    """

    def __init__(self, pool_size: Size = (2, 2), strides: Size | None = None, padding: Size = 0,
                 ceil_mode: bool = False, layout: str = "NCHW", count_include_pad: bool = True,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(_window("AvgPool2D", "pool_size", pool_size, 2), strides, padding, ceil_mode, False, "avg",
                         layout, count_include_pad, **kwargs)


class AvgPool3D(_Pooling):
    """Average pooling over three axes.

    Parameters
    ----------
    pool_size : int or tuple of int, default=2
        Size of the windows.
    strides : int or tuple of int, optional
        Distance between neighbouring windows; the size of a window by default.
    padding : int or tuple of int, default=0
        Number of elements added on both sides.
    layout : str, default='NCDHW'
        One letter per axis: N for samples, C for channels.
    ceil_mode : bool, default=False
        Whether an incomplete window at the end counts.
    count_include_pad : bool, default=True
        Whether padding counts as zeros.
    **kwargs
        ``prefix`` and ``params`` of `Block`.
    """

    def __init__(self, pool_size: Size = (2, 2, 2), strides: Size | None = None, padding: Size = 0,
                 ceil_mode: bool = False, layout: str = "NCDHW", count_include_pad: bool = True,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(_window("AvgPool3D", "pool_size", pool_size, 3), strides, padding, ceil_mode, False, "avg",
                         layout, count_include_pad, **kwargs)


class GlobalMaxPool1D(_Pooling):
    """Maximum of each channel over one axis.

    Parameters
    ----------
    layout : str, default='NCW'
        One letter per axis: N for samples, C for channels.
    **kwargs
        ``prefix`` and ``params`` of `Block`.
    """

    def __init__(self, layout: str = "NCW", **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__((1,), None, 0, True, True, "max", layout, **kwargs)


class GlobalMaxPool2D(_Pooling):
    """Maximum of each channel over two axes.

    Parameters
    ----------
    layout : str, default='NCHW'
        One letter per axis: N for samples, C for channels.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> mx.gluon.nn.GlobalMaxPool2D()(mx.nd.ones((2, 3, 8, 8))).shape
    (2, 3, 1, 1)
    """

    def __init__(self, layout: str = "NCHW", **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__((1, 1), None, 0, True, True, "max", layout, **kwargs)


class GlobalMaxPool3D(_Pooling):
    """Maximum of each channel over three axes.

    Parameters
    ----------
    layout : str, default='NCDHW'
        One letter per axis: N for samples, C for channels.
    **kwargs
        ``prefix`` and ``params`` of `Block`.
    """

    def __init__(self, layout: str = "NCDHW", **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__((1, 1, 1), None, 0, True, True, "max", layout, **kwargs)


class GlobalAvgPool1D(_Pooling):
    """Average of each channel over one axis.

    Parameters
    ----------
    layout : str, default='NCW'
        One letter per axis: N for samples, C for channels.
    **kwargs
        ``prefix`` and ``params`` of `Block`.
    """

    def __init__(self, layout: str = "NCW", **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__((1,), None, 0, True, True, "avg", layout, **kwargs)


class GlobalAvgPool2D(_Pooling):
    """Average of each channel over two axes.

    Parameters
    ----------
    layout : str, default='NCHW'
        One letter per axis: N for samples, C for channels.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> mx.gluon.nn.GlobalAvgPool2D()(mx.nd.ones((2, 3, 8, 8))).shape
    (2, 3, 1, 1)
    """

    def __init__(self, layout: str = "NCHW", **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__((1, 1), None, 0, True, True, "avg", layout, **kwargs)


class GlobalAvgPool3D(_Pooling):
    """Average of each channel over three axes.

    Parameters
    ----------
    layout : str, default='NCDHW'
        One letter per axis: N for samples, C for channels.
    **kwargs
        ``prefix`` and ``params`` of `Block`.
    """

    def __init__(self, layout: str = "NCDHW", **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__((1, 1, 1), None, 0, True, True, "avg", layout, **kwargs)


class ReflectionPad2D(Layer):
    """Pad images with their mirror image.

    Parameters
    ----------
    padding : Size, default=0
        Number of pixels on each side, or eight numbers as `mx.nd.pad` takes them.
    **kwargs
        ``prefix`` and ``params`` of `Block`.

    Examples
    --------
    >>> mx.gluon.nn.ReflectionPad2D(1)(mx.nd.ones((2, 3, 4, 4))).shape
    (2, 3, 6, 6)
    """
    def __init__(self, padding: Size = 0, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        sides: Any = (0, 0, 0, 0, *[padding] * 4) if isinstance(padding, numbers.Number) else padding
        if len(sides) != 8:
            raise AssertionError(f"ReflectionPad2D: padding is a number or 8 numbers, got {padding}")
        self._padding = sides

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Pad."""
        return F.pad(x, mode="reflect", pad_width=self._padding)


_borrowed(__name__)
