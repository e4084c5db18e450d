"""Random and regular arrays for tests: dense NumPy and NDArrays, shapes, matrices."""
from typing import Any

import numpy as np

import mxnet as mx

from .tolerance import default_context, default_dtype


def random_arrays(*shapes: tuple[int, ...]) -> Any:
    """Draw normal float32 arrays.

    Parameters
    ----------
    *shapes
        A shape for each array; ``()`` gives one without axes.

    Returns
    -------
    numpy.ndarray or list of them
        One array for one shape, else a list.

    Examples
    --------
    >>> [a.shape for a in mx.test_utils.random_arrays((2, 3), (4,))]
    [(2, 3), (4,)]
    """
    arrays = [np.asarray(np.random.randn(*shape), dtype=default_dtype()) for shape in shapes]
    return arrays[0] if len(arrays) == 1 else arrays


def random_uniform_arrays(*shapes: tuple[int, ...], **kwargs: Any) -> list[np.ndarray]:
    """Draw uniform arrays.

    Parameters
    ----------
    *shapes
        A shape for each array.
    **kwargs
        ``low`` and ``high``, 0 and 1 by default, and ``dtype``, float32 by default.

    Returns
    -------
    list[np.ndarray]
        The arrays.

    Raises
    ------
    TypeError
        If there are other keywords.

    Examples
    --------
    >>> a, = mx.test_utils.random_uniform_arrays((2, 3), low=5, high=6)
    >>> a.shape, bool((a >= 5).all())
    ((2, 3), True)
    """
    low, high = kwargs.pop("low", 0.0), kwargs.pop("high", 1.0)
    dtype = kwargs.pop("dtype", default_dtype())
    if kwargs:
        raise TypeError(f"Got unexpected argument/s : {list(kwargs)}")
    return [np.random.uniform(low, high, size=shape).astype(dtype) for shape in shapes]


def random_sample(population: list[Any], k: int) -> list[Any]:
    """Draw different elements, in random order.

    Parameters
    ----------
    population : list[Any]
        The population.
    k : int
        How many elements.

    Returns
    -------
    list[Any]
        The elements.

    Raises
    ------
    ValueError
        If the population is smaller.

    Examples
    --------
    >>> sorted(mx.test_utils.random_sample([1, 2, 3], 3))
    [1, 2, 3]
    """
    if not 0 <= k <= len(population):
        raise ValueError(f"cannot take {k} elements of {len(population)}")
    shuffled = population[:]
    np.random.shuffle(shuffled)
    return shuffled[:k]


def rand_ndarray(shape: tuple[int, ...], stype: str = "default", density: Any = None, dtype: Any = None,
                 modifier_func: Any = None, shuffle_csr_indices: bool = False, distribution: Any = None,
                 ctx: Any = None) -> Any:
    """Draw an NDArray of any storage type.

    Parameters
    ----------
    shape : tuple[int, ...]
        Its shape.
    stype : str, default='default'
        ``'default'``, ``'csr'`` or ``'row_sparse'``.
    density : float, optional
        Fraction of stored elements, or rows, of a sparse array; random by default.
    dtype : str or type, optional
        Its type, float32 by default.
    modifier_func : Callable, optional
        Function of each element of a sparse one.
    shuffle_csr_indices : bool, default=False
        Whether columns of a csr matrix are in random order.
    distribution : str, optional
        Distribution of elements over the rows of a csr matrix: ``'uniform'`` or ``'powerlaw'``.
    ctx : Context, optional
        Its context; the current one by default.

    Returns
    -------
    NDArray
        The array.

    Examples
    --------
    >>> mx.test_utils.rand_ndarray((3, 4), "csr", density=0.5)
    <CSRNDArray 3x4 @cpu(0)>
    """
    ctx = ctx or default_context()
    if stype == "default":
        return mx.nd.array(random_arrays(shape), dtype=dtype, ctx=ctx)
    from .sparse import rand_sparse_ndarray
    return rand_sparse_ndarray(shape, stype, density=density, modifier_func=modifier_func,
                               dtype=dtype, shuffle_csr_indices=shuffle_csr_indices,
                               distribution=distribution, ctx=ctx)[0]


