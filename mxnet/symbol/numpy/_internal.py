"""`mx.sym.np._internal`, filled by the package."""
