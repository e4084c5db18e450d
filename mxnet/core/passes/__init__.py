"""The compiler's passes, one per file: each takes a graph and what is known of it, and adds to that."""
