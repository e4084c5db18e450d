"""Random Gluon programs: networks of layers and of blocks written out, steps of a Trainer, files that change sides."""
import random

from tests.fuzz.programs.training import OPTIMIZERS, SCHEDULES

# Blocks that a user would write; each stands as one statement before the network that uses it.
WRITTEN = {
    "Residual": """class Residual(gluon.HybridBlock):
    def __init__(self, units, **kwargs):
        super(Residual, self).__init__(**kwargs)
        with self.name_scope():
            self.body = nn.Dense(units, activation='tanh')
            self.skip = nn.Dense(units, use_bias=False)
    def hybrid_forward(self, F, x):
        return self.body(x) + self.skip(x)""",
    "Scaled": """class Scaled(gluon.HybridBlock):
    def __init__(self, units, **kwargs):
        super(Scaled, self).__init__(**kwargs)
        with self.name_scope():
            self.scale = self.params.get('scale', shape=(1, units), init='ones')
            self.half = self.params.get_constant('half', [[0.5]])
            self.inner = nn.Dense(units)
    def hybrid_forward(self, F, x, scale, half):
        return F.broadcast_add(F.broadcast_mul(self.inner(x), scale), half)""",
    "Gated": """class Gated(gluon.HybridBlock):
    def __init__(self, units, **kwargs):
        super(Gated, self).__init__(**kwargs)
        with self.name_scope():
            self.both = nn.Dense(2 * units)
    def hybrid_forward(self, F, x):
        a, b = F.split(self.both(x), num_outputs=2, axis=1)
        return a * F.sigmoid(b)""",
    "Looped": """class Looped(gluon.Block):
    def __init__(self, units, **kwargs):
        super(Looped, self).__init__(**kwargs)
        with self.name_scope():
            self.layer = nn.Dense(units, flatten=False)
    def forward(self, x):
        for _ in range(2 if x.shape[0] % 2 else 1):
            y = self.layer(x)
        return nd.tanh(y)""",
}
ACTIVATIONS = ["relu", "tanh", "sigmoid", "softrelu", "softsign"]
LOSSES = {  # text -> the kind of label it asks for
    "gluon.loss.SoftmaxCrossEntropyLoss()": "class", "gluon.loss.SoftmaxCELoss(weight=2.0)": "class",
    "gluon.loss.SoftmaxCrossEntropyLoss(sparse_label=False)": "like", "gluon.loss.L2Loss()": "like",
    "gluon.loss.L1Loss()": "like", "gluon.loss.HuberLoss(rho=0.5)": "like", "gluon.loss.SigmoidBCELoss()": "unit",
    "gluon.loss.HingeLoss()": "sign", "gluon.loss.SquaredHingeLoss(margin=0.7)": "sign",
    "gluon.loss.LogisticLoss()": "sign", "gluon.loss.KLDivLoss(from_logits=False)": "share",
    "gluon.loss.PoissonNLLLoss()": "unit"}
LABELS = {"class": "({b},), 'integers', low=0, high={n}", "like": "({b}, {n})", "unit": "({b}, {n}), 'uniform', "
          "low=0.1, high=0.9", "sign": "({b}, {n}), 'integers', low=0, high=2",
          "share": "({b}, {n}), 'uniform', low=0.1, high=0.5"}


