"""Random networks in which something is written between forward and backward: batches, parameters, outputs.

One body is called eagerly, in a hybridized block or bound; batches change their size, gradients are written or
added, parameters are shared, saved, trained on one context or two.
"""
import random

from tests.fuzz.programs import graphs

WIDTH = 4
# Texts of nodes over entries {a} and {b} of shape (batch, 4), parameters w (4, 4), b (4,), s (4,) and states m, v.
LAYOUT = [
    "F.transpose(F.transpose({a}))", "F.reshape({a}, shape=(-1, 4))", "F.reshape({a}, shape=(0, -1))",
    "F.Flatten({a})", "F.squeeze(F.expand_dims({a}, axis=1), axis=1)", "F.identity({a})", "F.BlockGrad({a})",
    "F.Cast({a}, dtype='float32')", "F.reshape_like({a}, {b})",
    "F.concat(*F.split({a}, num_outputs=2, axis=1), dim=1)", "F.slice_axis({a}, axis=1, begin=0, end=4)",
    "F.slice({a}, begin=(None, 0), end=(None, 4))", "F.SwapAxis(F.SwapAxis({a}, dim1=0, dim2=1), dim1=0, dim2=1)",
    "F.tile({a}, reps=(1, 1))", "F.reverse({a}, axis=1)", "F.broadcast_like({a}, {b})", "F.slice_like({a}, {b})",
    "F.squeeze(F.slice_axis(F.stack({a}, {b}, axis=0), axis=0, begin=0, end=1), axis=0)",
    "F.concat(F.slice_axis({a}, axis=1, begin=1, end=4), F.slice_axis({b}, axis=1, begin=0, end=1), dim=1)",
    "F.broadcast_mul(F.reshape(s, shape=(1, -1)), {a})", "F.dot({a}, F.transpose(w))", "F.make_loss({a})"]
NUMBERS = [
    "F.tanh({a})", "F.sigmoid({a})", "F.exp({a} * 0.3)", "F.relu({a})", "F.softsign({a})", "F.square({a})",
    "{a} * {b}", "{a} + {b}", "{a} - {b}", "F.rsqrt(F.square({a}) + 0.5)", "F.rsqrt(F.abs({a}) + 0.5)",
    "F.reciprocal(F.abs({a}) + 0.5)", "F.log(F.abs({a}) + 0.5)", "F.expm1({a} * 0.3)", "F.sqrt(F.abs({a}) + 0.5)",
    "F.softmax({a})", "F.log_softmax({a})", "F.LeakyReLU({a}, act_type='elu')", "F.LeakyReLU({a}, act_type='gelu')",
    "F.LayerNorm({a}, s, b, eps=0.01)", "F.FullyConnected({a}, w, b, num_hidden=4)",
    "F.FullyConnected({a}, w, no_bias=True, num_hidden=4)", "F.dot({a}, w)", "F.linalg_gemm2({a}, w)",
    "F.elemwise_mul({a}, {b})", "F.add_n({a}, {b}, {a})", "F.Dropout({a}, p=0.0)",
    "F.clip({a}, a_min=-0.7, a_max=0.9)", "F.smooth_l1({a}, scalar=1.0)", "F.L2Normalization({a} + 0.1)",
    "F.broadcast_div({a}, F.sum(F.abs({a}), axis=1, keepdims=True) + 1)",
    "F.broadcast_sub({a}, F.mean({b}, axis=1, keepdims=True))",
    "F.broadcast_mul({a}, F.norm({b}, axis=1, keepdims=True))",
    "F.broadcast_add({a}, F.max({b}, axis=1, keepdims=True))", "F.broadcast_add({a}, F.reshape(b, shape=(1, 4)))",
    "F.where({a} > {b}, {a}, {b})", "F.maximum({a}, {b})", "{a} / ({b} * {b} + 1)", "F.sort({a}, axis=1)",
    "F.broadcast_mul({a}, F.expand_dims(F.pick({b}, F.argmax({b}, axis=1), axis=1), axis=1))",
    "F.take(w, F.argmax({a}, axis=1)) * {b}",
    "F.Embedding(F.argmax({a}, axis=1), w, input_dim=4, output_dim=4) + {b}",
    "F.BatchNorm({a}, s, b, m, v, eps=0.01, fix_gamma=False, momentum=0.5)", "F.hard_sigmoid({a})", "F.arctan({a})",
    "F.Activation({a}, act_type='tanh')", "F.Activation({a}, act_type='softrelu')"]
