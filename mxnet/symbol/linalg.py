"""Operators of MXNet's linear algebra namespace. Filled from the registry at import."""
