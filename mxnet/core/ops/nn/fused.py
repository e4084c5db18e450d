"""Convolution with what follows it, in prediction: batch norm folded in, weights packed, relu applied on the way.

What is derived from parameters is kept while nobody writes to them, so arrays stay the user's to change.
"""
import torch

from ...op import order
from ...op.fusion import fusion
from ...ownership import Stamp
from ...torch_private import convolution_pointwise, reorder_conv2d_weight
from .batchnorm import APART
from .conv import geometry
from .spatial import channels_last

_ACTIVATIONS = {"relu": "relu", "sigmoid": "sigmoid", "tanh": "tanh"}


class PackedConvolution:
    """A convolution on oneDNN with its weight laid out for it, and maybe a batch norm and an activation."""

    def __init__(self, conv, norm, activation: str, data_shape: tuple) -> None:
        _, self.stride, self.pad, self.dilate = (list(v) if isinstance(v, tuple) else v for v in geometry(conv))
        self.groups, self.has_bias = conv.num_group, not conv.no_bias
        self.norm, self.activation, self.data_shape = norm, activation, list(data_shape)
        self.stamp: Stamp | None = None
        self.weight = self.bias = None
        self.run = convolution_pointwise

    def __call__(self, data, *params):
        if self.stamp is None or not self.stamp.is_current(params):
            self._derive(params)
        return self.run(order.channels_last(data), self.weight, self.bias, self.pad, self.stride,
                        self.dilate, self.groups, self.activation, [], "")

    def _derive(self, params: tuple) -> None:
        if self.norm is not None and self.norm.fix_gamma and self.norm.fix_gamma != APART:
            params[-4].fill_(1)  # MXNet writes it too
        self.stamp = Stamp(params)
        weight, bias = params[0], params[1] if self.has_bias else None
        if self.norm is not None:
            weight, bias = self._folded(weight, bias, *params[-4:])
        self.weight = reorder_conv2d_weight(
            weight.detach().contiguous().to_mkldnn(), self.pad, self.stride, self.dilate, self.groups, self.data_shape)
        self.bias = None if bias is None else bias.detach().contiguous()

    def _folded(self, weight, bias, gamma, beta, mean, var) -> tuple:
        scale = torch.rsqrt(var + self.norm.eps)
        if not self.norm.fix_gamma:
            scale *= gamma
        shift = beta - mean * scale if bias is None else beta + (bias - mean) * scale
        return weight * scale.view(-1, 1, 1, 1), shift


def _usable(conv, metas) -> bool:
    shape, dtype = metas[0]
    return (len(conv.kernel) == 2 and dtype is torch.float32 and not channels_last(conv.layout, 2)
            and 0 not in shape and torch.backends.mkldnn.is_available()
            and convolution_pointwise is not None)


@fusion("Convolution")
def packed_convolution(params, metas):
    return PackedConvolution(params[0], None, "none", metas[0][0]) if _usable(params[0], metas) else None


@fusion("Convolution", "Activation")
def convolution_activation(params, metas):
    name = _ACTIVATIONS.get(params[1].act_type)
    if name is None or not _usable(params[0], metas):
        return None
    return PackedConvolution(params[0], None, name, metas[0][0])


def _plain_norm(norm) -> bool:
    return norm.axis == 1 and not norm.output_mean_var


@fusion("Convolution", "BatchNorm")
def convolution_norm(params, metas):
    if not _usable(params[0], metas) or not _plain_norm(params[1]):
        return None
    return PackedConvolution(params[0], params[1], "none", metas[0][0])


@fusion("Convolution", "BatchNorm", "Activation")
def convolution_norm_activation(params, metas):
    name = _ACTIVATIONS.get(params[2].act_type)
    if name is None or not _usable(params[0], metas) or not _plain_norm(params[1]):
        return None
    return PackedConvolution(params[0], params[1], name, metas[0][0])
