"""Operators of neural networks, one family a file."""
