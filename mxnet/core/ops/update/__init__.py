"""Optimizer steps: they update their states in place and write the new weight to the output."""
