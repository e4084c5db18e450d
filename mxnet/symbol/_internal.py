"""Operators whose names start with an underscore. Filled from the registry at import."""
