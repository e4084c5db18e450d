"""What several workers hold each other to. `test_checks` starts this file as a job and reads what each check says.

A check is a function of a fresh number, which makes its keys its own; it runs in all workers at once.
"""
import contextlib
import hashlib
import itertools
import json
import os
import shutil
import sys
import tempfile
import traceback

import numpy as np

import mxnet as mx
from mxnet.kvstore.distributed.message import Kind

CHECKS = {}
SHAPE = (2, 3)
FOLDERS = itertools.count()


def check(function):
    CHECKS[function.__name__] = function
    return function


def pulled(kv, key, shape=SHAPE, dtype="float32"):
    out = mx.nd.zeros(shape, dtype=dtype)
    kv.pull(key, out)
    return out.asnumpy()


def raises(text, call, *args, **kwargs):
    try:
        call(*args, **kwargs)
    except mx.MXNetError as error:
        assert text in str(error), error
    else:
        raise AssertionError(f"nothing raised, expected {text!r}")


@contextlib.contextmanager
def replaced(where, **values):
    """Set attributes, or items of a dict of texts, for a while."""
    if isinstance(where, os._Environ):
        kept = {name: where.get(name) for name in values}
        where.update(values)
    else:
        kept = {name: vars(where)[name] for name in values}
        for name, value in values.items():
            setattr(where, name, value)
    try:
        yield
    finally:
        for name, value in kept.items():
            if not isinstance(where, os._Environ):
                setattr(where, name, value)
            elif value is None:
                del where[name]
            else:
                where[name] = value


def same_everywhere(array):
    """Check that all workers have the same bits: their digests, summed, are as many times the own one."""
    digest = int(hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()[:5], 16)
    kv = mx.kv.create("dist_sync")
    kv.init(0, mx.nd.zeros((1,)))
    kv.push(0, mx.nd.array([digest]))
    assert pulled(kv, 0, (1,))[0] == digest * kv.num_workers


@check
def init_takes_the_value_of_rank_0():
    kv = mx.kv.create("dist_sync")
    kv.init("a", mx.nd.ones(SHAPE) * (kv.rank + 5))
    assert (pulled(kv, "a") == 5).all()
    assert kv.type == "dist_sync" and isinstance(kv, mx.kv.KVStore)


@check
def a_sum_is_assigned_and_an_optimizer_runs_once_a_round():
    kv = mx.kv.create("dist_sync")
    total = kv.num_workers * (kv.num_workers + 1) / 2
    kv.init(["a", "b"], [mx.nd.ones(SHAPE)] * 2)
    for _ in range(3):
        kv.push("a", mx.nd.ones(SHAPE) * (kv.rank + 1))
        assert (pulled(kv, "a") == total).all()
    kv.set_optimizer(mx.optimizer.SGD(learning_rate=0.1))
    for turn in range(1, 4):
        kv.push("b", mx.nd.ones(SHAPE) * (kv.rank + 1))
        np.testing.assert_allclose(pulled(kv, "b"), 1 - 0.1 * total * turn, rtol=1e-5)


@check
def workers_push_and_pull_in_any_order():
    kv = mx.kv.create("dist_sync")
    keys = list(range(12))
    kv.init(keys, [mx.nd.zeros((k + 1,)) for k in keys])
    random = np.random.RandomState(kv.rank)
    for turn in range(1, 5):
        for k in random.permutation(12):
            kv.push(int(k), mx.nd.ones((k + 1,)) * (k + kv.rank) * turn)
        for k in random.permutation(12):
            expected = sum((k + rank) * turn for rank in range(kv.num_workers))
            assert (pulled(kv, int(k), (k + 1,)) == expected).all()


@check
def a_worker_may_be_several_rounds_ahead():
    kv = mx.kv.create("dist_sync")
    kv.init("a", mx.nd.zeros(SHAPE))
    kv.set_optimizer(mx.optimizer.create("test", rescale_grad=1))
    for turn in range(6):
        kv.push("a", mx.nd.ones(SHAPE) * (turn + 1))
    assert (pulled(kv, "a") == 21 * kv.num_workers).all()


@check
def a_key_may_be_named_twice():
    kv = mx.kv.create("dist_sync")
    kv.init(["a", "b"], [mx.nd.zeros(SHAPE), mx.nd.zeros((40, 5))])
    outs = [mx.nd.zeros(SHAPE), mx.nd.zeros((40, 5)), mx.nd.zeros(SHAPE)]
    kv.push(["a", "b", "a"], [mx.nd.ones(SHAPE), mx.nd.ones((40, 5)), mx.nd.ones(SHAPE)])
    kv.pull(["a", "b", "a"], out=outs)
    for out, expected in zip(outs, (2, 1, 2)):
        assert (out.asnumpy() == expected * kv.num_workers).all()
    kv.pushpull(["a", "b", "a"], outs, out=outs)
    for out, expected in zip(outs, (4, 1, 4)):
        assert (out.asnumpy() == expected * kv.num_workers ** 2).all()


@check
def a_pushed_array_may_be_written_to_at_once():
    kv = mx.kv.create("dist_sync")
    kv.init(["a", "b"], [mx.nd.zeros(SHAPE)] * 2)
    array = mx.nd.ones(SHAPE)
    kv.push(["a", "b"], [array, array])
    array[:] = 100
    assert (pulled(kv, "a") == kv.num_workers).all() and (pulled(kv, "b") == kv.num_workers).all()