RARE = ["F.InstanceNorm(F.expand_dims({a}, axis=1), F.slice_axis(s, axis=0, begin=0, end=1), "
        "F.slice_axis(b, axis=0, begin=0, end=1), eps=0.01).reshape((-1, 4))",
        "F.contrib.foreach(lambda d, t: (d * t, t * 0.5 + d), {a}, b)[0]",
        "F.contrib.foreach(lambda d, t: (F.tanh(d + t), d - t), {a}, s)[0]"]
PARAMETERS = {"w": "(4, 4)", "b": "(4,)", "s": "(4,), 'uniform', low=0.5, high=1.5"}
STATES = "array(14, (4,)), array(15, (4,), 'uniform', low=0.5, high=1.5)"
BLOCK = """class Net(gluon.HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.w = self.params.get('w', shape=(4, 4))
            self.b = self.params.get('b', shape=(4,))
            self.s = self.params.get('s', shape=(4,))
            self.m = self.params.get('m', shape=(4,), init='zeros', differentiable=False)
            self.v = self.params.get('v', shape=(4,), init='ones', differentiable=False)
    def hybrid_forward(self, F, x, w, b, s, m, v):
        return body(F, x, w, b, s, m, v)"""


class Between(random.Random):
    """The statements so far."""

    def __init__(self, seed):
        super().__init__(seed)
        self.lines, self.count = [], 100

    def say(self, text):
        self.lines.append(text)

    def seed_(self):
        self.count += 1
        return self.count

    def body(self):
        """Write the function that all modes call."""
        entries, lines = ["x"], ["def body(F, x, w, b, s, m, v):"]
        for number in range(self.randrange(2, 9)):
            kinds = self.choices([LAYOUT, NUMBERS, RARE], [5, 6, 0.4])[0]
            text = self.choice(kinds).format(a=self.choice(["x", *entries[-3:]]), b=self.choice(entries))
            if "F.BatchNorm(" in text and any("F.BatchNorm(" in line for line in lines):
                continue  # whose states are updated first is another question
            lines.append(f"    h{number} = {text}")
            entries.append(f"h{number}")
        last = entries[-1] if self.random() < 0.7 else f"{entries[-1]} * {self.choice(entries)}"
        self.say("\n".join([*lines, f"    return {last}"]))
        self.text = "\n".join(lines)

    def batch(self):
        return self.choice([2, 3, 3, 5])


def written_x(g, x, batch):
    return g.choice([f"{x}[:] = array({g.seed_()}, ({batch}, 4))", f"{x}[0:1] = 3", f"{x}[:] = 100", f"{x} *= 2",
                     f"{x}[1] = 0.5"])


def written_parameter(g, array):
    """Write a parameter that `array` names with {}."""
    name = g.choice(sorted(PARAMETERS))
    target = array.format(name)
    return g.choice([f"{target}[:] = array({g.seed_()}, {PARAMETERS[name]})", f"{target}[1:2] = 5",
                     f"{target}[:] = {target} * 2", f"nd.sgd_update({target}, {target} * 1, lr=0.5, out={target})"])


