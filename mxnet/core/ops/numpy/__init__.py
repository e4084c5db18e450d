"""Operators of `mx.np` and `mx.npx`: zero-dim results, booleans, and NumPy's types as MXNet 1.9.1 has them.

What an operator of `mx.nd` does just so has its NumPy name in `shared`; unary functions are declared beside
their counterparts in `..elemwise`.
"""