@check
def big_arrays_have_several_owners():
    kv = mx.kv.create("dist_sync")
    shape = (7, 30)
    kv.init("a", mx.nd.zeros(shape))
    assert len(kv._keys["a"].blocks) == kv.num_workers  # the bound is 100 in these tests
    kv.set_optimizer(mx.optimizer.Adam())
    local = mx.nd.zeros(shape)
    updater = mx.optimizer.get_updater(mx.optimizer.Adam())
    grad = mx.nd.array(np.random.RandomState(1).randn(*shape))
    for _ in range(4):
        kv.pushpull("a", grad / kv.num_workers, out=mx.nd.zeros(shape))
        updater(0, grad, local)
    found = pulled(kv, "a", shape)
    np.testing.assert_allclose(found, local.asnumpy(), rtol=1e-4, atol=1e-6)
    same_everywhere(found)
    states = sum(array.size for state in kv._updater.states.values() for array in state)
    assert states <= 2 * 30 * (7 // kv.num_workers + 1), "the states are divided among the owners"


@check
def rows_travel_alone():
    kv = mx.kv.create("dist_sync")
    for name, shape in (("small", (6, 2)), ("big", (40, 5))):
        kv.init(name, mx.nd.ones(shape).tostype("row_sparse"))
    kv.set_optimizer(mx.optimizer.create("test", rescale_grad=2))
    for turn in (1, 2):
        for name, shape in (("small", (6, 2)), ("big", (40, 5))):
            grad = mx.nd.zeros(shape)
            grad[kv.rank] = kv.rank + 1
            grad[shape[0] - 1] = 1
            kv.push(name, grad.tostype("row_sparse"))
            out = mx.nd.sparse.zeros("row_sparse", shape)
            last = shape[0] - 1
            kv.row_sparse_pull(name, out=out, row_ids=mx.nd.array([[0, last], [1, 0]]))
            expected = np.zeros(shape)
            expected[0], expected[1], expected[last] = 1 + 2 * turn, 1 + 4 * turn, 1 + 2 * turn * kv.num_workers
            np.testing.assert_array_equal(out.asnumpy(), expected)
            kv.row_sparse_pull(name, out=out, row_ids=mx.nd.array([]))
            assert not out.asnumpy().any()
    raises("row_sparse_pull", kv.pull, "big", out=mx.nd.ones((40, 5)).tostype("row_sparse"), ignore_sparse=False)
    raises("not in [0, 40)", kv.row_sparse_pull, "big", out=mx.nd.sparse.zeros("row_sparse", (40, 5)),
           row_ids=mx.nd.array([40]))


@check
def rows_of_a_gradient_update_a_dense_value():
    kv = mx.kv.create("dist_sync")
    kv.init("a", mx.nd.ones((30, 5)))
    kv.set_optimizer(mx.optimizer.SGD(learning_rate=1.0))
    grad = mx.nd.zeros((30, 5))
    grad[kv.rank * 9] = 1
    kv.push("a", grad.tostype("row_sparse"))
    expected = np.ones((30, 5))
    expected[[rank * 9 for rank in range(kv.num_workers)]] = 0
    np.testing.assert_array_equal(pulled(kv, "a", (30, 5)), expected)


@check
def mistakes_are_told():
    kv = mx.kv.create("dist_sync")
    kv.init("a", mx.nd.ones(SHAPE))
    raises("duplicate init", kv.init, "a", mx.nd.ones(SHAPE))
    raises("Did you init?", kv.pull, "unknown", out=mx.nd.ones(SHAPE))
    raises("Did you init?", kv.push, "unknown", mx.nd.ones(SHAPE))
    raises("Mixed key types", kv.init, 3, mx.nd.ones(SHAPE))
    raises("expected shape (2, 3)", kv.push, "a", mx.nd.ones((3, 2)))
    raises("operands shape mismatch", kv.pull, "a", out=mx.nd.ones((3, 2)))
    raises("use set_optimizer", kv._send_command_to_servers, 0, b"\x80\x04.")
    raises("before set_optimizer", kv.save_optimizer_states, "nowhere")


@check
def half_precision_sums_exactly_with_masters():
    for masters in (False, True):
        kv = mx.kv.create("dist_sync")
        kv.init("a", mx.nd.ones(SHAPE, dtype="float16"))
        kv.set_optimizer(mx.optimizer.SGD(learning_rate=0.5, multi_precision=masters))
        kv.push("a", mx.nd.ones(SHAPE, dtype="float16") * 2)
        found = pulled(kv, "a", dtype="float16")
        assert found.dtype == np.float16 and (found == 1 - kv.num_workers).all()


@check
def compression_sends_two_bits_and_keeps_the_rest():
    kv = mx.kv.create("dist_sync")
    kv.set_gradient_compression({"type": "2bit", "threshold": 0.5})
    shape = (64, 64)
    kv.init(["a", "b"], [mx.nd.ones(SHAPE) * 3, mx.nd.zeros(shape)])
    assert (pulled(kv, "a") == 3).all(), "not applied to init"
    kv.set_optimizer(mx.optimizer.create("test", rescale_grad=1))
    for value, expected in ((0.4, 0), (0.1, 0.5), (-0.3, 0.5), (-0.3, 0), (0.6, 0.5)):
        kv.push("b", mx.nd.ones(shape) * value)
        np.testing.assert_allclose(pulled(kv, "b", shape), expected * kv.num_workers)
    sent, send = [], kv._buckets._send
    kv._buckets._send = lambda peer, message: (sent.append(message.data.numel()), send(peer, message))
    kv.push("b", mx.nd.ones(shape))
    pulled(kv, "b", shape)
    share = 64 * 64 * (kv.num_workers - 1) / kv.num_workers
    # four elements a byte, and eight bytes for the threshold in each message
    assert 0 < sum(sent) < share / 4 + (kv.num_workers - 1) * (8 + 64), (sent, share)


@check
def lists_of_devices_are_summed_first():
    kv = mx.kv.create("dist_device_sync")
    kv.init("a", mx.nd.zeros(SHAPE))
    outs = [mx.nd.zeros(SHAPE, mx.cpu(0)), mx.nd.zeros(SHAPE, mx.cpu(1))]
    kv.pushpull("a", [mx.nd.ones(SHAPE, mx.cpu(0)), mx.nd.ones(SHAPE, mx.cpu(1))], out=outs)
    assert all((out.asnumpy() == 2 * kv.num_workers).all() for out in outs)


@check
def an_updater_may_be_a_function():
    kv = mx.kv.create("dist_sync")

    def updater(key, total, stored):
        stored += 10 * total

    kv._set_updater(updater)
    kv.init("a", mx.nd.ones((40, 5)))
    assert kv._keys["a"].whole, "a function gets whole values"
    kv.push("a", mx.nd.ones((40, 5)))
    assert (pulled(kv, "a", (40, 5)) == 1 + 10 * kv.num_workers).all()


@check
def a_failing_update_is_told_to_all():
    kv = mx.kv.create("dist_sync")

    def updater(key, total, stored):
        raise ValueError("no such luck")

    kv._set_updater(updater)
    kv.init("a", mx.nd.ones(SHAPE))
    kv.push("a", mx.nd.ones(SHAPE))
    raises("no such luck", kv.pull, "a", out=mx.nd.ones(SHAPE))


@check
def optimizers_that_need_whole_keys_get_them():
    kv = mx.kv.create("dist_sync")
    kv.set_optimizer(mx.optimizer.LARS())
    kv.init("a", mx.nd.ones((40, 5)))
    assert kv._keys["a"].whole
    other = mx.kv.create("dist_sync")
    other.init(["a", "b"], [mx.nd.ones((40, 5)), mx.nd.ones((60, 5)).tostype("row_sparse")])
    grad, out = mx.nd.ones((40, 5)), mx.nd.zeros((40, 5))
    other.push("a", grad)
    exchange = other.prepared("a", grad, out)
    assert not other._keys["a"].whole and not other._keys["b"].whole
    for optimizer in (mx.optimizer.LAMB(), mx.optimizer.Nadam(), mx.optimizer.create("test")):
        other.set_optimizer(optimizer)
        assert other._keys["a"].whole and other._keys["b"].whole
    other.begin(exchange)
    other.end()
    np.testing.assert_array_equal(out.asnumpy(), 2 * kv.num_workers)
    rows = mx.nd.sparse.zeros("row_sparse", (60, 5))
    other.row_sparse_pull("b", rows, row_ids=mx.nd.arange(60))
    assert (rows.asnumpy() == 1).all()
    assert {key.blocks[0].owner for key in other._keys.values()} == {0}, "Nadam had all in one place"


@check
def asynchronous_pushes_are_each_applied_once():
    kv = mx.kv.create("dist_async")
    kv.init(["a", "b", "c"], [mx.nd.zeros(SHAPE), mx.nd.zeros((40, 5)), mx.nd.zeros(SHAPE)])
    raises("Updater needs to be set", kv.push, "a", mx.nd.ones(SHAPE))
    kv.set_optimizer(mx.optimizer.create("test", rescale_grad=1))
    mine = 0
    for _ in range(5 + kv.rank):  # nobody waits for the slowest
        kv.push("a", mx.nd.ones(SHAPE))
        kv.push("b", mx.nd.ones((40, 5)))
        mine += 1
        assert (pulled(kv, "a") >= mine).all() and (pulled(kv, "b", (40, 5)) >= mine).all(), "its own pushes are seen"
    kv._barrier()
    total = sum(5 + rank for rank in range(kv.num_workers))
    assert (pulled(kv, "a") == total).all() and (pulled(kv, "b", (40, 5)) == total).all()
    kv._barrier()


@check
def states_of_all_owners_are_saved_in_one_file():
    def run(kv, steps, grad):
        for _ in range(steps):
            kv.pushpull(["a", "b"], [grad[0], grad[1]], out=[mx.nd.zeros(SHAPE), mx.nd.zeros((40, 5))])

    def made():
        kv = mx.kv.create("dist_sync")
        kv.set_optimizer(mx.optimizer.Adam(learning_rate=0.1))
        kv.init(["a", "b"], [mx.nd.ones(SHAPE), mx.nd.ones((40, 5))])
        return kv

    random = np.random.RandomState(kv_rank())
    grad = [mx.nd.array(random.randn(*SHAPE)), mx.nd.array(random.randn(40, 5))]
    first, second = made(), made()
    run(first, 5, grad)
    run(second, 3, grad)
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "states")
        second.save_optimizer_states(name)
        values = {key: pulled(second, key, shape) for key, shape in (("a", SHAPE), ("b", (40, 5)))}
        alone = mx.optimizer.get_updater(mx.optimizer.Adam())
        alone.set_states(open(name, "rb").read())
        assert alone.states["b"][0].shape == (40, 5) and alone.optimizer.num_update == 3
        third = mx.kv.create("dist_sync")
        third.set_optimizer(mx.optimizer.Adam(learning_rate=0.1))
        third.init(["a", "b"], [mx.nd.array(values["a"]), mx.nd.array(values["b"])])
        third.load_optimizer_states(name)
        run(third, 2, grad)
    for key, shape in (("a", SHAPE), ("b", (40, 5))):
        np.testing.assert_array_equal(pulled(third, key, shape), pulled(first, key, shape))


