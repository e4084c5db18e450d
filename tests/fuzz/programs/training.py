"""Random training programs: Module and its relatives, optimizers, schedules, metrics, iterators, checkpoints."""
import random

# Those whose steps divide by nothing that is only rounding. Adamax is not among them: where a gradient is
# zero it gives NaN there.
OPTIMIZERS = [
    ("sgd", "'learning_rate': 0.1"), ("sgd", "'learning_rate': 0.05, 'momentum': 0.9"),
    ("sgd", "'learning_rate': 0.1, 'wd': 0.01, 'clip_gradient': 0.3"),
    ("nag", "'learning_rate': 0.05, 'momentum': 0.9"),
    ("adam", "'learning_rate': 0.01, 'epsilon': 1e-3"), ("adagrad", "'learning_rate': 0.05, 'eps': 1e-3"),
    ("rmsprop", "'learning_rate': 0.01, 'epsilon': 1e-3"), ("adadelta", "'epsilon': 1e-2"),
    ("ftrl", "'learning_rate': 0.1"), ("dcasgd", "'learning_rate': 0.05"),
    ("lars", "'learning_rate': 0.1, 'momentum': 0.9"), ("ftml", "'learning_rate': 0.01, 'epsilon': 1e-3"),
    ("rmsprop", "'learning_rate': 0.01, 'centered': True, 'epsilon': 1e-3"), ("sgd", "'learning_rate': 0.0")]
SCHEDULES = ["mx.lr_scheduler.FactorScheduler(step=3, factor=0.5)",
             "mx.lr_scheduler.MultiFactorScheduler(step=[2, 5], factor=0.3)",
             "mx.lr_scheduler.PolyScheduler(max_update=10, base_lr=0.1)",
             "mx.lr_scheduler.CosineScheduler(max_update=9, base_lr=0.1, warmup_steps=2)"]
METRICS = ["'acc'", "'ce'", "['acc', 'ce']", "'mse'", "mx.metric.TopKAccuracy(top_k=2)", "'rmse'", "'nll_loss'",
           "mx.metric.CompositeEvalMetric(['acc', 'mae'])", "'mae'", "mx.metric.Perplexity(ignore_label=None)"]


