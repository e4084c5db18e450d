"""`mx.npx`: what NumPy does not have, on its arrays: neural operators, switches, contexts, files."""
from ..context import Context, cpu, cpu_pinned, current_context, gpu, gpu_memory_info, num_gpus
from ..ndarray.functions import waitall
from ..ndarray.numpy_extension import *  # noqa: F403
from ..util import (
    get_cuda_compute_capability,
    is_np_array,
    is_np_shape,
    np_array,
    np_shape,
    reset_np,
    set_np,
    use_np,
)
from . import image, random
from .utils import load, save, savez
