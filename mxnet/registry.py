"""Factories by name: classes registered under a base class, made from a name, a dict or JSON.

Metrics and initializers use it; so may a user's own class families.
"""
import json
import warnings
from collections.abc import Callable, Collection
from typing import Any, Protocol, TypeVar

from .core.borrowed import borrowed as _borrowed
from .core.errors import Misuse, MXNetError, UnknownName

__all__ = ["get_registry", "get_register_func", "get_alias_func", "get_create_func"]

_REGISTRY: dict[type, dict[str, type]] = {}
_Base = TypeVar("_Base")
_Class = TypeVar("_Class", bound=type)


class Register(Protocol):
    """A class decorator that gives the class back, under its own name unless one is given."""

    def __call__(self, klass: _Class, name: str | None = None) -> _Class: ...


class Alias(Protocol):
    """A maker of class decorators."""

    def __call__(self, *names: str) -> Callable[[_Class], _Class]: ...


class NotRegistered(UnknownName, Misuse):
    """A name without a class. MXNet asserts that there is one, and programs look for its words."""

    def __init__(self, nickname: str, name: str, known: Collection[str]) -> None:
        super().__init__(nickname, name, known)
        self.args = (f"{name} is not registered. Please register with {nickname}.register first; {self.args[0]}",)


def get_registry(base_class: type[_Base]) -> dict[str, type[_Base]]:
    """Tell what is registered under a class.

    Parameters
    ----------
    base_class : type[_Base]
        The class.

    Returns
    -------
    dict[str, type[_Base]]
        A copy: name -> subclass.
    """
    return dict(_REGISTRY.setdefault(base_class, {}))


def get_register_func(base_class: type[Any], nickname: str) -> Register:
    """Make a class decorator that registers subclasses by their names in lower case.

    Parameters
    ----------
    base_class : type[Any]
        The class that they derive from.
    nickname : str
        What they are called in messages.

    Returns
    -------
    Callable
        The decorator; it takes another name as a second argument.

    Examples
    --------
    >>> class Cheese: pass
    >>> register = mx.registry.get_register_func(Cheese, "cheese")
    >>> @register
    ... class Brie(Cheese): pass
    >>> mx.registry.get_create_func(Cheese, "cheese")("brie").__class__.__name__
    'Brie'
    """
    registry = _REGISTRY.setdefault(base_class, {})

    def register(klass: _Class, name: str | None = None) -> _Class:
        if not (isinstance(klass, type) and issubclass(klass, base_class)):
            raise MXNetError(f"Can only register subclass of {base_class.__name__}; got {klass!r}")
        name = (klass.__name__ if name is None else name).lower()
        old = registry.get(name)
        if old is not None:
            warnings.warn(
                f"\033[91mNew {nickname} {klass.__module__}.{klass.__name__} registered with name"
                f" {name} is overriding existing {nickname} {old.__module__}.{old.__name__}\033[0m",
                UserWarning, stacklevel=2)
        registry[name] = klass
        return klass

    register.__doc__ = f"Register a {nickname} class, under its own name unless one is given."
    return register


def get_alias_func(base_class: type[Any], nickname: str) -> Alias:
    """Make a class decorator factory that registers a class under further names.

    Parameters
    ----------
    base_class : type[Any]
        The class that they derive from.
    nickname : str
        What they are called in messages.

    Returns
    -------
    Callable
        It takes the names.
    """
    register = get_register_func(base_class, nickname)

    def alias(*names: str) -> Callable[[_Class], _Class]:
        def apply(klass: _Class) -> _Class:
            for name in names:
                register(klass, name)
            return klass

        return apply

    alias.__doc__ = f"Register a {nickname} class under each of `names`."
    return alias


def get_create_func(base_class: type[_Base], nickname: str) -> Callable[..., _Base]:
    """Make a factory of registered classes.

    It takes an instance, a name, a config dict, or either as JSON: ``["name", {arguments}]`` or ``{"<nickname>":
    "name", ...arguments}``.

    Parameters
    ----------
    base_class : type[_Base]
        The class that they derive from.
    nickname : str
        What they are called in messages, and the keyword of the name.

    Returns
    -------
    Callable
        The factory.
    """
    registry = _REGISTRY.setdefault(base_class, {})

    def create(*args: Any, **kwargs: Any) -> Any:
        if args:
            what, args = args[0], args[1:]
        elif nickname in kwargs:
            what = kwargs.pop(nickname)
        else:
            raise MXNetError(f"{nickname}.create: no {nickname} given")
        if isinstance(what, (base_class, dict)) or (
                isinstance(what, str) and what.startswith(("[", "{"))):
            if args or kwargs:
                raise MXNetError(f"{nickname} is already an instance or a full configuration."
                                 " Additional arguments are invalid")
            return _from_config(what)
        if not isinstance(what, str):
            raise MXNetError(f"{nickname} must be of string type; got {type(what).__name__}")
        klass = registry.get(what.lower())
        if klass is None:
            raise NotRegistered(nickname, what.lower(), registry)
        return klass(*args, **kwargs)

    def _from_config(what: Any) -> Any:
        if isinstance(what, base_class):
            return what
        if isinstance(what, str):
            try:
                what = json.loads(what)
            except (ValueError, RecursionError) as error:
                raise MXNetError(f"{nickname} is not valid JSON: {error}") from None
        if isinstance(what, dict):
            return create(**what)
        if len(what) != 2 or not isinstance(what[1], dict):
            raise MXNetError(f'{nickname} in JSON must be ["name", {{arguments}}]; got {what!r}')
        return create(what[0], **what[1])

    create.__doc__ = (f"Return a {nickname}: `{nickname}` itself if it is one already, or a new one"
                      " from its registered name and arguments, a config dict, or JSON.")
    return create


_borrowed(__name__)
