"""Lazy optimizer steps: a row-sparse gradient updates only the rows that it has."""
import torch

from ...core.errors import MXNetError
from ...core.storage import ROWS
from ..array import NDArray
from .arrays import RowSparseNDArray
from .dispatch import STEPS


def lend(array: NDArray) -> torch.Tensor:
    """Return the tensor that holds all rows of an array, to write to; a row-sparse one gets all rows first."""
    if not isinstance(array, RowSparseNDArray):
        return array._data
    data, rows = array._stored()
    if rows.numel() != array.shape[0]:
        data = array._expanded()
        array._store((data, torch.arange(array.shape[0], device=rows.device)), sound=True)
    return data


def written_to(array: NDArray) -> None:
    """Report that a lent tensor has been written to."""
    if isinstance(array, RowSparseNDArray):
        array._store(array._held.parts, sound=True)


def _step(bound, arrays, out) -> bool:
    """Run the step on the gradient's rows of weight and states, and write them back."""
    weight, grad, *states = arrays
    if grad.stype != ROWS or out is not weight or not bound.params.get("lazy_update", True) \
            or any(state.stype != weight.stype for state in states):
        return False
    values, rows = grad._stored()
    if grad.shape != weight.shape or any(state.shape[:1] != weight.shape[:1] for state in states):
        return False  # the dense path reports the error
    if weight.stype == ROWS and weight._stored()[1].numel() != weight.shape[0]:
        raise MXNetError(f"{bound.op.name} for RowSparse weights is only implemented for RowSparse weights with all "
                         "rows containing non-zeros. Expects weights.data.shape[0] "
                         f"({weight._stored()[1].numel()}) == weights.shape[0] ({weight.shape[0]}).")
    if not rows.numel():
        return True
    whole = [lend(array) for array in (weight, *states)]
    parts = [tensor.index_select(0, rows) for tensor in whole]
    target = parts[0].clone()
    bound.into([target], parts[0], values, *parts[1:])
    for tensor, part in zip(whole, (target, *parts[1:]), strict=True):
        tensor.index_copy_(0, rows, part)
    for array in (weight, *states):
        written_to(array)
    return True


def _step_of_rows(bound, arrays, out) -> bool:
    """Run a step that is lazy only if all arrays are row-sparse."""
    return all(array.stype == ROWS for array in arrays) and _step(bound, arrays, out)


STEPS.update(dict.fromkeys(("sgd_update", "sgd_mom_update", "adam_update", "_sparse_adagrad_update",
                            "_contrib_group_adagrad_update"), _step))
STEPS["ftrl_update"] = _step_of_rows
