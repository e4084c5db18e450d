"""Random imperative programs: views and writes, types, sparse arrays, gradients, files."""
import random

SHAPES = [(2,), (3,), (4,), (1,), (2, 3), (3, 4), (4, 2), (1, 3), (2, 1), (2, 3, 2), (3, 2, 2), (2, 2, 3, 2)]
DTYPES = ["float32", "float32", "float32", "float32", "float64", "int32", "int64", "float16", "uint8", "int8"]
FLOATS = ("float32", "float64", "float16")

UNARY = ["abs", "square", "negative", "sign", "relu", "floor", "ceil", "identity", "zeros_like", "ones_like", "round",
         "logical_not"]
UNARY_OF_FLOATS = ["tanh", "sigmoid", "sin", "exp", "arctan", "softmax", "log_softmax", "cbrt", "softsign", "erf",
                   "rint", "trunc", "expm1", "cos"]
REDUCTIONS = ["sum", "mean", "max", "min", "prod", "nansum", "norm"]


class Arrays(random.Random):
    """The statements so far, and the arrays with their shapes and types."""

    def __init__(self, seed):
        super().__init__(seed)
        self.lines, self.known, self.count, self.recording = [], {}, 0, False
        self.roots = {}  # by the name of a view, the array whose memory it may share

    def name(self):
        self.count += 1
        return f"a{self.count - 1}"

    def put(self, text, shape, dtype, of=None):
        """Add a statement that makes an array, a view `of` another perhaps."""
        name = self.name()
        if of is not None:
            self.roots[name] = self.root(of)
        self.lines.append(f"{name} = {text}")
        self.known[name] = (tuple(shape), dtype)
        return name

    def say(self, text):
        self.lines.append(text)

    def new(self, shape=None, dtype=None):
        shape, dtype = shape or self.choice(SHAPES), dtype or self.choice(DTYPES)
        seed = self.randrange(10**6)
        if dtype in FLOATS and self.random() < 0.7:
            return self.put(f"array({seed}, {shape}, dtype={dtype!r})", shape, dtype)
        low = 0 if dtype == "uint8" else -4
        return self.put(f"array({seed}, {shape}, 'integers', {dtype!r}, low={low}, high=5)", shape, dtype)

    def any(self, fits=lambda shape, dtype: True):
        found = [name for name, spec in self.known.items() if fits(*spec)]
        if not found or self.random() < 0.05:
            return self.new(*self.choice([(shape, dtype) for shape in SHAPES for dtype in DTYPES
                                          if fits(shape, dtype)]))
        return self.choice(found[-10:])

    def spec(self, name):
        return self.known[name]

    def root(self, name):
        return self.roots.get(name, name)

    def like(self, shape, dtype, apart_from=None):
        """Give an array of this shape and type, one that shares no memory with another perhaps."""
        found = [name for name, spec in self.known.items() if spec == (tuple(shape), dtype)
                 and (apart_from is None or self.root(name) != self.root(apart_from))]
        return self.choice(found) if found and self.random() < 0.7 else self.new(tuple(shape), dtype)

    def number(self, dtype):
        return self.choice(["2", "-1", "0", "3"] if dtype not in FLOATS else ["2", "0.5", "-1.5", "0", "1e-3"])


def size(shape):
    total = 1
    for length in shape:
        total *= length
    return total


# ---- indices ----

