"""The passes of the compiler: each takes a graph and what is known of it, and gives more; one pass per file."""
