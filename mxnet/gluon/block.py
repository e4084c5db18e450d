"""`mx.gluon.block`: blocks, under the name from which programs import them."""
from ..core.borrowed import borrowed as _borrowed
from .base import Block
from .hybrid import HybridBlock
from .scope import _BlockScope
from .structure import _flatten, _gather_type_ctx_info, _regroup
from .symbols import SymbolBlock, _common_prefix, _infer_param_types

__all__ = ["Block", "HybridBlock", "SymbolBlock"]
# Names that clients import from here.
_IMPORTED = (_BlockScope, _flatten, _gather_type_ctx_info, _regroup, _common_prefix, _infer_param_types)

_borrowed(__name__)
