"""Checks of symbols: forward and backward against expected arrays, backward against finite differences."""
from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

import mxnet as mx

from .comparison import assert_almost_equal
from .sparse import create_sparse_array
from .tolerance import default_context, default_dtype, default_numeric_eps, get_tolerance

if TYPE_CHECKING:
    from ..ndarray import NDArray


_FLOATS = (np.float16, np.float32, np.float64)


def _check_dtype(dtype: Any, as_numpy: bool = True) -> None:
    if dtype in _FLOATS or as_numpy and isinstance(dtype, str) and dtype == "asnumpy":
        return
    extra = " or 'asnumpy'" if as_numpy else ""
    raise ValueError(f"dtype must be np.float16, np.float32, np.float64{extra}; got {dtype}")


def _array(value: Any, ctx: Any, dtype: Any) -> Any:
    as_numpy = isinstance(dtype, str) and dtype == "asnumpy"
    return mx.nd.array(value, ctx=ctx, dtype=value.dtype if as_numpy else dtype)


def _sorted_items(d: dict) -> list:
    return sorted(d.items(), key=lambda item: item[0])


def _sorted_dict(d: dict) -> dict:
    return dict(_sorted_items(d))


def _by_name(values: Any, names: list[str], what: str) -> dict[str, Any]:
    """Return a list's values by name, in the symbol's order; a dict must have exactly these names."""
    if isinstance(values, dict):
        if set(values) != set(names):
            raise ValueError(f"Symbol {what} and the given ones do not match: symbol has "
                             f"{sorted(names)}, given {sorted(values)}")
        return values
    if isinstance(values, (list, tuple)):
        return dict(zip(names, values))
    raise TypeError(f"{what} must be a list, a tuple or a dict, got {type(values)}")


def _parse_location(sym: Any, location: Any, ctx: Any, dtype: Any = np.float32) -> dict[str, Any]:
    _check_dtype(dtype)
    named = _by_name(location, sym.list_arguments(), "arguments")
    return _sorted_dict({name: _array(value, ctx, dtype) if isinstance(value, np.ndarray) else value
                         for name, value in named.items()})


def _parse_aux_states(sym: Any, aux_states: Any, ctx: Any, dtype: Any = np.float32) -> Any:
    _check_dtype(dtype)
    if aux_states is None:
        return None
    named = _by_name(aux_states, sym.list_auxiliary_states(), "aux_states")
    return {name: _array(value, ctx, dtype) for name, value in named.items()}


def simple_forward(sym: Any, ctx: Any = None, is_train: bool = False, **inputs: Any) -> Any:
    """Run a symbol once.

    Parameters
    ----------
    sym : Symbol
        The network.
    ctx : Context, optional
        Context to compute on; the current context by default.
    is_train : bool, default=False
        Whether the call is part of training.
    **inputs
        Arguments by name, as NumPy arrays.

    Returns
    -------
    numpy.ndarray or list of them
        The output, or a list of all outputs if there are several.

    Examples
    --------
    >>> import numpy as np
    >>> mx.test_utils.simple_forward(mx.sym.square(mx.sym.Variable("x")), x=np.array([2.0, 3.0])).tolist()
    [4.0, 9.0]
    """
    ctx = ctx or default_context()
    executor = sym.bind(ctx, args={name: mx.nd.array(value) for name, value in inputs.items()})
    executor.forward(is_train=is_train)
    outputs = [out.asnumpy() for out in executor.outputs]
    return outputs[0] if len(outputs) == 1 else outputs


def _write(array: Any, value: Any) -> None:
    """Overwrite an executor's array, whatever its storage and rank."""
    if array.stype != "default":
        array[:] = mx.nd.array(value, dtype=array.dtype).tostype(array.stype)
    elif array.shape == ():
        array[()] = value
    else:
        array[:] = value


