"""For tests on a GPU: a block of code that must not wait for it."""
import contextlib
import warnings

import torch


@contextlib.contextmanager
def no_waiting():
    """Raise RuntimeError where the code inside waits for the GPU."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Synchronization debug mode is a prototype")
        torch.cuda.set_sync_debug_mode("error")
        try:
            yield
        finally:
            torch.cuda.set_sync_debug_mode("default")
