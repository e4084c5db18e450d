"""What all families of networks share: classifiers, rows of layers, constructors by name, trained parameters."""
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
_MODELS: dict[str, Callable[..., Classifier]] = {}  # what `get_model` knows


class Classifier(Layer):
    """Features of an image, and from them an output per class."""

    features: Any
    output: Any

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return a number per class, before a softmax."""
        return self.output(self.features(x))


class Constructor(Protocol):
    """Makes one network; ``thumbnail`` is for small images, and for ResNets only."""

    def __call__(self, *, pretrained: bool = ..., ctx: Contexts = ..., root: str = ..., classes: int = ...,
                 thumbnail: bool = ..., **kwargs: Unpack[BlockOptions]) -> Classifier: ...


class UnknownModel(UnknownName, ValueError):
    """A name that no network of the zoo has; caught as either kind."""


def row(*blocks: HybridBlock) -> nn.HybridSequential:
    """Put blocks in a row that has no prefix of its own."""
    made = nn.HybridSequential(prefix="")
    made.add(*blocks)
    return made


def load_pretrained(net: HybridBlock, name: str, pretrained: bool, ctx: Contexts, root: str) -> HybridBlock:
    """Return the network, with trained parameters if they are asked for."""
    if pretrained:
        net.load_parameters(get_model_file(name, root=root), ctx=ctx)
    return net


def variant(family: Callable[..., Any], name: str, about: str, *args: Any, constructor: str | None = None,
            **options: Any) -> Constructor:
    """Return the constructor of one network of a family, and let `get_model` know it."""
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
        Name of the network; capitals do not matter.
    pretrained : bool, default=False
        Whether to load trained parameters.
    ctx : Context, default=cpu(0)
        Context to load them on.
    root : str, optional
        Folder of their files; ``models`` below ``MXNET_HOME`` where it is not given.
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
        If there is no such network; the message has names that are near.

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