# Every optimizer, with what makes it use all of its states.
OPTIMIZERS = {
    "sgd": {"momentum": 0.9}, "ccsgd": {}, "nag": {"momentum": 0.9}, "dcasgd": {"momentum": 0.9}, "signum": {},
    "ftml": {}, "lars": {"momentum": 0.9, "eta": 0.1}, "lamb": {}, "sgld": {}, "adam": {}, "adamw": {}, "adamax": {},
    "nadam": {},
    "lbsgd": {"momentum": 0.9, "batch_scale": 2, "updates_per_epoch": 2, "warmup_epochs": 2}, "adagrad": {},
    "groupadagrad": {}, "rmsprop": {"centered": True}, "adadelta": {}, "ftrl": {}, "test": {}}
SHAPES = ((2, 3), (30, 5), (9, 1))     # the second has several owners
FORMS = {"float32": {}, "float16": {"dtype": "float16"}, "rows": {"grad_stype": "row_sparse"},
         "mixed": {},
         "sparse": {"stype": "row_sparse", "grad_stype": "row_sparse"}}


class Trained:
    """Parameters of one form, trained by one optimizer with given gradients, each worker having a part of each."""

    def __init__(self, kvstore, name, form, values=None):
        self.kv, self.form = kvstore, form
        values = values or [np.random.RandomState(place).randn(*shape) for place, shape in enumerate(SHAPES)]
        self.params = []
        for place, value in enumerate(values):
            kinds = FORMS["rows" if form == "mixed" and place == 1 else form]
            self.params.append(mx.gluon.Parameter(f"p{place}_weight", shape=value.shape, **kinds))
            self.params[-1].initialize(mx.init.Constant(mx.nd.array(value)))
        options = dict(OPTIMIZERS[name], multi_precision=form == "float16")
        if name != "adadelta":
            options.update(learning_rate=0.05, lr_scheduler=mx.lr_scheduler.FactorScheduler(2, 0.5, base_lr=0.05))
        if name not in ("groupadagrad", "adagrad"):
            options.update(wd=0.01)
        self.trainer = mx.gluon.Trainer(self.params, name, options, kvstore=kvstore)

    def step(self, number):
        mx.random.seed(number)
        rank, count = (self.kv.rank, self.kv.num_workers) if self.kv is not None else (0, 1)
        for place, param in enumerate(self.params):
            shape = param.shape
            grad = np.random.RandomState(100 * number + place).randn(*shape).round(2).astype("float32")
            if param._grad_stype == "default":
                grad[np.arange(grad.size).reshape(shape) % count != rank] = 0  # sums are exact
            else:
                grad[np.arange(shape[0]) % 3 == number % 3] = 0
                grad[np.arange(shape[0]) % count != rank] = 0
            grad = mx.nd.array(grad, dtype=param.dtype)
            target = param.list_grad()[0]
            target[:] = grad if target.stype == "default" else grad.tostype("row_sparse")
            param._data[0]._fresh_grad = True
        self.trainer.step(1)
        self.values()  # wait for rows too, before the next seed

    def values(self):
        return [param.data().asnumpy() if self.form != "sparse" else param.row_sparse_data(
            mx.nd.arange(param.shape[0])).asnumpy() for param in self.params]

    def states(self, path):
        """Save states, in the last worker; return what a single process reads from them."""
        if self.kv is None or self.kv.rank == self.kv.num_workers - 1:
            self.trainer.save_states(path)
        if self.kv is not None:
            self.kv._barrier()
        updater = mx.optimizer.get_updater(mx.optimizer.SGD())
        with open(path, "rb") as file:
            updater.set_states(file.read())
        optimizer = updater.optimizer
        carried = {name: getattr(optimizer, name) for name in optimizer._carried}
        return [plain({key: updater.states[key] for key in sorted(updater.states)}), plain(carried),
                optimizer._all_index_update_counts, optimizer.num_update]