class Blocks(random.Random):
    """The statements so far, and the sizes of the problem."""

    def __init__(self, seed):
        super().__init__(seed)
        self.lines, self.used = [], []
        self.batch = self.choice([2, 3, 4])
        self.classes = self.choice([2, 3])
        self.world = self.choice(["rows", "rows", "images", "images", "sequence", "words"])
        self.traceable = True
        self.built = []  # the statements that make the network, for whoever makes it once more
        self.say("nn = gluon.nn")

    def say(self, text):
        self.lines.append(text)

    def often(self, share):
        return self.random() < share

    # -- data --

    def shape(self, batch=None):
        batch = batch or self.batch
        return (batch, *{"rows": (5,), "images": (2, 6, 6), "sequence": (4, 3), "words": (4,)}[self.world])

    def data(self, seed, batch=None):
        how = ", 'integers', low=0, high=7" if self.world == "words" else ""
        return f"array({seed}, {self.shape(batch)}{how})"

    def label(self, seed, batch=None):
        text = f"array({seed}, {LABELS[self.kind].format(b=batch or self.batch, n=self.classes)})"
        return f"{text} * 2 - 1" if self.kind == "sign" else text

    # -- layers --

    def act(self):
        # no PReLU: before a Flatten that is traced with it the reference's gradient of alpha is wrong
        return self.choice([f"nn.Activation('{self.choice(ACTIVATIONS)}')", "nn.LeakyReLU(0.1)", "nn.ELU(0.7)",
                            "nn.SELU()", "nn.Swish()", "nn.HybridLambda('tanh')", "nn.GELU()", "nn.Dropout(0.0)",
                            "nn.HybridLambda(lambda F, x: F.relu(x) * 0.5)"])

    def norm(self):
        return self.choice(["nn.BatchNorm(epsilon=0.01)", "nn.BatchNorm(epsilon=0.01, scale=False)",
                            "nn.BatchNorm(epsilon=0.01, center=False, momentum=0.5)", "nn.LayerNorm(epsilon=0.01)",
                            "nn.BatchNorm(epsilon=0.01, use_global_stats=True)"])

    def dense(self):
        activation = f", activation='{self.choice(ACTIVATIONS)}'" if self.often(0.4) else ""
        bias = ", use_bias=False" if self.often(0.2) else ""
        return f"nn.Dense({self.choice([3, 4, 6])}{activation}{bias})"

    def written(self):
        name = self.choice(sorted(WRITTEN))
        if name == "Looped":
            self.traceable = False
        if name not in self.used:
            self.used.append(name)
            self.say(WRITTEN[name])
        return f"{name}({self.choice([3, 4])})"

    def nested(self):
        inner = ", ".join(self.choice([self.dense, self.act])() for _ in range(self.choice([1, 2])))
        return f"sequence(nn.HybridSequential, [{inner}])"

    def convolution(self):
        more = ""
        if self.often(0.3):
            more += f", activation='{self.choice(ACTIVATIONS)}'"
        if self.often(0.2):
            more += ", use_bias=False"
        return self.choice([f"nn.Conv2D({self.choice([2, 4])}, 3, padding=1{more})",
                            f"nn.Conv2D(4, {self.choice([1, 2])}, strides={self.choice([1, 2])}{more})",
                            f"nn.Conv2D(4, 3, padding=2, dilation=2{more})",
                            f"nn.Conv2D(4, 3, padding=1, groups=2{more})"])  # transposed ones fail there at random

    def picture(self):
        """Give the layers of a small convolutional network up to its flattened values."""
        layers = ["nn.Conv2D(4, 3, padding=1)"] if self.often(0.5) else []
        for _ in range(self.choice([1, 1, 2])):
            layers.append(self.convolution())
            if self.often(0.4):
                layers.append(self.choice([self.norm(), "nn.InstanceNorm(epsilon=0.01)",
                                           "nn.GroupNorm(2, epsilon=0.01)"]))
            layers.append(self.act())
        if self.often(0.5):
            layers.append(self.choice(["nn.MaxPool2D(2, 2)", "nn.AvgPool2D(2, 1)", "nn.GlobalAvgPool2D()",
                                       "nn.MaxPool2D(3, 2, padding=1)", "nn.GlobalMaxPool2D()",
                                       "nn.AvgPool2D(2, 2, padding=1, count_include_pad=False)",
                                       "nn.MaxPool2D(2, 2, ceil_mode=True)", "nn.ReflectionPad2D(1)"]))
        return layers + ["nn.Flatten()"]

    def recurrent(self):
        kind = self.choice(["LSTM", "GRU", "RNN"])
        more = self.choice(["", ", bidirectional=True", ", num_layers=2"])
        if kind == "RNN" and self.often(0.5):
            more += ", activation='tanh'"
        return [f"gluon.rnn.{kind}(4{more}, layout='NTC')", "nn.Flatten()"]

    def layers(self):
        """Give the texts of all layers but the last."""
        first = {"rows": lambda: [self.dense()], "images": self.picture, "sequence": self.recurrent,
                 "words": lambda: ["nn.Embedding(7, 5)", self.choice(["nn.Flatten()", "nn.Dense(6, flatten=False)"])]}
        found = first[self.world]()
        for _ in range(self.choice([0, 1, 1, 2])):
            found.append(self.choice([self.dense, self.act, self.norm, self.written, self.nested])())
        return found

    def network(self):
        """Write the network; it is kept, so that the other side of a file can be written too."""
        begin = len(self.lines)
        texts = self.layers() + [f"nn.Dense({self.classes})"]
        kind = "nn.HybridSequential" if self.traceable else "nn.Sequential"
        prefix = self.choice(["", "prefix='net_'", "prefix=''"])
        self.say(f"net = {kind}({prefix})")
        scoped = self.often(0.6) or prefix == "prefix=''"
        if scoped:
            self.say("enter(net.name_scope())")
        if self.often(0.5):
            self.say(f"net.add({', '.join(texts)})")
        else:
            for text in texts:
                self.say(f"net.add({text})")
        if scoped:
            self.say("leave()")
        self.built = ["nn = gluon.nn", *self.lines[begin:]]

    def ready(self):
        """Initialize, know all shapes, and draw the parameters."""
        self.say(f"net.initialize({self.choice(['', 'mx.init.One()', 'mx.init.Xavier()'])})")
        if self.traceable and self.often(0.3):
            self.hybridize()
        self.say(f"show('first', net({self.data(1)}).shape)")
        self.say(f"drawn(net, {self.randrange(1000)})")

    def hybridize(self):
        self.say(self.choice(["net.hybridize()", "net.hybridize(static_alloc=True)", "net.hybridize(False)",
                              "net.hybridize(static_alloc=True, static_shape=True)", "net.hybridize()"]))

    def trainer(self):
        name, params = self.choice([pair for pair in OPTIMIZERS if pair[0] != "adadelta"])  # scales gradients in place
        if self.often(0.25) and "learning_rate" in params:
            params += f", 'lr_scheduler': {self.choice(SCHEDULES)}"
        more = self.choice(["", "", "", ", kvstore=None", ", update_on_kvstore=False"])
        self.say(f"trainer = gluon.Trainer(net.collect_params(), '{name}', {{{params}}}{more})")

    # -- steps --

    def step(self, seed):
        batch = self.choice([self.batch, self.batch, self.batch, self.batch + 1])
        self.say(f"x, y = {self.data(seed, batch)}, {self.label(seed + 1, batch)}")
        way = self.random()
        if way < 0.6:
            self.say("with autograd.record():\n    out = net(x)\n    value = loss(out, y)")
        elif way < 0.7:
            self.say("with autograd.record():\n    value = loss(net(x), y).mean()")
        elif way < 0.8 and not self.static:
            self.say("with autograd.record():\n    value = loss(net(x), y) + 0.5 * loss(net(x * 1), y)")
        elif way < 0.9:
            self.say("with autograd.record():\n    value = nd.sum(loss(net(x), y))\n    twice = value * 2")
        elif not self.static:
            self.say("with autograd.record():\n    value = loss(net(x).detach() + net(x), y)")
        else:
            self.say("with autograd.record():\n    value = loss(net(x) * 1.5, y)")
        self.say("value.backward()")
        if self.often(0.3):
            self.say("show('grads', gradients(net))")
        self.say(self.choice(["trainer.step({b})", "trainer.step({b})", "trainer.step(1)",
                              "trainer.allreduce_grads(); trainer.update({b})"] if "False" in self.trained else
                             ["trainer.step({b})", "trainer.step({b})", "trainer.step(1)"]).format(b=batch))
        self.say("show('loss', value)")

    @property
    def static(self):
        """Tell whether calls share memory: of two calls in one recording the reference's gradients are wrong then."""
        return any("static_alloc" in line for line in self.lines)

    @property
    def trained(self):
        return next((line for line in self.lines if line.startswith("trainer = ")), "")

    def event(self, seed):
        options = [
            f"show('predict', net({self.data(seed)}))", "trainer.set_learning_rate(0.02)",
            "show('rate', trainer.learning_rate)", "net.collect_params('.*bias').setattr('lr_mult', 0.5)",
            "net.collect_params('.*weight').setattr('wd_mult', 0.0)", "net.collect_params().zero_grad()",
            "net.save_parameters(written('own')); net.load_parameters(written('own'))",
            "show('names', list(net.collect_params()))", "show('same', str(net))",
            "drawn(net, 5)", "show('norm', gluon.utils.clip_global_norm([p.grad() for p in "
            "net.collect_params().values() if p.grad_req != 'null'], 0.5))"]
        if self.world != "words":  # there is no gradient of words; the reference refuses it
            options.append(f"x = {self.data(seed)}; x.attach_grad()\nwith autograd.record():\n"
                           "    value = nd.sum(net(x) ** 2)\nvalue.backward(); show('input', x.grad)")
        self.say(self.choice(options))


