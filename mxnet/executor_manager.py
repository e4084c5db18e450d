"""What detection programs with executor groups of their own import: how a batch is cut."""
from .module.executor_group import DataParallelExecutorGroup, split_batch

__all__ = ["DataParallelExecutorGroup"]

_split_input_slice = split_batch
