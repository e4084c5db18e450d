"""Contexts: the devices on which arrays are stored and programs run."""
from .core.borrowed import borrowed as _borrowed
from .core.device import Context, cpu, cpu_pinned, current_context, gpu, gpu_memory_info, num_gpus

__all__ = ["Context", "cpu", "cpu_pinned", "current_context", "gpu", "gpu_memory_info", "num_gpus"]


_borrowed(__name__)
