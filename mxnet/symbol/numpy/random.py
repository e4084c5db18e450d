"""`mx.sym.np.random`, filled by the package."""
