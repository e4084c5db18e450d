"""Modules: from a symbol to a trained model."""
from ..core.borrowed import borrowed as _borrowed
from .base_module import BaseModule
from .bucketing_module import BucketingModule
from .executor_group import DataParallelExecutorGroup
from .module import Module
from .python_module import PythonLossModule, PythonModule
from .sequential_module import SequentialModule

__all__ = ["BaseModule", "BucketingModule", "DataParallelExecutorGroup", "Module", "PythonLossModule", "PythonModule",
           "SequentialModule"]


_borrowed(__name__)
