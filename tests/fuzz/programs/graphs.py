"""Random symbol graphs and what is done with them: bound, run forward and backward, reshaped, watched."""
import random

from tests.fuzz.programs.nodes import KINDS, LOSSES

SHAPES = [(2,), (3,), (4,), (1, 3), (2, 3), (3, 4), (4, 2), (4, 4), (2, 1), (2, 3, 2), (3, 2, 4), (2, 2, 3, 3),
          (1, 2, 4, 4), (2, 4, 3, 3), (2, 1, 3)]


class Graph(random.Random):
    """The statements of a graph that is being made, and the entries that its next node may take."""

    def __init__(self, seed):
        super().__init__(seed)
        self.lines, self.entries, self.variables, self.params = [], [], {}, {}
        self.beside = []  # (weight, bias)
        self.loops = self.random() < 0.05
        # float16 comes in by Cast: half of the reference's layers do not take it on a CPU
        self.dtype = self.choices(["float32", "float64"], [7, 1])[0]

    # -- shapes --

    @staticmethod
    def size(shape):
        total = 1
        for length in shape:
            total *= length
        return total

    def place(self, shape):
        return self.randrange(len(shape))

    def axis(self, shape):
        return self.choice([-1, self.place(shape)])

    @staticmethod
    def resized(shape, axis, length):
        return shape[:axis] + (length,) + shape[axis + 1:]

    # -- inputs --

    def new(self, shape, how="normal", **spec):
        """Make a variable."""
        name = f"v{len(self.variables)}"
        self.variables[name] = tuple(shape)
        if how == "distinct_rows":
            how, spec = "values", {"values": [self.sample(range(spec["high"]), shape[-1])]}
        more = "".join(f", {key}={value!r}" for key, value in spec.items())
        kind = f", {how!r}" if how != "normal" else ""
        dtype = f", dtype={self.dtype!r}" if self.dtype != "float32" and "dtype" not in spec else ""
        self.lines.append(f"{name} = var('{name}', {tuple(shape)}{kind}{dtype}{more})")
        if how == "normal" and not spec:
            self.entries.append((name, tuple(shape)))
        return name

    def any(self):
        """Give an entry, the later ones more often; now and then it is a new variable."""
        if not self.entries or self.random() < 0.08:
            shape = self.choice(SHAPES)
            return self.new(shape), shape
        if self.random() < 0.5:
            return self.entries[-1 - self.randrange(min(4, len(self.entries)))]
        return self.choice(self.entries)

    def find(self, fits, otherwise=(3, 2)):
        found = [entry for entry in self.entries if fits(entry[1])]
        if not found:
            shape = self.choice([shape for shape in SHAPES if fits(shape)] or [otherwise])
            return self.new(shape), shape
        return self.choice(found[-6:])

    def find_variable(self, fits):
        found = [entry for entry in self.entries if entry[0].startswith("v") and fits(entry[1])]
        if found:
            return self.choice(found)
        shape = self.choice([shape for shape in SHAPES if fits(shape)])
        return self.new(shape), shape

    def like(self, shape):
        """Give an entry of this shape."""
        found = [name for name, other in self.entries if other == tuple(shape)]
        return self.choice(found) if found and self.random() < 0.75 else self.new(shape)

    def param(self, shape):
        """Give a variable of this shape that stands for a parameter; nodes share it as often as not."""
        known = self.params.setdefault(tuple(shape), [])
        if not known or self.random() < 0.4:
            known.append(self.new(shape))
        return self.choice(known)

    def bias(self, weight, shape):
        """Give a parameter that stands beside a weight."""
        name = self.param(shape)
        self.beside.append((weight, name))
        return name

    def params_of(self):
        """Give some of the variables that may have any value."""
        return [name for name, _ in self.entries if name.startswith("v")][:3]

    # -- nodes --

    def node(self):
        weights = [weight for weight, _ in KINDS]
        for _ in range(30):
            made = self.choices(KINDS, weights)[0][1](self)
            if made is None or self.loops and self.infers(made[0]):
                continue
            if all(0 < self.size(shape) < 400 and len(shape) < 6 for shape in made[1]):
                return self.add(*made)
        raise AssertionError("no kind of node fits")

    @staticmethod
    def infers(text):
        """Tell whether a node makes variables of its own."""
        layers = ("Convolution", "Deconvolution", "FullyConnected", "Norm(", "prelu", "Embedding")
        return any(layer in text for layer in layers) and "L2Norm" not in text

    def add(self, text, shapes):
        name = f"n{sum(line.startswith('n') for line in self.lines)}"
        text = text.format(name)
        if "contrib.foreach" in text:
            self.lines.append(f"{name} = (lambda r: [r[0], r[1]])({text})")
        elif "contrib.while_loop" in text:
            self.lines.append(f"{name} = (lambda r: [r[0]] + r[1])({text})")
        else:
            self.lines.append(f"{name} = {text}")
        if len(shapes) == 1:
            self.entries.append((name, shapes[0]))
        else:
            # rows of a loop's outputs that it has not come to are anything there
            first = 1 if "while_loop" in text else 0
            self.entries += [(f"{name}[{place}]", shape) for place, shape in enumerate(shapes) if place >= first]
        return name

    def loss(self):
        """Put a loss behind an entry, if one of those fits that the dice name."""
        x, shape = self.any()
        if x.startswith("v"):  # to a variable the reference writes what it is to add
            x = f"({x} * 1)"
        for _ in range(8):
            made = self.choice(LOSSES)(self, x, shape)
            if made is not None:
                return self.add(made[0], [made[1]])
        return x


