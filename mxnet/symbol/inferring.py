"""Shapes and types of a symbol, inferred from some of its arguments: methods of `Symbol`."""
from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from ..core import npmode as _npmode
from ..core.dtype import to_numpy, to_torch
from ..core.errors import MXNetError
from ..core.graph import Graph
from ..core.passes import infer as _infer
from .base import Shape, SymbolBase

_UNKNOWN: Any = (None, None, None)  # the result of inference if something remains unknown
_LISTED = 10  # how many undecided arguments a warning names


class Inferring(SymbolBase):
    """A symbol that can infer its shapes and types."""

    __slots__ = ()

    def infer_shape(self, *args: Shape | None, **kwargs: Shape) -> tuple[list[Shape], list[Shape], list[Shape]]:
        """Infer all shapes from some of the arguments' shapes.

        Parameters
        ----------
        *args
            Shapes in the order of `list_arguments`; None for an unknown one.
        **kwargs
            Shapes by the names of arguments, instead.

        Returns
        -------
        tuple of three lists
            Shapes of arguments, outputs and auxiliary states; three times None, with a warning, if one remains
            unknown.

        Raises
        ------
        MXNetError
            If shapes contradict each other.

        Examples
        --------
        >>> net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2)
        >>> net.infer_shape(data=(4, 3))
        ([(4, 3), (2, 3), (2,)], [(4, 2)], [])
        """
        return _decided("infer_shape", self._infer_shapes, args, kwargs, _npmode.to_public,
                        "Cannot decide shape for the following arguments (0s in shape means "
                        "unknown dimensions). Consider providing them as input:")

    def infer_shape_partial(self, *args: Shape | None,
                            **kwargs: Shape) -> tuple[list[Shape], list[Shape], list[Shape]]:
        """Infer shapes like `infer_shape`, and return what is known.

        Parameters
        ----------
        *args
            Shapes in the order of `list_arguments`; None for an unknown one.
        **kwargs
            Shapes by the names of arguments, instead.

        Returns
        -------
        tuple of three lists
            Shapes of arguments, outputs and auxiliary states; 0 or () means unknown (-1 or None in NumPy mode).
        """
        return _public(self._infer_shapes(args, kwargs), _npmode.to_public)

    def _infer_shapes(self, args: tuple, kwargs: dict) -> _infer.Inferred:
        graph = self.graph
        if args and kwargs:
            raise ValueError("Can only specify known argument shapes either by positional or kwargs way.")
        for place, shape in [*enumerate(args), *kwargs.items()]:
            if not isinstance(shape, tuple) and not (shape is None and isinstance(place, int)):
                where = f"argument {place}" if isinstance(place, int) else f"'{place}'"
                raise TypeError(f"Arguments need to be shapes (tuple), but {where} is {type(shape)}.")
        given = _by_name(graph, "InferShape", args, kwargs)
        return _infer.infer_shapes(graph, {key: _npmode.from_public(v) for key, v in given.items()})

    def infer_type(self, *args: Any, **kwargs: Any) -> tuple[list[Any], list[Any], list[Any]]:
        """Infer all element types from some of the arguments' types.

        Parameters
        ----------
        *args
            Types in the order of `list_arguments`; None for an unknown one.
        **kwargs
            Types by the names of arguments, instead.

        Returns
        -------
        tuple of three lists
            Types of arguments, outputs and auxiliary states; three times None, with a warning, if one remains
            unknown.
        """
        return _decided("infer_type", self._infer_types, args, kwargs, _public_type,
                        "Cannot decide type for the following arguments. Consider providing them as input:")

    def infer_type_partial(self, *args: Any, **kwargs: Any) -> tuple[list[Any], list[Any], list[Any]]:
        """Infer types like `infer_type`, and return what is known.

        Parameters
        ----------
        *args
            Types in the order of `list_arguments`; None for an unknown one.
        **kwargs
            Types by the names of arguments, instead.

        Returns
        -------
        tuple of three lists
            Types of arguments, outputs and auxiliary states; None for an unknown one.
        """
        return _public(self._infer_types(args, kwargs), _public_type)

    def _infer_types(self, args: tuple, kwargs: dict) -> _infer.Inferred:
        graph = self.graph
        if args and kwargs:
            raise ValueError("Can only specify known argument types either by positional or kwargs way.")
        given = _by_name(graph, "InferType", args, kwargs)
        return _infer.infer_types(graph, {key: None if value is None else to_torch(value)
                                          for key, value in given.items()})


def _by_name(graph: Graph, what: str, args: tuple, kwargs: dict) -> dict:
    """Assign what is given by position or name to variables."""
    if args:
        names = [node.name for node in graph.arguments]
        if len(args) > len(names):
            raise MXNetError(f"{what}: {len(args)} given by position, but there are only "
                             f"{len(names)} arguments: {', '.join(names)}")
        return dict(zip(names, args))
    names = {node.name: None for node in graph.variables}
    for key in kwargs:
        if key not in names:
            listed = "".join(f"\t[{number}]{name}\n" for number, name in enumerate(names))
            raise MXNetError(f"{what}Keyword argument name {key} not found.\n"
                             f"Candidate arguments:\n{listed}")
    return kwargs


def _decided(what: str, infer: Callable, args: tuple, kwargs: dict, public: Callable, warning: str) -> tuple:
    """Return the inferred lists, or three times None with a warning if something remains unknown."""
    try:
        found = infer(args, kwargs)
    except MXNetError:
        _print_given(what, args, kwargs)
        raise
    if all(found.is_known(cell) for cells in found.cells for cell in cells):
        return _public(found, public)
    _warn_undecided(warning, [f"{node.name}: {public(found.of(node))}" for node in found.graph.arguments
                              if not found.is_known(found.of(node))])
    return _UNKNOWN


def _public(found: _infer.Inferred, public: Callable) -> tuple[list, list, list]:
    """Return what is known of arguments, outputs and auxiliary states, in its public form."""
    graph = found.graph
    return ([public(found.of(node)) for node in graph.arguments], [public(found[e]) for e in graph.outputs],
            [public(found.of(node)) for node in graph.auxiliary])


def _public_type(dtype: Any) -> Any:
    return None if dtype is None else to_numpy(dtype)


def _print_given(what: str, args: tuple, kwargs: dict) -> None:
    print(f"{what} error. Arguments:")
    for place, value in [*((f"#{i}", v) for i, v in enumerate(args)), *kwargs.items()]:
        print(f"  {place}: {value}")


def _warn_undecided(text: str, names: list[str]) -> None:
    shown = names[:_LISTED] + ["..."] * (len(names) > _LISTED)
    warnings.warn("\n\t".join([text, *shown]), stacklevel=4)
