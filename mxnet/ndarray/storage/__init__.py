"""Sparse arrays: CSR matrices and arrays of which only some rows are stored. `mx.nd.sparse` exposes them."""
from . import elementwise, graphs, products, steps  # they register what `dispatch` runs
from .arrays import BaseSparseNDArray, CSRNDArray, RowSparseNDArray
from .creation import array, csr_matrix, empty, row_sparse_array, zeros
from .dispatch import invoke_stored

__all__ = ["BaseSparseNDArray", "CSRNDArray", "RowSparseNDArray", "array", "csr_matrix", "elementwise", "empty",
           "graphs", "invoke_stored", "products", "row_sparse_array", "steps", "zeros"]
