"""Linear algebra that NumPy computes."""
import numpy as onp

__all__ = ["cond", "lstsq", "matrix_power", "matrix_rank", "multi_dot", "qr"]

cond, lstsq, matrix_power = onp.linalg.cond, onp.linalg.lstsq, onp.linalg.matrix_power
matrix_rank, multi_dot, qr = onp.linalg.matrix_rank, onp.linalg.multi_dot, onp.linalg.qr
