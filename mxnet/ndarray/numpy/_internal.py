"""Operators whose names begin with ``_npi_``, as functions by themselves; filled by the package."""
