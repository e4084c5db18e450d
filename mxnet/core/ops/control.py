"""Control flow: loops and branches over subgraphs, whose bodies arrive as functions on tensors.

Inputs are shared by the bodies of one call; the ``*_locs`` params say which input goes where.
"""
from typing import Annotated

import torch

from ..errors import MXNetError
from ..op import Array, Ints, Positive, Range, Subgraphs, op


@op("_foreach", outputs=lambda p: p.num_outputs, view=True,
    given_to=lambda p: [[(0, place)] for place in (*p.in_data_locs, *p.in_state_locs, *p.remain_locs)])
def foreach(*data: Array, subgraphs: Subgraphs, num_args: Positive, num_outputs: int, num_out_data: int,
            in_state_locs: Ints, in_data_locs: Ints, remain_locs: Ints):
    """Run a body over the first axis of some inputs, carrying states from step to step.

    `mx.nd.contrib.foreach` and `mx.sym.contrib.foreach` make the call. At step ``i`` the body gets slice ``i`` of each
    data input, the states and the other inputs; it returns outputs, which are stacked, and the next states.

    Parameters
    ----------
    *data
        The data inputs, then the initial states, then the other inputs of the body.
    num_outputs
        Number of outputs: stacked ones and states.
    num_out_data
        How many of the outputs are stacked.
    in_state_locs
        Positions of the states among the body's inputs.
    in_data_locs
        Positions of the slices among the body's inputs.
    remain_locs
        Positions of the other inputs among the body's inputs.

    Returns
    -------
    The stacked outputs, of shape ``(steps, ...)``, then the last states.

    Examples
    --------
    >>> def add(item, total):
    ...     return total + item, total + item
    >>> sums, last = mx.nd.contrib.foreach(add, mx.nd.array([[1], [2], [3]]), mx.nd.zeros(1))
    >>> sums.asnumpy().tolist(), last.asnumpy().tolist()
    ([[1.0], [3.0], [6.0]], [6.0])
    """
    body, = subgraphs
    slices, places = data[:len(in_data_locs)], [*in_data_locs, *in_state_locs, *remain_locs]
    states = list(data[len(slices):len(slices) + len(in_state_locs)])
    rest = data[len(slices) + len(states):]
    if len(places) != len(data):
        raise MXNetError(f"_foreach has {len(data)} inputs, but its params place {len(places)}")
    count = slices[0].shape[0] if slices else 0
    collected: list[tuple] = []
    for step in range(count):
        # MXNet's arrays have at least one axis, so an element of a vector has shape (1,).
        now = [array[step] if array.dim() > 1 else array[step:step + 1] for array in slices]
        outs = body(*_at(places, [*now, *states, *rest]))
        collected.append(outs[:num_out_data])
        states = list(outs[num_out_data:])
    if not collected and num_out_data:
        raise MXNetError("_foreach over an axis of size 0 has no output to give a shape to")
    return _all(*(torch.stack(parts) for parts in zip(*collected)), *states)


def _given_to_step(p) -> list:
    """Say which variables of a loop's body an input is given to; without a step the loop returns its variables."""
    variables = {p.func_input_locs[place] for place in p.func_var_locs}
    return [None if place in variables else [(1, number) for number, given in enumerate(p.func_input_locs)
                                             if given == place] for place in range(p.num_args - 2)]


@op("_while_loop", outputs=lambda p: p.num_outputs, view=True, given_to=_given_to_step)
def while_loop(*data: Array, subgraphs: Subgraphs, num_args: Annotated[int, Range(2)], num_outputs: Positive,
               num_out_data: Annotated[int, Range(0)], max_iterations: Positive, cond_input_locs: Ints,
               func_input_locs: Ints, func_var_locs: Ints):
    """Run a body while a condition holds; step outputs are padded with zeros to the maximum number of steps.

    `mx.nd.contrib.while_loop` and `mx.sym.contrib.while_loop` make the call. Before each step the condition is computed
    from the loop variables; the body returns outputs, which are stacked, and the next loop variables.

    Parameters
    ----------
    *data
        The inputs of the condition and of the body, the loop variables among them.
    num_outputs
        Number of outputs: stacked ones and loop variables.
    num_out_data
        How many of the outputs are stacked.
    max_iterations
        The maximum number of steps, and the length of the stacked outputs.
    cond_input_locs
        Which inputs the condition gets.
    func_input_locs
        Which inputs the body gets.
    func_var_locs
        Which of the body's inputs are loop variables.

    Returns
    -------
    The stacked outputs, of shape ``(max_iterations, ...)``, then the last loop variables.

    Examples
    --------
    >>> i = mx.sym.var("i")
    >>> outs, last = mx.sym.contrib.while_loop(lambda i: i < 3, lambda i: (i * 10, i + 1), i, max_iterations=4)
    >>> executor = mx.sym.Group([outs, last]).bind(mx.cpu(), {"i": mx.nd.array([0])})
    >>> [out.asnumpy().ravel().tolist() for out in executor.forward()]
    [[0.0, 10.0, 20.0, 0.0], [3.0]]
    """
    test, body = subgraphs
    values = list(data)
    variables = [func_input_locs[place] for place in func_var_locs]
    collected: list[tuple] = []
    while len(collected) < max_iterations and _holds(test, values, cond_input_locs):
        outs = body(*(values[place] for place in func_input_locs))
        collected.append(outs[:num_out_data])
        for place, value in zip(variables, outs[num_out_data:]):
            values[place] = value
    if not collected:
        with torch.no_grad():  # only to learn the shapes of the outputs
            like = body(*(values[place] for place in func_input_locs))[:num_out_data]
    else:
        like = collected[0]
    stacked = []
    for number, one in enumerate(like):
        missing = max_iterations - len(collected)
        parts = [torch.stack([outs[number] for outs in collected])] if collected else []
        parts += [one.new_zeros((missing, *one.shape))] if missing else []
        stacked.append(torch.cat(parts))
    return _all(*stacked, *(values[place] for place in variables))


