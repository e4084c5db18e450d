"""`mx.nd.sparse`: sparse arrays, how they are made and added, and operators under their sparse names.

Operators are filled in from the registry when `mxnet.ndarray` is imported.
"""
from ..core.borrowed import borrowed as _borrowed
from .array import NDArray
from .storage import (  # noqa: F401  a star import leaves array, empty and zeros out: those are dense elsewhere
    BaseSparseNDArray,
    CSRNDArray,
    RowSparseNDArray,
    array,
    csr_matrix,
    empty,
    row_sparse_array,
    zeros,
)
from .storage.arrays import binary as _binary


def add(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """Add arrays or an array and a number; arrays of one shape and storage type keep that type."""
    return _binary("add", lhs, rhs)


def subtract(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """Subtract arrays or an array and a number; arrays of one shape and storage type keep that type."""
    return _binary("sub", lhs, rhs)


def multiply(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """Multiply arrays or an array and a number; a sparse one times a dense one of its shape stays sparse."""
    return _binary("mul", lhs, rhs)


def divide(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """Divide arrays or an array and a number; a csr matrix divided by what is stretched over it stays csr."""
    return _binary("div", lhs, rhs)

__all__ = ["BaseSparseNDArray", "CSRNDArray", "RowSparseNDArray", "add", "csr_matrix", "divide",
           "multiply", "row_sparse_array", "subtract"]


_borrowed(__name__)