def rand_shape_2d(dim0: int = 10, dim1: int = 10, allow_zero_size: bool = False) -> tuple[int, int]:
    """Draw a shape of two axes.

    Parameters
    ----------
    dim0 : int, default=10
        The largest length of the first axis.
    dim1 : int, default=10
        The largest length of the second axis.
    allow_zero_size : bool, default=False
        Whether an axis may have length 0.

    Returns
    -------
    tuple[int, int]
        The shape.
    """
    low = 0 if allow_zero_size else 1
    return np.random.randint(low, dim0 + 1), np.random.randint(low, dim1 + 1)


def rand_shape_3d(dim0: int = 10, dim1: int = 10, dim2: int = 10,
                  allow_zero_size: bool = False) -> tuple[int, int, int]:
    """Draw a shape of three axes.

    Parameters
    ----------
    dim0 : int, default=10
        The largest length of the first axis.
    dim1 : int, default=10
        The largest length of the second axis.
    dim2 : int, default=10
        The largest length of the third axis.
    allow_zero_size : bool, default=False
        Whether an axis may have length 0.

    Returns
    -------
    tuple[int, int, int]
        The shape.
    """
    low = 0 if allow_zero_size else 1
    return np.random.randint(low, dim0 + 1), np.random.randint(low, dim1 + 1), np.random.randint(low, dim2 + 1)


def rand_shape_nd(num_dim: int, dim: int = 10, allow_zero_size: bool = False) -> tuple[int, ...]:
    """Draw a shape.

    Parameters
    ----------
    num_dim : int
        Number of axes.
    dim : int, default=10
        The largest length of an axis.
    allow_zero_size : bool, default=False
        Whether an axis may have length 0.

    Returns
    -------
    tuple[int, ...]
        The shape.

    Examples
    --------
    >>> len(mx.test_utils.rand_shape_nd(4))
    4
    """
    low = 0 if allow_zero_size else 1
    return tuple(np.random.randint(low, dim + 1, size=num_dim).tolist())


def rand_coord_2d(x_low: int, x_high: int, y_low: int, y_high: int) -> tuple[int, int]:
    """Draw a point of a grid.

    Parameters
    ----------
    x_low : int
        The smallest first number.
    x_high : int
        One more than the largest first number.
    y_low : int
        The smallest second number.
    y_high : int
        One more than the largest second number.

    Returns
    -------
    tuple[int, int]
        The point.

    Examples
    --------
    >>> mx.test_utils.rand_coord_2d(3, 4, 7, 8)
    (3, 7)
    """
    return (int(np.random.randint(x_low, x_high, dtype=np.int64)),
            int(np.random.randint(y_low, y_high, dtype=np.int64)))


def assign_each(the_input: np.ndarray, function: Any) -> np.ndarray:
    """Apply a function to every element.

    Parameters
    ----------
    the_input : np.ndarray
        The array.
    function : Callable or None
        Function of a number; None gives a copy.

    Returns
    -------
    np.ndarray
        The results, as float64.

    Examples
    --------
    >>> import numpy as np
    >>> mx.test_utils.assign_each(np.array([1, 2]), lambda x: x + 0.5).tolist()
    [1.5, 2.5]
    """
    if function is None:
        return np.array(the_input)
    return np.vectorize(function, otypes=[np.float64])(the_input)


def assign_each2(input1: np.ndarray, input2: np.ndarray, function: Any) -> np.ndarray:
    """Apply a function to every pair of elements.

    Parameters
    ----------
    input1 : np.ndarray
        One array.
    input2 : np.ndarray
        The other.
    function : Callable or None
        Function of two numbers; None gives a copy of the first array.

    Returns
    -------
    np.ndarray
        The results, as float64.

    Raises
    ------
    ValueError
        If shapes differ.
    """
    if function is None:
        return np.array(input1)
    if input1.shape != input2.shape:
        raise ValueError(f"shapes differ: {input1.shape} and {input2.shape}")
    return np.vectorize(function, otypes=[np.float64])(input1, input2)


