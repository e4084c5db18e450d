"""Lazy steps of optimizers: a row-sparse gradient moves only the rows that it has."""
from ...core.errors import MXNetError
from ...core.op.storage import DENSE, ROWS
from .arrays import RowSparseNDArray
from .dispatch import STEPS


def _step(bound, arrays, out) -> bool:
    """Run the step on the gradient's rows of weight and states, and put them back."""
    weight, grad, *states = arrays
    if grad.stype != ROWS or out is not weight or not bound.params.get("lazy_update", True):
        return False
    values, rows = grad._stored()
    if grad.shape != weight.shape or any(state.shape[:1] != weight.shape[:1] for state in states):
        return False  # the dense way says what is wrong
    if weight.stype == ROWS and weight._stored()[1].numel() != weight.shape[0]:
        raise MXNetError(f"{bound.op.name} for RowSparse weights is only implemented for RowSparse weights with all "
                         f"rows containing non-zeros. Expects weights.data.shape[0] "
                         f"({weight._stored()[1].numel()}) == weights.shape[0] ({weight.shape[0]}).")
    if not rows.numel():
        return True
    whole = [_memory(array) for array in (weight, *states)]
    parts = [tensor[rows] for tensor in whole]
    target = parts[0].clone()
    bound.into([target], parts[0], values, *parts[1:])
    for tensor, part in zip(whole, (target, *parts[1:]), strict=True):
        tensor[rows] = part
    for array in (weight, *states):
        if isinstance(array, RowSparseNDArray):
            array._store(array._parts, sound=True)
    return True


def _memory(array):
    """Give the tensor that holds all rows of an array, to write to; a row-sparse one gets all rows first."""
    if array.stype == DENSE:
        return array._data
    if array.stype != ROWS:
        raise MXNetError(f"a step by rows cannot write to a {array.stype} array")
    if array._stored()[1].numel() != array.shape[0]:
        import torch
        array._store((array._expanded(), torch.arange(array.shape[0], device=array._stored()[1].device)), sound=True)
    return array._stored()[0]


STEPS.update(dict.fromkeys(("sgd_update", "sgd_mom_update", "adam_update", "ftrl_update", "_sparse_adagrad_update",
                            "_contrib_group_adagrad_update"), _step))