def index(g, shape):
    """Give the text of an index and the shape it selects, None where that is not worth knowing."""
    which = g.choice(["int", "int", "slice", "slice", "step", "tuple", "tuple", "ellipsis", "all", "array", "list",
                      "two", "none", "negative", "mixed", "nd", "bool"])
    n = shape[0]
    if which == "int":
        return str(g.randrange(n)), shape[1:]
    if which == "negative":
        return str(-1 - g.randrange(n)), shape[1:]
    if which == "slice":
        begin = g.randrange(n)
        end = g.randrange(begin + 1, n + 1)
        return f"{begin}:{end}", (end - begin,) + shape[1:]
    if which == "step":
        step = g.choice([2, -1, -2])
        return f"::{step}", (-(-n // abs(step)),) + shape[1:]
    if which == "all":
        return ":", shape
    if which == "ellipsis":
        last = g.randrange(shape[-1])
        return f"..., {last}", shape[:-1]
    if which == "none" and len(shape) < 4:
        return "None", (1,) + shape
    if which in ("array", "list", "nd"):
        # below zero the reference writes outside its memory
        picks = [g.randrange(n) for _ in range(g.choice([1, 2, 3]))]
        if which == "list":
            return str(picks), (len(picks),) + shape[1:]
        if which == "nd":
            return f"nd.array({picks})", (len(picks),) + shape[1:]
        return f"np.array({picks})", (len(picks),) + shape[1:]
    if which == "bool" and n > 1:  # NumPy's masks are read as the integers 0 and 1
        mask = [g.random() < 0.5 for _ in range(n)]
        return f"np.array({mask})", (n,) + shape[1:]
    if len(shape) > 1:
        m = shape[1]
        if which == "tuple":
            first, second = g.randrange(n), g.randrange(m)
            return g.choice([(f"{first}, {second}", shape[2:]), (f":, {second}", shape[:1] + shape[2:]),
                             (f":, {second}:", (n, m - second) + shape[2:]),
                             (f"{first}:, {second}", (n - first,) + shape[2:]),
                             (f"{first}, {second}:", (m - second,) + shape[2:]),
                             (f":, ::{g.choice([2, -1])}", None)])
        if which == "two":
            rows, columns = [g.randrange(n) for _ in range(2)], [g.randrange(m) for _ in range(2)]
            return f"{rows}, {columns}", (2,) + shape[2:]
        if which == "mixed":
            return f"{[g.randrange(n) for _ in range(2)]}, {g.randrange(m)}:", None
    return "0", shape[1:]


# ---- statements ----

def view(g):
    a = g.any()
    shape, dtype = g.spec(a)
    which = g.randrange(8)
    if which < 3:
        text, out = index(g, shape)
        if out is not None and 0 not in out:
            g.put(f"{a}[{text}]", out or (1,), dtype, of=a)
        else:
            g.say(f"show('part', {a}[{text}])")
    elif which == 3:
        out = g.choice([(-1,), (size(shape),), (1, -1), (shape[0], -1), (-1, shape[-1])])
        sizes = [length for length in out if length != -1]
        real = tuple(size(shape) // size(sizes) if length == -1 else length for length in out)
        g.put(f"{a}.reshape({out})", real, dtype, of=a)
    elif which == 4:
        axes = g.sample(range(len(shape)), len(shape))
        g.put(f"{a}.transpose({tuple(axes)})", [shape[i] for i in axes], dtype, of=a)
    elif which == 5:
        g.put(g.choice([f"{a}.T", f"{a}.transpose()"]), shape[::-1], dtype, of=a)
    elif which == 6 and len(shape) < 4:
        axis = g.randrange(len(shape) + 1)
        g.put(f"{a}.expand_dims({axis})", shape[:axis] + (1,) + shape[axis:], dtype, of=a)
    else:
        g.put(g.choice([f"{a}.copy()", f"nd.identity({a})", f"{a}.as_in_context(mx.cpu(1))", f"{a}.detach()",
                        f"{a}[:]", f"nd.array({a})", f"{a}.as_in_context(mx.cpu())"]), shape,
              dtype, of=a)


def write(g):
    """Assign to a part. What shares memory with it is left out: the reference reads what it has just written."""
    a = g.any()
    shape, dtype = g.spec(a)
    text, out = index(g, shape)
    source = g.randrange(6)
    if out is None or source == 0:
        value = g.number(dtype)
    elif source == 1 and out:
        value = g.like(out, dtype, a)
    elif source == 2 and out:
        value = f"draw({g.randrange(10**6)}, {tuple(out)}, dtype={dtype!r})"
    elif source == 3 and out:
        value = g.like((1,) * (len(out) - 1) + out[-1:], dtype, a)  # to be broadcast
    elif source == 4 and out:
        value = f"draw({g.randrange(10**6)}, {tuple(out)}, 'integers', high=9).tolist()"
    elif source == 5:
        value = g.any()  # as likely as not it does not fit
        if g.root(value) == g.root(a):
            value += ".copy()"
    else:
        value = g.number(dtype)
    g.say(f"{a}[{text}] = {value}")


def in_place(g):
    a = g.any()
    shape, dtype = g.spec(a)
    sign = g.choice(["+", "-", "*", "/", "%"])
    other = g.choice([g.number(dtype), g.like(shape, dtype, a), g.like((1,) * (len(shape) - 1) + shape[-1:], dtype, a),
                      a if "[" not in a else "2"])
    if sign in "/%" and other in ("0", "1e-3", "-1", "0.5", "-1.5"):
        other = "2"
    if sign in "/%" and other.startswith("a"):
        other = f"(nd.abs({other}) + 1)"
    target = f"{a}[{index(g, shape)[0]}]" if g.random() < 0.3 else a
    g.say(f"{target} {sign}= {other}")


def into(g):
    """Write to `out=`."""
    a = g.any()
    shape, dtype = g.spec(a)
    which = g.randrange(8)
    out = g.like(shape, dtype, a)
    if which == 0:
        g.say(f"nd.elemwise_add({a}, {g.like(shape, dtype)}, out={out})")
    elif which == 1:
        g.say(f"nd.broadcast_mul({a}, {g.like(shape[:-1] + (1,), dtype, out)}, out={out})")
    elif which == 2:
        g.say(f"nd.{g.choice(UNARY)}({a}, out={g.choice([out, a])})")
    elif which == 3 and len(shape) > 1:
        g.say(f"nd.sum({a}, axis=0, out={g.like(shape[1:], dtype, a)})")
    elif which == 4:
        b = g.like(shape, dtype)
        out = g.like((shape[0] * 2,) + shape[1:], dtype, a)
        if g.root(b) != g.root(out):
            g.say(f"nd.concat({a}, {b}, dim=0, out={out})")
    elif which == 5:
        g.say(f"{a}.copyto({out})")
    elif which == 6 and dtype in FLOATS:
        g.say(f"nd.clip({a}, -1, 1, out={out})")
    else:
        b = g.any()
        b = b if g.root(a) != g.root(b) else g.like(*g.spec(b), a)
        g.say(f"nd.identity({a}, out={b})" if g.random() < 0.5 else f"{a}.copyto({b})")


def compute(g):
    a = g.any()
    shape, dtype = g.spec(a)
    which = g.randrange(14)
    if which == 0:
        g.put(f"nd.{g.choice(UNARY)}({a})", shape, dtype)
    elif which == 1 and dtype in FLOATS:
        name = g.choice(UNARY_OF_FLOATS)
        if name == "log_softmax" and shape[-1] == 1:
            name = "softmax"
        g.put(f"nd.{name}({a})", shape, dtype)
    elif which in (2, 3):
        sign = g.choice(["+", "-", "*", ">", "<=", "==", "!=", "<"])
        g.put(f"{a} {sign} {g.choice([g.like(shape, dtype), g.number(dtype)])}", shape, dtype)
    elif which == 4:
        sign = g.choice(["/", "%", "**"])
        g.put(f"{a} {sign} {g.choice(['2', '3', '1'])}", shape, dtype)
    elif which == 5:
        g.put(f"{g.number(dtype)} - {a}", shape, dtype)
    elif which == 6:
        name = g.choice(REDUCTIONS if dtype in FLOATS else REDUCTIONS[:4])
        if g.random() < 0.4:
            g.put(f"{a}.{name}()", (1,), dtype)
        else:
            axis = g.randrange(len(shape))
            keep = g.random() < 0.5
            out = tuple(1 if i == axis else n for i, n in enumerate(shape) if keep or i != axis)
            g.put(f"nd.{name}({a}, axis={axis}, keepdims={keep})", out or (1,), dtype)
    elif which == 7:
        g.put(f"nd.{g.choice(['concat', 'concat'])}({a}, {g.like(shape, dtype)}, dim={len(shape) - 1})",
              shape[:-1] + (shape[-1] * 2,), dtype)
    elif which == 8 and dtype in FLOATS:
        b = g.any(lambda s, d: len(s) == 2 and d == dtype)
        rows, inner = g.spec(b)[0]
        g.put(f"nd.dot({b}, {g.like((inner, 2), dtype)})", (rows, 2), dtype)
    elif which == 9:
        other = g.choice(DTYPES)
        if other == "uint8":
            a = f"nd.abs({a})"
        g.put(f"{a}.astype({other!r})", shape, other)
    elif which == 10:
        name = g.choice(["add", "sub", "mul", "maximum", "minimum", "equal", "greater", "lesser_equal"])
        other = tuple(1 if g.random() < 0.5 else n for n in shape)
        g.put(f"nd.broadcast_{name}({a}, {g.like(other, dtype)})", shape, dtype)
    elif which == 11:
        g.put(f"nd.where({a} > 0, {a}, {g.like(shape, dtype)})", shape, dtype)
    elif which == 12:
        ids = [g.randrange(shape[0]) for _ in range(2)]
        g.put(f"nd.take({a}, nd.array({ids}))", (2,) + shape[1:], dtype)
    else:
        g.put(g.choice([f"nd.flip({a}, axis=0)", f"nd.sort({a}, axis=0)", f"nd.tile({a}, reps=(1,))",
                        f"{a}.flip(axis=0)", f"nd.stack({a}, axis=0)[0]", f"{a}.clip(-1, 1)", f"abs({a})",
                        f"-{a}", f"nd.broadcast_like({a}, {a})"]), shape, dtype)


def mixed(g):
    """Bring two types together: most of it is refused."""
    a, b = g.any(), g.any()
    g.put(f"{a} {g.choice(['+', '*', '-', '>'])} {b}", *g.spec(a))


def ask(g):
    a = g.any()
    g.say(g.choice([f"show('about', [{a}.shape, {a}.size, {a}.ndim, np.dtype({a}.dtype).name, len({a})])",
                    f"show('scalar', {a}.sum().asscalar())", f"show('bool', bool({a}))",
                    f"show('list', {a}.asnumpy().tolist())", f"show('ctx', str({a}.context))",
                    f"show('item', {a}.asscalar())", f"show('rows', [row for row in {a}])",
                    f"show('same', ({a} == {a}).asnumpy())", "nd.waitall()",
                    f"show('stype', {a}.stype)"]))


def files(g):
    a, b = g.any(), g.any()
    file = f"{g.randrange(3)}.nd"
    if g.random() < 0.5:
        g.say(f"nd.save(written('{file}'), [{a}, {b}])")
        g.say(f"show('loaded', nd.load(written('{file}')))")
    else:
        g.say(f"nd.save(written('{file}'), {{'x': {a}, 'arg:y': {b}}})")
        g.say(f"show('loaded', nd.load(written('{file}')))")
    if g.random() < 0.3:
        g.say(f"{a} = nd.load(written('{file}'))[0] if isinstance(nd.load(written('{file}')), list) else {a}")


def sparse(g):
    """Make a sparse array of a dense one, do something with it, and come back."""
    stype = g.choice(["row_sparse", "csr"])
    shape = g.choice([(3, 4), (4, 2), (2, 3)]) if stype == "csr" else g.choice([(3, 4), (4, 2), (3, 2, 2), (4,)])
    dtype = g.choice(["float32", "float32", "float64", "int32"])
    source = f"draw({g.randrange(10**6)}, {shape}, 'integers', {dtype!r}, low=-1, high=2)"
    if stype == "row_sparse":
        source += f" * draw({g.randrange(10**6)}, {(shape[0],) + (1,) * (len(shape) - 1)}, 'integers', {dtype!r}, " \
                  "low=0, high=2)"
    s = g.name()
    g.say(f"{s} = nd.array({source}, dtype={dtype!r}).tostype('{stype}')")
    for _ in range(g.randrange(1, 4)):
        what = g.choice(["back", "add", "mul", "dot", "retain", "slice", "set", "parts", "copy", "sum", "dense_add",
                         "cast", "square", "zeros", "copyto", "save", "unary"])
        if what == "back":
            g.put(f"{s}.tostype('default')", shape, dtype)
        elif what == "add":
            g.say(f"show('sum', {s} + {s})")
        elif what == "mul":
            g.say(f"show('scaled', {s} {g.choice(['* 2', '/ 2', '+ 1', '- 1'])})")
        elif what == "dot" and stype == "csr":
            g.put(f"nd.dot({s}, {g.like((shape[1], 2), dtype)})", (shape[0], 2), dtype)
        elif what == "retain" and stype == "row_sparse":
            g.say(f"show('kept', nd.sparse.retain({s}, nd.array({sorted(g.sample(range(shape[0]), 2))})))")
        elif what == "slice":
            g.say(f"show('slice', {s}[{g.choice(['0:2', '1', '1:', ':'])}])")
        elif what == "set":
            g.say(f"{s}[:] = {g.choice([g.like(shape, dtype), g.number(dtype), s])}")
            g.say(f"show('set', {s})")
        elif what == "parts":
            parts = ["data", "indices"] + (["indptr"] if stype == "csr" else [])
            g.say(f"show('parts', [{', '.join(f'{s}.{part}' for part in parts)}])")
        elif what == "copy":
            g.say(f"show('copy', {s}.copy())")
        elif what == "sum":
            total = f"nd.sum({s}, axis={g.choice([0, 1])})" if len(shape) == 2 else f"{s}.sum()"
            g.say(f"show('sum', {total})")
        elif what == "dense_add":
            g.put(f"{s} {g.choice('+-*')} {g.like(shape, dtype)}", shape, dtype)
        elif what == "cast":
            g.say(f"show('cast', {s}.astype('{g.choice(['float64', 'int32', 'float32'])}'))")
        elif what in ("square", "unary"):
            g.say(f"show('of', nd.{g.choice(['square', 'abs', 'sign', 'negative', 'relu', 'cos', 'sqrt'])}({s}))")
        elif what == "zeros":
            g.say(f"show('zeros', nd.sparse.zeros('{stype}', {shape}, dtype={dtype!r}))")
        elif what == "copyto":
            g.say(f"{s}.copyto({g.like(shape, dtype)})")
        elif what == "save":
            g.say(f"nd.save(written('s.nd'), [{s}])")
            g.say("show('loaded', nd.load(written('s.nd')))")


# ---- gradients ----

def gradient(g):
    """Record a computation, go backward, and show the gradients."""
    count = g.randrange(1, 4)
    leaves = [g.any(lambda shape, dtype: dtype in ("float32", "float64")) for _ in range(count)]
    leaves = list(dict.fromkeys(leaves))
    wanted = []
    for a in leaves:
        request = g.choice(["", "", "'add'", "'write'", "'null'"])
        g.say(f"{a}.attach_grad({request})")
        if request != "'null'":  # there such an array has a gradient before backward, and None after it
            wanted.append(a)
    outer, g.known = g.known, {name: g.known[name] for name in leaves}
    mode = g.choice(["", "", "train_mode=False"])
    before = g.count
    g.say(f"enter(autograd.record({mode}))")
    for _ in range(g.randrange(1, 9)):
        recorded(g)
    g.say("leave()")
    made = [name for name in g.known if int(name[1:]) >= before and g.spec(name)[1] in FLOATS]
    if made and wanted:
        finish(g, wanted, made)
    g.known = {**outer, **g.known}


def recorded(g):
    which = g.random()
    if which < 0.7:
        compute(g)
    elif which < 0.82:
        view(g)
    elif which < 0.87:
        a = g.any()
        g.say("enter(autograd.pause())" if g.random() < 0.7 else "enter(autograd.predict_mode())")
        compute(g)
        g.say("leave()")
        g.put(f"{a} * 2", *g.spec(a))
    elif which < 0.91:
        # it raises; the reference has written by then, so nothing shows this array
        a = g.any()
        g.say(f"b = {a} * 1")
        g.say(g.choice(["b += 2", "b *= b", "b[:] = 1", "b[0] = 2"]))
    elif which < 0.94:
        a = g.any()
        g.put(f"nd.{g.choice(['BlockGrad', 'stop_gradient', 'make_loss', 'identity'])}({a})", *g.spec(a))
    elif which < 0.96:
        g.say("show('modes', [autograd.is_recording(), autograd.is_training()])")
    else:
        a = g.any(lambda shape, dtype: dtype in FLOATS)
        g.put(f"nd.Dropout({a}, p=0.0)", *g.spec(a))


def finish(g, leaves, made):
    y = made[-1] if g.random() < 0.7 else g.choice(made)
    way = g.choice(["plain", "plain", "plain", "head", "twice", "several", "grad", "anew", "overwritten"])
    if way == "plain":
        g.say(f"{y}.backward()")
    elif way == "head":
        shape, dtype = g.spec(y)
        g.say(f"{y}.backward(array({g.randrange(10**6)}, {y}.shape, dtype=np.dtype({y}.dtype).name))")
    elif way == "twice":
        g.say(f"{y}.backward(retain_graph=True)")
        g.say(f"show('first', [{', '.join(f'{a}.grad' for a in leaves)}])")
        g.say(f"{y}.backward()")
    elif way == "several":
        g.say(f"autograd.backward([{', '.join(dict.fromkeys([y, g.choice(made)]))}])")
    elif way == "grad":
        g.say(f"show('asked', autograd.grad([{y}], [{leaves[0]}]))")
        return
    elif way == "anew":
        g.say(f"{leaves[0]}.attach_grad()")
        g.say(f"{y}.backward()")
    else:
        g.say(f"{leaves[0]}[:] = 3")
        g.say(f"{y}.backward()")
    g.say(f"show('grads', [{', '.join(f'{a}.grad' for a in leaves)}])")


STATEMENTS = [(view, 5), (write, 6), (in_place, 4), (into, 3), (compute, 5), (mixed, 0.5), (ask, 2), (files, 0.5),
              (sparse, 1), (gradient, 1.5)]


def program(seed):
    """Give the statements of one program."""
    g = Arrays(f"array {seed}")
    for _ in range(g.randrange(2, 5)):
        g.new()
    functions, weights = zip(*STATEMENTS)
    for _ in range(g.randrange(4, 22)):
        g.choices(functions, weights)[0](g)
    for name in sorted(g.known, key=lambda name: int(name[1:])):
        g.say(f"show('{name}', {name})")
    return g.lines
