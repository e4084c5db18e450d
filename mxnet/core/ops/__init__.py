"""All operators. Importing this package registers every family; each family is one file."""
from importlib import import_module as _import
from pkgutil import walk_packages as _walk

# Every module below this folder is a family: adding a file is enough.
for _module in _walk(__path__, __name__ + "."):
    _import(_module.name)