def plain(g):
    """Steps of a Trainer, with what users do in between."""
    for place in range(g.randrange(2, 6)):
        g.step(100 + 10 * place)
        if g.often(0.4):
            g.event(500 + 10 * place)
        if g.traceable and g.often(0.25):
            g.hybridize()


def added(g):
    """Gradients that add up over several batches."""
    g.say("net.collect_params().setattr('grad_req', 'add')")
    for place in range(g.randrange(2, 4)):
        g.say("net.collect_params().zero_grad()")
        for part in range(2):
            g.say(f"x, y = {g.data(200 + 10 * place + part)}, {g.label(300 + 10 * place + part)}")
            g.say("with autograd.record():\n    value = loss(net(x), y)")
            g.say("value.backward()")
        g.say(f"trainer.step({2 * g.batch})")
    g.say("show('grads', gradients(net))")


def frozen(g):
    """Some parameters are not trained."""
    # behind a fixed weight the reference computes no gradient of the bias either
    pattern = g.choice([".*bias", ".*dense0.*", ".*dense.*", ".*gamma|.*beta"])
    g.say(f"net.collect_params('{pattern}').setattr('grad_req', 'null')")
    g.trainer()
    plain(g)


def saved(g):
    """Parameters and states are written by one side and read by the other."""
    g.step(100)
    way = g.choice(["parameters", "parameters", "params", "export"] if g.traceable else ["parameters", "params"])
    if way == "export":
        g.say("net.hybridize()")
        g.say(f"show('predict', net({g.data(3)}))")
        g.say("net.export(written('e'), 7)")
    elif way == "params":
        g.say("net.collect_params().save(written('c'), strip_prefix=net.prefix)")
    else:
        g.say("net.save_parameters(written('p'))")
    states = g.often(0.5) and way != "export"
    if states:
        g.say("trainer.save_states(written('s'))")
    trainer, loss = g.trained, g.loss
    g.say("# other side")
    g.lines += g.built if way != "export" else ["nn = gluon.nn"]
    if way == "export":
        g.say("net = gluon.SymbolBlock.imports(read('e-symbol.json'), ['data'], read('e-0007.params'))")
    elif way == "params":
        g.say("net.collect_params().load(read('c'), restore_prefix=net.prefix)")
    else:
        g.say("net.load_parameters(read('p'))")
    g.lines += [f"loss = {loss}", trainer]
    if states:
        g.say("trainer.load_states(read('s'))")
    g.say(f"show('predict', net({g.data(4)}))")
    g.step(130)