def plain(state):
    if isinstance(state, mx.nd.NDArray):
        return state.asnumpy()
    if isinstance(state, dict):
        return {key: plain(part) for key, part in state.items()}
    return [plain(part) for part in state] if isinstance(state, tuple | list) else state


def alike(found, expected, where, rtol):
    if isinstance(expected, dict | list):
        assert len(found) == len(expected), (where, found, expected)
        for key in expected if isinstance(expected, dict) else range(len(expected)):
            alike(found[key], expected[key], f"{where} {key}", rtol)
    elif expected is None or isinstance(expected, int):
        assert found == expected, (where, found, expected)
    else:
        np.testing.assert_allclose(found, expected, rtol=rtol, atol=rtol, err_msg=where)


def optimizers_equal_one_process(form):
    """Train, save, load and train on with every optimizer; compare with one process that has the whole gradients."""
    known = {name for name, kind in mx.optimizer.Optimizer.opt_registry.items() if kind.__module__.startswith("mxnet.")}
    assert known == set(OPTIMIZERS)
    if form != "float32" and os.environ.get("MXNET_KVSTORE_SHARED_MEMORY") == "0":
        return  # states are the same over either transport
    rtol = 2e-3 if form == "float16" else 3e-6
    kv = mx.kv.create("dist_sync")
    for name, folder in in_shared_folder(kv, OPTIMIZERS):
        where = os.path.join(folder, f"{form} {name}")
        kv = mx.kv.create("dist_sync")
        found = Trained(kv, name, form)
        alone = Trained(mx.kv.create("local") if form == "sparse" else None, name, form)
        for number in range(3):
            found.step(number)
            alone.step(number)
        alike(found.values(), alone.values(), f"{name} after 3 steps", rtol)
        saved = found.states(where)
        alike(saved, alone.states(where + f" alone {kv.rank}"), f"{name} states", rtol)
        resumed = Trained(mx.kv.create("dist_sync"), name, form, found.values())
        resumed.trainer.load_states(where)
        kv._barrier()
        for number in range(3, 6):
            for each in (found, alone, resumed):
                each.step(number)
        alike(found.values(), alone.values(), name, rtol)
        alike(resumed.values(), found.values(), f"{name} resumed", 0 if form != "float16" else rtol)
        alike(resumed.states(where), alone.states(where + f" alone {kv.rank}"), f"{name} states at the end", rtol)


