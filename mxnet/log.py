"""Loggers with MXNet's coloured one-letter prefix; user programs call `get_logger`."""
import logging
import warnings

from .core.borrowed import borrowed as _borrowed

CRITICAL = logging.CRITICAL
ERROR = logging.ERROR
WARNING = logging.WARNING
INFO = logging.INFO
DEBUG = logging.DEBUG
NOTSET = logging.NOTSET

_LABELS = {CRITICAL: "C", ERROR: "E", WARNING: "W", INFO: "I", DEBUG: "D"}
_RED, _GREEN, _BLUE, _PLAIN = "\x1b[31m", "\x1b[32m", "\x1b[34m", "\x1b[0m"


class _Formatter(logging.Formatter):
    """Write ``W0505 00:29:47 3525 file.py:function:line] message``, the prefix in colour."""

    def __init__(self) -> None:
        super().__init__(
            "%(colour)s%(label)s%(asctime)s %(process)d %(pathname)s:%(funcName)s:%(lineno)d]"
            + _PLAIN + " %(message)s", datefmt="%m%d %H:%M:%S")

    def _get_color(self, level: int) -> str:
        """Return the code of a level's colour."""
        return _RED if level >= WARNING else _GREEN if level >= INFO else _BLUE

    def _get_label(self, level: int) -> str:
        """Return a level's letter, U for one without a name."""
        return _LABELS.get(level, "U")

    def format(self, record: logging.LogRecord) -> str:
        record.colour, record.label = self._get_color(record.levelno), self._get_label(record.levelno)
        return super().format(record)


def get_logger(name: str | None = None, filename: str | None = None,
               filemode: str | None = None, level: int = WARNING) -> logging.Logger:
    """Return a logger, with a coloured console handler or a plain file handler.

    The handler and the level are set on the first call for a name; the root logger (no name) is returned as it is.

    Parameters
    ----------
    name : str, optional
        Name of the logger; the root logger by default.
    filename : str, optional
        File that it writes to, instead of the console.
    filemode : str, optional
        How the file is opened, ``'a'`` by default.
    level : int, default=WARNING
        The lowest level that is written.

    Returns
    -------
    logging.Logger
        The logger.

    Examples
    --------
    >>> mx.log.get_logger("trainer", level=mx.log.INFO).name
    'trainer'
    """
    logger = logging.getLogger(name)
    if name is None or getattr(logger, "_init_done", False):
        return logger
    logger._init_done = True  # type: ignore[attr-defined]
    if filename:
        handler: logging.Handler = logging.FileHandler(filename, filemode or "a")
    else:
        handler = logging.StreamHandler()
        handler.setFormatter(_Formatter())
    logger.addHandler(handler)
    logger.setLevel(level)
    return logger


def getLogger(name: str | None = None, filename: str | None = None,
              filemode: str | None = None, level: int = WARNING) -> logging.Logger:
    """Call `get_logger`; the old spelling, with a warning.

    Parameters
    ----------
    name : str, optional
        Name of the logger; the root logger by default.
    filename : str, optional
        File that it writes to, instead of the console.
    filemode : str, optional
        How the file is opened, ``'a'`` by default.
    level : int, default=WARNING
        The lowest level that is written.

    Returns
    -------
    logging.Logger
        The logger.
    """
    warnings.warn("getLogger is deprecated, Use get_logger instead.", DeprecationWarning,
                  stacklevel=2)
    return get_logger(name, filename, filemode, level)


_borrowed(__name__)
