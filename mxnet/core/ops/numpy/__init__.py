"""Operators of `mx.np` and `mx.npx`: zero-dimensional results, booleans, and NumPy's types as in MXNet 1.9.1.

Functions identical to an `mx.nd` operator have their NumPy name in `shared`; unary functions are declared next to their
counterparts in `..elemwise`.
"""
