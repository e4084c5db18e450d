"""Visualization of networks: a table of the layers, and a drawing of the graph."""
import re

from ..core.borrowed import borrowed
from .network import plot_network
from .summary import print_summary

__all__ = ["plot_network", "print_summary"]

borrowed(__name__)


def _str2tuple(string: str) -> list:
    """Return the integers in a text, as strings."""
    return re.findall(r"\d+", string)
