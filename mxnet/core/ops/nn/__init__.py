"""Operators of neural networks, one family per file."""
