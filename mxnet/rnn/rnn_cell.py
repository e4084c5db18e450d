"""`mxnet.rnn.rnn_cell`, the module where MXNet has all cells: the same classes as `mxnet.rnn`."""
from .. import symbol
from ..core.borrowed import borrowed
from ..core.errors import Misuse
from .cell import BaseRNNCell, GRUCell, LSTMCell, RNNCell, RNNParams, arrange_sequence
from .combination import BidirectionalCell, SequentialRNNCell
from .conv import BaseConvRNNCell, ConvGRUCell, ConvLSTMCell, ConvRNNCell
from .fused import FusedRNNCell
from .modifier import DropoutCell, ModifierCell, ResidualCell, ZoneoutCell

__all__ = ["BaseConvRNNCell", "BaseRNNCell", "BidirectionalCell", "ConvGRUCell", "ConvLSTMCell",
           "ConvRNNCell", "DropoutCell", "FusedRNNCell", "GRUCell", "LSTMCell", "ModifierCell",
           "RNNCell", "RNNParams", "ResidualCell", "SequentialRNNCell", "ZoneoutCell"]

borrowed(__name__)


# ---- imported by programs that define cells -----------------------------------------------------

def _cells_state_shape(cells: list) -> list:
    """Return the shapes of the states of all cells."""
    return [shape for cell in cells for shape in cell.state_shape]


def _cells_state_info(cells: list) -> list:
    """Return the descriptions of the states of all cells."""
    return [info for cell in cells for info in cell.state_info]


def _cells_begin_state(cells: list, **kwargs) -> list:
    """Return the initial states of all cells."""
    return [state for cell in cells for state in cell.begin_state(**kwargs)]


def _cells_unpack_weights(cells: list, args: dict) -> dict:
    """Let every cell split its matrices."""
    for cell in cells:
        args = cell.unpack_weights(args)
    return args


def _cells_pack_weights(cells: list, args: dict) -> dict:
    """Let every cell join its matrices."""
    for cell in cells:
        args = cell.pack_weights(args)
    return args


def _normalize_sequence(length, inputs, layout: str, merge: bool | None, in_layout: str | None = None) -> tuple:
    """Return (inputs merged, split or unchanged, the time axis).

    ``in_layout`` is the layout of a merged input if it differs from ``layout``, that of the results.
    """
    if inputs is None:
        raise Misuse("unroll(inputs=None) has been deprecated. Please create input variables outside unroll.")
    axis = layout.find("T")
    was_merged = isinstance(inputs, symbol.Symbol)
    inputs = arrange_sequence(length, inputs, in_layout if was_merged and in_layout else layout, merge)
    if was_merged and in_layout is not None and isinstance(inputs, symbol.Symbol) and in_layout.find("T") != axis:
        inputs = symbol.swapaxes(inputs, dim1=axis, dim2=in_layout.find("T"))
    return inputs, axis