def numeric_grad(executor: Any, location: dict[str, np.ndarray], aux_states: Any = None,
                 eps: float = 1e-4, use_forward_train: bool = True,
                 dtype: Any = np.float32) -> dict[str, np.ndarray]:
    """Compute central differences of the sum of the first output with respect to every float argument.

    Parameters
    ----------
    executor : Executor
        The bound network.
    location : dict[str, np.ndarray]
        The point to differentiate at: arguments by name.
    aux_states : dict of str to numpy.ndarray, optional
        Auxiliary states, which are restored before every forward.
    eps : float, default=0.0001
        The step.
    use_forward_train : bool, default=True
        Whether forward runs in training mode.
    dtype : type, default=numpy.float32
        Type of the result.

    Returns
    -------
    dict[str, np.ndarray]
        Gradients by name.
    """
    _check_dtype(dtype, as_numpy=False)

    def total() -> np.ndarray:
        for name, value in (aux_states or {}).items():
            _write(executor.aux_dict[name], value)
        executor.forward(is_train=use_forward_train)
        return executor.outputs[0].asnumpy().astype(np.float64)

    values = {name: np.array(value, order="C") for name, value in location.items()}
    gradients = {name: np.zeros(value.shape, dtype=dtype) for name, value in values.items()}
    arrays = executor.arg_dict
    for name, value in values.items():
        if arrays[name].stype == "default":
            _write(arrays[name], value)
    with warnings.catch_warnings():
        # many forwards without a backward are intended here
        warnings.filterwarnings("ignore", "Calling forward the second time")
        for name, value in values.items():
            if value.dtype.kind != "f":
                continue
            array, flat = arrays[name], value.reshape(-1)
            for i in range(flat.size):
                middle = flat[i]
                flat[i] = middle + eps / 2
                _write(array, value)
                above = total()
                flat[i] -= eps
                _write(array, value)
                gradients[name].reshape(-1)[i] = (above - total()).sum() / eps
                flat[i] = middle
            _write(array, value)
    return gradients


def _compare_gradient(name: str, req: str, expected: Any, before: Any, got: Any, label: str,
                      rtol: Any, atol: Any, equal_nan: bool = False) -> None:
    """Compare the result of backward in `got` with the expected one for its grad_req."""
    names = (f"{label}_{name}", f"BACKWARD_{name}")
    if req == "write":
        pair = expected, got
    elif req == "add":
        pair = expected, got.asnumpy() - before
    elif req == "null":
        pair = before, got
    else:
        raise ValueError(f"Invalid grad_req {req} for argument {name}")
    assert_almost_equal(*pair, rtol, atol, names, equal_nan=equal_nan)


def _is_np(sym: Any) -> bool:
    return isinstance(sym, getattr(getattr(mx.sym, "numpy", None), "_Symbol", ()))


def check_numeric_gradient(sym: Any, location: Any, aux_states: Any = None,
                           numeric_eps: Any = None, rtol: Any = None, atol: Any = None,
                           grad_nodes: Any = None, use_forward_train: bool = True,
                           ctx: Any = None, grad_stype_dict: Any = None,
                           dtype: Any = default_dtype()) -> None:
    """Compare a symbol's backward with finite differences of its forward.

    The output is multiplied by random weights between 0.1 and 1.1 and summed, so that errors in different outputs
    cannot cancel.

    Parameters
    ----------
    sym : Symbol
        The network.
    location : list, tuple or dict of numpy.ndarray
        All arguments, in the order of `list_arguments` or by name.
    aux_states : list, tuple or dict of numpy.ndarray, optional
        Auxiliary states.
    numeric_eps : float or dict of dtype to float, optional
        The step.
    rtol : float or dict of dtype to float, optional
        Relative tolerance.
    atol : float or dict of dtype to float, optional
        Absolute tolerance.
    grad_nodes : list of str or dict of str to grad_req, optional
        Arguments to check; all by default.
    use_forward_train : bool, default=True
        Whether forward runs in training mode for the differences.
    ctx : Context, optional
        Context to compute on; the current context by default.
    grad_stype_dict : dict of str to str, optional
        Storage types of the gradient arrays.
    dtype : type or "asnumpy", default=numpy.float32
        Type of the arguments; "asnumpy" keeps each array's own.

    Raises
    ------
    AssertionError
        If a gradient differs from the differences.

    Examples
    --------
    >>> import numpy as np
    >>> mx.test_utils.check_numeric_gradient(mx.sym.tanh(mx.sym.Variable("x")), [np.array([[0.1, 0.2]])])
    """
    _check_dtype(dtype, as_numpy=False)
    ctx = ctx or default_context()
    location = _parse_location(sym, location, ctx, dtype)
    point = {name: value.asnumpy() for name, value in location.items()}
    aux_states = _parse_aux_states(sym, aux_states, ctx, dtype)
    aux_point = aux_states and {name: value.asnumpy() for name, value in aux_states.items()}
    if grad_nodes is None:
        grad_nodes = sym.list_arguments()
    if isinstance(grad_nodes, dict):
        grad_req = dict(grad_nodes)
    elif isinstance(grad_nodes, (list, tuple)):
        grad_req = dict.fromkeys(grad_nodes, "write")
    else:
        raise ValueError(f"grad_nodes must be a list, tuple or dict, got {type(grad_nodes)}")

    projected, shape = _project(sym, location)
    args = {**location, "__random_proj": mx.nd.array(np.random.rand(*shape) + 0.1, ctx=ctx,
                                                     dtype=dtype)}
    before = {name: np.random.normal(0, 0.01, size=args[name].shape) for name in grad_req}
    before["__random_proj"] = np.random.normal(0, 0.01, size=shape)
    grads = {name: mx.nd.array(value, ctx=ctx, dtype=dtype) for name, value in before.items()}
    for name, stype in (grad_stype_dict or {}).items():
        if name in grads and stype in ("row_sparse", "csr"):
            # a gradient that is all zero must be written without initialization
            grads[name] = mx.nd.zeros(grads[name].shape, ctx=grads[name].context,
                                      dtype=grads[name].dtype, stype=stype)

    executor = projected.bind(ctx, grad_req=grad_req, args=args, args_grad=grads,
                              aux_states=aux_states)
    if len(executor.arg_arrays) != len(args):
        raise ValueError(f"Executor has {len(executor.arg_arrays)} arguments and {len(args)} "
                         "locations were given")
    executor.forward(is_train=True)
    eps = get_tolerance(executor.outputs[0], numeric_eps, default_numeric_eps())
    if dtype != np.float64 and eps < 1e-5:
        raise ValueError(f"a step of {eps} needs float64")
    executor.backward()
    backward = dict(executor.grad_dict)
    numeric = numeric_grad(executor, point, aux_point, eps=eps, dtype=dtype,
                           use_forward_train=use_forward_train)
    for name, req in grad_req.items():
        _compare_gradient(name, req, numeric[name], before[name], backward[name], "NUMERICAL",
                          rtol, atol)


