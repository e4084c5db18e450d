"""Methods of `Symbol` that make it executable: binding, conversion to a torch module, partitioning."""
from __future__ import annotations

import copy
import logging
from typing import TYPE_CHECKING, Any

from ..core.construction.compose import copy_graph
from ..core.construction.partition import is_backend, partition_for
from ..core.device import Context, current_context
from ..core.errors import MXNetError
from ..core.graph import Entry, Graph, Node
from ..core.op.registry import find
from .base import Shape
from .inferring import Inferring

if TYPE_CHECKING:
    import torch

    from ..executor import Executor
    from ..ndarray import NDArray
    from .symbol import Symbol

_log = logging.getLogger(__name__)


class Executing(Inferring):
    """A symbol that can be bound, evaluated, converted and partitioned."""

    __slots__ = ()

    def bind(self, ctx: Context, args: Any, args_grad: Any = None, grad_req: Any = "write",
             aux_states: Any = None, group2ctx: dict[str, Context] | None = None, shared_exec: Executor | None = None,
             compile: bool | None = None) -> Executor:
        """Compile the symbol for arrays, which the executor then reads and writes.

        Parameters
        ----------
        ctx : Context
            Device to compute on.
        args : list or dict of NDArray
            Arguments, in the order of `list_arguments` or by name.
        args_grad : list or dict of NDArray, optional
            Arrays that receive gradients; names may be missing.
        grad_req : str, list or dict, default='write'
            What is done with gradients: ``"write"``, ``"add"`` or ``"null"``, one for all or one each.
        aux_states : list or dict of NDArray, optional
            Auxiliary states, in the order of `list_auxiliary_states` or by name.
        group2ctx : dict[str, Context], optional
            Device for each ``ctx_group`` attribute.
        shared_exec : Executor, optional
            Executor to share memory with.
        compile : bool, optional
            Whether TorchInductor compiles the programs: slow to start, then faster. By default the environment variable
            ``MXNET_COMPILE`` decides.

        Returns
        -------
        Executor
            The executor.

        Examples
        --------
        >>> a = mx.sym.var("a")
        >>> (a * a).bind(mx.cpu(), {"a": mx.nd.array([3])}).forward()[0].asscalar().item()
        9.0
        """
        from ..binding import bind
        this: Any = self
        return bind(this, ctx, args, args_grad, grad_req, aux_states, group2ctx, shared_exec, compile)

    def simple_bind(self, ctx: Context, grad_req: Any = "write", type_dict: dict[str, Any] | None = None,
                    stype_dict: dict[str, str] | None = None, group2ctx: dict[str, Context] | None = None,
                    shared_arg_names: list[str] | None = None, shared_exec: Executor | None = None,
                    shared_buffer: dict[str, NDArray] | None = None, compile: bool | None = None,
                    **kwargs: Shape) -> Executor:
        """Infer all shapes from some, allocate every array, and compile.

        Parameters
        ----------
        ctx : Context
            Device to compute on.
        grad_req : str, list or dict, default='write'
            What is done with gradients: ``"write"``, ``"add"`` or ``"null"``, one for all or one each.
        type_dict : dict[str, Any], optional
            Types of arguments by name; float32 by default.
        stype_dict : dict[str, str], optional
            Storage types of arguments by name.
        group2ctx : dict[str, Context], optional
            Device for each ``ctx_group`` attribute.
        shared_arg_names : list[str], optional
            Arguments whose arrays are shared with ``shared_exec``.
        shared_exec : Executor, optional
            Executor to share memory with.
        shared_buffer : dict[str, NDArray], optional
            Arrays by name whose memory is reused; new arrays are added to it.
        compile : bool, optional
            Whether TorchInductor compiles the programs.
        **kwargs
            Shapes by the names of arguments.

        Returns
        -------
        Executor
            The executor, with arrays of zeros.

        Examples
        --------
        >>> executor = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2).simple_bind(mx.cpu(), data=(4, 3))
        >>> executor.forward()[0].shape
        (4, 2)
        """
        from ..binding import simple_bind
        this: Any = self
        return simple_bind(this, ctx, grad_req, type_dict, stype_dict, group2ctx, shared_arg_names,
                           shared_exec, shared_buffer, compile, **kwargs)

    def eval(self, ctx: Context | None = None, **kwargs: Any) -> list[NDArray]:
        """Compute the outputs for arrays.

        Parameters
        ----------
        ctx : Context, optional
            Device to compute on; the current context by default.
        **kwargs
            Arrays by the names of arguments.

        Returns
        -------
        list of NDArray
            The outputs.
        """
        return self.bind(ctx if ctx is not None else current_context(), kwargs).forward()

    def _repr_html_(self) -> str:
        """Show the symbol in a notebook: the picture of its graph, or a table of its layers."""
        from ..visualization.tables import picture
        return picture(self)

    def to_torch(self, params: Any = None, inputs: list[str] | None = None,
                 keep_loss: bool = False) -> torch.nn.Module:
        """Return a ``torch.nn.Module`` that computes this symbol, in ``eval`` mode.

        It can be trained, exported with ``torch.export``, and needs no executor. Losses are removed, so that labels are
        not inputs: use a loss of torch.

        Parameters
        ----------
        params : optional
            Parameters by name (``arg:`` and ``aux:`` are dropped), a pair (arg_params, aux_params), or the path of a
            file.
        inputs : list[str], optional
            Names of the arguments of ``forward``; by default all that are not in ``params``.
        keep_loss : bool, default=False
            Whether to keep losses; their labels are then inputs.

        Returns
        -------
        torch.nn.Module
            The module.
        """
        from ..torch_module import to_torch
        this: Any = self
        return to_torch(this, params, inputs, keep_loss)

    def gradient(self, wrt: list[str]) -> Symbol:
        """Raise an error, as in MXNet 1.x: bind with ``args_grad`` and call ``backward``.

        Parameters
        ----------
        wrt : list[str]
            Names of arguments.

        Returns
        -------
        Symbol
            It does not return.
        """
        raise MXNetError("Symbol.gradient is not implemented; bind the symbol and call backward")

    # ---- partitions ---------------------------------------------------------------------------

    def optimize_for(self, backend: str, args: dict[str, NDArray] | None = None,
                     aux: dict[str, NDArray] | None = None, ctx: Context | None = None,
                     shape_dict: dict[str, Shape] | None = None, type_dict: dict[str, Any] | None = None,
                     stype_dict: dict[str, str] | None = None,
                     skip_infer: bool = False, **kwargs: Any) -> Symbol:
        """Partition the graph for a backend.

        ``default`` and ``default_v2`` make one call node of each group of connected operators that they support.
        ``MKLDNN`` fuses layers with the operators that follow them, ``MKLDNN_QUANTIZE`` does so for 8-bit layers; the
        nodes have MXNet's names and run like the operators inside. ``TensorRT`` leaves the graph unchanged, as `bind`
        optimizes it anyway. An unknown backend is logged, and leaves the graph unchanged too.

        Parameters
        ----------
        backend : str
            Name of the backend.
        args : dict[str, NDArray], optional
            Arguments by name, whose shapes and types are checked against the graph.
        aux : dict[str, NDArray], optional
            Auxiliary states by name, likewise.
        ctx : Context, optional
            Accepted and ignored.
        shape_dict : dict[str, Shape], optional
            Shapes of further inputs by name.
        type_dict : dict[str, Any], optional
            Types of further inputs by name.
        stype_dict : dict[str, str], optional
            Storage types of inputs by name.
        skip_infer : bool, default=False
            Whether to skip that check.
        **kwargs
            Options of the backend.

        Returns
        -------
        Symbol
            The partitioned graph.
        """
        if not isinstance(backend, str):
            raise TypeError(f"backend must be a name, got {type(backend).__name__}")
        given = {**(args or {}), **(aux or {})}
        if given and not skip_infer:
            names = {node.name for node in self.graph.variables}
            shapes = {**{name: tuple(array.shape) for name, array in given.items()}, **(shape_dict or {})}
            types = {**{name: array.dtype for name, array in given.items()}, **(type_dict or {})}
            self.infer_shape_partial(**{name: shape for name, shape in shapes.items() if name in names})
            self.infer_type_partial(**{name: kind for name, kind in types.items() if name in names})
        if not is_backend(backend):
            _log.error("Error optimizing for backend '%s' cannot be found", backend)
            return copy.copy(self)  # type: ignore[return-value]
        return self.get_backend_symbol(backend)

    def get_backend_symbol(self, backend: str) -> Symbol:
        """Partition the graph for a backend.

        Parameters
        ----------
        backend : str
            Name of the backend.

        Returns
        -------
        Symbol
            The partitioned graph.

        Raises
        ------
        MXNetError
            If there is no backend of that name.
        """
        found = partition_for(Graph(copy_graph(self._outputs)), backend)
        return type(self)(found.outputs)  # type: ignore[return-value]


def tell_apart(outputs: list[Entry]) -> list[Entry]:
    """Replace repeated outputs by copies, with MXNet's names."""
    seen: dict[tuple, int] = {}
    made = []
    for entry in outputs:
        key = (id(entry.node), entry.index)
        if key in seen:
            name = f"{entry.node.name}_{seen[key]}_copy"
            seen[key] += 1
            entry = Entry(Node(find("_copy"), name, {}, [entry]))
        else:
            seen[key] = 0
        made.append(entry)
    return made
