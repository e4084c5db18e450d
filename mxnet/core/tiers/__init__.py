"""How a compiled program runs: directly, as CUDA graphs, or compiled by Inductor; precision and memory."""