def _project(sym: Any, location: dict[str, Any]) -> tuple[Any, tuple]:
    """Return a loss symbol, the weighted sum of the output, and the shape of its weights."""
    _, out_shapes, _ = sym.infer_shape(**{name: value.shape for name, value in location.items()})
    weights = mx.sym.Variable("__random_proj")
    if _is_np(sym):
        loss = (sym * weights.as_np_ndarray()).as_nd_ndarray()
    else:
        loss = sym * weights
    return mx.sym.make_loss(loss), out_shapes[0]


def check_symbolic_forward(sym: Any, location: Any, expected: Any, rtol: Any = None, atol: Any = None,
                           aux_states: Any = None, ctx: Any = None, equal_nan: bool = False,
                           dtype: Any = default_dtype()) -> list[np.ndarray]:
    """Run a symbol in inference mode, and compare its outputs.

    Parameters
    ----------
    sym : Symbol
        The network.
    location : list, tuple or dict of numpy.ndarray
        All arguments, in the order of `list_arguments` or by name.
    expected : list or dict of numpy.ndarray
        Outputs, in order or by name.
    rtol : float or dict of dtype to float, optional
        Relative tolerance.
    atol : float or dict of dtype to float, optional
        Absolute tolerance.
    aux_states : list, tuple or dict of numpy.ndarray, optional
        Auxiliary states.
    ctx : Context, optional
        Context to compute on; the current context by default.
    equal_nan : bool, default=False
        Whether two NaNs are equal.
    dtype : type or "asnumpy", default=numpy.float32
        Type of the arguments; "asnumpy" keeps each array's own.

    Returns
    -------
    list[NDArray]
        The outputs.

    Raises
    ------
    AssertionError
        If an output differs.

    Examples
    --------
    >>> import numpy as np
    >>> a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    >>> one, two, four = (np.full((2, 2), x) for x in (1.0, 2.0, 4.0))
    >>> _ = mx.test_utils.check_symbolic_forward(mx.sym.dot(a, b), [one, two], [four])
    """
    ctx = ctx or default_context()
    args = _parse_location(sym, location, ctx, dtype)
    names = sym.list_outputs()
    if isinstance(expected, dict):
        expected = [expected[name] for name in names]
    executor = sym.bind(ctx=ctx, args=args, grad_req="null",
                        aux_states=_parse_aux_states(sym, aux_states, ctx, dtype))
    executor.forward(is_train=False)
    for name, wanted, got in zip(names, expected, executor.outputs):
        assert_almost_equal(wanted, got, rtol, atol, (f"EXPECTED_{name}", f"FORWARD_{name}"),
                            equal_nan=equal_nan)
    return executor.outputs


