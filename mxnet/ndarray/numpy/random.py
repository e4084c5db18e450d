"""`mx.nd.np.random`, filled by the package."""
