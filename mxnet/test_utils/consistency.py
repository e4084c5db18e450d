"""Checks that a network computes the same numbers everywhere, and measures the speed of a symbol."""
import time
from typing import Any

import numpy as np

import mxnet as mx

from ..io import DataIter
from ..util import use_np
from .comparison import assert_almost_equal, compare_ndarray_tuple
from .gradient import _sorted_items
from .samples import rand_ndarray
from .tolerance import default_context, get_tols


def check_speed(sym: Any, location: Any = None, ctx: Any = None, N: int = 20,
                grad_req: Any = None, typ: str = "whole", **kwargs: Any) -> float:
    """Measure how long one run of a symbol takes.

    Parameters
    ----------
    sym : Symbol
        The network.
    location : dict of str to numpy.ndarray, optional
        Arguments; by default normal noise of the shapes in ``kwargs``.
    ctx : Context, optional
        Context to compute on; the current context by default.
    N : int, default=20
        Number of runs.
    grad_req : str or dict, optional
        What is done with gradients; ``'write'`` by default.
    typ : str, default='whole'
        ``'whole'`` for forward and backward, ``'forward'`` for inference.
    **kwargs
        Shapes of arguments.

    Returns
    -------
    float
        Seconds of one run, on average.

    Raises
    ------
    ValueError
        If ``typ`` is neither of the two.

    Examples
    --------
    >>> seconds = mx.test_utils.check_speed(mx.sym.relu(mx.sym.Variable("x")), N=2, x=(2, 3))
    >>> seconds > 0
    True
    """
    if typ not in ("whole", "forward"):
        raise ValueError('typ can only be "whole" or "forward".')
    if location is not None and not isinstance(location, dict):
        raise TypeError(f'Expect dict, get "location"={location}')
    shapes = kwargs if location is None else {name: v.shape for name, v in location.items()}
    executor = sym.simple_bind(grad_req=grad_req or "write", ctx=ctx or default_context(), **shapes)
    if location is None:
        location = {name: np.random.normal(size=array.shape)
                    for name, array in executor.arg_dict.items()}
    for name, value in location.items():
        executor.arg_dict[name][:] = value.astype(executor.arg_dict[name].dtype)

    def run() -> None:
        executor.forward(is_train=typ == "whole")
        if typ == "whole":
            executor.backward(out_grads=executor.outputs)

    run()
    mx.nd.waitall()
    start = time.time()
    for _ in range(N):
        run()
    mx.nd.waitall()
    return (time.time() - start) / N


def _smaller(first: Any, second: Any) -> Any:
    if second is None or np.dtype(first).itemsize < np.dtype(second).itemsize:
        return first
    return second


def _fill(executor: Any, arg_params: dict, aux_params: dict, grad_req: Any) -> None:
    for name, array in executor.arg_dict.items():
        array[:] = arg_params[name]
    for name, array in executor.aux_dict.items():
        array[:] = aux_params[name]
    if grad_req == "add":
        for array in executor.grad_arrays:
            array[:] = 0