def create_vector(size: int, dtype: Any = np.int64) -> Any:
    """Make the vector 0, 1, 2 and so on.

    Parameters
    ----------
    size : int
        Number of elements.
    dtype : type, default=numpy.int64
        Type of the numbers.

    Returns
    -------
    NDArray
        0, 1, ... size - 1.
    """
    return mx.nd.arange(0, size, dtype=dtype)


def create_2d_tensor(rows: int, columns: int, dtype: Any = np.int64) -> Any:
    """Make a matrix whose every element is its row number.

    Parameters
    ----------
    rows : int
        Number of rows.
    columns : int
        Number of columns.
    dtype : type, default=numpy.int64
        Type of the numbers.

    Returns
    -------
    NDArray
        The matrix.

    Examples
    --------
    >>> mx.test_utils.create_2d_tensor(2, 3).asnumpy().tolist()
    [[0, 0, 0], [1, 1, 1]]
    """
    column = mx.nd.arange(0, rows, dtype=dtype).reshape((rows, 1))
    return mx.nd.broadcast_to(column, shape=(rows, columns))


def get_identity_mat(size: int) -> Any:
    """Make an identity matrix.

    Parameters
    ----------
    size : int
        Number of rows.

    Returns
    -------
    NDArray
        The matrix.
    """
    return mx.nd.eye(size)


def get_identity_mat_batch(size: int) -> Any:
    """Make two identity matrices.

    Parameters
    ----------
    size : int
        Number of rows.

    Returns
    -------
    NDArray
        The matrices, stacked.
    """
    return mx.nd.array([np.eye(size)] * 2)


def new_matrix_with_real_eigvals_2d(n: int) -> np.ndarray:
    """Draw a well-conditioned matrix with real eigenvalues between -10 and 10.

    Parameters
    ----------
    n : int
        Number of rows.

    Returns
    -------
    np.ndarray
        The matrix.
    """
    while True:
        diagonal = np.diag(np.random.uniform(-1.0, 1.0, n))
        normal = np.random.uniform(-1.0, 1.0, (n, 1))
        normal /= np.linalg.norm(normal)
        basis = (np.eye(n) - 2 * normal @ normal.T) @ diagonal
        if np.linalg.cond(basis, 2) < 3:
            break
    return np.linalg.inv(basis) @ np.diag(np.random.uniform(-10.0, 10.0, n)) @ basis


def new_orthonormal_matrix_2d(n: int) -> np.ndarray:
    """Draw an orthonormal matrix.

    Parameters
    ----------
    n : int
        Number of rows.

    Returns
    -------
    np.ndarray
        The matrix.
    """
    x = np.random.randn(n, n)
    return np.linalg.qr(x.T @ x)[0]


def new_sym_matrix_with_real_eigvals_2d(n: int) -> np.ndarray:
    """Draw a symmetric matrix with eigenvalues between -10 and 10.

    Parameters
    ----------
    n : int
        Number of rows.

    Returns
    -------
    np.ndarray
        The matrix.
    """
    q = new_orthonormal_matrix_2d(n)
    return q.T @ np.diag(np.random.uniform(-10.0, 10.0, n)) @ q


def _batch(make: Any, shape: tuple) -> np.ndarray:
    count = int(np.prod(shape[:-2]))
    return np.array([make(shape[-1]) for _ in range(count)]).reshape(shape)


def new_matrix_with_real_eigvals_nd(shape: tuple[int, ...]) -> np.ndarray:
    """Draw matrices as `new_matrix_with_real_eigvals_2d` does.

    Parameters
    ----------
    shape : tuple[int, ...]
        Shape of the result; the matrices are in the last two axes.

    Returns
    -------
    np.ndarray
        The matrices.
    """
    return _batch(new_matrix_with_real_eigvals_2d, shape)


def new_sym_matrix_with_real_eigvals_nd(shape: tuple[int, ...]) -> np.ndarray:
    """Draw matrices as `new_sym_matrix_with_real_eigvals_2d` does.

    Parameters
    ----------
    shape : tuple[int, ...]
        Shape of the result; the matrices are in the last two axes.

    Returns
    -------
    np.ndarray
        The matrices.
    """
    return _batch(new_sym_matrix_with_real_eigvals_2d, shape)
