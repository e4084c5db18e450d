"""`Initializer`, the base of all initializers, the name rules, and their registry."""
import json
import logging
import warnings
from collections.abc import Callable, Mapping
from math import sqrt
from typing import Any

from .. import ndarray, random, registry
from ..core.errors import MXNetError
from ..core.params import plain
from ..ndarray import NDArray
from ..ndarray.tensors import tensor_of
from .interpolation import bilinear_kernel

# Which method fills an array, by the end of its name; the first match wins.
_RULES = (
    ("weight", "_init_weight"),
    ("bias", "_init_bias"),
    ("gamma", "_init_gamma"),
    ("beta", "_init_beta"),
    ("min", "_init_zero"),
    ("max", "_init_one"),
    ("weight_quantize", "_init_quantized_weight"),
    ("bias_quantize", "_init_quantized_bias"),
)
# The older rules, for a plain string as name: (beginning, end, method).
_LEGACY_RULES = (
    ("upsampling", "", "_init_bilinear"),
    ("stn_loc", "weight", "_init_zero"),
    ("stn_loc", "bias", "_init_loc_bias"),
    ("", "bias", "_init_bias"),
    ("", "gamma", "_init_gamma"),
    ("", "beta", "_init_beta"),
    ("", "weight", "_init_weight"),
    ("", "moving_mean", "_init_zero"),
    ("", "moving_var", "_init_one"),
    ("", "moving_inv_var", "_init_zero"),
    ("", "moving_avg", "_init_zero"),
    ("", "min", "_init_zero"),
    ("", "max", "_init_one"),
)


class InitDesc(str):
    """Name of a parameter, together with further information for initializers.

    Parameters
    ----------
    name : str
        Name of the variable.
    attrs : dict of str to str, optional
        Attributes of the variable; ``__init__`` names its own initializer, as JSON.
    global_init : Initializer, optional
        Initializer to fall back to; set by the first initializer that is called.
    """

    attrs: Mapping[str, str]
    global_init: Any

    def __new__(cls, name: str, attrs: Mapping[str, str] | None = None,
                global_init: Any = None) -> "InitDesc":
        desc = super().__new__(cls, name)
        desc.attrs = attrs or {}
        desc.global_init = global_init
        return desc


class BadSetting(MXNetError, ValueError):
    """A symbol's setting for a variable's initial value is invalid; caught as MXNetError or ValueError."""


def _initialize_by(setting: str, desc: InitDesc, arr: NDArray) -> None:
    """Initialize an array by its variable's setting, which may come from a file."""
    try:
        create(setting)._init_weight(desc, arr)
    except (TypeError, ValueError, LookupError, ArithmeticError, RecursionError) as error:
        raise BadSetting(f"variable {desc}: __init__ {str(setting)[:200]!r}: {error}") from error


