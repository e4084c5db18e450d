"""`mx.nd.npx.image`, filled by the package."""
