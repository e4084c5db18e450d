"""Random programs of views and in-place writes, beside NumPy: `python -m tests.fuzz.in_place 100000 [seed] [first]`.

In MXNet a basic index whose elements are adjacent is a view, and so are methods that only change the shape; whatever
else makes an array copies it. So every array has a mirror in NumPy, which is a view or a copy likewise, and after a
program all arrays equal their mirrors. A program is given by its seed and number: a later run may begin with any.
The file needs only NumPy and ``mxnet``, so that the real MXNet runs it too: `python in_place.py 1000`.
"""
import argparse
import random
import sys
import time

import numpy as np

import mxnet as mx

ARRAYS, STATEMENTS = 7, 14


class Program:
    """Arrays with their mirrors, and what was done to them."""

    def __init__(self, seed, number):
        self.draw = random.Random(f"{seed} {number}")
        self.pairs, self.text = [], []
        self.kind = self.draw.choice(("float32", "float32", "int32", "float64"))

    # ---- what statements are made of ------------------------------------------------------------------

    def pick(self, like=None):
        """Return the number of an array, on request of a certain shape."""
        fitting = [place for place, (_, mirror) in enumerate(self.pairs) if like is None or mirror.shape == like]
        return self.draw.choice(fitting) if fitting else None

    def keep(self, array, mirror, text):
        """Add an array, or replace an older one by it."""
        place = len(self.pairs)
        if place < ARRAYS:
            self.pairs.append((array, mirror))
        else:
            place = self.draw.randrange(ARRAYS)
            self.pairs[place] = array, mirror
        self.text.append(f"a{place} = {text}")

    def number(self):
        return self.draw.randrange(6)

    def shape(self):
        return tuple(self.draw.choice((1, 2, 2, 3, 4)) for _ in range(self.draw.randint(1, 4)))

    def values(self, shape):
        return np.array([self.number() for _ in range(int(np.prod(shape)))], self.kind).reshape(shape)

    def other_shape(self, size):
        """Return a shape of as many elements."""
        found = []
        while size > 1 and len(found) < 3:
            factor = self.draw.choice([n for n in range(1, size + 1) if size % n == 0])
            found.append(factor)
            size //= factor
        return (*found, size)

    def part(self, size, steps=(None,)):
        """Return a slice of an axis that is not empty."""
        start = self.draw.randrange(size)
        stop = self.draw.randint(start + 1, size)
        step = self.draw.choice(steps)
        if step is not None and step < 0:
            return slice(stop - 1, start - 1 if start else None, step)
        return slice(start if self.draw.random() < 0.8 else start - size, stop, step)

    def key(self, shape, steps=(None,)):
        """Return a basic index of an array."""
        found = []
        for size in shape[:self.draw.randint(1, len(shape))]:
            found.append(self.draw.choice((self.part(size, steps), self.draw.randrange(-size, size), slice(None))))
        if self.draw.random() < 0.1:
            found.append(Ellipsis)
        return found[0] if len(found) == 1 and self.draw.random() < 0.5 else tuple(found)

    def source(self, target, shape):
        """Return what is written: a number, an array that shares no memory with the target, or one of NumPy."""
        choice = self.draw.random()
        if choice < 0.4:
            number = self.number()
            return number, number, str(number)
        place = self.pick(shape)
        if choice < 0.7 and place is not None and not np.shares_memory(self.pairs[place][1], target):
            return *self.pairs[place], f"a{place}"
        values = self.values(shape)
        return (mx.nd.array(values, dtype=self.kind) if choice < 0.9 else values), values, f"array({values.tolist()})"


# ---- statements ------------------------------------------------------------------------------------------

def make(p):
    values = p.values(p.shape())
    p.keep(mx.nd.array(values, dtype=p.kind), values, f"array({values.tolist()})")


def index(p):
    """Take a part: a view if its elements are adjacent."""
    place = p.pick()
    array, mirror = p.pairs[place]
    key = p.key(mirror.shape, (None, None, None, 1, 2, -1))
    found = mirror[key]
    if not isinstance(found, np.ndarray) or not found.shape:  # MXNet has no arrays without axes
        key = key[:-1] if isinstance(key, tuple) and len(key) > 1 else slice(0, 1)
        found = mirror[key]
        if not isinstance(found, np.ndarray) or not found.shape:
            return
    p.keep(array[key], found if found.flags.c_contiguous else found.copy(), f"a{place}[{key}]")


