"""The functions of automatic mixed precision. None works yet, and each says so."""
from ...core.errors import MXNetError


def _later(name: str):
    def function(*args, **kwargs):
        raise MXNetError(f"mx.contrib.amp.{name}: automatic mixed precision is not part of this release yet; "
                         "float16 and bfloat16 networks work by type_dict or Cast")
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"Not part of this release yet: ``amp.{name}``."
    return function


init = _later("init")
init_trainer = _later("init_trainer")
scale_loss = _later("scale_loss")
unscale = _later("unscale")
convert_symbol = _later("convert_symbol")
convert_model = _later("convert_model")
convert_hybrid_block = _later("convert_hybrid_block")
