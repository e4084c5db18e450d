"""Stochastic variance-reduced gradients (SVRG): a Module that corrects gradients by the one over all data."""
from . import svrg_module, svrg_optimizer

__all__ = ["svrg_module", "svrg_optimizer"]
