"""Tables of vectors that are looked up by index, as in language models."""
import torch

from ..errors import MXNetError
from ..op import Array, DType, Positive, op
from ..op.frames import TypeFrame
from ..op.shapes import ShapeFrame, show
from ..storage import ROWS, wants_rows
from .indexing import look_up, slices_at, whole_index

_compiling = torch.compiler.is_compiling


def _embedding_type(types: TypeFrame, p) -> None:
    dtype = next((t for t in (types.ins[1], *types.outs) if t is not None), p.dtype)
    types.weight = types.out = dtype


def _embedding_shape(shape: ShapeFrame, p) -> None:
    shape.weight = (p.input_dim, p.output_dim)
    out = shape.peek("out")
    if out is not None:
        shape.data = out[:-1]
    shape.out = (*shape.data, p.output_dim)


def _rows(data: Array, weight: Array, input_dim: int, output_dim: int) -> Array:
    if weight.shape != (input_dim, output_dim):
        raise MXNetError(f"weight: Shape inconsistent, Provided = {show(weight.shape)}, "
                         f"inferred shape=({input_dim},{output_dim})")
    if weight.is_cpu and weight.__class__ is Array and weight.dtype is not torch.bfloat16 \
            and not (_compiling() or (weight.requires_grad and torch.is_grad_enabled())):
        # NumPy copies rows in two thirds of torch's time, and clips as it does
        rows = weight.detach() if weight.requires_grad else weight
        return torch.from_numpy(rows.numpy().take(whole_index(data).numpy(), 0, mode="clip"))
    return look_up(_embedded, weight, 0, data, "clip")[0]


def _embedded(weight: Array, axis: int, index: Array) -> Array:
    if weight.is_floating_point() and not (weight.requires_grad and torch.is_grad_enabled() and weight.is_cpu):
        return torch.embedding(weight, index)
    return slices_at(weight, 0, index)  # its gradient accumulates three times as fast on a CPU


@op("Embedding", constant=("data",), aliases=("_sparse_Embedding",), types=_embedding_type, shapes=_embedding_shape)
def embedding(data: Array, weight: Array, *, input_dim: Positive, output_dim: Positive,
              dtype: DType = torch.float32, sparse_grad: bool = False) -> Array:
    """Look up one row of a weight for each index: ``out[i, j, ...] = weight[data[i, j, ...]]``.

    Indices out of range are clipped.

    Parameters
    ----------
    data
        Indices, an array of any shape and type.
    weight
        The table of vectors, of shape ``(input_dim, output_dim)``.
    input_dim
        Number of rows of the table, such as words of a vocabulary.
    output_dim
        Length of each row.
    dtype
        Type of ``weight``, if nothing else determines it.
    sparse_grad
        Give ``weight`` a ``row_sparse`` gradient that holds the rows that were read.

    Returns
    -------
    Array of shape ``data.shape + (output_dim,)``.

    Examples
    --------
    >>> weight = mx.nd.array([[0, 1], [2, 3], [4, 5]])
    >>> mx.nd.Embedding(mx.nd.array([[2, 0]]), weight, input_dim=3, output_dim=2).asnumpy().tolist()
    [[[4.0, 5.0], [0.0, 1.0]]]
    """
    if sparse_grad and wants_rows(weight):
        return _rows_by_rows(data, weight, input_dim)
    return _rows(data, weight, input_dim, output_dim)


def _rows_by_rows(data: Array, weight: Array, count: int) -> Array:
    """Look up rows on the tape so that the gradient is a sparse tensor."""
    return torch.embedding(weight, whole_index(data).clamp(0, count - 1), -1, False, True)


@embedding.fast_gradient
def embedding_gradient(grad, data, *, p, needs):
    index = whole_index(data).clamp(0, p.input_dim - 1)
    if needs[1] == ROWS:
        rows = torch.ops.aten.embedding_sparse_backward(grad, index, p.input_dim, -1, False)
    elif grad.is_cpu:
        rows = grad.new_zeros(p.input_dim, p.output_dim)
        rows.index_add_(0, index.reshape(-1), grad.reshape(-1, p.output_dim))
    else:
        rows = torch.ops.aten.embedding_dense_backward(grad, index, p.input_dim, -1, False)
    return None, rows


@op("_contrib_SparseEmbedding", constant=("data",), types=_embedding_type, shapes=_embedding_shape,
    ignore=("deterministic",))
def sparse_embedding(data: Array, weight: Array, *, input_dim: Positive, output_dim: Positive,
                     dtype: DType = torch.float32, sparse_grad: bool = False) -> Array:
    """Look up one row of a weight for each index, with a gradient that holds only the rows that were read.

    The older name of ``Embedding`` with ``sparse_grad``.

    Parameters
    ----------
    data
        Indices, an array of any shape and type.
    weight
        The table of vectors, of shape ``(input_dim, output_dim)``.
    input_dim
        Number of rows of the table.
    output_dim
        Length of each row.
    dtype
        Type of ``weight``, if nothing else determines it.
    sparse_grad
        Accepted and ignored: the gradient is sparse in any case if ``weight`` requests one.

    Returns
    -------
    Array of shape ``data.shape + (output_dim,)``.

    Examples
    --------
    >>> weight = mx.nd.array([[0, 1], [2, 3], [4, 5]])
    >>> out = mx.nd.contrib.SparseEmbedding(mx.nd.array([1]), weight, input_dim=3, output_dim=2)
    >>> out.asnumpy().tolist()
    [[2.0, 3.0]]
    """
    if wants_rows(weight):
        return _rows_by_rows(data, weight, input_dim)
    return _rows(data, weight, input_dim, output_dim)


sparse_embedding.fast_gradient(embedding_gradient)
