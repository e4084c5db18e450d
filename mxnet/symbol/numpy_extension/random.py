"""`mx.sym.npx.random`, filled by the package."""
