"""Stochastic variance-reduced gradients: a Module whose gradients are corrected by one over all data."""
from . import svrg_module, svrg_optimizer

__all__ = ["svrg_module", "svrg_optimizer"]
