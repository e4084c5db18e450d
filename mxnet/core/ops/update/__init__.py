"""Optimizer steps: they change their states in place and write the new weight to the output."""