def eager(g):
    """Call the body on arrays."""
    req = g.choice(["write", "write", "add"])
    for place, (name, spec) in enumerate(PARAMETERS.items()):
        g.say(f"{name} = array({11 + place}, {spec}); {name}.attach_grad('{req}')")
    g.say(f"m, v = {STATES}")
    for _ in range(g.choice([1, 2, 3])):
        batch = g.batch()
        g.say(f"x = array({g.seed_()}, ({batch}, 4)); x.attach_grad('{req}')")
        g.say("with autograd.record():\n    out = " + g.choice(["body(nd, x, w, b, s, m, v)"] * 3 + [
            "body(nd, x * 1, w, b, s, m, v) * 2", "body(nd, x, w, b, s, m, v).reshape((-1,))"]))
        g.say("show('out', out)")
        for _ in range(g.choice([0, 1, 1, 2])):
            g.say(g.choice([written_x(g, "x", batch), written_parameter(g, "{}"), "out[:] = 0", "out[0:1] = 7"]))
        backward(g, "out", "[x.grad, w.grad, b.grad, s.grad]")
        g.say("show('states', [m, v])")


def backward(g, out, grads):
    if g.random() < 0.2:
        g.say(f"{out}.backward(retain_graph=True)")
        g.say(f"show('grads', {grads})")
    g.say(f"{out}.backward({g.choice(['', f'draw_like({out}, {g.seed_()})'])})")
    g.say(f"show('grads', {grads})")


def hybrid(g):
    """Call it in a block: traced, with its memory planned or not."""
    g.say(BLOCK)
    g.say("net = Net(); net.initialize()")
    for place, (name, spec) in enumerate(PARAMETERS.items()):
        g.say(f"net.{name}.set_data(array({11 + place}, {spec}))")
    flags = g.choice(["", "", "static_alloc=True", "static_alloc=True, static_shape=True"])
    g.say(f"net.hybridize({flags})")
    shared = g.random() < 0.2 and not flags
    if shared:
        g.say("other = Net(params=net.params); other.hybridize()")
    if g.random() < 0.3:
        g.say("net.collect_params('.*(w|b|s)$').setattr('grad_req', 'add')")
    trained = g.random() < 0.5
    if trained:
        g.say("trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.05, 'momentum': 0.9})")
    for _ in range(g.choice([1, 2, 3])):
        batch = g.batch()
        g.say(f"x = array({g.seed_()}, ({batch}, 4)); x.attach_grad()")
        g.say("with autograd.record():\n    out = " + g.choice(
            ["net(x) + other(x * 1) * 2"] if shared else ["net(x)", "net(x)", "net(x)", "net(x * 1) * 2"]))
        g.say("show('out', out)")
        for _ in range(g.choice([0, 1, 1, 2])):
            options = [written_x(g, "x", batch), written_parameter(g, "net.{}.data()"), "out[:] = 0",
                       f"net.s.set_data(array({g.seed_()}, {PARAMETERS['s']}))",
                       f"net.w.set_data(array({g.seed_()}, (4, 4)))",
                       "net.save_parameters(written('n')); net.load_parameters(written('n'))"]
            if not flags:  # with planned memory a second call writes over what the first one keeps, there as here
                options.append(f"show('predict', net(array({g.seed_()}, ({g.batch()}, 4))))")
            g.say(g.choice(options))
        backward(g, "out", "[x.grad, gradients(net)]")
        if trained:
            g.say(f"trainer.step({batch}, ignore_stale_grad=True)")
        g.say("show('params', {name: p.data() for name, p in net.collect_params().items()})")


