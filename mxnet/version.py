"""The two version numbers; the build reads this file, mxnet/__init__.py exports both names."""

# The release whose interface and numbers this package gives: old programs parse it.
__version__ = "1.9.1"

# The release of this package.
remixnet_version = "0.1.0"
