"""`mx.sym.np.linalg`, filled by the package."""
