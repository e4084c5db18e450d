"""What all network families share: classifiers, layer stacks, constructors by name, pretrained parameters."""
from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from ....base import data_dir
from ....core.errors import UnknownName
from ... import nn
from ...block import HybridBlock
from ...nn.layer import Layer
from ..model_store import get_model_file

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ...signatures import BlockOptions, Contexts


ROOT = os.path.join(data_dir(), "models")
_MODELS: dict[str, Callable[..., Classifier]] = {}  # what `get_model` can make


class Classifier(Layer):
    """Features of an image, and one output per class computed from them."""

    features: Any
    output: Any

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return one number per class, before a softmax."""
        return self.output(self.features(x))


class Constructor(Protocol):
    """Makes one network; ``thumbnail`` is for small images, and only for ResNets."""

    def __call__(self, *, pretrained: bool = ..., ctx: Contexts = ..., root: str = ..., classes: int = ...,
                 thumbnail: bool = ..., **kwargs: Unpack[BlockOptions]) -> Classifier: ...


class UnknownModel(UnknownName, ValueError):
    """A name that no network of the zoo has; caught as either kind."""


def row(*blocks: HybridBlock) -> nn.HybridSequential:
    """Chain blocks without a prefix of their own."""
    made = nn.HybridSequential(prefix="")
    made.add(*blocks)
    return made


def load_pretrained(net: HybridBlock, name: str, pretrained: bool, ctx: Contexts, root: str) -> HybridBlock:
    """Return the network, with pretrained parameters if requested."""
    if pretrained:
        net.load_parameters(get_model_file(name, root=root), ctx=ctx)
    return net


def variant(family: Callable[..., Any], name: str, about: str, *args: Any, constructor: str | None = None,
            **options: Any) -> Constructor:
    """Return the constructor of one network of a family, and register it for `get_model`."""
    def make(**kwargs: Any) -> Classifier:
        return family(*args, **{**kwargs, **options})

    make.__name__ = make.__qualname__ = constructor or name
    make.__module__ = family.__module__
    make.__doc__ = f"""Make {about}.

    Parameters
    ----------
    pretrained : bool, default=False
        Whether to load trained parameters.
    ctx : Context, default=cpu(0)
        Context to load them on.
    root : str, optional
        Folder of their files; ``models`` below ``MXNET_HOME`` where it is not given.
    classes : int, default=1000
        Number of outputs.
    **kwargs
        Further ones of the class, such as ``prefix`` and ``params``.

    Returns
    -------
    Classifier
        The network.
    """
    _MODELS[name] = make
    return make


def get_model(name: str, **kwargs: Any) -> Classifier:
    """Make a network by its name, such as ``resnet50_v1`` or ``mobilenet0.25``.

    Parameters
    ----------
    name : str
        Name of the network, case-insensitive.
    pretrained : bool, default=False
        Whether to load pretrained parameters.
    ctx : Context, default=cpu(0)
        Context to load them on.
    root : str, optional
        Folder of their files; ``models`` below ``MXNET_HOME`` by default.
    classes : int, default=1000
        Number of outputs.
    **kwargs
        Further ones of the class, such as ``thumbnail`` of ResNets, ``prefix`` and ``params``.

    Returns
    -------
    Classifier
        The network, without parameters' values unless trained ones are loaded.

    Raises
    ------
    ValueError
        If there is no such network; the message suggests similar names.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.get_model("squeezenet1.1", classes=10)
    >>> type(net).__name__
    'SqueezeNet'
    """
    found = _MODELS.get(name.lower())
    if found is None:
        raise UnknownModel("model", name, sorted(_MODELS))
    return found(**kwargs)


