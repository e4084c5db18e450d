"""Random arrays: distributions over numbers or over arrays of params."""