for _form in FORMS:
    CHECKS[f"optimizers_equal_one_process_{_form}"] = lambda form=_form: optimizers_equal_one_process(form)


def kv_rank():
    return int(os.environ["DMLC_WORKER_ID"])


def network():
    data = mx.sym.Variable("data")
    hidden = mx.sym.Activation(mx.sym.FullyConnected(data, num_hidden=16, name="fc1"), act_type="relu")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(hidden, num_hidden=4, name="fc2"), name="softmax")


def samples():
    random = np.random.RandomState(0)
    return random.randn(48, 20).astype("float32"), random.randint(0, 4, 48).astype("float32")


def trained(kv, data, label, batch, **options):
    mx.random.seed(3)
    np.random.seed(3)
    module = mx.mod.Module(network())
    module.fit(mx.io.NDArrayIter(data, label, batch), num_epoch=3, kvstore=kv, initializer=mx.init.Xavier(),
               optimizer="sgd", optimizer_params={"learning_rate": 0.2, "momentum": 0.9, "wd": 0.01}, **options)
    return {name: array.asnumpy() for name, array in module.get_params()[0].items()}


@check
def a_resumed_fit_equals_an_unbroken_one():
    data, label = samples()
    kv = mx.kv.create("dist_sync")
    order = np.arange(48).reshape(-1, kv.num_workers, 12 // kv.num_workers)[:, kv.rank].reshape(-1)

    def fit(kv, rows, epochs, name, **options):
        mx.random.seed(3)
        np.random.seed(3)
        module = mx.mod.Module(network())
        schedule = mx.lr_scheduler.FactorScheduler(3, 0.8, base_lr=0.05)
        module.fit(mx.io.NDArrayIter(data[rows], label[rows], 12 // (kv.num_workers if kv else 1)), num_epoch=epochs,
                   kvstore=kv, initializer=mx.init.Xavier(), optimizer=name, **options,
                   optimizer_params={**OPTIMIZERS[name], "wd": 0.01, "learning_rate": 0.05, "lr_scheduler": schedule})
        return {name: array.asnumpy() for name, array in module.get_params()[0].items()}

    for name, folder in in_shared_folder(kv, ("sgd", "nadam", "lars", "lbsgd")):
        whole, broken = (os.path.join(folder, f"{name} {part}") for part in ("whole", "broken"))
        found = fit(kv_again(), order, 3, name, resume=whole)
        for epochs in (1, 2, 3):
            resumed = fit(kv_again(), order, epochs, name, resume=broken)
        alone = fit(None, slice(None), 3, name, resume=f"{whole} {kv.rank}")
        for key, value in alone.items():
            np.testing.assert_allclose(found[key], value, rtol=1e-3, atol=1e-5, err_msg=f"{name} {key}")
            np.testing.assert_array_equal(resumed[key], found[key], err_msg=f"{name} {key}")


def in_shared_folder(kv, names):
    """Give each name with a folder that all workers see, which is removed at the end."""
    folder = os.path.join(tempfile.gettempdir(), f"states {os.environ['DMLC_PS_ROOT_PORT']} {next(FOLDERS)}")
    os.makedirs(folder, exist_ok=True)
    for name in names:
        yield name, folder
    kv._barrier()
    if kv.rank == 0:
        shutil.rmtree(folder)


def kv_again():
    kv = mx.kv.create("dist_sync")
    kv._barrier()  # what was written before is seen by all
    return kv


@check
def a_schedule_counts_the_key_that_is_updated_most():
    dist, local = mx.kv.create("dist_sync"), mx.kv.create("local")
    keys = list(range(2 * dist.num_workers))
    for kv in (dist, local):
        kv.set_optimizer(mx.optimizer.SGD(lr_scheduler=mx.lr_scheduler.FactorScheduler(2, 0.5, base_lr=1)))
        kv.init(keys, [mx.nd.zeros((3,)) for _ in keys])
    assert len({block.owner for key in dist._keys.values() for block in key.blocks}) == dist.num_workers
    for turn in range(7):
        here = keys[:1] if turn % 3 else keys
        outs = [mx.nd.zeros((3,)) for _ in here]
        dist.pushpull(here, [mx.nd.ones((3,)) / dist.num_workers for _ in here], out=outs)
        expected = [mx.nd.zeros((3,)) for _ in here]
        local.pushpull(here, [mx.nd.ones((3,)) for _ in here], out=expected)
        for found, value in zip(outs, expected):
            np.testing.assert_allclose(found.asnumpy(), value.asnumpy(), rtol=1e-6)


@check
def module_fit_equals_one_process_on_the_union_batch():
    data, label = samples()
    kv = mx.kv.create("dist_sync")
    count = kv.num_workers
    # a batch of all workers is a batch of one process: worker r takes every count-th part of it
    batch = 48 // 2 // count
    order = np.arange(48).reshape(-1, count, batch)[:, kv.rank].reshape(-1)
    found = trained(kv, data[order], label[order], batch)
    alone = trained(None, data, label, batch * count)
    for name, value in alone.items():
        np.testing.assert_allclose(found[name], value, rtol=1e-3, atol=1e-5, err_msg=name)
        same_everywhere(found[name])


@check
def module_updates_on_devices_too():
    data, label = samples()
    os.environ["MXNET_UPDATE_ON_KVSTORE"] = "0"
    try:
        apart = trained(mx.kv.create("dist_sync"), data, label, 12)
    finally:
        del os.environ["MXNET_UPDATE_ON_KVSTORE"]
    together = trained(mx.kv.create("dist_sync"), data, label, 12)
    for name, value in together.items():
        np.testing.assert_allclose(apart[name], value, rtol=1e-4, atol=1e-6, err_msg=name)


@check
def gradients_leave_while_backward_computes():
    from mxnet.core import parted_backward
    from mxnet.kvstore.distributed import DistKVStore
    data, label = samples()
    whole = {}
    for early in (False, True):
        for apart in (False, True):
            with replaced(parted_backward, GRADIENT_PART_BYTES=1, GRADIENT_PART_CALLS=1000), \
                    replaced(DistKVStore, overlaps=early), replaced(os.environ, MXNET_UPDATE_ON_KVSTORE=str(1 - apart)):
                kv = mx.kv.create("dist_sync")
                begun, begin = [], kv.begin
                kv.begin = lambda exchange, priority=0, begin=begin, begun=begun: (
                    begun.append([key.name for key, _ in exchange.values]), begin(exchange, priority))
                found = trained(kv, data, label, 12)
            if not early:
                whole[apart] = found
                continue
            steps = [sorted(sum(begun[at:at + 4], [])) for at in range(0, len(begun), 4)]
            assert len(steps) == 12 and all(len(step) == 4 for step in steps), "each array went by itself, once a step"
            assert begun[0][0].startswith("fc2") and begun[3][0].startswith("fc1"), "the last layer first"
            for name, value in whole[apart].items():
                np.testing.assert_array_equal(found[name], value, err_msg=name)
                same_everywhere(value)


@check
def buckets_of_lengths_fit_with_early_gradients():
    from mxnet.core import parted_backward
    from mxnet.kvstore.distributed import DistKVStore

    def made(length):
        data = mx.sym.Embedding(mx.sym.Variable("data"), input_dim=9, output_dim=6, name="embed")
        out = mx.sym.FullyConnected(mx.sym.mean(data, axis=1), num_hidden=3, name="fc")
        return mx.sym.SoftmaxOutput(out, name="softmax"), ("data",), ("softmax_label",)

    random = np.random.RandomState(kv_rank())
    batches = [mx.io.DataBatch([mx.nd.array(random.randint(0, 9, (4, length)))],
                               [mx.nd.array(random.randint(0, 3, 4))], bucket_key=length,
                               provide_data=[("data", (4, length))], provide_label=[("softmax_label", (4,))])
               for length in (4, 3, 4, 2, 3)]

    class Reader:
        batch_size, default_bucket_key = 4, 4
        provide_data, provide_label = batches[0].provide_data, batches[0].provide_label

        def __iter__(self):
            return iter(batches)

        def reset(self):
            pass

    found = {}
    for early in (False, True):
        with replaced(parted_backward, GRADIENT_PART_BYTES=1, GRADIENT_PART_CALLS=1000), \
                replaced(DistKVStore, overlaps=early):
            mx.random.seed(3)
            kv = mx.kv.create("dist_sync")
            begun, begin = [], kv.begin
            kv.begin = lambda exchange, priority=0, begin=begin, begun=begun: (
                begun.append(exchange), begin(exchange, priority))
            module = mx.mod.BucketingModule(made, default_bucket_key=4)
            module.fit(Reader(), num_epoch=2, kvstore=kv, initializer=mx.init.Xavier(),
                       optimizer_params={"learning_rate": 0.5, "momentum": 0.9})
            assert len(begun) > 20 or not early, "gradients of every bucket left by themselves"
            found[early] = {name: array.asnumpy() for name, array in module.get_params()[0].items()}
    for name, value in found[False].items():
        np.testing.assert_array_equal(found[True][name], value, err_msg=name)
        same_everywhere(value)


@check
def a_trainer_of_two_contexts_equals_one_of_the_union():
    count = mx.kv.create("dist_sync").num_workers
    random = np.random.RandomState(7)
    data, label = random.randn(3, 4 * count, 5).astype("float32"), random.randn(3, 4 * count, 2).astype("float32")

    def run(kv, contexts, rows):
        net = mx.gluon.nn.Dense(2, in_units=5)
        net.initialize(mx.init.Constant(0.3), ctx=contexts)
        trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9}, kvstore=kv)
        for inputs, wanted in zip(data[:, rows], label[:, rows]):
            parts = [mx.gluon.utils.split_and_load(part, contexts) for part in (inputs, wanted)]
            with mx.autograd.record():
                losses = [((net(x) - y) ** 2).sum() for x, y in zip(*parts)]
            for loss in losses:
                loss.backward()
            trainer.step(4 * count)
        return [[value.asnumpy() for value in param.list_data()] for param in net.collect_params().values()]

    for update in ("1", "0"):
        with replaced(os.environ, MXNET_UPDATE_ON_KVSTORE=update):
            kv = mx.kv.create("dist_sync")
            found = run(kv, [mx.cpu(0), mx.cpu(1)], slice(4 * kv.rank, 4 * kv.rank + 4))
        for (first, second), (alone,) in zip(found, run(None, [mx.cpu()], slice(None))):
            np.testing.assert_array_equal(first, second)
            np.testing.assert_allclose(first, alone, rtol=1e-5, atol=1e-6)
            same_everywhere(first)