def parallel(g):
    """Two contexts, as examples of the time had it."""
    g.say("net.collect_params().reset_ctx([mx.cpu(0), mx.cpu(1)])")
    g.trainer()
    g.batch = 4  # two rows each: BatchNorm of one row is nothing but rounding
    for place in range(g.randrange(1, 4)):
        g.say(f"xs = gluon.utils.split_and_load({g.data(100 + place)}, [mx.cpu(0), mx.cpu(1)])")
        g.say(f"ys = gluon.utils.split_and_load({g.label(200 + place)}, [mx.cpu(0), mx.cpu(1)])")
        g.say("with autograd.record():\n    values = [loss(net(x), y) for x, y in zip(xs, ys)]")
        g.say(g.choice(["autograd.backward(values)", "[value.backward() for value in values]"]))
        g.say(f"trainer.step({g.batch})")
        g.say("show('loss', values)")


def cast(g):
    """The whole network in another precision."""
    g.say("net.cast('float64')")
    g.trainer()
    for place in range(2):
        g.say(f"x, y = {g.data(100 + place)}.astype('float64'), {g.label(200 + place)}.astype('float64')")
        g.say("with autograd.record():\n    value = loss(net(x), y)")
        g.say("value.backward()")
        g.say(f"trainer.step({g.batch})")
        g.say("show('loss', [value, value.dtype])")