class Initializer:
    """Base of the initializers, which fill new parameters.

    An initializer is called with an `InitDesc` and an array. A variable's own initializer takes precedence; otherwise
    the suffix of the name decides: biases and betas become 0, gammas 1, and weights are filled by ``_init_weight``. A
    subclass overrides ``_init_weight`` and possibly other ``_init_*``.

    Parameters
    ----------
    **kwargs
        Arguments of the initializer, kept for `dumps`.

    Examples
    --------
    >>> class Sevens(mx.init.Initializer):
    ...     def _init_weight(self, name, arr):
    ...         arr[:] = 7
    >>> weight = mx.nd.zeros(2)
    >>> Sevens()(mx.init.InitDesc("fc_weight"), weight)
    >>> weight.asnumpy().tolist()
    [7.0, 7.0]
    """

    def __init__(self, **kwargs: Any) -> None:
        self._kwargs = kwargs
        self._verbose = False
        self._print_func: Callable[[NDArray], str] | None = None

    def set_verbosity(self, verbose: bool = False,
                      print_func: Callable[[NDArray], str] | None = None) -> "Initializer":
        """Log every array after it has been filled.

        Parameters
        ----------
        verbose : bool, default=False
            Whether to log.
        print_func : Callable[[NDArray], str], optional
            Function that maps an array to the text to log; its root mean square by default.

        Returns
        -------
        Initializer
            The initializer itself.
        """
        self._verbose = verbose
        self._print_func = print_func or _root_mean_square
        return self

    def dumps(self) -> str:
        """Return the initializer as JSON, ``["name", {arguments}]``, which `mx.init.create` accepts.

        Returns
        -------
        str
            The text.

        Examples
        --------
        >>> mx.init.Normal(0.5).dumps()
        '["normal", {"sigma": 0.5}]'
        """
        return json.dumps([type(self).__name__.lower(), plain(self._kwargs)])

    def __call__(self, desc: str, arr: NDArray) -> None:
        if not isinstance(desc, InitDesc):
            self._legacy_init(desc, arr)
            return
        if desc.global_init is None:
            desc.global_init = self
        own = desc.attrs.get("__init__", "")
        if own:
            _initialize_by(own, desc, arr)
            self._verbose_print(desc, own, arr)
            return
        for ending, method in _RULES:
            if desc.endswith(ending):
                getattr(self, method)(desc, arr)
                self._verbose_print(desc, ending, arr)
                return
        self._init_default(desc, arr)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Initializer):
            return NotImplemented
        return type(self) is type(other) and self._kwargs == other._kwargs

    def _verbose_print(self, desc: str, init: str, arr: NDArray) -> None:
        if self._verbose and self._print_func:
            logging.info("Initialized %s as %s: %s", desc, init, self._print_func(arr))

    def _legacy_init(self, name: str, arr: NDArray) -> None:
        warnings.warn(
            "\033[91mCalling initializer with init(str, NDArray) has been deprecated."
            "please use init(mx.init.InitDesc(...), NDArray) instead.\033[0m",
            DeprecationWarning, stacklevel=3)
        if not isinstance(name, str):
            raise TypeError("name must be string")
        if not isinstance(arr, NDArray):
            raise TypeError("arr must be NDArray")
        for beginning, ending, method in _LEGACY_RULES:
            if name.startswith(beginning) and name.endswith(ending):
                getattr(self, method)(name, arr)
                return
        self._init_default(name, arr)

    def _init_bilinear(self, _: Any, arr: NDArray) -> None:
        arr[:] = bilinear_kernel(arr.shape)

    def _init_loc_bias(self, _: Any, arr: NDArray) -> None:
        if arr.shape[0] != 6:
            raise ValueError("the bias of a localisation network makes an affine map of 6 numbers;"
                             f" got shape {arr.shape}")
        arr[:] = ndarray.array([1.0, 0, 0, 0, 1.0, 0])  # the identity

    def _init_zero(self, _: Any, arr: NDArray) -> None:
        arr[:] = 0.0

    def _init_one(self, _: Any, arr: NDArray) -> None:
        arr[:] = 1.0

    def _init_bias(self, _: Any, arr: NDArray) -> None:
        arr[:] = 0.0

    def _init_quantized_bias(self, _: Any, arr: NDArray) -> None:
        arr[:] = 0

    def _init_gamma(self, _: Any, arr: NDArray) -> None:
        arr[:] = 1.0

    def _init_beta(self, _: Any, arr: NDArray) -> None:
        arr[:] = 0.0

    def _init_weight(self, name: Any, arr: NDArray) -> None:
        raise NotImplementedError("Must override it")

    def _init_quantized_weight(self, _: Any, arr: NDArray) -> None:
        # One number for the whole array, as in MXNet.
        arr[:] = int(random.randint(-127, 127, dtype="int32").asscalar())

    def _init_default(self, name: Any, _: NDArray) -> None:
        raise ValueError(
            f"Unknown initialization pattern for {name}. "
            "Default initialization is now limited to "
            '"weight", "bias", "gamma" (1.0), and "beta" (0.0).'
            "Please use mx.sym.Variable(init=mx.init.*) to set initialization pattern")


def _root_mean_square(arr: NDArray) -> str:
    return str((ndarray.norm(arr) / sqrt(tensor_of(arr).numel())).asscalar())


register: registry.Register = registry.get_register_func(Initializer, "initializer")
alias: registry.Alias = registry.get_alias_func(Initializer, "initializer")
create: Callable[..., Initializer] = registry.get_create_func(Initializer, "initializer")