def heads(g):
    """Choose what the graph gives; say whether all of it are losses."""
    names = {line.split(" ", 1)[0] for line in g.lines if line.startswith("n")}
    only_losses = g.random() < 0.4
    count = g.choice([1, 1, 2, 3])
    chosen = [g.loss() if only_losses or g.random() < 0.2 else g.choice(
        [name for name, _ in g.entries if name.split("[")[0] in names][-8:] or [g.any()[0]]) for _ in range(count)]
    if g.random() < 0.1:
        chosen.append(f"sym.BlockGrad({g.any()[0]})")
    g.lines.append("heads_ = []")
    g.lines += [f"heads_.append({name})" for name in dict.fromkeys(chosen)]
    g.lines.append("net = sym.Group(heads_)" if len(chosen) > 1 or g.random() < 0.3 else "net = heads_[0]")
    return only_losses


def requests(g, steps):
    """Give grad_req as text."""
    if g.random() < 0.5:
        # an executor without any gradient goes on with the weights of its first run there
        return repr(g.choice(["write", "write", "add", "null" if steps == 1 else "write"]))
    mixed = {name: g.choice(["write", "add", "null"]) for name in g.variables}
    for weight, bias in g.beside:  # without the gradient of a weight the reference computes none of its bias
        if mixed[weight] == "null":
            mixed[bias] = "null"
    return repr({**mixed, "*": g.choice(["write", "write", "add"])})


def program(seed):
    """Give the statements of one program."""
    g = Graph(f"graph {seed}")
    for _ in range(g.randrange(1, 4)):
        g.new(g.choice(SHAPES))
    for _ in range(g.randrange(5, 38)):
        g.node()
    only_losses = heads(g)
    lines = g.lines
    if g.random() < 0.15:
        lines.append("net = sym.load_json(net.tojson())")
    if g.random() < 0.2:
        lines.append("show('names', [net.list_arguments(), net.list_outputs(), net.list_auxiliary_states()])")
    weights = {weight for weight, _ in g.beside}
    without = [name for name in g.variables if name not in weights and g.random() < 0.4]
    how = g.choices(["simple(net, grad_req={})", "bound(net, grad_req={})",
                     f"bound(net, grad_req={{}}, without={without})",
                     "bound(net, {}, as_list=True)"], [0 if g.loops else 6, 2, 1, 1])[0]
    steps = g.randrange(1, 5)
    lines.append("ex = " + how.format(requests(g, steps)))
    if g.random() < 0.1:
        lines.append(f"notes = watch(ex, {g.random() < 0.3})")
    for number in range(steps):
        step(g, number, only_losses)
    if "notes = watch" in " ".join(lines):
        lines.append("show('watched', notes)")
    return lines


def step(g, number, only_losses):
    """Run the executor once, one way or another."""
    lines, seed = g.lines, 100 * number
    if number and g.random() < 0.5:
        name = g.choice(sorted(g.variables))
        lines.append(f"refill(ex, '{name}', {seed})")
    elif number:
        lines.append(g.choice([f"fill(ex, {seed})", "ex = ex.reshape(**{k: v.shape for k, v in ex.arg_dict.items()})",
                               f"ex.copy_params_from({{k: v * 0.5 for k, v in ex.arg_dict.items() "
                               f"if k in {g.params_of()}}}, ex.aux_dict, allow_extra_params=True)", "ex.outputs"]))
    if g.random() < 0.25:
        lines.append("ex.forward(is_train=False)")
        lines.append("show('predicted', ex.outputs)")
        return
    lines.append("ex.forward(is_train=True)")
    if g.random() < 0.1:
        lines.append("ex.forward(is_train=True)")
    lines.append("show('outputs', ex.outputs)")
    if g.random() < 0.9:
        with_heads = g.random() < (0.15 if only_losses else 0.95)
        lines.append(f"ex.backward(heads(ex, {seed}))" if with_heads else "ex.backward()")
        lines.append("show('grads', grads(ex))")
    lines.append("show('states', ex.aux_dict)")


def sane(lines):
    """Tell whether every result is asked for after the run that makes it; a shortened program may not."""
    forward = backward = ran = False
    if any("while_loop(" in line or "contrib.cond(" in line for line in lines) and "simple(" in " ".join(lines):
        return False
    for line in lines:
        if line.startswith("ex = "):
            forward = backward = ran = False
        elif line.startswith("ex.forward("):
            forward, backward, ran = "is_train=True" in line, False, True
        elif line.startswith("ex.backward("):
            if forward is not True:
                return False
            backward = True
        elif "ex.outputs)" in line and forward is False and not ran:
            return False
        elif "grads(ex)" in line and not backward:
            return False
    return True
