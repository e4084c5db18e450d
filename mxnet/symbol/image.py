"""Operators of MXNet's image namespace. Filled from the registry at import."""
