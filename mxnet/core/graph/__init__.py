"""A Symbol's graph and the passes over it, one pass a file."""
