"""Finds which sizes of a network's inputs may vary, and how the sizes of its values follow from them.

Shapes are inferred again and again with other sizes of the inputs. What inference refuses, the network fixes; a size
that is written somewhere is recognized by the values that it takes. Called by the conversion to Python.
"""
from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..core.errors import MXNetError
from ..core.graph import Entry, Graph, Node
from ..core.op.shapes import known
from ..core.passes.infer import Inferred, infer_shapes
from .axes import batch_axis, image_axes

Shapes = dict[str, tuple[int, ...]]
Place = tuple[str, int]        # an input and one of its axes
_NEAR = 64                     # how far a range of accepted sizes is followed
_SHIFTS = (*range(1, 18), 24, 31, 32, 33, 47, 48, 63, 64)  # sizes nearby leave all remainders of common strides
_STEPS = (32, 64, 8, 16, 4, 2, 1)  # of sizes to verify, the best first
_COMBINATIONS = 200


class Size(NamedTuple):
    """What an axis of an input may be: sizes of one ``word`` are equal; without one, those from ``low`` to ``high``."""

    word: str
    low: int
    high: int
    reason: str

    def __str__(self) -> str:
        return self.word or (str(self.low) if self.low == self.high else f"{self.low} to {self.high}")


class Sizes:
    """The sizes that a network takes.

    Attributes
    ----------
    axes : for each input, what each of its axes may be.
    samples : inferred shapes of everything, for several sizes of the inputs; the first are the given ones.
    others : sizes of the inputs, apart from the given ones, with which a conversion is to be verified.
    suspects : nodes at which inference refused sizes, and which therefore have to refuse them.
    """

    def __init__(self, graph: Graph, params: Mapping[str, tuple[Any, ...]], shapes: Mapping[str, tuple[Any, ...]]
                 ) -> None:
        self.graph: Graph = graph
        self._params = params
        self.names: list[str] = [node.name for node in graph.variables if node.name in shapes]
        self.suspects: set[Node] = set()
        self._why = ""
        self._first = infer_shapes(graph, {**params, **shapes})
        self.samples: list[Inferred] = [self._first]
        self.given: Shapes = {name: tuple(shapes[name]) for name in self.names}
        self._base = self._several(self.given)
        self._groups: list[tuple[Place, ...]] = []
        self._ranges: dict[Place, tuple[int, int, str]] = {}
        self._find_groups()
        self._sample()
        self.axes: dict[str, list[Size]] = self._described()
        self.others: list[Shapes] = self._to_verify()

    # ---- trials ---------------------------------------------------------------------------------

    def _several(self, shapes: Shapes) -> Shapes:
        """Return the sizes from which others are tried: a batch of one would say little, as it broadcasts."""
        taken = {size for shape in shapes.values() for size in shape}
        count = next(size for size in (5, 7, 11, 13, 17, 19, 23, *range(25, 1000)) if size not in taken)
        nodes = {node.name: node for node in self.graph.variables}
        for size in (count, 2):
            changes = {(name, place): size for name, shape in shapes.items()
                       for place in [batch_axis(self.graph, nodes[name])] if shape[place:place + 1] == (1,)}
            if changes and self._tries(changes, shapes):
                return _changed(shapes, changes)
        return shapes

    def _tries(self, changes: Mapping[Place, int], base: Shapes | None = None, keep: bool = True) -> Shapes | None:
        """Infer all shapes with other sizes; return those of the inputs, or None if the network refuses them."""
        shapes = _changed(self._base if base is None else base, changes)
        try:
            found = infer_shapes(self.graph, {**self._params, **shapes})
        except MXNetError as error:
            self._why = str(error).split("\n")[0].removeprefix("Error in operator ")
            named = [node for node in self.graph.nodes if self._why.startswith(f"{node.name}: ")]
            self.suspects.update(named)
            return None
        for node in self.graph.nodes:
            for cell, first in zip(found.cells[self.graph.index[node]], self._first.cells[self.graph.index[node]]):
                if known(first) and (not known(cell) or len(cell) != len(first)):
                    self._why = f"{node.name}: its shape is then {cell}"
                    return None
        if keep:
            self.samples.append(found)
        return shapes

    # ---- what varies ----------------------------------------------------------------------------

    def _size(self, place: Place) -> int:
        return self._base[place[0]][place[1]]

    def _is_free(self, group: Sequence[Place]) -> bool:
        size = self._size(group[0])
        return any(self._tries(dict.fromkeys(group, other)) for other in _far(size))

    def _find_groups(self) -> None:
        """Find the axes that vary, alone or together with others of the same size."""
        left = []
        for name, shape in self._base.items():
            for axis in range(len(shape)):
                self._find_alone((name, axis), left)
        while len(left) > 1:
            group = next((group for group in itertools.islice(self._together(left), _COMBINATIONS)
                          if self._is_free(group)), None)
            if group is None:
                break
            self._groups.append(group)
            left = [place for place in left if place not in group]
        for place in left:
            self._ranges[place] = self._range(place)

    def _find_alone(self, place: Place, left: list[Place]) -> None:
        if self._is_free((place,)):
            self._groups.append((place,))
        else:
            left.append(place)

    def _together(self, places: list[Place]) -> Iterator[tuple[Place, ...]]:
        for size in {self._size(place): 0 for place in places}:
            same = [place for place in places if self._size(place) == size]
            for count in range(len(same), 1, -1):
                yield from itertools.combinations(same, count)

    def _range(self, place: Place) -> tuple[int, int, str]:
        """Follow the sizes that are accepted, down and up: strides leave some freedom below a dense layer."""
        low = high = self._size(place)
        while low > 1 and self._size(place) - low < _NEAR and self._tries({place: low - 1}, keep=False):
            low -= 1
        while high - self._size(place) < _NEAR and self._tries({place: high + 1}, keep=False):
            high += 1
        self._tries({place: 2 * high}, keep=False)
        why = self._why
        for end in {low, high} - {self._size(place)}:
            self._tries({place: end})
        return low, high, why

    def _sample(self) -> None:
        """Infer shapes for further sizes: those nearby one by one, and all that vary at once."""
        inner = [group for group in self._groups if not self._is_batch(group)]
        for shift in _SHIFTS if inner else ():
            self._tries({place: self._size(place) + shift for group in inner for place in group})
        for sizes in self._mixed((3, 1, 0), (32, 1, 64), (2, 0, 1), (64, 3, 32)):
            self._tries(sizes)

    def _mixed(self, *rows: tuple[int, int, int]) -> Iterator[dict[Place, int]]:
        """Change all groups at once, each by another amount."""
        for first, *steps in rows:
            yield {place: self._size(place) + first + steps[number % 2] + 96 * (number // 2) * (first > 8)
                   for number, group in enumerate(self._groups) for place in group}

    # ---- results --------------------------------------------------------------------------------

    def _is_batch(self, group: Iterable[Place]) -> bool:
        nodes = {node.name: node for node in self.graph.variables}
        return any(axis == batch_axis(self.graph, nodes[name]) for name, axis in group)

    def _described(self) -> dict[str, list[Size]]:
        found: dict[Place, Size] = {}
        for group in self._groups:
            word = self._word(group, {size.word for size in found.values()})
            found.update((place, Size(word, 0, 0, "")) for place in group)
        found.update((place, Size("", *span)) for place, span in self._ranges.items())
        return {name: [found[name, axis] for axis in range(len(shape))] for name, shape in self._base.items()}

    def _word(self, group: tuple[Place, ...], taken: set[str]) -> str:
        """Name the sizes of a group, each differently."""
        name, axis = group[0]
        sides = {place: word for word, place in image_axes(self.graph, name, len(self._base[name])).items()}
        word = "batch" if self._is_batch(group) else sides.get(axis, f"size{axis}")
        return next(text for text in (word, *(f"{word}_{count}" for count in range(2, 1000))) if text not in taken)

    def _to_verify(self) -> list[Shapes]:
        """Choose sizes to run: another batch with other sizes of everything that varies, and odd sizes."""
        batch = [place for group in self._groups if self._is_batch(group) for place in group]
        inner = [group for group in self._groups if not self._is_batch(group)]
        least = min((self._size(group[0]) for group in inner), default=0)
        ends = {place: low if low != self._size(place) else high for place, (low, high, _) in self._ranges.items()}
        large = self._changes(inner, _STEPS if least >= 32 else _STEPS[2:] + _STEPS[:2])
        odd = self._changes(inner, (1, 3, 5, 7, 15))
        found: list[Shapes] = []
        for count, changes in ((3, large), (2, [*({**change, **ends} for change in odd), *odd])):
            sizes = {(name, axis): count if self.given[name][axis] != count else count + 2 for name, axis in batch}
            tried = (self._tries({**sizes, **change}, keep=False) for change in changes)
            shapes = next(filter(None, tried), self.given)
            found += [shapes] if shapes not in (self.given, *found) else []
        return found

    def _changes(self, groups: list[tuple[Place, ...]], steps: tuple[int, ...]) -> list[dict[Place, int]]:
        """List changes of groups, those that change most and differ most first; the last changes nothing."""
        changes = [{place: self._size(place) + step * (number + 1) for number, group in enumerate(groups)
                    for place in group} for step in steps]
        changes.append({place: self._size(place) * 2 for group in groups for place in group})
        # groups may vary only one at a time
        changes += [{place: self._size(place) * 2 for place in group} for group in groups]
        return [*changes, {}]

    # ---- sizes of values ------------------------------------------------------------------------

    def of(self, entry: Entry) -> list[tuple[int, ...]]:
        """Return the shapes that a value has in all samples."""
        return [sample[entry] for sample in self.samples]

    def varies(self, entry: Entry, axis: int) -> bool:
        return len({shape[axis] for shape in self.of(entry)}) > 1


def _far(size: int) -> tuple[int, ...]:
    """Return sizes so far from one that a network which takes them takes any; a smaller change may go unnoticed."""
    return 2 * size, 2 * size + 1, size + 64, 4 * size


def _changed(shapes: Shapes, changes: Mapping[Place, int]) -> Shapes:
    return {name: tuple(changes.get((name, axis), size) for axis, size in enumerate(shape))
            for name, shape in shapes.items()}


def expression(values: Sequence[int], sources: Mapping[str, Sequence[tuple[int, ...]]]) -> str | None:
    """Write a size that takes these values as an expression of the sizes of some values; None if there is none.

    Parameters
    ----------
    sources : text of a value -> its shapes in the same samples.
    """
    if len(set(values)) == 1:
        return str(values[0])
    terms: dict[str, list[int]] = {}
    for text, shapes in sources.items():
        for axis in range(len(shapes[0])):
            sizes = [shape[axis] for shape in shapes]
            if len(set(sizes)) > 1:
                terms[f"{text}.shape[{axis}]"] = sizes
    for text, sizes in terms.items():
        if sizes == list(values):
            return text
    pairs = {f"{one} * {two}": [a * b for a, b in zip(terms[one], terms[two])]
             for one, two in itertools.combinations_with_replacement(terms, 2)}
    triples = {f"{one} * {two} * {three}": [a * b * c for a, b, c in zip(terms[one], terms[two], terms[three])]
               for one, two, three in itertools.combinations(terms, 3)}
    for text, sizes in itertools.chain(terms.items(), pairs.items(), triples.items()):
        found = _scaled(text, sizes, values)
        if found is not None:
            return found
    for text, sizes in terms.items():
        shift = values[0] - sizes[0]
        if all(value - size == shift for value, size in zip(values, sizes)):
            return f"({text} {'+' if shift > 0 else '-'} {abs(shift)})"
    return None


def _scaled(text: str, sizes: Sequence[int], values: Sequence[int]) -> str | None:
    """Write values that are a multiple or a share of some sizes."""
    if sizes == list(values):
        return text
    if 0 in sizes or 0 in values:
        return None
    if all(value * sizes[0] == values[0] * size for value, size in zip(values, sizes)):
        if values[0] % sizes[0] == 0:
            return f"{text} * {values[0] // sizes[0]}"
        if sizes[0] % values[0] == 0:
            return f"{text} // {sizes[0] // values[0]}"
    return None
