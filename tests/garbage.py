"""For tests of who lets go of what: a block of code that must leave no cycles."""
import contextlib
import gc


@contextlib.contextmanager
def nothing_to_collect():
    """Fail where the code inside leaves garbage that only Python's collector finds."""
    gc.collect()
    gc.disable()
    try:
        yield
        assert gc.collect() == 0
    finally:
        gc.enable()
