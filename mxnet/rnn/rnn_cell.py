"""`mxnet.rnn.rnn_cell`, the module where MXNet has all cells: the same classes as `mxnet.rnn`."""
from .cell import BaseRNNCell, GRUCell, LSTMCell, RNNCell, RNNParams
from .combination import BidirectionalCell, SequentialRNNCell
from .conv import BaseConvRNNCell, ConvGRUCell, ConvLSTMCell, ConvRNNCell
from .fused import FusedRNNCell
from .modifier import DropoutCell, ModifierCell, ResidualCell, ZoneoutCell

__all__ = ["BaseConvRNNCell", "BaseRNNCell", "BidirectionalCell", "ConvGRUCell", "ConvLSTMCell",
           "ConvRNNCell", "DropoutCell", "FusedRNNCell", "GRUCell", "LSTMCell", "ModifierCell",
           "RNNCell", "RNNParams", "ResidualCell", "SequentialRNNCell", "ZoneoutCell"]
