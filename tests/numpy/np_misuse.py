"""Random calls of every function of mx.np and mx.npx on unsuitable arrays: each gives a value, or a known error.

Run as a script it makes many: ``python -m tests.numpy.np_misuse 100000 [SEED]``.
"""
import inspect
import random
import re
import sys
import warnings

import numpy as onp

from mxnet import MXNetError, np, npx

# besides ours those of Python, which MXNet raises too
ERRORS = (MXNetError, ArithmeticError, TypeError, ValueError, LookupError, NotImplementedError, AssertionError,
          AttributeError)
FOREIGN = re.compile(r"torch|(the|of|a) tensors? |tensor (a|input|number)|non-singleton|Dimension (out|specified)|"
                     r"not implemented for '")
SHAPES = [(), (0,), (1,), (3,), (2, 0), (2, 3), (3, 3), (2, 1, 3), (0, 3, 3), (2, 2, 3, 3)]
TYPES = "bool int8 uint8 int32 int64 float16 float32 float64".split()
# they read files, make random numbers, end the session's mode, or print
LEFT_OUT = """genfromtxt load save savez set_np reset_np waitall set_printoptions seed use_np np_shape np_array
    gpu_memory_info num_gpus get_cuda_compute_capability Context cpu gpu cpu_pinned current_context
    is_np_array is_np_shape attach_grad backward asscalar to_dlpack_for_read to_dlpack_for_write from_torch
    as_torch ndarray memoize pickle wait_to_read as_in_ctx as_in_context copyto context ctx""".split()


def functions():
    """Return name -> function, methods with the array first."""
    found = {}
    for space, home in (("np.", np), ("np.linalg.", np.linalg), ("npx.", npx), ("ndarray.", np.ndarray)):
        for name, item in vars(home).items():
            if name.startswith("_") or name in LEFT_OUT or inspect.isclass(item) or inspect.ismodule(item) \
                    or not callable(item) or not (item.__module__ or "").startswith("mxnet"):
                continue
            found[space + name] = item
    return found


def argument(rng):
    """Draw an argument: mostly an array."""
    kind = rng.random()
    if kind < .7:
        shape, dtype = rng.choice(SHAPES), rng.choice(TYPES)
        values = onp.array([rng.choice((0, 1, 2, 5)) for _ in range(int(onp.prod(shape)))]).reshape(shape)
        return np.array(values.astype(dtype), dtype=dtype)
    return rng.choice([0, 1, -1, 7, 2.5, None, "x", (1, 2), (), (0, -1), [1], True, "float32", float("nan"), -3])


def call(name, function, rng):
    """Make one call; return what is wrong with its error, if anything is."""
    needed = 1
    try:
        needed = sum(item.default is item.empty and item.kind in (item.POSITIONAL_ONLY, item.POSITIONAL_OR_KEYWORD)
                     for item in inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        pass
    given = [argument(rng) for _ in range(max(1, needed) + (rng.random() < .4) + (rng.random() < .1))]
    if name.startswith("ndarray."):
        while not isinstance(given[0], np.ndarray):
            given[0] = argument(rng)
    if name.split(".")[-1].endswith(("stack", "concatenate")) and rng.random() < .9:
        given = [[item for item in (*given, argument(rng)) if isinstance(item, np.ndarray)]]
    shown = ", ".join(f"{item.dtype}{list(item.shape)}" if isinstance(item, np.ndarray) else repr(item)
                      for item in given)
    try:
        made = function(*given)
        for item in made if isinstance(made, (list, tuple)) else [made]:
            if isinstance(item, np.ndarray):
                item.asnumpy()
    except ERRORS as error:
        if FOREIGN.search(str(error)):
            return f"{name}({shown}): words of another library: {str(error)[:300]}"
    except Exception as error:
        return f"{name}({shown}): {type(error).__name__}: {str(error)[:300]}"
    return None


def wrong(count, seed):
    """Make calls; return what is wrong with them."""
    rng, table = random.Random(seed), functions()
    names = sorted(table)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [said for place in range(count) if (said := call(name := names[place % len(names)], table[name], rng))]


if __name__ == "__main__":
    npx.set_np()
    for line in wrong(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0):
        print(line)
