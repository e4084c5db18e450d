"""Rewrites of networks that the roads out of the package share."""
