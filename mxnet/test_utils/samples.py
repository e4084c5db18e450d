"""Random and regular arrays for tests: dense NumPy and NDArrays, shapes, matrices."""
from typing import Any

import numpy as np

import mxnet as mx

from .tolerance import default_context, default_dtype


def random_arrays(*shapes: tuple[int, ...]) -> Any:
    """Return normal float32 arrays: one for one shape, else a list; ``()`` gives a 0-d array."""
    arrays = [np.asarray(np.random.randn(*shape), dtype=default_dtype()) for shape in shapes]
    return arrays[0] if len(arrays) == 1 else arrays


def random_uniform_arrays(*shapes: tuple[int, ...], **kwargs: Any) -> list[np.ndarray]:
    """Return a list of uniform arrays; keywords `low`, `high` and `dtype`."""
    low, high = kwargs.pop("low", 0.0), kwargs.pop("high", 1.0)
    dtype = kwargs.pop("dtype", default_dtype())
    if kwargs:
        raise TypeError(f"Got unexpected argument/s : {list(kwargs)}")
    return [np.random.uniform(low, high, size=shape).astype(dtype) for shape in shapes]


def random_sample(population: list[Any], k: int) -> list[Any]:
    """Return `k` different elements of `population` in random order."""
    if not 0 <= k <= len(population):
        raise ValueError(f"cannot take {k} elements of {len(population)}")
    shuffled = population[:]
    np.random.shuffle(shuffled)
    return shuffled[:k]


def rand_ndarray(shape: tuple[int, ...], stype: str = "default", density: Any = None, dtype: Any = None,
                 modifier_func: Any = None, shuffle_csr_indices: bool = False, distribution: Any = None,
                 ctx: Any = None) -> Any:
    """Return a random NDArray of any storage type."""
    ctx = ctx or default_context()
    if stype == "default":
        return mx.nd.array(random_arrays(shape), dtype=dtype, ctx=ctx)
    from .sparse import rand_sparse_ndarray
    return rand_sparse_ndarray(shape, stype, density=density, modifier_func=modifier_func,
                               dtype=dtype, shuffle_csr_indices=shuffle_csr_indices,
                               distribution=distribution, ctx=ctx)[0]


def rand_shape_2d(dim0: int = 10, dim1: int = 10, allow_zero_size: bool = False) -> tuple[int, int]:
    """Return a random shape with two dimensions, each up to and including its limit."""
    low = 0 if allow_zero_size else 1
    return np.random.randint(low, dim0 + 1), np.random.randint(low, dim1 + 1)


def rand_shape_3d(dim0: int = 10, dim1: int = 10, dim2: int = 10,
                  allow_zero_size: bool = False) -> tuple[int, int, int]:
    """Return a random shape with three dimensions, each up to and including its limit."""
    low = 0 if allow_zero_size else 1
    return np.random.randint(low, dim0 + 1), np.random.randint(low, dim1 + 1), np.random.randint(low, dim2 + 1)


def rand_shape_nd(num_dim: int, dim: int = 10, allow_zero_size: bool = False) -> tuple[int, ...]:
    """Return a random shape with `num_dim` dimensions of at most `dim`."""
    low = 0 if allow_zero_size else 1
    return tuple(np.random.randint(low, dim + 1, size=num_dim).tolist())


def rand_coord_2d(x_low: int, x_high: int, y_low: int, y_high: int) -> tuple[int, int]:
    """Return a random point of a grid."""
    return (int(np.random.randint(x_low, x_high, dtype=np.int64)),
            int(np.random.randint(y_low, y_high, dtype=np.int64)))


def assign_each(the_input: np.ndarray, function: Any) -> np.ndarray:
    """Return `function` of every element as float64, or a copy where `function` is None."""
    if function is None:
        return np.array(the_input)
    return np.vectorize(function, otypes=[np.float64])(the_input)


def assign_each2(input1: np.ndarray, input2: np.ndarray, function: Any) -> np.ndarray:
    """Return `function` of every pair of elements as float64."""
    if function is None:
        return np.array(input1)
    if input1.shape != input2.shape:
        raise ValueError(f"shapes differ: {input1.shape} and {input2.shape}")
    return np.vectorize(function, otypes=[np.float64])(input1, input2)


def create_vector(size: int, dtype: Any = np.int64) -> Any:
    """Return the NDArray 0, 1, ... size-1."""
    return mx.nd.arange(0, size, dtype=dtype)


def create_2d_tensor(rows: int, columns: int, dtype: Any = np.int64) -> Any:
    """Return an NDArray whose every element is its row number."""
    column = mx.nd.arange(0, rows, dtype=dtype).reshape((rows, 1))
    return mx.nd.broadcast_to(column, shape=(rows, columns))


def get_identity_mat(size: int) -> Any:
    """Return the identity matrix as an NDArray."""
    return mx.nd.eye(size)


def get_identity_mat_batch(size: int) -> Any:
    """Return two identity matrices, stacked."""
    return mx.nd.array([np.eye(size)] * 2)


def new_matrix_with_real_eigvals_2d(n: int) -> np.ndarray:
    """Return a well-conditioned n x n matrix with real eigenvalues between -10 and 10."""
    while True:
        diagonal = np.diag(np.random.uniform(-1.0, 1.0, n))
        normal = np.random.uniform(-1.0, 1.0, (n, 1))
        normal /= np.linalg.norm(normal)
        basis = (np.eye(n) - 2 * normal @ normal.T) @ diagonal
        if np.linalg.cond(basis, 2) < 3:
            break
    return np.linalg.inv(basis) @ np.diag(np.random.uniform(-10.0, 10.0, n)) @ basis


def new_orthonormal_matrix_2d(n: int) -> np.ndarray:
    """Return a random orthonormal n x n matrix."""
    x = np.random.randn(n, n)
    return np.linalg.qr(x.T @ x)[0]


def new_sym_matrix_with_real_eigvals_2d(n: int) -> np.ndarray:
    """Return a random symmetric n x n matrix with eigenvalues between -10 and 10."""
    q = new_orthonormal_matrix_2d(n)
    return q.T @ np.diag(np.random.uniform(-10.0, 10.0, n)) @ q


def _batch(make: Any, shape: tuple) -> np.ndarray:
    count = int(np.prod(shape[:-2]))
    return np.array([make(shape[-1]) for _ in range(count)]).reshape(shape)


def new_matrix_with_real_eigvals_nd(shape: tuple[int, ...]) -> np.ndarray:
    """Return matrices as `new_matrix_with_real_eigvals_2d` makes, in the last two axes."""
    return _batch(new_matrix_with_real_eigvals_2d, shape)


def new_sym_matrix_with_real_eigvals_nd(shape: tuple[int, ...]) -> np.ndarray:
    """Return matrices as `new_sym_matrix_with_real_eigvals_2d` makes, in the last two axes."""
    return _batch(new_sym_matrix_with_real_eigvals_2d, shape)