def reshape(p):
    place = p.pick()
    array, mirror = p.pairs[place]
    shape = p.other_shape(mirror.size)
    found, text = p.draw.choice((
        lambda: (array.reshape(shape), f"reshape({shape})"),
        lambda: (array.reshape((-1,)).reshape(shape), f"reshape((-1,)).reshape({shape})"),
        lambda: (array.reshape((1, -1))[0].reshape(shape), f"reshape((1, -1))[0].reshape({shape})"),
    ))()
    p.keep(found, mirror.reshape(shape), f"a{place}.{text}")


def share(p):
    """The other ways to the same memory."""
    place = p.pick()
    array, mirror = p.pairs[place]
    axis = p.draw.randint(0, mirror.ndim)
    name, found, shape = p.draw.choice((
        ("detach()", array.detach, mirror.shape),
        ("[:]", lambda: array[:], mirror.shape),
        ("[...]", lambda: array[...], mirror.shape),
        ("[None]", lambda: array[None], (1, *mirror.shape)),
        ("as_nd_ndarray()", array.as_nd_ndarray, mirror.shape),
        ("from_dlpack", lambda: mx.nd.from_dlpack(array.to_dlpack_for_write()), mirror.shape),
        (f"expand_dims({axis}, inplace)", lambda: array.expand_dims(axis, inplace=True),
         (*mirror.shape[:axis], 1, *mirror.shape[axis:])),
        ("flatten(inplace)", lambda: array.flatten(inplace=True), (mirror.shape[0], -1)),
    ))
    p.keep(found(), mirror.reshape(shape), f"a{place}: {name}")


