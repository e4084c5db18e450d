"""The implementation: operators, graphs and programs over torch tensors; independent of NDArray, Symbol and Module."""
