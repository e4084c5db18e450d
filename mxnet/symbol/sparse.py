"""Operators of MXNet's sparse namespace. Filled from the registry at import."""
