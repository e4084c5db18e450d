"""The base of recurrent cells: stepping and unrolling."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ... import ndarray
from ..block import Block, HybridBlock
from ..faces import shown
from ..nn import LeakyReLU
from .sequences import (
    _format_sequence,
    _get_begin_state,
    _mask_sequence_variable_length,
)

if TYPE_CHECKING:

    from ..parameter import ParameterDict


class RecurrentCell(Block):
    """Base of recurrent cells, which do one step: ``output, states = cell(input, states)``.

    Parameters
    ----------
    prefix : str, optional
        Prefix of the parameter names.
    params : ParameterDict, optional
        Parameters to share.

    Examples
    --------
    >>> cell = mx.gluon.rnn.LSTMCell(5)
    >>> cell.initialize()
    >>> outputs, states = cell.unroll(3, mx.nd.ones((2, 3, 4)), merge_outputs=True)
    >>> outputs.shape, [state.shape for state in states]
    ((2, 3, 5), [(2, 5), (2, 5)])
    """

    def __init__(self, prefix: str | None = None, params: ParameterDict | None = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self._modified = False
        self.reset()

    def reset(self) -> None:
        """Restart the step count; call it before using a cell in another graph."""
        self._init_counter = self._counter = -1
        for cell in self._children.values():
            if isinstance(cell, RecurrentCell):  # and not an activation
                cell.reset()

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        """Describe the states.

        Parameters
        ----------
        batch_size : int, default=0
            Number of samples.

        Returns
        -------
        list of dict
            Shape and layout of each state.
        """
        raise NotImplementedError(f"{type(self).__name__} does not say what states it has")

    def _check_unmodified(self) -> None:
        if self._modified:
            raise AssertionError(f"{self.name} is part of a modifier cell, such as ZoneoutCell: call that one")

    def begin_state(self, batch_size: int = 0, func: Callable[..., Any] = ndarray.zeros, **kwargs: Any) -> list[Any]:
        """Create the initial states.

        Parameters
        ----------
        batch_size : int, default=0
            Number of samples.
        func : Callable[..., Any], default=ndarray.zeros
            Function of name, shape, layout and ``kwargs`` that makes a state.
        **kwargs
            Further arguments of that function, such as ``ctx``.

        Returns
        -------
        list
            The states.
        """
        self._check_unmodified()
        states = []
        for info in self.state_info(batch_size):
            self._init_counter += 1
            states.append(func(name=f"{self._prefix}begin_state_{self._init_counter}", **{**(info or {}), **kwargs}))
        return shown(states)

    def unroll(self, length: int, inputs: Any, begin_state: Any = None, layout: str = "NTC",
               merge_outputs: bool | None = None, valid_length: Any = None) -> tuple[Any, list[Any]]:
        """Run the cell over a sequence.

        Parameters
        ----------
        length : int
            Number of steps.
        inputs
            Array with an axis of time, or a list with one array per step.
        begin_state : optional
            Initial states; zeros by default.
        layout : str, default='NTC'
            Layout of the inputs: T is the axis of time, N that of samples.
        merge_outputs : bool, optional
            Whether outputs are one array, or a list; None leaves them unchanged.
        valid_length : optional
            Length of each sequence; outputs after it are zero, and states are those at it.

        Returns
        -------
        tuple
            Outputs, and the list of final states.
        """
        self.reset()
        inputs, axis, F, batch_size = _format_sequence(length, inputs, layout, False)
        states = _get_begin_state(self, F, begin_state, inputs, batch_size)
        outputs, history = [], []
        for step in range(length):
            output, states = self(inputs[step], states)
            outputs.append(output)
            history.append(states)
        if valid_length is not None:
            states = [F.SequenceLast(F.stack(*steps, axis=0), sequence_length=valid_length, use_sequence_length=True,
                                     axis=0) for steps in zip(*history)]
            outputs = _mask_sequence_variable_length(F, outputs, length, valid_length, axis, True)
        return _format_sequence(length, outputs, layout, merge_outputs)[0], states

    def _get_activation(self, F: Any, inputs: Any, activation: Any, **kwargs: Any) -> Any:
        """Apply an activation given as a name, a layer or a function."""
        if activation in ("tanh", "relu", "sigmoid", "softsign"):
            return getattr(F, activation)(inputs, **kwargs)
        if isinstance(activation, str):
            return F.Activation(inputs, act_type=activation, **kwargs)
        if isinstance(activation, LeakyReLU):
            return F.LeakyReLU(inputs, act_type="leaky", slope=activation._alpha, **kwargs)
        return activation(inputs, **kwargs)

    def forward(self, inputs: Any, states: Any) -> Any:
        """Do one step."""
        self._counter += 1
        return super().forward(inputs, states)


class HybridRecurrentCell(RecurrentCell, HybridBlock):
    """Base of recurrent cells that can be hybridized.

    Parameters
    ----------
    prefix : str, optional
        Prefix of the parameter names.
    params : ParameterDict, optional
        Parameters to share.
    """

    def __init__(self, prefix: str | None = None, params: ParameterDict | None = None) -> None:
        super().__init__(prefix=prefix, params=params)

    def hybrid_forward(self, F: Any, x: Any, *args: Any, **kwargs: Any) -> Any:
        """Do one step; derived classes implement it."""
        raise NotImplementedError(f"{type(self).__name__} has no hybrid_forward")

    @property
    def _step(self) -> str:
        """Prefix of the names in the graph of this step."""
        return f"t{self._counter}_"
