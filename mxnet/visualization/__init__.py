"""Looking at a network: a table of its layers, and a picture of its graph."""
from .network import plot_network
from .summary import print_summary

__all__ = ["plot_network", "print_summary"]
