"""The package's exceptions. Inner code raises the bare fact; the boundary adds operator, node and shapes."""
import difflib
from typing import Any


class MXNetError(RuntimeError):
    """Base of everything this package raises about a user's request."""


class FileError(OSError, MXNetError):
    """A file could not be read or written; ``filename`` names it. Caught as either kind.

    Constructed like any OSError: ``FileError(number, sentence, path)``.
    """

    def __str__(self) -> str:
        return str(self.strerror)


class MissingFile(FileError, FileNotFoundError):
    """A file or its folder does not exist; caught as either kind."""


class Misuse(MXNetError, AssertionError):
    """A call in the wrong order or with a wrong value, where MXNet asserts; caught as either kind."""


class BadArgument(ValueError, AssertionError):
    """An invalid value, where MXNet asserts; caught as either kind."""


class BadType(TypeError, AssertionError):
    """A value of the wrong type, where MXNet asserts; caught as either kind."""


class UnknownName(MXNetError):
    """An unregistered name; the message suggests the nearest registered ones."""

    def __init__(self, kind: str, name: str, known: Any) -> None:
        near = difflib.get_close_matches(str(name), list(known), n=3, cutoff=0.6)
        hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
        super().__init__(f"unknown {kind} {name!r}{hint}")
        self.near = near


class Absent(MXNetError, AttributeError):
    """An MXNet name that is not in this release; `hasattr` returns False."""


class LateError(MXNetError):
    """An error about values, not shapes. Executors raise it when a result is read, as MXNet's engine does."""

    node: str | None = None  # at which it occurred


class LateValueError(LateError, ValueError):
    """A late error that MXNet raises as a ValueError."""


class Unfinished(MXNetError):
    """Raised when reading a value that still depends on pending calls on other contexts."""


class NotYet(Exception):
    """Raised inside inference rules when an input they read is still unknown. Never reaches a user."""


class RefusedValue(MXNetError, ValueError):
    """A value that an operator refuses, which MXNet raises as a ValueError; caught as either kind."""


class OperatorError(MXNetError):
    """An operator refused its inputs or params: ``Operator(node): what; expected ...; got ...``."""

    op: str
    problem: str
    node: str | None

    def __init__(self, op: str, problem: str, node: str | None = None) -> None:
        where = f"{op}({node})" if node else op
        super().__init__(f"{where}: {problem}")
        self.op, self.problem, self.node = op, problem, node


class OperatorValueError(OperatorError, ValueError):
    """An operator's refusal that MXNet raises as a ValueError."""


class OutOfBounds(OperatorError, IndexError):
    """An index passed to an operator does not exist; caught as either kind."""


def check_text(text: str, what: str) -> str:
    """Refuse a name or attribute that no file could hold: a lone surrogate has no UTF-8 encoding."""
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise MXNetError(f"{what} {text!r:.80} is not text that can be written as UTF-8 ({error.reason})") from None
    return text