def check_symbolic_backward(sym: Any, location: Any, out_grads: Any, expected: Any, rtol: Any = None, atol: Any = None,
                            aux_states: Any = None, grad_req: Any = "write", ctx: Any = None, grad_stypes: Any = None,
                            equal_nan: bool = False, dtype: Any = default_dtype()) -> dict[str, NDArray]:
    """Run a symbol forward and backward, and compare the gradients.

    The gradient arrays are first filled with noise, so that 'add' and 'null' are checked as well.

    Parameters
    ----------
    sym : Symbol
        The network.
    location : list, tuple or dict of numpy.ndarray
        All arguments, in the order of `list_arguments` or by name.
    out_grads : list or dict of arrays, or None
        Gradients of the outputs.
    expected : list or dict of numpy.ndarray
        Gradients, in the order of `list_arguments` or by name.
    rtol : float or dict of dtype to float, optional
        Relative tolerance.
    atol : float or dict of dtype to float, optional
        Absolute tolerance.
    aux_states : list, tuple or dict of numpy.ndarray, optional
        Auxiliary states.
    grad_req : str, list or dict, default='write'
        ``'write'``, ``'add'`` or ``'null'``, one for all or one per argument.
    ctx : Context, optional
        Context to compute on; the current context by default.
    grad_stypes : dict of str to str, optional
        Storage types of the gradient arrays.
    equal_nan : bool, default=False
        Whether two NaNs are equal.
    dtype : type or "asnumpy", default=numpy.float32
        Type of the arguments; "asnumpy" keeps each array's own.

    Returns
    -------
    dict[str, NDArray]
        Gradients by name.

    Raises
    ------
    AssertionError
        If a gradient differs.

    Examples
    --------
    >>> import numpy as np
    >>> x = np.array([1.0, 2.0])
    >>> grads = mx.test_utils.check_symbolic_backward(mx.sym.square(mx.sym.Variable("x")), [x], [np.ones(2)], [2 * x])
    >>> grads["x"].asnumpy().tolist()
    [2.0, 4.0]
    """
    ctx = ctx or default_context()
    args = _parse_location(sym, location, ctx, dtype)
    names = sym.list_arguments()
    if isinstance(expected, (list, tuple)):
        expected = dict(zip(names, expected))
    if isinstance(grad_req, str):
        grad_req = dict.fromkeys(names, grad_req)
    elif isinstance(grad_req, (list, tuple)):
        grad_req = dict(zip(names, grad_req))

    before = {name: np.random.normal(size=value.shape) for name, value in _sorted_items(expected)}
    keep = isinstance(dtype, str)
    grads = {name: mx.nd.array(value, ctx=ctx, dtype=expected[name].dtype if keep else dtype)
             for name, value in before.items()}
    for name, stype in (grad_stypes or {}).items():
        if name in grads and stype not in (None, "default"):
            grads[name] = create_sparse_array(before[name].shape, stype, density=0.0)

    executor = sym.bind(ctx=ctx, args=args, args_grad=grads, grad_req=grad_req,
                        aux_states=_parse_aux_states(sym, aux_states, ctx, dtype))
    executor.forward(is_train=True)
    executor.backward(_head_gradients(out_grads, ctx, dtype))
    for name, wanted in expected.items():
        _compare_gradient(name, grad_req[name], wanted, before[name], grads[name], "EXPECTED",
                          rtol, atol, equal_nan)
    return grads


def _head_gradients(out_grads: Any, ctx: Any, dtype: Any) -> Any:
    def convert(value):
        return _array(value, ctx, dtype) if isinstance(value, np.ndarray) else value
    if isinstance(out_grads, dict):
        return {name: convert(value) for name, value in out_grads.items()}
    if isinstance(out_grads, (list, tuple)):
        return [convert(value) for value in out_grads]
    if out_grads is not None:
        raise TypeError(f"out_grads must be None, a list, a tuple or a dict; got {type(out_grads)}")
    return None