def copy(p):
    """Whatever else makes an array: operators, also those that only move elements, and methods."""
    place = p.pick()
    array, mirror = p.pairs[place]
    axis, other = p.draw.randrange(mirror.ndim), p.draw.randrange(mirror.ndim)
    size = mirror.shape[axis]
    part, shape = p.part(size), p.other_shape(mirror.size)
    begin, end = range(size)[part][0], range(size)[part][-1] + 1
    lead = (slice(None),) * axis
    chosen = [p.draw.randrange(mirror.shape[0]) for _ in range(2)]
    wide = tuple(p.draw.choice((1, 2)) if n == 1 else n for n in mirror.shape)
    name, made, mirrored = p.draw.choice((
        ("T", lambda: array.T if array.ndim > 1 else array.copy(), lambda: mirror.T),  # of one axis it is the array
        ("transpose", lambda: mx.nd.transpose(array), lambda: mirror.T),
        ("swapaxes", lambda: array.swapaxes(axis, other), lambda: mirror.swapaxes(axis, other)),
        ("flip", lambda: mx.nd.flip(array, axis=axis), lambda: np.flip(mirror, axis)),
        ("expand_dims", lambda: mx.nd.expand_dims(array, axis=axis), lambda: np.expand_dims(mirror, axis)),
        ("expand_dims method", lambda: array.expand_dims(axis), lambda: np.expand_dims(mirror, axis)),
        ("Reshape", lambda: mx.nd.reshape(array, shape=shape), lambda: mirror.reshape(shape)),
        ("Flatten", lambda: mx.nd.Flatten(array), lambda: mirror.reshape(mirror.shape[0], -1)),
        ("flatten", lambda: array.flatten(), lambda: mirror.reshape(mirror.shape[0], -1)),
        ("identity", lambda: mx.nd.identity(array), lambda: mirror),
        ("BlockGrad", lambda: mx.nd.BlockGrad(array), lambda: mirror),
        ("copy", array.copy, lambda: mirror),
        ("copyto", lambda: array.copyto(mx.cpu()), lambda: mirror),
        ("astype", lambda: array.astype(p.kind), lambda: mirror),
        ("cast", lambda: mx.nd.cast(array, dtype=p.kind), lambda: mirror),
        ("array", lambda: mx.nd.array(array, dtype=p.kind), lambda: mirror),
        ("slice_axis", lambda: mx.nd.slice_axis(array, axis=axis, begin=begin, end=end),
         lambda: mirror[(*lead, slice(begin, end))]),
        ("slice", lambda: mx.nd.slice(array, begin=(0,) * axis + (begin,), end=(None,) * axis + (end,)),
         lambda: mirror[(*lead, slice(begin, end))]),
        ("broadcast_to", lambda: array.broadcast_to((2, *mirror.shape)),
         lambda: np.broadcast_to(mirror, (2, *mirror.shape))),
        ("broadcast_to its shape", lambda: mx.nd.broadcast_to(array, shape=wide),
         lambda: np.broadcast_to(mirror, wide)),
        ("split", lambda: mx.nd.split(array, num_outputs=size, axis=axis, squeeze_axis=False) if size == 1 else
         mx.nd.split(array, num_outputs=size, axis=axis, squeeze_axis=False)[-1],
         lambda: mirror[(*lead, slice(size - 1, size))]),
        ("concat of one", lambda: mx.nd.concat(array, dim=axis), lambda: mirror),
        ("stack", lambda: mx.nd.stack(array, array, axis=axis), lambda: np.stack([mirror, mirror], axis)),
        ("take", lambda: mx.nd.take(array, mx.nd.array(chosen)), lambda: mirror[chosen]),
        ("array of indices", lambda: array[mx.nd.array(chosen, dtype="int32")], lambda: mirror[chosen]),
        ("list", lambda: array[chosen], lambda: mirror[chosen]),
        ("tile", lambda: mx.nd.tile(array, reps=(1,)), lambda: mirror),
        ("repeat", lambda: mx.nd.repeat(array, repeats=1, axis=axis), lambda: mirror),
        ("sum", lambda: mx.nd.sum(array, axis=axis, keepdims=True), lambda: mirror.sum(axis, keepdims=True)),
        ("reshape_like", lambda: mx.nd.reshape_like(array, array), lambda: mirror),
        ("zero added", lambda: array + 0, lambda: mirror),
        ("times one", lambda: array * 1, lambda: mirror),
        ("add_n of one", lambda: mx.nd.add_n(array), lambda: mirror),
        ("squeeze", lambda: array.expand_dims(0).squeeze(axis=0), lambda: mirror),
        ("maximum of itself", lambda: mx.nd.maximum(array, array), lambda: mirror),
        ("clip", lambda: array.clip(-1e6, 1e6), lambda: mirror),
    ))
    p.keep(made(), mirrored().copy().astype(p.kind), f"a{place}: copy by {name}, axis {axis}, {other}, {begin}:{end}")


def put(p):
    """Assign to a part, by all kinds of indices."""
    place = p.pick()
    array, mirror = p.pairs[place]
    if p.draw.random() < 0.15:
        key = [p.draw.randrange(mirror.shape[0])]
    else:
        key = p.key(mirror.shape, (None, None, None, 1, 2, -1))
    part = mirror[key]
    shape = part.shape if isinstance(part, np.ndarray) else ()
    source, plain, text = p.source(mirror, shape) if shape else (*(p.number(),) * 2, "number")
    array[key] = source
    mirror[key] = plain
    p.text.append(f"a{place}[{key}] = {text}  # {plain if shape == () else ''}")


def overwrite(p):
    place = p.pick()
    array, mirror = p.pairs[place]
    source, plain, text = p.source(mirror, mirror.shape)
    if isinstance(source, mx.nd.NDArray) and p.draw.random() < 0.3:
        source.copyto(array)
    else:
        array[:] = source
    mirror[...] = plain
    p.text.append(f"a{place}[:] = {text}")


def augment(p):
    """Add to an array, or to a part, in place."""
    place = p.pick()
    array, mirror = p.pairs[place]
    if p.draw.random() < 0.5:
        source, plain, text = p.source(mirror, mirror.shape)
        if isinstance(source, np.ndarray):
            source = mx.nd.array(source, dtype=p.kind)
        subtract = p.draw.random() < 0.3
        if subtract:
            array -= source
            mirror -= np.asarray(plain, p.kind)
        else:
            array += source
            mirror += np.asarray(plain, p.kind)
        p.text.append(f"a{place} {'-' if subtract else '+'}= {text}")
        assert p.pairs[place][0] is array
    else:
        key, number = p.part(mirror.shape[0]), p.number()
        array[key] += number
        mirror[key] += np.asarray(number, p.kind)
        p.text.append(f"a{place}[{key}] += {number}")


