"""Blocks in sequence, and functions as blocks."""
from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ... import ndarray, symbol
from ..block import Block, HybridBlock
from ..utils import _indent
from .layer import Layer

if TYPE_CHECKING:
    from ..signatures import Arrays


if TYPE_CHECKING:
    _Mixed = Block  # what type checkers know of the classes it is mixed into
else:
    _Mixed = object


class _Row(_Mixed):
    """What both kinds of sequences share: children in the order of addition."""

    _is_container = True  # whose call adds nothing to its children's
    _children: Any

    def add(self, *blocks: Block) -> None:
        """Append blocks."""
        for block in blocks:
            self.register_child(block)

    def __repr__(self) -> str:
        lines = "\n".join(f"  ({key}): {_indent(repr(block), 2)}" for key, block in self._children.items())
        return f"{type(self).__name__}(\n{lines}\n)"

    def __getitem__(self, key: Any) -> Any:
        found = list(self._children.values())[key]
        if not isinstance(found, list):
            return found
        net = type(self)(prefix=self._prefix)
        with net.name_scope():
            net.add(*found)
        return net

    def __iter__(self) -> Iterator[Any]:
        return iter(list(self._children.values()))

    def __len__(self) -> int:
        return len(self._children)


class Sequential(_Row, Block):
    """Call blocks in sequence, each on the output of the previous one.

    Examples
    --------
    >>> net = mx.gluon.nn.Sequential()
    >>> net.add(mx.gluon.nn.Dense(8, activation="relu"), mx.gluon.nn.Dense(2))
    >>> net.initialize()
    >>> net(mx.nd.ones((4, 3))).shape
    (4, 2)
    """

    if TYPE_CHECKING:
        def __call__(self, x: Arrays, /) -> Arrays: ...

    def forward(self, x: Any) -> Any:
        """Call all blocks."""
        for block in self._children.values():
            x = block(x)
        return x

    def hybridize(self, active: bool = True, **kwargs: Any) -> None:
        if self._children and all(isinstance(child, HybridBlock) for child in self._children.values()):
            warnings.warn(f"All children of the Sequential '{self.prefix}' are HybridBlocks: a HybridSequential would "
                          "be compiled as a whole", stacklevel=2)
        super().hybridize(active, **kwargs)


class HybridSequential(_Row, Layer):
    """Call hybrid blocks in sequence; `hybridize` compiles all of them together.

    Examples
    --------
    >>> net = mx.gluon.nn.HybridSequential()
    >>> net.add(mx.gluon.nn.Dense(8, activation="relu"), mx.gluon.nn.Dense(2))
    >>> net.initialize()
    >>> net.hybridize()
    >>> net(mx.nd.ones((4, 3))).shape
    (4, 2)
    """

    _takes_any_face = True

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Call all blocks."""
        for block in self._children.values():
            x = block(x)
        return x


def _function(space: Any, name: str, block: str) -> Callable:
    found = getattr(space, name, None)
    if found is None:
        raise AssertionError(f"{block}: there is no function {name} in {space.__name__}")
    return found


class Lambda(Block):
    """A function of arrays as a block.

    Parameters
    ----------
    function : str or Callable[..., Any]
        Callable, or the name of a function of ``mx.nd``.
    prefix : str, optional
        Prefix of the block's name.

    Examples
    --------
    >>> mx.gluon.nn.Lambda("tanh")(mx.nd.zeros(2)).asnumpy().tolist()
    [0.0, 0.0]
    """

    def __init__(self, function: str | Callable[..., Any], prefix: str | None = None) -> None:
        super().__init__(prefix=prefix)
        if isinstance(function, str):
            self._func_impl = _function(ndarray, function, "Lambda")
        elif callable(function):
            self._func_impl = function
        else:
            raise ValueError(f"Lambda: function is a callable or a name, got {function!r} of type "
                             f"{type(function).__name__}")

    def forward(self, *args: Any) -> Any:
        """Call the function."""
        return self._func_impl(*args)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._func_impl.__name__})"


class HybridLambda(HybridBlock):
    """A function of ``F`` and inputs as a hybrid block.

    Parameters
    ----------
    function : str or Callable[..., Any]
        Callable, or a name that ``mx.nd`` and ``mx.sym`` both have.
    prefix : str, optional
        Prefix of the block's name.

    Examples
    --------
    >>> mx.gluon.nn.HybridLambda(lambda F, x: F.relu(x))(mx.nd.array([-1, 2])).asnumpy().tolist()
    [0.0, 2.0]
    """

    _takes_any_face = True

    def __init__(self, function: str | Callable[..., Any], prefix: str | None = None) -> None:
        super().__init__(prefix=prefix)
        if isinstance(function, str):
            _function(ndarray, function, "HybridLambda")
            _function(symbol, function, "HybridLambda")
            self._func = lambda F, *args: getattr(F, function)(*args)
            self._func_name = function
        elif callable(function):
            self._func = function
            self._func_name = function.__name__
        else:
            raise ValueError(f"HybridLambda: function is a callable or a name, got {function!r} of type "
                             f"{type(function).__name__}")

    def hybrid_forward(self, F: Any, x: Any, *args: Any) -> Any:
        """Call the function."""
        return self._func(F, x, *args)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._func_name})"
