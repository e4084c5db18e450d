"""`mx.sym.npx.image`, filled by the package."""