class Training(random.Random):
    """The statements so far and the names and sizes of the problem."""

    def __init__(self, seed):
        super().__init__(seed)
        self.lines = []
        self.batch = self.choice([2, 4, 6])
        self.rows = self.choice([8, 12, 10, 7])
        self.classes = self.choice([2, 3])
        self.shape = self.choice([(5,), (3,), (2, 4, 4)])
        self.label = self.choice(["softmax_label", "softmax_label", "target"])

    def say(self, text):
        self.lines.append(text)

    # -- the network --

    def network(self, data="data", name="net"):
        """Write a small network of three to eight layers with a loss at its end."""
        self.say(f"{name} = sym.Variable('{data}')")
        if len(self.shape) == 3:
            for place in range(self.choice([1, 1, 2])):
                self.say(f"{name} = sym.Convolution({name}, kernel=(3, 3), pad=(1, 1), num_filter=2, "
                         f"name='conv{place}', no_bias={self.random() < 0.4})")
                self.between(name, f"c{place}")
            if self.random() < 0.5:
                how = self.choice(["max", "avg"])
                self.say(f"{name} = sym.Pooling({name}, kernel=(2, 2), stride=(2, 2), pool_type='{how}')")
        for place in range(self.choice([1, 1, 2])):
            self.say(f"{name} = sym.FullyConnected({name}, num_hidden={self.choice([4, 6])}, name='fc{place}')")
            self.between(name, f"f{place}")
        if self.random() < 0.2:
            self.say(f"{name} = sym.Dropout({name}, p=0.0)")
        self.say(f"{name} = sym.FullyConnected({name}, num_hidden={self.classes}, name='last')")
        loss = self.choice(["SoftmaxOutput({n}, {l}, name='softmax')"] * 4 + [
            "SoftmaxOutput({n}, {l}, normalization='batch', name='softmax')", "SVMOutput({n}, {l}, name='softmax')",
            "Group([sym.SoftmaxOutput({n}, {l}, name='softmax'), sym.BlockGrad({n}, name='raw')])"])
        label = f"sym.Variable('{self.label}')"
        self.say(f"{name} = sym.{loss.format(n=name, l=label)}")

    def between(self, name, tag):
        if self.random() < 0.35:
            more = self.choice(["", ", fix_gamma=False", ", fix_gamma=False, use_global_stats=True"])
            self.say(f"{name} = sym.BatchNorm({name}, eps=0.01, name='bn{tag}'{more})")
        act = self.choice(["relu", "tanh", "sigmoid", "softrelu"])
        self.say(f"{name} = sym.Activation({name}, act_type='{act}', name='act{tag}')")

    # -- data --

    def iterator(self, name="it", seed=1):
        more = ""
        if self.random() < 0.3:
            more += f", last_batch_handle='{self.choice(['pad', 'discard', 'roll_over'])}'"
        kind = self.random()
        data = f"draw({seed}, {(self.rows, *self.shape)})"
        label = f"draw({seed + 1}, ({self.rows},), 'integers', low=0, high={self.classes})"
        if kind < 0.8:
            self.say(f"{name} = mx.io.NDArrayIter({data}, {label}, {self.batch}{more}, label_name='{self.label}')")
        else:
            self.say(f"{name} = mx.io.NDArrayIter({{'data': {data}}}, {{'{self.label}': {label}}}, {self.batch}{more})")
        if self.random() < 0.1:
            self.say(f"{name} = mx.io.ResizeIter({name}, {self.choice([1, 2, 5])})")
        if self.random() < 0.05:
            self.say(f"{name} = mx.io.PrefetchingIter({name})")

    def optimizer(self, schedule=True):
        name, params = self.choice(OPTIMIZERS)
        if schedule and self.random() < 0.3 and "learning_rate" in params:
            params += f", 'lr_scheduler': {self.choice(SCHEDULES)}"
        if self.random() < 0.2:
            params += ", 'rescale_grad': 0.5"
        return f"'{name}'", f"{{{params}}}"

    def contexts(self):
        count = self.choice([1, 1, 1, 2, 2, 3])
        count = min(count, self.batch // 2)  # BatchNorm of one row is nothing but rounding
        return "mx.cpu()" if count == 1 else "[" + ", ".join(f"mx.cpu({i})" for i in range(count)) + "]"

    def module(self, name="mod", net="net"):
        more = f", label_names=['{self.label}']" if self.label != "softmax_label" else ""
        if self.random() < 0.2:
            # behind a fixed weight the reference computes no gradient of the bias either
            fixed = self.choice([["fc0_weight", "fc0_bias"], ["last_bias"], ["last_weight", "last_bias", "fc0_bias"]])
            more += f", fixed_param_names={fixed}"
        if ", mx.cpu(1)" in (where := self.contexts()) and self.random() < 0.2 and where.count("cpu") == 2:
            more += ", work_load_list=[1, 2]"
        self.say(f"{name} = mx.mod.Module({net}, context={where}{more})")
        return where

    def drawn(self, net="net"):
        """Give the text of drawn parameters."""
        self.say(f"args, auxs = params({net}, {self.randrange(1000)}, data={(self.batch, *self.shape)}, "
                 f"{self.label}=({self.batch},))")
        return "arg_params=args, aux_params=auxs"


# ---- what is done ----

def fit(g):
    g.network()
    g.iterator()
    g.module()
    init = g.drawn()
    name, params = g.optimizer()
    more = f", kvstore='{g.choice(['local', 'device'])}'" if g.random() < 0.3 else ""
    if g.random() < 0.4:
        g.iterator("held", 7)
        more += ", eval_data=held"
    if g.random() < 0.4:
        g.say("seen = []")
        more += ", batch_end_callback=lambda p: seen.append([p.epoch, p.nbatch, p.eval_metric.get()[1]])"
    if g.random() < 0.2:
        more += ", epoch_end_callback=lambda e, s, a, x: show('epoch', [e, a, x])"
    if g.random() < 0.1:
        more += ", initializer=mx.init.One(), allow_missing=True"
    g.say(f"mod.fit(it, eval_metric={g.choice(METRICS)}, optimizer={name}, optimizer_params={params}, {init}, "
          f"num_epoch={g.choice([1, 2, 3])}{more})")
    g.say("show('seen', seen)" if "seen" in more else "pass")
    after(g)


def after(g):
    g.say("show('params', mod.get_params())")
    for _ in range(g.randrange(0, 4)):
        g.say(g.choice([
            f"show('score', mod.score(it, {g.choice(METRICS)}))", "show('predict', mod.predict(it))",
            "show('predict', mod.predict(it, num_batch=1))", "show('outputs', mod.get_outputs())",
            "show('list', mod.predict(it, merge_batches=False, reset=False))", "it.reset()",
            "show('shapes', [mod.data_shapes, mod.label_shapes, mod.output_shapes])",
            "show('names', [mod.data_names, mod.output_names])",
            "show('batches', [[o[0].copy(), b] for o, b, _ in mod.iter_predict(it)])",
            "mod.fit(it, num_epoch=1, eval_metric='acc')",
            "mod.set_params({k: v * 0.5 for k, v in mod.get_params()[0].items()}, mod.get_params()[1])"]))


def steps(g):
    """Train batch by batch."""
    g.network()
    g.iterator()
    g.module()
    g.drawn()
    need = ", inputs_need_grad=True" if g.random() < 0.3 else ""
    request = g.choice(["", "", "", ", grad_req='add'"])
    g.say(f"mod.bind(it.provide_data, it.provide_label, for_training=True{need}{request})")
    g.say("mod.init_params(arg_params=args, aux_params=auxs)")
    name, params = g.optimizer()
    while request and name == "'adadelta'":  # it scales the gradients in place there
        name, params = g.optimizer()
    g.say(f"mod.init_optimizer(kvstore={g.choice([repr('local'), repr('device'), 'None'])}, optimizer={name}, "
          f"optimizer_params={params})")
    g.say(f"metric = mx.metric.create({g.choice(METRICS)})")
    g.say("it.reset()")
    watched = g.random() < 0.08
    if watched:
        g.say("monitor = mx.mon.Monitor(1, pattern='.*(output|weight|bias)', sort=True)")
        g.say("mod.install_monitor(monitor)")
    for _ in range(g.randrange(1, 6)):
        g.say("batch = next(it)")
        if watched:
            g.say("monitor.tic()")
        g.say(g.choice(["mod.forward_backward(batch)", "mod.forward(batch); mod.backward()",
                        "mod.forward(batch, is_train=True); mod.backward()"]))
        if need and g.random() < 0.6:
            g.say("show('input', mod.get_input_grads())")
        if g.random() < 0.9:
            g.say("mod.update()")
        g.say("mod.update_metric(metric, batch.label)")
        if watched:
            g.say("show('watched', sorted({name for _, name, _ in monitor.toc()}))")
        if g.random() < 0.2:
            g.say("mod.forward(batch, is_train=False)")
            g.say("show('outputs', mod.get_outputs())")
        if g.random() < 0.1:
            g.say("it.reset()")
        if g.random() < 0.1:
            g.say("show('parts', mod.get_outputs(merge_multi_context=False)[0])")
    g.say("show('metric', metric.get())")
    if g.random() < 0.15:
        shape, label = (g.batch + 2, *g.shape), (g.batch + 2,)
        g.say(f"mod.reshape([('data', {shape})], [('{g.label}', {label})])")
        g.say(f"[(mod.forward_backward(b), mod.update()) for b in batches(50, {{'data': {shape}}}, "
              f"{{'{g.label}': {label}}}, 2)]")
        g.say("show('outputs', mod.get_outputs())")
    g.say("show('params', mod.get_params())")


def checkpoint(g):
    """Save on one side and go on from there on the other."""
    g.network()
    g.iterator()
    where = g.module()
    init = g.drawn()
    # those that keep all they need for the next step in their states
    name, params = g.choice([
        ("sgd", "{'learning_rate': 0.05, 'momentum': 0.9}"), ("sgd", "{'learning_rate': 0.1}"),
        ("adagrad", "{'learning_rate': 0.05, 'eps': 1e-3}"), ("nag", "{'learning_rate': 0.05, 'momentum': 0.5}"),
        ("rmsprop", "{'learning_rate': 0.01, 'epsilon': 1e-3}"), ("adadelta", "{'epsilon': 1e-2}")])
    g.say(f"mod.fit(it, eval_metric='acc', optimizer='{name}', optimizer_params={params}, {init}, num_epoch=1)")
    states = g.random() < 0.6
    g.say(f"mod.save_checkpoint(written('m'), 1, save_optimizer_states={states})")
    lines = [line for line in g.lines if line.startswith("it")]
    g.say("# other side")
    g.lines += lines
    way = g.choice(["load", "load", "model", "feed", "params", "bucketing"])
    label = f"label_names=['{g.label}']"
    if way == "load":
        g.say(f"mod = mx.mod.Module.load(read('m'), 1, load_optimizer_states={states}, "
              f"context={where}, {label})")
        g.say(f"mod.fit(it, num_epoch=2, begin_epoch=1, eval_metric='acc', optimizer='{name}', "
              f"optimizer_params={params})")
    elif way == "model":
        g.say("net, args, auxs = mx.model.load_checkpoint(read('m'), 1)")
        g.say("show('loaded', [net.list_arguments(), args, auxs])")
        g.say(f"mod = mx.mod.Module(net, {label})")
        g.say("mod.bind(it.provide_data, it.provide_label, for_training=False)")
        g.say("mod.set_params(args, auxs)")
    elif way == "feed":
        g.say("feed = mx.model.FeedForward.load(read('m'), 1)")
        g.say("it.reset()")
        g.say(f"show('fed', feed.predict(draw(31, {(g.batch, *g.shape)})))")
        return
    else:
        g.say(f"mod = mx.mod.Module(sym.load(read('m-symbol.json')), {label})")
        g.say("mod.bind(it.provide_data, it.provide_label, for_training=True)")
        g.say("mod.load_params(read('m-0001.params'))")
    g.say("show('score', mod.score(it, 'ce'))")
    g.say("show('params', mod.get_params())")


def bucketing(g):
    """Sequences of several lengths over shared weights."""
    cell = g.choice(["sym.FullyConnected(x, weight, bias, num_hidden=3, name='fc')",
                     "sym.Activation(sym.FullyConnected(x, weight, bias, num_hidden=3, name='fc'), act_type='tanh')"])
    g.say("weight, bias = sym.Variable('shared_weight'), sym.Variable('shared_bias')")
    g.say("def make(length):\n"
          "    data, total = sym.Variable('data'), None\n"
          "    steps = sym.split(data, num_outputs=length, axis=1, squeeze_axis=True)\n"
          "    for x in steps if length > 1 else [sym.Flatten(data)]:\n"
          f"        y = {cell}\n"
          "        total = y if total is None else total + y\n"
          "    net = sym.SoftmaxOutput(total, sym.Variable('softmax_label'), name='softmax')\n"
          "    return net, ('data',), ('softmax_label',)")
    g.say(f"mod = mx.mod.BucketingModule(make, default_bucket_key=4, context={g.contexts()})")
    g.say(f"mod.bind([('data', ({g.batch}, 4, 2))], [('softmax_label', ({g.batch},))])")
    g.say(f"args, auxs = params(make(4)[0], 3, data=({g.batch}, 4, 2), softmax_label=({g.batch},))")
    g.say("mod.init_params(arg_params=args, aux_params=auxs)")
    name, params = g.optimizer()
    g.say(f"mod.init_optimizer(optimizer={name}, optimizer_params={params})")
    g.say(f"metric = mx.metric.create({g.choice(METRICS)})")
    for place in range(g.randrange(2, 7)):
        key = g.choice([4, 2, 3, 1])
        g.say(f"batch = batches({place * 40}, {{'data': ({g.batch}, {key}, 2)}}, "
              f"{{'softmax_label': ({g.batch},)}}, 1)[0]")
        g.say(f"batch.bucket_key = {key}")
        g.say(g.choice(["mod.forward(batch)", "mod.forward(batch)", "mod.forward(batch, is_train=True)"]))
        if g.random() < 0.85:
            g.say("mod.backward()")
            g.say("mod.update()")
        g.say("mod.update_metric(metric, batch.label)")
        if g.random() < 0.3:
            g.say("show('outputs', mod.get_outputs())")
    g.say("show('metric', metric.get())")
    g.say("show('params', mod.get_params())")


def stateful(g):
    """A module whose states are read and written between batches."""
    g.say("state = sym.FullyConnected(sym.Variable('data'), num_hidden=3, name='x') + "
          "sym.FullyConnected(sym.Variable('state'), num_hidden=3, name='h')")
    g.say("state = sym.Activation(state, act_type='tanh', name='new')")
    g.say("loss = sym.SoftmaxOutput(sym.FullyConnected(state, num_hidden=3, name='y'), sym.Variable('softmax_label'), "
          "name='softmax')")
    g.say("net = sym.Group([loss, sym.BlockGrad(state)])")
    g.say(f"mod = mx.mod.Module(net, state_names=['state'], context={g.contexts()})")
    g.say(f"mod.bind([('data', ({g.batch}, 4))], [('softmax_label', ({g.batch},))])")
    g.say(f"args, auxs = params(net, 3, data=({g.batch}, 4), state=({g.batch}, 3), softmax_label=({g.batch},))")
    g.say("mod.init_params(arg_params=args, aux_params=auxs)")
    name, params = g.optimizer()
    g.say(f"mod.init_optimizer(optimizer={name}, optimizer_params={params})")
    g.say(f"mod.set_states(value={g.choice([0, 1, 0.5])})")
    for place in range(g.randrange(2, 6)):
        g.say(f"batch = batches({place * 40}, {{'data': ({g.batch}, 4)}}, {{'softmax_label': ({g.batch},)}}, 1)[0]")
        g.say("mod.forward(batch, is_train=True)")
        if g.random() < 0.7:
            g.say("mod.backward()")
            g.say("mod.update()")
        g.say(g.choice(["show('outputs', mod.get_outputs())", "show('states', mod.get_states())",
                        "show('parts', mod.get_states(merge_multi_context=False))"]))
        if g.random() < 0.7:
            g.say("mod.set_states(states=[mod.get_outputs(merge_multi_context=False)[1]])")
    g.say("show('params', mod.get_params())")


def sequential(g):
    """Two modules behind each other."""
    g.shape = (5,)
    g.say("first = sym.FullyConnected(sym.Variable('data'), num_hidden=4, name='fc1')")
    g.say("first = sym.Activation(first, act_type='tanh', name='act1')")
    g.say("second = sym.SoftmaxOutput(sym.FullyConnected(sym.Variable('data'), "
          f"num_hidden={g.classes}, name='fc2'), sym.Variable('softmax_label'), name='softmax')")
    g.label = "softmax_label"
    g.iterator()
    g.say("mod = mx.mod.SequentialModule()")
    g.say(f"mod.add(mx.mod.Module(first, label_names=None, context={g.contexts()}))")
    g.say("mod.add(mx.mod.Module(second), take_labels=True, auto_wiring=True)")
    g.say(f"args = {{'fc1_weight': array(1, (4, 5), scale=0.3), 'fc1_bias': array(2, (4,)), "
          f"'fc2_weight': array(3, ({g.classes}, 4), scale=0.3), 'fc2_bias': array(4, ({g.classes},))}}")
    name, params = g.optimizer()
    g.say(f"mod.fit(it, optimizer={name}, optimizer_params={params}, eval_metric={g.choice(METRICS)}, num_epoch="
          f"{g.choice([1, 2])}, arg_params=args, aux_params={{}})")
    g.say("show('score', mod.score(it, 'ce'))")
    g.say("show('params', mod.get_params())")
    g.say("show('predict', mod.predict(it))")


def feedforward(g):
    """The interface of the first versions."""
    g.label = "softmax_label"
    g.network()
    g.drawn()
    name, params = g.optimizer(schedule=False)
    params = params.replace(", 'rescale_grad': 0.5", "")  # FeedForward gives that itself
    where = g.contexts()
    kwargs = params[1:-1].replace("'", "").replace(": ", "=")
    g.say(f"model = mx.model.FeedForward(net, ctx={where}, num_epoch={g.choice([1, 2])}, optimizer={name}, "
          f"numpy_batch_size={g.batch}, arg_params=args, aux_params=auxs, {kwargs})")
    if g.random() < 0.5:
        g.iterator()
        g.say("model.fit(it, eval_metric='acc')")
        g.say("it.reset()")
        g.say("show('predict', model.predict(it))")
        g.say(f"show('score', model.score(it, {g.choice(METRICS)}))")
    else:  # rows of an array are shuffled by NumPy's generator, which is seeded
        g.say(f"x, y = draw(8, {(g.rows, *g.shape)}), draw(9, ({g.rows},), 'integers', low=0, high={g.classes})")
        g.say("model.fit(x, y, eval_metric='acc')")
        g.say("show('predict', model.predict(x))")
    g.say("show('params', [model.arg_params, model.aux_params])")
    if g.random() < 0.4:
        g.say("model.save(written('f'), 3)")
        g.say("# other side")
        g.say("loaded = mx.model.FeedForward.load(read('f'), 3)")
        g.say("show('loaded', [loaded.arg_params, loaded.aux_params, loaded.begin_epoch])")


def iterate(g):
    """Iterators and metrics by themselves."""
    g.iterator()
    for _ in range(g.randrange(1, 4)):
        g.say("show('batches', collect(it))")
        g.say(g.choice(["it.reset()", "it.hard_reset()" if "ResizeIter" not in str(g.lines) and
                        "Prefetching" not in str(g.lines) else "it.reset()", "it.reset()"]))
    g.say("show('described', [list(map(str, it.provide_data)), list(map(str, it.provide_label))])")
    g.say(f"metric = mx.metric.create({g.choice(METRICS)})")
    for place in range(g.randrange(1, 4)):
        g.say(f"p = nd.softmax(array({place}, ({g.batch}, {g.classes})))")
        g.say(f"metric.update([array({place + 50}, ({g.batch},), 'integers', low=0, high={g.classes})], [p])")
        if g.random() < 0.3:
            g.say("show('metric', metric.get())")
        if g.random() < 0.1:
            g.say(g.choice(["metric.reset()", "metric.reset_local()"]))
    g.say("show('metric', [metric.get(), metric.get_name_value()])")


PROGRAMS = [(fit, 4), (steps, 4), (checkpoint, 2), (bucketing, 2), (sequential, 1), (feedforward, 1), (iterate, 1),
            (stateful, 1)]


def program(seed):
    """Give the statements of one program."""
    g = Training(f"module {seed}")
    functions, weights = zip(*PROGRAMS)
    g.choices(functions, weights)[0](g)
    return g.lines


def sane(lines):
    """Tell whether parameters are still given, never drawn at random, and results asked for after a run."""
    ready = ran = False
    for line in lines:
        if line.startswith("params(") or "= params(" in line:
            if "label=" not in line and "target=" not in line:
                return False
        if line.startswith(("mod = ", "model = ")):
            ready = ran = "load" in line
        if "FeedForward(" in line or ".fit(" in line or "init_params(" in line or "load_params(" in line \
                or "set_params(" in line:
            if not ready and "load_params" not in line and "set_params" not in line and \
                    not ("arg_params=args" in line and "aux_params=" in line):
                return False
            ready = True
            ran = ran or ".fit(" in line
        if "(batch" in line and not any(other.startswith("batch = ") for other in lines):
            return False
        ran = ran or ".forward" in line or ".score(" in line or "predict(" in line
        if ("get_outputs" in line or "input_grads" in line) and not ran:
            return False
    return True