def check_consistency(sym: Any, ctx_list: list[dict[str, Any]], scale: float = 1.0, grad_req: Any = "write",
                      arg_params: Any = None, aux_params: Any = None, rtol: Any = None, atol: Any = None,
                      raise_on_err: bool = True, ground_truth: Any = None, equal_nan: bool = False,
                      use_uniform: bool = False, rand_type: Any = np.float64) -> dict[str, Any]:
    """Run a symbol on several contexts and types, and compare with the most precise run.

    Parameters
    ----------
    sym : Symbol or list of Symbol
        One for all entries of ``ctx_list``, or one per entry.
    ctx_list : list[dict[str, Any]]
        Keywords of `simple_bind` for each run: ``{"ctx": mx.cpu(0), "data": (2, 3), "type_dict": {...}}``.
    scale : float, default=1.0
        Scale of the random arguments that are not in ``arg_params``.
    grad_req : str or dict, default='write'
        What is done with gradients; ``'null'`` compares outputs only.
    arg_params : dict of str to array, optional
        Arguments; the others are random.
    aux_params : dict of str to array, optional
        Auxiliary states; the others are zeros.
    rtol : float or dict of dtype to float, optional
        Relative tolerance.
    atol : float or dict of dtype to float, optional
        Absolute tolerance.
    raise_on_err : bool, default=True
        Whether a difference is an error; if not, it is printed.
    ground_truth : dict of str to array, optional
        Outputs and gradients to compare with instead.
    equal_nan : bool, default=False
        Whether two NaNs are equal.
    use_uniform : bool, default=False
        Whether arguments are uniform in (-0.92, 0.92) times ``scale`` instead of normal.
    rand_type : type, default=numpy.float64
        Type in which arguments are drawn.

    Returns
    -------
    dict of str to NDArray
        The outputs and gradients that were compared with, by name.

    Raises
    ------
    AssertionError
        If two runs differ.

    Examples
    --------
    >>> runs = [{"ctx": mx.cpu(), "x": (2, 3), "type_dict": {"x": kind}} for kind in ("float64", "float32")]
    >>> sorted(mx.test_utils.check_consistency(mx.sym.tanh(mx.sym.Variable("x"), name="y"), runs))
    ['x', 'y_output']
    """
    executors, outputs, arguments = _bound(sym, ctx_list, grad_req)
    arg_params = {} if arg_params is None else arg_params
    aux_params = {} if aux_params is None else aux_params
    _draw_missing(executors[0], arg_params, aux_params, scale, use_uniform, rand_type)
    for executor in executors:
        _fill(executor, arg_params, aux_params, grad_req)

    best = max(range(len(executors)),
               key=lambda i: np.dtype(executors[i].outputs[0].dtype).itemsize)

    def compare(stage: str, index: int, name: str, got: Any, wanted: Any, tolerances: tuple):
        try:
            assert_almost_equal(got, wanted, *tolerances, equal_nan=equal_nan)
        except AssertionError as error:
            where = f"{stage} Err: ctx {index} vs ctx {best} at {name}"
            if raise_on_err:
                raise AssertionError(f"{where}\n{error}") from error
            print(f"{where}\n{error}")

    others = [(i, e) for i, e in enumerate(executors) if i != best]
    for executor in executors:
        executor.forward(is_train=False)
    truth = dict(executors[best].output_dict) if ground_truth is None else ground_truth
    for index, executor in others:
        for name, got in zip(outputs, executor.outputs):
            compare("Predict", index, name, got, truth[name], (rtol, atol))
    if grad_req == "null":
        return truth

    _run_training(executors)
    if ground_truth is None:
        truth = {**executors[best].output_dict, **executors[best].grad_dict}
    kinds = [executor.outputs[0].dtype for executor in executors]
    for index, executor in others:
        pairs = zip(outputs + arguments, executor.outputs + executor.grad_arrays)
        for name, got in pairs:
            wanted = truth[name]
            if wanted is None or got is None:
                if wanted is not got:
                    raise AssertionError(f"{name} has a gradient on one side only")
                continue
            compare("Train", index, name, got, wanted,
                    _tolerances(got, wanted, kinds[index], kinds[best], rtol, atol))
    return truth


def _bound(sym: Any, ctx_list: list[dict], grad_req: Any) -> tuple[list, list[str], list[str]]:
    """Bind one symbol for all, or one per entry; return the executors, and the names of outputs and arguments."""
    if len(ctx_list) < 2:
        raise ValueError("check_consistency needs at least two contexts to compare")
    symbols = list(sym) if isinstance(sym, (list, tuple)) else [sym] * len(ctx_list)
    if len(symbols) != len(ctx_list):
        raise ValueError(f"{len(symbols)} symbols for {len(ctx_list)} contexts")
    outputs, arguments = symbols[0].list_outputs(), symbols[0].list_arguments()
    executors = []
    for one, ctx in zip(symbols, ctx_list):
        if one.list_arguments() != arguments or one.list_outputs() != outputs:
            raise ValueError("the symbols differ in their arguments or outputs")
        executors.append(one.simple_bind(grad_req=grad_req, **ctx))
    return executors, outputs, arguments


