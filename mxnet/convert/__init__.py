"""Network rewrites that all converters share."""
