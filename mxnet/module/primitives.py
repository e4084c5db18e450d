"""What every module has, and the primitives that each kind of module defines; `BaseModule` is built on them."""
from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Literal, overload

from .. import ndarray as nd
from ..core.errors import Misuse
from ..initializer import Uniform
from .checks import require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ..io import DataBatch, DataDesc
    from ..kvstore import KVStoreBase
    from ..metric import EvalMetric
    from ..monitor import Monitor
    from ..ndarray import NDArray
    from ..optimizer import Optimizer
    from ..symbol import Symbol
    from .base_module import BaseModule
    from .signatures import Descriptions, GradReq, InitFunction


class Primitives:
    """Names, shapes and parameters of a module, and how it is bound, run and updated."""

    binded: bool
    params_initialized: bool
    _symbol: Any

    def _require_ready(self, word: str) -> None:
        require(self.binded and self.params_initialized, f"call bind and init_params before {word}")

    # ---- what a module is ---------------------------------------------------------------------

    @property
    def symbol(self) -> Symbol | None:
        """Symbol that the module computes; None for modules in Python."""
        return self._symbol

    @property
    def data_names(self) -> list[str]:
        """Names of the data inputs."""
        raise NotImplementedError(f"{type(self).__name__} does not define data_names")

    @property
    def output_names(self) -> list[str]:
        """Names of the outputs."""
        raise NotImplementedError(f"{type(self).__name__} does not define output_names")

    @property
    def data_shapes(self) -> list[DataDesc]:
        """(name, shape) of the data inputs."""
        raise NotImplementedError(f"{type(self).__name__} does not define data_shapes")

    @property
    def label_shapes(self) -> list[DataDesc] | None:
        """(name, shape) of the labels."""
        raise NotImplementedError(f"{type(self).__name__} does not define label_shapes")

    @property
    def output_shapes(self) -> list[tuple[str, tuple[int, ...]]]:
        """(name, shape) of the outputs."""
        raise NotImplementedError(f"{type(self).__name__} does not define output_shapes")

    # ---- parameters -------------------------------------------------------------------------

    def get_params(self) -> tuple[dict[str, NDArray], dict[str, NDArray]]:
        """Return copies of the parameters and of the auxiliary states.

        Returns
        -------
        tuple of two dicts
            Parameters, and auxiliary states such as moving averages: name to NDArray, on the CPU.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define get_params")

    def init_params(self, initializer: InitFunction | None = Uniform(0.01),
                    arg_params: Mapping[str, NDArray] | None = None, aux_params: Mapping[str, NDArray] | None = None,
                    allow_missing: bool = False, force_init: bool = False, allow_extra: bool = False) -> None:
        """Initialize parameters and auxiliary states: from dicts, and by the initializer where they have none.

        Parameters
        ----------
        initializer : InitFunction or None, default=Uniform(0.01)
            How values that are not given are initialized; None leaves them.
        arg_params : Mapping[str, NDArray], optional
            Parameters by name.
        aux_params : Mapping[str, NDArray], optional
            Auxiliary states by name.
        allow_missing : bool, default=False
            Whether ``arg_params`` and ``aux_params``, if given, may lack some, which are then initialized.
        force_init : bool, default=False
            Whether to do it again if it was done before.
        allow_extra : bool, default=False
            Whether the dicts may hold names that the network does not have.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define init_params")

    def set_params(self, arg_params: Mapping[str, NDArray], aux_params: Mapping[str, NDArray],
                   allow_missing: bool = False, force_init: bool = True, allow_extra: bool = False) -> None:
        """Assign parameters and auxiliary states.

        Parameters
        ----------
        arg_params : Mapping[str, NDArray]
            Parameters by name.
        aux_params : Mapping[str, NDArray]
            Auxiliary states by name.
        allow_missing : bool, default=False
            Whether some may be missing; they keep their values.
        force_init : bool, default=True
            Whether to do it if parameters were initialized before.
        allow_extra : bool, default=False
            Whether the dicts may hold names that the network does not have.
        """
        self.init_params(initializer=None, arg_params=arg_params, aux_params=aux_params, allow_missing=allow_missing,
                         force_init=force_init, allow_extra=allow_extra)

    def save_params(self, fname: str) -> None:
        """Save parameters and auxiliary states to one file.

        Parameters
        ----------
        fname : str
            Path of the file, which is replaced as a whole.
        """
        arg_params, aux_params = self.get_params()
        named = {f"arg:{name}": array for name, array in arg_params.items()}
        named.update({f"aux:{name}": array for name, array in aux_params.items()})
        nd.save(fname, named)

    def load_params(self, fname: str) -> None:
        """Load parameters and auxiliary states from one file.

        Parameters
        ----------
        fname : str
            Path of a file as `save_params` and checkpoints have it.

        Raises
        ------
        ValueError
            If a name in the file is neither ``arg:NAME`` nor ``aux:NAME``.
        """
        groups: dict = {"arg": {}, "aux": {}}
        for key, array in nd.load(fname).items():
            kind, _, name = key.partition(":")
            if kind not in groups or not name:
                raise ValueError(f"Invalid param file {fname}: key {key!r} is neither arg:NAME nor aux:NAME")
            groups[kind][name] = array
        self.set_params(groups["arg"], groups["aux"])

    def get_states(self, merge_multi_context: bool = True) -> list[Any]:
        """Return the values of the states, the inputs named by ``state_names``.

        Parameters
        ----------
        merge_multi_context : bool, default=True
            Whether to join the parts of all devices; otherwise there is a list by device for each state.

        Returns
        -------
        list
            The states; none of modules without states.
        """
        self._require_ready("get_states")
        if merge_multi_context:
            raise Misuse("get_states: this module has no states to merge; pass merge_multi_context=False")
        return []

    def set_states(self, states: Sequence[Any] | None = None, value: float | None = None) -> None:
        """Set the states, from arrays or to one value.

        Parameters
        ----------
        states : Sequence[Any], optional
            Arrays as `get_states` gives them.
        value : float, optional
            Number for all of them, instead.
        """
        self._require_ready("set_states")
        if states or value:
            raise Misuse("set_states: this module has no states")

    # ---- primitives -------------------------------------------------------------------------

    def prepare(self, data_batch: DataBatch, sparse_row_id_fn: Callable[[DataBatch], Any] | None = None) -> None:
        """Prepare for the next batch, while the device may still be computing.

        Parameters
        ----------
        data_batch : DataBatch
            The next batch.
        sparse_row_id_fn : Callable[[DataBatch], Any], optional
            Function of a batch that returns the rows of row_sparse parameters that it needs: they are pulled from the
            store.
        """
        if sparse_row_id_fn is not None:
            warnings.warn("sparse_row_id_fn is not invoked for BaseModule.", stacklevel=2)

    def bind(self, data_shapes: Descriptions, label_shapes: Descriptions | None = None, for_training: bool = True,
             inputs_need_grad: bool = False, force_rebind: bool = False, shared_module: BaseModule | None = None,
             grad_req: GradReq = "write") -> None:
        """Allocate arrays and compile executors for given shapes.

        Parameters
        ----------
        data_shapes : list of DataDesc or of (name, shape)
            Shapes of the data inputs; an iterator's ``provide_data``.
        label_shapes : list of DataDesc or of (name, shape), optional
            Shapes of the labels; an iterator's ``provide_label``.
        for_training : bool, default=True
            Whether gradients will be computed.
        inputs_need_grad : bool, default=False
            Whether those of the data inputs are needed too; see `get_input_grads`.
        force_rebind : bool, default=False
            Whether to bind again if the module is bound.
        shared_module : BaseModule, optional
            Another module, such as another bucket, whose parameters are shared: they are the same arrays.
        grad_req : str, list of str or dict of str to str, default='write'
            What is done with gradients: ``"write"``, ``"add"`` or ``"null"``, for all parameters or for each.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define bind")

    def init_optimizer(self, kvstore: str | KVStoreBase | None = "local", optimizer: str | Optimizer = "sgd",
                       optimizer_params: Mapping[str, Any] | Iterable[tuple[str, Any]] = (("learning_rate", 0.01),),
                       force_init: bool = False) -> None:
        """Install the optimizer, and the store that sums gradients.

        Parameters
        ----------
        kvstore : str or KVStoreBase or None, default='local'
            A store or its type (``"local"``, ``"device"``, ``"dist_sync"`` ...); None for one device.
        optimizer : str or Optimizer, default='sgd'
            Optimizer, or its name.
        optimizer_params : Mapping[str, Any] or Iterable[tuple[str, Any]], default=(('learning_rate', 0.01),)
            What the optimizer is created with, as a dict or as pairs. Gradients are divided by the batch size unless
            ``rescale_grad`` is among them.
        force_init : bool, default=False
            Whether to do it again if it was done before.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define init_optimizer")

    def forward(self, data_batch: DataBatch, is_train: bool | None = None) -> None:
        """Compute the outputs for a batch; see `get_outputs`.

        Parameters
        ----------
        data_batch : DataBatch
            The batch. If its shape differs from the bound one, the module is reshaped first.
        is_train : bool, optional
            Whether to compute as in training, where dropout is active and batch statistics are used; whatever the
            module was bound for by default.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define forward")

    def backward(self, out_grads: NDArray | Sequence[NDArray] | None = None) -> None:
        """Compute the gradients after a `forward` in training mode.

        Parameters
        ----------
        out_grads : NDArray or Sequence[NDArray], optional
            Gradients of the outputs, needed if the network does not end in a loss.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define backward")

    def update(self) -> None:
        """Update the parameters with the gradients of the last `backward`."""
        raise NotImplementedError(f"{type(self).__name__} does not define update")

    def update_metric(self, eval_metric: EvalMetric, labels: Any, pre_sliced: bool = False) -> None:
        """Add labels and the outputs of the last `forward` to a metric.

        Parameters
        ----------
        eval_metric : EvalMetric
            The metric.
        labels
            Labels of the batch.
        pre_sliced : bool, default=False
            Whether the labels are already a list by device.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define update_metric")

    @overload
    def get_outputs(self, merge_multi_context: Literal[True] = True) -> list[NDArray]: ...

    @overload
    def get_outputs(self, merge_multi_context: Literal[False]) -> list[list[NDArray]]: ...

    def get_outputs(self, merge_multi_context: bool = True) -> list[Any]:
        """Return the outputs of the last `forward`.

        Parameters
        ----------
        merge_multi_context : bool, default=True
            Whether to join the parts of all devices; otherwise there is a list by device for each output.

        Returns
        -------
        list
            An array per output, or a list of arrays.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define get_outputs")

    @overload
    def get_input_grads(self, merge_multi_context: Literal[True] = True) -> list[NDArray]: ...

    @overload
    def get_input_grads(self, merge_multi_context: Literal[False]) -> list[list[NDArray]]: ...

    def get_input_grads(self, merge_multi_context: bool = True) -> list[Any]:
        """Return the gradients of the data inputs that the last `backward` computed.

        It needs a module that was bound with ``inputs_need_grad=True``.

        Parameters
        ----------
        merge_multi_context : bool, default=True
            Whether to join the parts of all devices; otherwise there is a list by device for each input.

        Returns
        -------
        list
            An array per input, or a list of arrays.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define get_input_grads")

    def install_monitor(self, mon: Monitor) -> None:
        """Let a monitor watch the values inside the network.

        Parameters
        ----------
        mon : Monitor
            A `mx.mon.Monitor`.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define install_monitor")