@check
def an_asynchronous_module_fits():
    data, label = samples()
    kv = mx.kv.create("dist_async")
    found = trained(kv, data[:24 + 12 * kv.rank], label[:24 + 12 * kv.rank], 12)  # as many batches as each has
    assert all(np.isfinite(value).all() for value in found.values())
    kv._barrier()
    same_everywhere(pulled(kv, "fc1_weight", (16, 20)))


@check
def gradients_that_nobody_told_of_are_sent_at_the_end():
    from mxnet.module.executor_group import DataParallelExecutorGroup
    data, label = samples()
    expected = trained(mx.kv.create("dist_sync"), data, label, 12)
    with replaced(DataParallelExecutorGroup,  # an error that is told on reading ends backward so
                  train_in_parts=lambda group, batch, report: group.forward_backward(batch)):
        found = trained(mx.kv.create("dist_sync"), data, label, 12)
    for name, value in expected.items():
        np.testing.assert_array_equal(found[name], value, err_msg=name)


@check
def captured_steps_stay_captured():
    from pytest import MonkeyPatch

    from tests.emulated_cuda import emulate
    data, label = samples()
    plain = trained(mx.kv.create("dist_device_sync"), data, label, 12)
    with MonkeyPatch.context() as patch:
        emulate(patch)
        told = []
        found = trained(mx.kv.create("dist_device_sync"), data, label, 12, batch_end_callback=lambda param: told.append(
            param.locals["self"]._exec_group.execs[0].debug_str()))
    assert "CUDA graphs: none" not in told[-1] and "CUDA graph" in told[-1], told[-1]
    for name, value in plain.items():
        np.testing.assert_allclose(found[name], value, rtol=1e-5, atol=1e-7, err_msg=name)
        same_everywhere(found[name])