def shared(g):
    """A second network over the same parameters sees every step of the first."""
    g.lines += [line.replace("net = ", "twin = ").replace("net.", "twin.").replace("prefix='net_'", "prefix='twin_'")
                for line in g.built[1:] if not line.startswith("class")]
    made = next(place for place, line in enumerate(g.lines) if line.startswith("twin = "))
    g.lines[made] = g.lines[made].replace("Sequential(", "Sequential(params=net.collect_params(), ")
    g.say("show('names', list(twin.collect_params()))")
    g.say("twin.save_parameters(written('t'))")
    plain(g)


def called(g):
    """The network as a symbol, bound by hand or made a block again."""
    if not g.traceable:
        return plain(g)
    g.say("out = net(sym.Variable('data'))")
    g.say("show('symbol', [out.list_arguments(), out.list_outputs(), out.list_auxiliary_states()])")
    g.say("block = gluon.SymbolBlock(out, sym.Variable('data'), params=net.collect_params())")
    if g.often(0.5):
        g.say("block.hybridize()")
    g.say(f"show('predict', block({g.data(5)}))")
    g.say(f"args = {{k: v.data() for k, v in net.collect_params().items()}}; args['data'] = {g.data(6)}")
    g.say("ex = out.bind(mx.cpu(), {k: args[k] for k in out.list_arguments()}, aux_states="
          "{k: args[k] for k in out.list_auxiliary_states()})")
    g.say("show('bound', ex.forward())")
    plain(g)


def twice(g):
    """Gradients of gradients, by every operator that the reference has them for."""
    g.say("inner = nn.HybridSequential(); inner.add(nn.Dense(4, activation='tanh'), nn.Dense(2))")
    g.say("inner.initialize(); inner(array(1, (3, 5))); drawn(inner, 8)")
    g.say("x = array(9, (3, 5)); x.attach_grad()")
    g.say("with autograd.record():\n    value = nd.sum(nd.tanh(inner(x)) * 2)\n"
          "    slope = autograd.grad(value, [x], create_graph=True, retain_graph=True)[0]\n"
          "    size = nd.sum(slope * slope)")
    g.say("size.backward()")
    g.say("show('second', [slope, x.grad, gradients(inner)])")


WAYS = [(plain, 6), (added, 1), (frozen, 1), (saved, 3), (parallel, 1), (cast, 1), (shared, 1), (called, 1)]

# ---- recurrent cells, and blocks with several inputs and outputs ----

CELLS = ["gluon.rnn.RNNCell({u})", "gluon.rnn.LSTMCell({u})", "gluon.rnn.GRUCell({u})",
         "gluon.rnn.RNNCell({u}, activation='relu')"]
AROUND = ["gluon.rnn.ResidualCell({c})", "gluon.rnn.ZoneoutCell({c}, 0.0, 0.0)", "{c}", "{c}", "{c}"]


def cell(g, units=3, depth=0):
    """Give the text of a cell that makes `units` of as many."""
    if depth < 2 and g.often(0.35):
        return f"cells([{', '.join(cell(g, units, depth + 1) for _ in range(g.choice([1, 2, 3])))}])"
    if depth < 1 and g.often(0.15):
        return f"gluon.rnn.BidirectionalCell({cell(g, units, 2)}, {cell(g, units, 2)})"
    return g.choice(AROUND).format(c=g.choice(CELLS).format(u=units))


def recurrence(g):
    """Cells in cells, unrolled or stepped by hand."""
    text = cell(g)
    length, batch = g.choice([1, 2, 3, 4]), g.batch
    g.say(f"net = {text}")
    g.say("net.initialize()")
    layout = g.choice(["NTC", "TNC"])
    shape = (batch, length, 3) if layout == "NTC" else (length, batch, 3)
    more = f", merge_outputs={g.choice([True, False, None])}"
    if g.often(0.3) and "Zoneout" not in text:
        more += f", valid_length=array(4, ({batch},), 'integers', low=1, high={length + 1})"
    g.say(f"net.unroll({length}, array(1, {shape}), layout='{layout}')")
    g.say("drawn(net, 3)")
    if g.often(0.4):
        g.say("net.hybridize()")
    g.say("show('names', list(net.collect_params()))")
    g.say(f"show('states', [info['shape'] for info in net.state_info({batch})])")
    g.say("trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.1})")
    for place in range(g.choice([1, 2, 3])):
        g.say(f"x = array({10 + place}, {shape}); x.attach_grad()")
        if g.often(0.8) or "Bidirectional" in text:
            g.say(f"with autograd.record():\n    outs, states = net.unroll({length}, x, layout='{layout}'{more})\n"
                  "    value = sum((o * o).sum() for o in (outs if isinstance(outs, list) else [outs]))")
        else:
            g.say(f"with autograd.record():\n    net.reset()\n    states = net.begin_state({batch})\n    value = 0\n"
                  f"    for step in range({length}):\n"
                  f"        outs, states = net(x[{'step' if layout == 'TNC' else ':, step'}], states)\n"
                  "        value = value + (outs * outs).sum()")
        g.say("value.backward()")
        g.say("show('step', [value, outs, states, x.grad])")
        g.say("trainer.step(2)")
    g.say("show('params', {name: p.data() for name, p in net.collect_params().items()})")


