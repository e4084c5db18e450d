"""`mx.nd.sparse`: sparse arrays, their creation and arithmetic, and operators under their sparse names.

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
    """Add arrays, or an array and a number.

    Arrays of one shape and storage type keep that type.

    Parameters
    ----------
    lhs : NDArray | float
        The left operand.
    rhs : NDArray | float
        The right operand.

    Returns
    -------
    NDArray
        The result, sparse or dense.

    Examples
    --------
    >>> a = mx.nd.array([[0, 2]]).tostype("csr")
    >>> result = mx.nd.sparse.add(a, a)
    >>> result.stype, result.asnumpy()[0].tolist()
    ('csr', [0.0, 4.0])
    """
    return _binary("add", lhs, rhs)


def subtract(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """Subtract arrays, or an array and a number.

    Arrays of one shape and storage type keep that type.

    Parameters
    ----------
    lhs : NDArray | float
        The left operand.
    rhs : NDArray | float
        The right operand.

    Returns
    -------
    NDArray
        The result, sparse or dense.

    Examples
    --------
    >>> a = mx.nd.array([[0, 2]]).tostype("csr")
    >>> result = mx.nd.sparse.subtract(a, a)
    >>> result.stype, result.asnumpy()[0].tolist()
    ('csr', [0.0, 0.0])
    """
    return _binary("sub", lhs, rhs)


def multiply(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """Multiply arrays, or an array and a number.

    A sparse array times a dense one of its shape stays sparse.

    Parameters
    ----------
    lhs : NDArray | float
        The left operand.
    rhs : NDArray | float
        The right operand.

    Returns
    -------
    NDArray
        The result, sparse or dense.

    Examples
    --------
    >>> a = mx.nd.array([[0, 2]]).tostype("csr")
    >>> result = mx.nd.sparse.multiply(a, a)
    >>> result.stype, result.asnumpy()[0].tolist()
    ('csr', [0.0, 4.0])
    """
    return _binary("mul", lhs, rhs)


def divide(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """Divide arrays, or an array and a number.

    A csr matrix divided by an array that is broadcast to it stays csr.

    Parameters
    ----------
    lhs : NDArray | float
        The left operand.
    rhs : NDArray | float
        The right operand.

    Returns
    -------
    NDArray
        The result, sparse or dense.

    Examples
    --------
    >>> a = mx.nd.array([[0, 2]]).tostype("csr")
    >>> result = mx.nd.sparse.divide(a, 4)
    >>> result.stype, result.asnumpy()[0].tolist()
    ('csr', [0.0, 0.5])
    """
    return _binary("div", lhs, rhs)

__all__ = ["BaseSparseNDArray", "CSRNDArray", "RowSparseNDArray", "add", "csr_matrix", "divide",
           "multiply", "row_sparse_array", "subtract"]


_borrowed(__name__)
