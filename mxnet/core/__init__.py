"""How it works: operators, graphs and programs over torch tensors; knows no NDArray, Symbol or Module."""