@check
def a_failed_step_leaves_nothing_behind():
    kv = mx.kv.create("dist_sync")
    kv.init("a", mx.nd.zeros(SHAPE))
    grad, out = mx.nd.ones(SHAPE), mx.nd.zeros(SHAPE)
    kv.begin(kv.prepared("a", grad, out))
    kv.abandon()
    grad[:] = 100  # after the program waits no more, its arrays are its own again
    kv.end()
    kv.pull("a", out)
    assert (out.asnumpy() == kv.num_workers).all()


@check
def gluon_trainer_steps():
    for update in (None, False):
        kv = mx.kv.create("dist_sync")
        net = mx.gluon.nn.Dense(3, in_units=4)
        net.initialize(mx.init.Constant(0.5))
        trainer = mx.gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.1}, kvstore=kv,
                                   update_on_kvstore=update)
        twin = mx.gluon.nn.Dense(3, in_units=4)
        twin.initialize(mx.init.Constant(0.5))
        alone = mx.gluon.Trainer(twin.collect_params(), "adam", {"learning_rate": 0.1}, kvstore=None)
        whole = mx.nd.array(np.random.RandomState(5).randn(2 * kv.num_workers, 4))
        for _ in range(3):
            for block, stepper, batch in ((net, trainer, whole[2 * kv.rank:2 * kv.rank + 2]), (twin, alone, whole)):
                with mx.autograd.record():
                    loss = (block(batch) ** 2).sum()
                loss.backward()
                stepper.step(2 * kv.num_workers)
        np.testing.assert_allclose(net.weight.data().asnumpy(), twin.weight.data().asnumpy(), rtol=1e-4, atol=1e-6)
        same_everywhere(net.weight.data().asnumpy())


@check
def an_overflow_in_one_worker_skips_the_step_of_all():
    from mxnet.contrib.amp.loss_scaler import LossScaler
    from mxnet.contrib.amp.scaled import scaled_by
    for update in (None, False):
        kv = mx.kv.create("dist_sync")
        net = mx.gluon.nn.Dense(3, in_units=4)
        net.initialize(mx.init.Constant(0.5))
        trainer = mx.gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.1}, kvstore=kv,
                                   update_on_kvstore=update)
        scaler = LossScaler()
        scaled_by(trainer).install(scaler)
        values = [net.weight.data().asnumpy()]
        for turn in range(5):
            scaled_by(trainer).divide()
            with mx.autograd.record():
                loss = (net(mx.nd.ones((2, 4)) * (kv.rank + 1)) ** 2).sum() * scaler.loss_scale
            loss.backward()
            if turn == 1 and kv.rank == kv.num_workers - 1:
                net.weight.grad()[0, 0] = np.inf
            trainer.step(2)
            values.append(net.weight.data().asnumpy())
            same_everywhere(values[-1])
        changed = [bool((old != new).any()) for old, new in zip(values, values[1:])]
        assert changed == [True, False, True, True, True], changed
        assert scaler.loss_scale == 2.0 ** 15


@check
def an_overflow_of_a_module_skips_the_step_of_all():
    from mxnet.contrib.amp.loss_scaler import LossScaler
    from mxnet.contrib.amp.scaled import scaled_by
    kv = mx.kv.create("dist_sync")
    module = mx.mod.Module(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="fc"), label_names=None)
    module.bind([("data", (2, 3))])
    module.init_params(mx.init.One())
    module.init_optimizer(kvstore=kv)
    scaled_by(module).install(LossScaler())
    values = []
    for turn in range(3):
        module.forward(mx.io.DataBatch([mx.nd.ones((2, 3))]), is_train=True)
        module.backward([mx.nd.ones((2, 2)) * (np.nan if turn == 1 and kv.rank == 0 else 1)])
        module.update()
        values.append(module.get_params()[0]["fc_weight"].asnumpy())
        same_everywhere(values[-1])
    assert (values[1] == values[0]).all() and (values[2] != values[1]).all()
    other = mx.kv.create("dist_async")
    raises("does not; use 'dist_sync'", LossScaler().has_overflow, [mx.nd.ones(2)], other)