FORMS = {
    "Pair": ("x, y", "x * 2 + y, [x - y, self.inner(x)]", "[a, b]"),
    "Listed": ("x, pair", "self.inner(pair[0]) + pair[1] * x", "[a, [b, c]]"),
    "Deep": ("x, pair", "[[self.inner(x)], [pair[0] + x, [pair[1]]]]", "[a, [b, c]]"),
    "Absent": ("x, y=None", "self.inner(x) if y is None else self.inner(x) * y", "[a, b][:count]"),
}


def several(g):
    """Blocks with lists in and out, called eagerly and traced."""
    name = g.choice(sorted(FORMS))
    inputs, result, arguments = FORMS[name]
    g.say(f"class {name}(gluon.HybridBlock):\n    def __init__(self, **kwargs):\n"
          f"        super({name}, self).__init__(**kwargs)\n        with self.name_scope():\n"
          f"            self.inner = nn.Dense(3)\n    def hybrid_forward(self, F, {inputs}):\n        return {result}")
    g.say(f"net = {name}()")
    g.say("net.initialize()")
    g.say("count = 1")
    g.say(f"a, b, c = array(1, ({g.batch}, 3)), array(2, ({g.batch}, 3)), array(3, ({g.batch}, 3))")
    g.say(f"net(*{arguments}); drawn(net, 6)")
    g.say("flat = lambda o: sum([flat(i) for i in o], []) if isinstance(o, (list, tuple)) else [o]")
    for place in range(3):
        if place == 1:
            g.hybridize()
        g.say(f"count = {g.choice([1, 2])}" if place == 0 else "pass")
        g.say(f"a, b, c = [array({10 + place} + i, ({g.batch}, 3)) for i in range(3)]")
        g.say("a.attach_grad(); b.attach_grad()")
        g.say(f"with autograd.record():\n    out = net(*{arguments})\n"
              "    value = sum((o * o).sum() for o in flat(out))")
        g.say("value.backward()")
        g.say("show('out', out); show('grads', [a.grad, b.grad, gradients(net)])")


ALONE = [(recurrence, 2), (several, 1), (twice, 1)]


def program(seed):
    """Give the statements of one program."""
    g = Blocks(f"gluon {seed}")
    functions, weights = zip(*WAYS, *ALONE)
    way = g.choices(functions, weights)[0]
    if any(way is function for function, _ in ALONE):
        way(g)
        return g.lines
    g.network()
    g.ready()
    if g.traceable and g.often(0.5):
        g.hybridize()
    g.loss = g.choice(sorted(LOSSES))
    g.kind = LOSSES[g.loss]
    g.say(f"loss = {g.loss}")
    if g.often(0.3):
        g.say("loss.hybridize()")
    g.trainer()
    way(g)
    g.say("show('params', {name: p.data(p.list_ctx()[0]) for name, p in net.collect_params().items()})")
    return g.lines


def sane(lines):
    """Tell whether parameters are still drawn or read after they were made, never left at random."""
    ready = False
    if any("Sequential(" in line for line in lines) and not any("add(" in line for line in lines):
        return False
    for line in lines:
        if line.startswith("net = "):
            ready = "imports" in line
        if "drawn(" in line or line.startswith(("net.load_parameters(read", "net.collect_params().load(read")):
            ready = True
        if line.startswith("with autograd") and not ready:
            return False
    return ready
