"""Initializers that choose by name: from loaded arrays, or among other initializers."""
import logging
import re
from collections.abc import Callable, Mapping

from .. import ndarray
from ..core.errors import BadArgument, BadType
from ..ndarray import NDArray

_Init = Callable[[str, NDArray], None]


class Load:
    """Copy arrays by name from a file or a dict; ``arg:`` and ``aux:`` before a name are dropped.

    Parameters
    ----------
    param : str or Mapping[str, NDArray]
        Path of a file of parameters, or its content.
    default_init : _Init, optional
        Initializer for missing names; without it they are an error.
    verbose : bool, default=False
        Whether to log where each array came from.

    Examples
    --------
    >>> weight = mx.nd.zeros(2)
    >>> mx.init.Load({"arg:w": mx.nd.ones(2)})("w", weight)
    >>> weight.asnumpy().tolist()
    [1.0, 1.0]
    """

    def __init__(self, param: str | Mapping[str, NDArray], default_init: _Init | None = None,
                 verbose: bool = False) -> None:
        arrays = ndarray.load(param) if isinstance(param, str) else param
        if not isinstance(arrays, Mapping):
            raise BadType("Load needs a file with names or a dict of NDArrays; got"
                            f" {type(arrays).__name__}")
        self.param: dict[str, NDArray] = {name[4:] if name.startswith(("arg:", "aux:")) else name: array
                      for name, array in arrays.items()}
        self.default_init = default_init
        self.verbose = verbose

    def __call__(self, name: str, arr: NDArray) -> None:
        source = self.param.get(name)
        if source is not None:
            if arr.shape != source.shape:
                raise BadArgument(f"Parameter {name} cannot be initialized from loading. Shape"
                                 f" mismatch, target {arr.shape} vs loaded {source.shape}")
            arr[:] = source
        elif self.default_init is not None:
            self.default_init(name, arr)
        else:
            raise BadArgument(f"Cannot Initialize {name}. Not found in loaded param and no default"
                             " Initializer is provided.")
        if self.verbose:
            how = "by default" if source is None else "by loading"
            logging.info("Initialized %s %s", name, how)


class Mixed:
    """Choose an initializer by the name of the parameter.

    Parameters
    ----------
    patterns : list[str]
        Regular expressions: the first that matches the beginning of a name counts.
    initializers : list[_Init]
        Initializer for each of them.

    Examples
    --------
    >>> init = mx.init.Mixed(["fc2.*", ".*"], [mx.init.One(), mx.init.Zero()])
    >>> weight = mx.nd.zeros(2)
    >>> init(mx.init.InitDesc("fc2_weight"), weight)
    >>> weight.asnumpy().tolist()
    [1.0, 1.0]
    """

    def __init__(self, patterns: list[str], initializers: list[_Init]) -> None:
        if len(patterns) != len(initializers):
            raise BadArgument(f"{len(patterns)} patterns for {len(initializers)} initializers")
        self.map: list[tuple[re.Pattern[str], _Init]] = [(re.compile(pattern), init)
                    for pattern, init in zip(patterns, initializers, strict=True)]

    def __call__(self, name: str, arr: NDArray) -> None:
        for pattern, init in self.map:
            if pattern.match(name):
                init(name, arr)
                return
        raise ValueError(f'Parameter name {name} did not match any pattern. Consider adding a ".*"'
                         " pattern at the end with default Initializer.")