def bound(g):
    """Bind it, and write to the executor's arrays."""
    batch = g.batch()
    g.say(f"x = var('x', ({batch}, 4))")
    for name, spec in PARAMETERS.items():
        g.say(f"{name} = var('{name}', {spec})")
    g.say("m, v = sym.Variable('m'), sym.Variable('v')")
    g.say("net = body(sym, x, w, b, s, m, v)")
    how = "bound" if "foreach" in g.text else g.choice(["simple", "bound"])
    g.say(f"ex = {how}(net, grad_req='{g.choice(['write', 'write', 'add'])}')")
    for step in range(g.choice([1, 2, 3])):
        if step and how == "simple" and g.random() < 0.4:
            batch = g.batch()
            g.say("ex = ex.reshape(partial_shaping=True, allow_up_sizing=True, **dict("
                  f"{{k: v.shape for k, v in ex.arg_dict.items()}}, x=({batch}, 4)))")
            g.say(f"fill(ex, {g.seed_()})")
        given = g.choice(["", f", x=array({g.seed_()}, ({batch}, 4))"])
        g.say(f"ex.forward(is_train=True{given})")
        g.say("show('out', ex.outputs)")
        for _ in range(g.choice([0, 1, 1, 2])):
            name = g.choice([*sorted(PARAMETERS)])
            g.say(g.choice([
                written_x(g, "ex.arg_dict['x']", batch).replace(" *= 2", "[:] = 2"), "ex.outputs[0][:] = 0",
                f"refill(ex, '{name}', {g.seed_()})", f"refill(ex, 'x', {g.seed_()})",
                f"ex.copy_params_from({{'{name}': array({g.seed_()}, {PARAMETERS[name]})}}, allow_extra_params=True)"]))
        g.say(f"ex.backward(heads(ex, {g.seed_()}))")
        g.say("show('grads', grads(ex)); show('states', ex.aux_dict)")


def contexts(g):
    """Train it on two contexts."""
    g.say(BLOCK)
    g.say("ctx = [mx.cpu(0), mx.cpu(1)]")
    g.say("net = Net(); net.initialize(ctx=ctx)")
    for place, (name, spec) in enumerate(PARAMETERS.items()):
        g.say(f"net.{name}.set_data(array({11 + place}, {spec}))")
    if g.random() < 0.5:
        g.say("net.hybridize()")
    g.say(f"trainer = gluon.Trainer(net.collect_params(), '{g.choice(['sgd', 'adam'])}', {{'learning_rate': 0.05}}, "
          f"update_on_kvstore={g.choice([None, False, True])})")
    for _ in range(g.choice([1, 2, 3])):
        batch = g.choice([2, 4, 6])
        g.say(f"xs = gluon.utils.split_and_load(array({g.seed_()}, ({batch}, 4)), ctx)")
        g.say("with autograd.record():\n    outs = [net(x) for x in xs]")
        g.say("show('outs', outs)")
        for _ in range(g.choice([0, 1, 1])):
            g.say(g.choice([written_x(g, "xs[0]", batch // 2).replace("[1] =", "[0] ="), "outs[1][:] = 0",
                            f"net.s.set_data(array({g.seed_()}, {PARAMETERS['s']}))",
                            written_parameter(g, "net.{}.data(ctx[0])")]))
        g.say("autograd.backward(outs)")
        g.say("show('grads', gradients(net))")
        g.say(f"trainer.step({batch}, ignore_stale_grad=True)")
        g.say("show('params', {name: p.list_data() for name, p in net.collect_params().items()})")


def program(seed):
    """Give the statements of one program."""
    g = Between(f"between {seed}")
    g.say("draw_like = lambda a, seed: array(seed, a.shape)")
    g.body()
    g.choices([eager, hybrid, bound, contexts], [3, 4, 3, 1])[0](g)
    return g.lines


def sane(lines):
    """Tell whether a shortened program still draws its parameters before it uses them, and nothing else at random.

    Backward must follow forward.
    """
    if not graphs.sane(lines):
        return False
    first = next((place for place, line in enumerate(lines) if line.startswith("with autograd")), len(lines))
    drawn = {line[:5] for line in lines[:first] if ".set_data(array(1" in line}
    return (len(drawn) == len(PARAMETERS) or not any("net.initialize" in line for line in lines)) and \
        not any("Dropout(" in line and "p=0.0" not in line for line in lines)
