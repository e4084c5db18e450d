"""`mx.nd.np.linalg`, filled by the package."""
