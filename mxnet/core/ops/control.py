"""Control flow: loops and branches over subgraphs, whose bodies arrive as functions on tensors.

Inputs are shared by the bodies of one call; the ``*_locs`` params say which input goes where.
"""
from typing import Annotated

import torch

from ..errors import MXNetError
from ..op import Array, Ints, Positive, Range, Subgraphs, op


@op("_foreach", outputs=lambda p: p.num_outputs, view=True)
def foreach(*data: Array, subgraphs: Subgraphs, num_args: Positive, num_outputs: int, num_out_data: int,
            in_state_locs: Ints, in_data_locs: Ints, remain_locs: Ints):
    """Run a body over the first axis of some inputs, carrying states from step to step."""
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


@op("_while_loop", outputs=lambda p: p.num_outputs, view=True)
def while_loop(*data: Array, subgraphs: Subgraphs, num_args: Annotated[int, Range(2)], num_outputs: Positive,
               num_out_data: Annotated[int, Range(0)], max_iterations: Positive, cond_input_locs: Ints,
               func_input_locs: Ints, func_var_locs: Ints):
    """Run a body while a condition holds; step outputs are padded with zeros to the most steps."""
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


@op("_cond", outputs=lambda p: p.num_outputs, view=True)
def cond(*data: Array, subgraphs: Subgraphs, num_args: Annotated[int, Range(3)], num_outputs: Positive,
         cond_input_locs: Ints, then_input_locs: Ints, else_input_locs: Ints):
    """Run one of two bodies."""
    test, then, otherwise = subgraphs
    if _holds(test, data, cond_input_locs):
        return _all(*then(*(data[place] for place in then_input_locs)))
    return _all(*otherwise(*(data[place] for place in else_input_locs)))


@op("_CachedOp", aliases=["_CachedOpThreadSafe"], inline=True, view=True)
def cached_op(*data: Array, subgraphs: Subgraphs, subgraph: str = ""):
    """Compute a subgraph, which is held by the node or, as JSON, by the param ``subgraph``."""
    body, = subgraphs
    return _all(*body(*data))


def _all(*outputs: Array):
    """Give several outputs as a tuple, one as itself: what programs expect."""
    return outputs[0] if len(outputs) == 1 else outputs


def _at(places: list, values: list) -> list:
    """Put each value at its place among a body's inputs."""
    found: list = [None] * len(values)
    for place, value in zip(places, values):
        found[place] = value
    return found


def _holds(test, values, places) -> bool:
    answer, = test(*(values[place] for place in places))
    if answer.numel() != 1:
        raise MXNetError(f"a condition must have one element, got shape {tuple(answer.shape)}")
    return bool(answer.item() != 0)
