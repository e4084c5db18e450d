"""`mx.nd.npx.random`, filled by the package."""