@check
def gluon_trains_sparse_embeddings():
    for stype in ("default", "row_sparse"):
        kv = mx.kv.create("dist_sync")
        order = np.random.RandomState(4).randint(0, 30, (3, 4 * kv.num_workers))

        def made(kvstore, stype=stype):
            weight = mx.gluon.Parameter("weight", shape=(30, 5), stype=stype, grad_stype="row_sparse")
            weight.initialize(mx.init.Constant(0.5))
            return weight, mx.gluon.Trainer([weight], "sgd", {"learning_rate": 0.1, "momentum": 0.9}, kvstore=kvstore)
        weight, trainer = made(kv)
        twin, alone = made(mx.kv.create("local"))
        for rows in order:
            mine = rows.reshape(kv.num_workers, 4)[kv.rank]
            for found, stepper, batch in ((weight, trainer, mine), (twin, alone, rows)):
                ids = mx.nd.array(batch)
                with mx.autograd.record():
                    value = found.row_sparse_data(ids) if stype == "row_sparse" else found.data()
                    loss = (mx.nd.Embedding(ids, value, input_dim=30, output_dim=5, sparse_grad=True) ** 2).sum()
                loss.backward()
                stepper.step(1)
        every = mx.nd.arange(30)
        values = [(found.row_sparse_data(every).tostype("default") if stype == "row_sparse" else found.data()).asnumpy()
                  for found in (weight, twin)]
        np.testing.assert_allclose(*values, rtol=1e-5, err_msg=stype)
        same_everywhere(values[0])


@check
def loaders_with_workers_feed_ranks():
    kv = mx.kv.create("dist_sync")
    data, label = samples()
    part = slice(kv.rank, 24 * kv.num_workers, kv.num_workers)
    loader = mx.gluon.data.DataLoader(mx.gluon.data.ArrayDataset(data[part], label[part]), batch_size=4, num_workers=2)
    net = mx.gluon.nn.Dense(4, in_units=20)
    net.initialize(mx.init.Constant(0.1))
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1}, kvstore=kv)
    loss_of = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    for _ in range(2):
        for _, (batch, wanted) in zip(range(4), loader):  # the second epoch forks anew, beside threads and links
            with mx.autograd.record():
                loss = loss_of(net(batch), wanted)
            loss.backward()
            trainer.step(4 * kv.num_workers)
    same_everywhere(net.weight.data().asnumpy())


@check
def an_estimator_trains():
    from mxnet.gluon.contrib import estimator
    kv = mx.kv.create("dist_sync")
    data, label = samples()
    net = mx.gluon.nn.Dense(4, in_units=20)
    net.initialize(mx.init.Constant(0.1))
    trainer = mx.gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.1}, kvstore=kv)
    trained_by = estimator.Estimator(net, mx.gluon.loss.SoftmaxCrossEntropyLoss(), mx.metric.Accuracy(),
                                     trainer=trainer, context=mx.cpu())
    part = slice(kv.rank, 16 * kv.num_workers, kv.num_workers)
    own = mx.gluon.data.ArrayDataset(data[part], label[part])
    trained_by.fit(mx.gluon.data.DataLoader(own, batch_size=4), epochs=2)
    same_everywhere(net.weight.data().asnumpy())


@check
def two_bits_are_of_float32_only():
    kv = mx.kv.create("dist_sync")
    kv.set_gradient_compression({"type": "2bit", "threshold": 0.5})
    kv.init("a", mx.nd.ones(SHAPE, dtype="float16"))
    raises("takes float32 arrays only", kv.push, "a", mx.nd.ones(SHAPE, dtype="float16"))


@check
def feedforward_trains():
    data, label = samples()
    kv = mx.kv.create("dist_sync")
    model = mx.model.FeedForward(network(), num_epoch=2, learning_rate=0.1, numpy_batch_size=12)
    model.fit(data, label, kvstore=kv)
    same_everywhere(model.arg_params["fc1_weight"].asnumpy())


@check
def a_step_of_many_keys_is_few_messages():
    kv = mx.kv.create("dist_sync")
    keys = [str(k) for k in range(161)]
    kv.init(keys, [mx.nd.zeros((k % 7 + 1, 3)) for k in range(161)])
    grads = [mx.nd.ones((k % 7 + 1, 3)) for k in range(161)]
    kv.set_optimizer(mx.optimizer.SGD())
    kv._barrier()
    before = kv._group.messages
    kv.pushpull(keys, grads, out=grads)
    assert kv._group.messages - before <= 2 * (kv.num_workers - 1)
    sent, send = [], kv._group.send
    # answers are not counted: they are as many as the others' messages, which leave when a machine finds the time
    with replaced(type(kv._group), send=lambda group, peer, message: (sent.append(message.kind), send(peer, message))):
        for key, grad in zip(keys, grads):
            kv.push(key, grad, priority=-int(key))
        for key, grad in zip(keys, grads):
            kv.pull(key, grad, priority=-int(key))
        kv._barrier()
    assert sent.count(Kind.ASK) == kv.num_workers - 1, "the first pull asks for all"
    assert 0 < sent.count(Kind.PUSH) <= 161 / 4 * (kv.num_workers - 1)


def main():
    names = sys.argv[1:] or list(CHECKS)
    for name in names:
        try:
            CHECKS[name]()
            word = "passed"
        except BaseException:
            word = traceback.format_exc()
        print("CHECK", json.dumps([name, word]), flush=True)
        if word != "passed":
            sys.exit(1)


if __name__ == "__main__":
    main()