def _draw_missing(executor: Any, arg_params: dict, aux_params: dict, scale: float, use_uniform: bool,
                  rand_type: Any) -> None:
    """Draw the arguments that are not given; auxiliary states are zero."""
    for name, array in _sorted_items(executor.arg_dict):
        if name not in arg_params:
            values = np.random.uniform(-0.92 * scale, 0.92 * scale, size=array.shape) \
                if use_uniform else np.random.normal(size=array.shape, scale=scale)
            arg_params[name] = values.astype(rand_type)
    for name in executor.aux_dict:
        aux_params.setdefault(name, 0)


def _tolerances(got: Any, wanted: Any, kind: Any, best: Any, rtol: Any, atol: Any) -> tuple:
    """Return the tolerances of a gradient: a float64 gradient of a float16 output is only as precise as float16."""
    low_got, low_wanted = _smaller(got.dtype, kind), _smaller(wanted.dtype, best)
    if low_got != got.dtype or low_wanted != wanted.dtype:
        return get_tols(got.astype(low_got), wanted.astype(low_wanted), rtol, atol)
    return rtol, atol


def _run_training(executors: list) -> None:
    """Run forward and backward on all executors, with the outputs of the first as output gradients of all."""
    for executor in executors:
        executor.forward(is_train=True)
    heads = []
    for i, output in enumerate(executors[0].outputs):
        lowest = output.dtype
        for executor in executors:
            lowest = _smaller(executor.outputs[i].dtype, lowest)
        heads.append(output.astype(lowest).asnumpy())
    for executor in executors:
        executor.backward([
            mx.nd.array(head, ctx=output.context, dtype=output.dtype).tostype(output.stype)
            for head, output in zip(heads, executor.outputs)])


@use_np
def check_gluon_hybridize_consistency(net_builder: Any, data_l: list[Any], numpy_func: Any = None,
                                      test_grad: bool = True, rtol: float = 1E-4, atol: float = 1E-4) -> None:
    """Check that a HybridBlock has the same outputs and gradients with and without hybridization.

    Parameters
    ----------
    net_builder : Callable
        Makes the block; called with ``prefix``. The block must not use random numbers.
    data_l : list[mx.np.ndarray]
        Inputs.
    numpy_func : Callable, optional
        Reference implementation of the block on NumPy arrays.
    test_grad : bool, default=True
        Whether gradients are compared too.
    rtol : float, default=0.0001
        Relative tolerance.
    atol : float, default=0.0001
        Absolute tolerance.

    Raises
    ------
    AssertionError
        If they differ.
    """
    class Stored(mx.init.Initializer):
        def __init__(self, values):
            super().__init__()
            self._values = values

        def _init_weight(self, name, arr):
            arr[()] = self._values[name]

    values = first = first_grads = None
    for hybridize in (False, True):
        for record in (False, True) if test_grad else (False,):
            net = net_builder(prefix="net_")
            net.initialize(*([] if values is None else [Stored(values)]))
            if hybridize:
                net.hybridize()
            inputs = [x.copy() for x in data_l]
            if record:
                for x in inputs:
                    x.attach_grad()
                with mx.autograd.record():
                    out = net(*inputs)
                out.backward(out)
            else:
                out = net(*inputs)
            if values is None:
                values = {name: p.data().asnumpy() for name, p in net.collect_params().items()}
                first = out.asnumpy()
            assert_almost_equal(out.asnumpy(), first, rtol=rtol, atol=atol)
            if record:
                grads = [x.grad.asnumpy() for x in inputs]
                first_grads = first_grads or grads
                for got, wanted in zip(grads, first_grads):
                    assert_almost_equal(got, wanted, rtol=rtol, atol=atol)
    if numpy_func is not None:
        assert_almost_equal(first, numpy_func(*[x.asnumpy() for x in data_l]), rtol=rtol, atol=atol)


