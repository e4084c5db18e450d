"""How a compiled program runs: as it is, as CUDA graphs, compiled by Inductor; precision and memory."""
