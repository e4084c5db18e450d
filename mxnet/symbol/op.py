"""All public operators. Filled from the registry at import."""