def compare_optimizer(opt1: Any, opt2: Any, shape: Any, dtype: Any, w_stype: str = "default",
                      g_stype: str = "default", rtol: float = 1e-4, atol: float = 1e-5,
                      compare_states: bool = True, ntensors: int = 1) -> None:
    """Check that two optimizers make the same step from the same weight, gradient and state.

    For a list of shapes, `opt2` updates all `ntensors` weights in one call and `opt1` one by one.

    Parameters
    ----------
    opt1 : Optimizer
        One optimizer.
    opt2 : Optimizer
        The other.
    shape : tuple or list of tuple
        Shape of the weight, or shapes of several.
    dtype : str or type
        Type of the weight.
    w_stype : str, default='default'
        Storage type of the weight.
    g_stype : str, default='default'
        Storage type of the gradient.
    rtol : float, default=0.0001
        Relative tolerance.
    atol : float, default=1e-05
        Absolute tolerance.
    compare_states : bool, default=True
        Whether states are compared too.
    ntensors : int, default=1
        Number of weights, if there is a list of shapes.

    Raises
    ------
    AssertionError
        If weights or states differ.

    Examples
    --------
    >>> slow, fast = (mx.optimizer.SGD(learning_rate=0.1, momentum=0.9, lazy_update=lazy) for lazy in (False, True))
    >>> mx.test_utils.compare_optimizer(slow, fast, (3, 4), "float32")
    """
    if isinstance(shape, list):
        _compare_multi_tensor(opt1, opt2, shape, dtype, rtol, atol, compare_states, ntensors)
        return
    w1, w2 = _twins(shape, dtype, w_stype, density=1)
    g1, g2 = _twins(shape, dtype, g_stype)
    state1 = opt1.create_state_multi_precision(0, w1)
    state2 = opt2.create_state_multi_precision(0, w2)
    if compare_states:
        compare_ndarray_tuple(state1, state2)
    opt1.update_multi_precision(0, w1, g1, state1)
    opt2.update_multi_precision(0, w2, g2, state2)
    if compare_states:
        compare_ndarray_tuple(state1, state2, rtol=rtol, atol=atol)
    assert_almost_equal(w1, w2, rtol=rtol, atol=atol)


def _twins(shape: tuple, dtype: Any, stype: str, density: Any = None) -> tuple[Any, Any]:
    """The same random array twice: dense, and in the storage asked for."""
    ctx = default_context()
    if stype == "default":
        array = mx.random.uniform(shape=shape, ctx=ctx, dtype=dtype)
        return array.copyto(ctx), array
    array = rand_ndarray(shape, stype, density=density, dtype=dtype)
    return array.copyto(ctx).tostype("default"), array


def _compare_multi_tensor(opt1: Any, opt2: Any, shapes: list, dtype: Any, rtol: float, atol: float,
                          compare_states: bool, ntensors: int) -> None:
    pairs = [(_twins(shape, dtype, "default"), _twins(shape, dtype, "default"))
             for shape in shapes]
    weights, grads = [w[1] for w, _ in pairs], [g[1] for _, g in pairs]
    states = [opt2.create_state_multi_precision(0, weights[i]) for i in range(ntensors)]
    opt2.update_multi_precision(list(range(ntensors)), weights, grads, states)
    for i, ((weight, _), (grad, _)) in enumerate(pairs[:ntensors]):
        state = opt1.create_state_multi_precision(i, weight)
        opt1.update_multi_precision(i, weight, grad, state)
        if compare_states:
            compare_ndarray_tuple(state, states[i], rtol, atol)
        compare_ndarray_tuple(weight, weights[i], rtol, atol)


class DummyIter(DataIter):
    """Return the first batch of another iterator forever: training without the cost of reading.

    Parameters
    ----------
    real_iter : DataIter
        The iterator whose first batch is returned.

    Examples
    --------
    >>> import numpy as np
    >>> forever = mx.test_utils.DummyIter(mx.io.NDArrayIter(np.zeros((4, 3)), batch_size=2))
    >>> [forever.next().data[0].shape for _ in range(3)]
    [(2, 3), (2, 3), (2, 3)]
    """

    def __init__(self, real_iter: Any) -> None:
        super().__init__(real_iter.batch_size)
        self.real_iter = real_iter
        self.provide_data: Any = real_iter.provide_data
        self.provide_label: Any = real_iter.provide_label
        self.the_batch: Any = next(real_iter)

    def next(self) -> Any:
        """Return the batch.

        Returns
        -------
        DataBatch
            The same batch at every call.
        """
        return self.the_batch