def _given_to_branches(p) -> list:
    """Say which variables of the two branches an input is given to."""
    return [[(branch, number) for branch, places in ((1, p.then_input_locs), (2, p.else_input_locs))
             for number, given in enumerate(places) if given == place] for place in range(p.num_args - 3)]


@op("_cond", outputs=lambda p: p.num_outputs, view=True, given_to=_given_to_branches)
def cond(*data: Array, subgraphs: Subgraphs, num_args: Annotated[int, Range(3)], num_outputs: Positive,
         cond_input_locs: Ints, then_input_locs: Ints, else_input_locs: Ints):
    """Run one of two bodies, depending on a condition.

    `mx.nd.contrib.cond` and `mx.sym.contrib.cond` make the call. Both bodies return the same number of outputs, of the
    same shapes.

    Parameters
    ----------
    *data
        The inputs of the condition and of both bodies.
    num_outputs
        Number of outputs of each body.
    cond_input_locs
        Which inputs the condition gets.
    then_input_locs
        Which inputs the body for a nonzero condition gets.
    else_input_locs
        Which inputs the other body gets.

    Returns
    -------
    The outputs of the body that ran.

    Examples
    --------
    >>> x = mx.sym.var("x")
    >>> out = mx.sym.contrib.cond(x < 0, lambda: -x, lambda: x * 10)
    >>> [out.bind(mx.cpu(), {"x": mx.nd.array([x])}).forward()[0].asscalar().item() for x in (-2, 2)]
    [2.0, 20.0]
    """
    test, then, otherwise = subgraphs
    if _holds(test, data, cond_input_locs):
        return _all(*then(*(data[place] for place in then_input_locs)))
    return _all(*otherwise(*(data[place] for place in else_input_locs)))


@op("_CachedOp", aliases=["_CachedOpThreadSafe"], inline=True, view=True)
def cached_op(*data: Array, subgraphs: Subgraphs, subgraph: str = ""):
    """Compute a subgraph, which is held by the node or, as JSON, by the param ``subgraph``.

    Such nodes occur in partitioned networks (`Symbol.optimize_for`) and in exported hybridized blocks.

    Parameters
    ----------
    *data
        The inputs of the subgraph, in its order.
    subgraph
        The subgraph as JSON, if the node does not hold it.

    Returns
    -------
    The outputs of the subgraph.

    Examples
    --------
    >>> body = mx.sym.var("y") * 2 + 1
    >>> out = mx.sym._internal._CachedOp(mx.sym.var("x"), subgraph=body.tojson())
    >>> out.bind(mx.cpu(), {"x": mx.nd.array([3])}).forward()[0].asnumpy().tolist()
    [7.0]
    """
    body, = subgraphs
    return _all(*body(*data))


def _all(*outputs: Array):
    """Return several outputs as a tuple, and a single one as itself, as programs expect."""
    return outputs[0] if len(outputs) == 1 else outputs


def _at(places: list, values: list) -> list:
    """Put each value at its position among a body's inputs."""
    found: list = [None] * len(values)
    for place, value in zip(places, values):
        found[place] = value
    return found


def _holds(test, values, places) -> bool:
    answer, = test(*(values[place] for place in places))
    if answer.numel() != 1:
        raise MXNetError(f"a condition must have one element, got shape {tuple(answer.shape)}")
    return bool(answer.item() != 0)