def write_out(p):
    """Let an operator write to an array, of which it may read parts or all."""
    place = p.pick()
    out, mirror = p.pairs[place]
    first, second = p.pick(mirror.shape), p.pick(mirror.shape)
    (a, left), (b, right) = p.pairs[first], p.pairs[second]
    if any(side is not mirror and np.shares_memory(side, mirror) and side.ctypes.data != mirror.ctypes.data
           for side in (left, right)):
        return  # MXNet reads what it has just written
    turned = p.pick(mirror.T.shape)
    name, call, found = p.draw.choice((
        ("elemwise_add", lambda: mx.nd.elemwise_add(a, b, out=out), lambda: left + right),
        ("broadcast_sub", lambda: mx.nd.broadcast_sub(a, b, out=out), lambda: left - right),
        ("maximum", lambda: mx.nd.broadcast_maximum(a, b, out=out), lambda: np.maximum(left, right)),
        ("_copy", lambda: mx.nd.identity(a, out=out), lambda: left),
        ("plus", lambda: mx.nd.broadcast_add(a, mx.nd.ones((1,) * left.ndim, dtype=p.kind), out=out),
         lambda: left + np.ones((), p.kind)),
        ("negative", lambda: mx.nd.negative(a, out=out), lambda: -left),
        ("abs", lambda: mx.nd.abs(a, out=out), lambda: abs(left)),
        ("zeros", lambda: mx.nd.zeros_like(a, out=out), lambda: np.zeros_like(left)),
        ("transpose", None if np.shares_memory(p.pairs[turned][1], mirror) else
         lambda: mx.nd.transpose(p.pairs[turned][0], out=out), lambda: p.pairs[turned][1].T)
        if turned is not None else ("ones", lambda: mx.nd.ones_like(a, out=out), lambda: np.ones_like(left)),
    ))
    if call is None:
        return
    value = found().copy()
    call()
    mirror[...] = value
    p.text.append(f"{name}(a{first}, a{second}, a{turned}, out=a{place})")


KINDS = [make, index, index, index, reshape, reshape, share, copy, copy, put, put, put, overwrite, augment, augment,
         write_out, write_out]


def run(seed, number, watched=False):
    """Run a program; gives what is wrong with it, or None."""
    p = Program(seed, number)
    try:
        make(p)
        for _ in range(STATEMENTS):
            p.draw.choice(KINDS)(p)
            wrong = watched and _differing(p)
            if wrong:
                return wrong
    except (AssertionError, ValueError, TypeError, IndexError, RuntimeError) as error:  # MXNetError is a RuntimeError
        return f"{type(error).__name__}: {str(error)[:400]}\nafter:\n  " + "\n  ".join(p.text)
    wrong = _differing(p)
    return wrong if not wrong or watched else run(seed, number, True) or wrong


def _differing(p):
    for place, (array, mirror) in enumerate(p.pairs):
        found = array.asnumpy()
        if found.shape != mirror.shape or found.dtype != mirror.dtype or not np.array_equal(found, mirror):
            return (f"a{place} is {found.tolist()} of {found.dtype}, expected {mirror.tolist()} of {mirror.dtype}, "
                    "after:\n  " + "\n  ".join(p.text))
    return None


def campaign(count, seed=7, first=0):
    """Run programs; gives the number of each that went wrong, and how."""
    found = ((number, run(seed, number)) for number in range(first, first + count))
    return {number: wrong for number, wrong in found if wrong}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=7)
    parser.add_argument("first", type=int, nargs="?", default=0)
    given = parser.parse_args()
    start, wrong = time.time(), 0
    for first in range(given.first, given.first + given.count, 1000):
        for number, how in campaign(min(1000, given.first + given.count - first), given.seed, first).items():
            wrong += 1
            print(f"--- seed {given.seed}, program {number}: {how}", flush=True)
        if wrong > 20:
            break
    print(f"{first + 1000 - given.first} programs, {wrong} wrong, {time.time() - start:.0f} s")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
