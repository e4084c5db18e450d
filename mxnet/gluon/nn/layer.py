"""`Layer`: a block of one input and one output. At run time it is a HybridBlock; type checkers know what calls
return."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..block import HybridBlock

if TYPE_CHECKING:
    from ..signatures import Arrays

    class Layer(HybridBlock):
        """A block of one input and one output of the same kind."""

        def __call__(self, x: Arrays, /) -> Arrays: ...  # type: ignore[empty-body]
else:
    Layer = HybridBlock
