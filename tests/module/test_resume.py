"""A run that is resumed from its checkpoint goes on bit by bit as if it had not been broken off."""
import pickle

import numpy as np
import pytest

import mxnet as mx

OPTIMIZERS = {
    "sgd": {"momentum": 0.9}, "nag": {"momentum": 0.9}, "lars": {"momentum": 0.9, "eta": 0.1},
    "lbsgd": {"momentum": 0.9, "batch_scale": 2, "updates_per_epoch": 3}, "lamb": {}, "adam": {}, "adamw": {},
    "adagrad": {}, "rmsprop": {"centered": True}, "adadelta": {}, "ftrl": {}, "adamax": {}, "nadam": {}, "ftml": {},
    "dcasgd": {"momentum": 0.9}, "signum": {}, "sgld": {}, "groupadagrad": {},
}
SCHEDULERS = {
    "none": lambda: None,
    "factor": lambda: mx.lr_scheduler.FactorScheduler(2, 0.9, base_lr=0.01, warmup_steps=3, warmup_begin_lr=0.001),
    "steps": lambda: mx.lr_scheduler.MultiFactorScheduler([3, 7], 0.5, base_lr=0.01),
    "poly": lambda: mx.lr_scheduler.PolyScheduler(8, base_lr=0.01, final_lr=0.001),
    "cosine": lambda: mx.lr_scheduler.CosineScheduler(8, base_lr=0.01, final_lr=0.001),
}


class Zigzag(mx.lr_scheduler.LRScheduler):
    """A user's: it remembers more than the rate."""

    def __init__(self):
        super().__init__(base_lr=0.01)
        self.turns, self.past = 0, []

    def __call__(self, num_update):
        if num_update % 4 == 0 and num_update not in self.past:
            self.turns += 1
            self.past.append(num_update)
        return self.base_lr * (1 + self.turns % 2)


SCHEDULERS["zigzag"] = Zigzag


def network(flat=False):
    data = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4, name="fc1", no_bias=flat)
    data = mx.sym.Activation(data, act_type="tanh")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(data, num_hidden=3, name="fc2", no_bias=flat), name="softmax")


def batches():
    rng = np.random.RandomState(1)
    return mx.io.NDArrayIter(rng.rand(20, 5).astype("float32"), rng.randint(0, 3, 20), 4)


def settings(optimizer, scheduler):
    given = {**OPTIMIZERS[optimizer]}
    made = SCHEDULERS[scheduler]()
    if made is not None and optimizer != "adadelta":
        given["lr_scheduler"] = made
        if optimizer != "sgld":
            given["learning_rate"] = 0.01
    return given


def fit(module, optimizer, scheduler, begin, end, prefix=None, **given):
    callbacks = [lambda epoch, *_: mx.random.seed(epoch)]
    if prefix:
        callbacks.append(mx.callback.module_checkpoint(module, prefix, save_optimizer_states=True))
    mx.random.seed(begin - 1 if begin else 0)
    module.fit(batches(), num_epoch=end, begin_epoch=begin, optimizer=optimizer,
               optimizer_params=settings(optimizer, scheduler), eval_metric="ce",
               epoch_end_callback=callbacks, initializer=mx.init.One() if not begin else None, **given)
    return {name: array.asnumpy() for name, array in module.get_params()[0].items()}


def same(one, other):
    assert one.keys() == other.keys()
    for name in one:
        np.testing.assert_array_equal(one[name], other[name], err_msg=name)


@pytest.mark.parametrize("scheduler", SCHEDULERS)
@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_every_optimizer_and_scheduler(optimizer, scheduler, tmp_path):
    prefix, flat = str(tmp_path / "run"), optimizer == "groupadagrad"
    whole = fit(mx.mod.Module(network(flat)), optimizer, scheduler, 0, 4)
    fit(mx.mod.Module(network(flat)), optimizer, scheduler, 0, 2, prefix)
    resumed = mx.mod.Module.load(prefix, 2, load_optimizer_states=True)
    same(fit(resumed, optimizer, scheduler, 2, 4), whole)


@pytest.mark.parametrize("optimizer", ["adam", "nadam", "lbsgd", "sgd"])
@pytest.mark.parametrize("update_on_kvstore", ["1", "0"])
def test_on_two_contexts(optimizer, update_on_kvstore, tmp_path, monkeypatch):
    monkeypatch.setenv("MXNET_UPDATE_ON_KVSTORE", update_on_kvstore)
    prefix, contexts = str(tmp_path / "run"), [mx.cpu(0), mx.cpu(1)]
    whole = fit(mx.mod.Module(network(), context=contexts), optimizer, "factor", 0, 4)
    fit(mx.mod.Module(network(), context=contexts), optimizer, "factor", 0, 2, prefix)
    resumed = mx.mod.Module.load(prefix, 2, load_optimizer_states=True, context=contexts)
    same(fit(resumed, optimizer, "factor", 2, 4), whole)
    if update_on_kvstore == "1":  # the store has one state a parameter, which one context can take
        alone = mx.mod.Module.load(prefix, 2, load_optimizer_states=True)
        for one, other in ((fit(alone, optimizer, "factor", 2, 4), whole),):
            assert one.keys() == other.keys()
            for name in one:
                np.testing.assert_allclose(one[name], other[name], rtol=1e-4, atol=1e-5)
        return
    for count in (1, 3):
        other = mx.mod.Module.load(prefix, 2, load_optimizer_states=True, context=[mx.cpu(at) for at in range(count)])
        with pytest.raises(mx.MXNetError, match="states? .*contexts"):
            fit(other, optimizer, "factor", 2, 4)


def test_buckets(tmp_path):
    def generate(key):
        return network(), ["data"], ["softmax_label"]

    class Bucketed:
        """One bucket is enough to show that the states are those of all."""

        def __init__(self):
            self.inner, self.batch_size, self.default_bucket_key = batches(), 4, 5
            self.provide_data, self.provide_label = self.inner.provide_data, self.inner.provide_label

        def __iter__(self):
            return self

        def __next__(self):
            batch = next(self.inner)
            return mx.io.DataBatch(batch.data, batch.label, bucket_key=5, provide_data=self.provide_data,
                                   provide_label=self.provide_label)

        def reset(self):
            self.inner.reset()

    def run(module, begin, end, prefix=None):
        saved = [mx.callback.module_checkpoint(module, prefix, save_optimizer_states=True)] if prefix else None
        module.fit(Bucketed(), num_epoch=end, begin_epoch=begin, optimizer="nadam", epoch_end_callback=saved,
                   initializer=mx.init.One() if not begin else None, eval_metric="ce",
                   optimizer_params=settings("nadam", "cosine"))
        return {name: array.asnumpy() for name, array in module.get_params()[0].items()}

    prefix = str(tmp_path / "run")
    whole = run(mx.mod.BucketingModule(generate, 5), 0, 4)
    run(mx.mod.BucketingModule(generate, 5), 0, 2, prefix)
    resumed = mx.mod.BucketingModule.load(prefix, 2, generate, 5, load_optimizer_states=True)
    same(run(resumed, 2, 4), whole)


def test_a_store_resumes_with_and_without_its_optimizer(tmp_path):
    def store(first=None):
        made = mx.kvstore.create("local")
        made.init("w", mx.nd.ones((3,)) if first is None else first)
        made.set_optimizer(mx.optimizer.Nadam(learning_rate=0.01, lr_scheduler=SCHEDULERS["steps"]()))
        return made

    def push(made, steps):
        for _ in range(steps):
            made.push("w", mx.nd.array([1, 2, 3]))
        out = mx.nd.zeros((3,))
        made.pull("w", out=out)
        return out

    whole = push(store(), 12).asnumpy()
    for dump in (False, True):
        half = store()
        weight = push(half, 6)
        half.save_optimizer_states(str(tmp_path / "x"), dump_optimizer=dump)
        other = store(weight)
        other.load_optimizer_states(str(tmp_path / "x"))
        np.testing.assert_array_equal(push(other, 6).asnumpy(), whole)


def test_mxnet_reads_the_states_and_no_further():
    from mxnet.optimizer import states
    updater = mx.optimizer.get_updater(mx.optimizer.Adam())
    updater(0, mx.nd.ones((2,)), mx.nd.ones((2,)))
    content, plain = updater.get_states(), states.dumps(updater.states)
    assert content.startswith(plain) and len(content) > len(plain)
    assert pickle.loads(pickle.dumps({}) + content[len(plain):]) == {}


def test_a_file_without_a_record_leaves_the_counts_alone():
    from mxnet.optimizer import states
    updater = mx.optimizer.get_updater(mx.optimizer.Adam(begin_num_update=7))
    updater.set_states(states.dumps({0: (mx.nd.ones((2,)), mx.nd.ones((2,)))}))
    assert updater.optimizer.num_update == 7


def test_another_schedule_is_the_users_wish():
    first = mx.optimizer.SGD(lr_scheduler=mx.lr_scheduler.FactorScheduler(2, 0.5, base_lr=1.0))
    updater = mx.optimizer.get_updater(first)
    for _ in range(5):
        updater(0, mx.nd.ones((2,)), mx.nd.ones((2,)))
    assert first.learning_rate == 0.25
    for scheduler, rate in ((mx.lr_scheduler.FactorScheduler(2, 0.5, base_lr=1.0), 0.25),
                            (mx.lr_scheduler.FactorScheduler(2, 0.1, base_lr=1.0), 0.01),
                            (mx.lr_scheduler.MultiFactorScheduler([4], 0.5, base_lr=8.0), 4.0)):
        other = mx.optimizer.get_updater(mx.optimizer.SGD(lr_scheduler=scheduler))
        other.set_states(updater.get_states())
        assert other.optimizer.num_update == 5
        assert other.optimizer.learning_rate == pytest.approx(rate)


@pytest.mark.parametrize("saved, loaded", [("adam", "sgd"), ("adam", "rmsprop"), ("adam", "ftrl"), ("adam", "adamax"),
                                           ("sgd", "signum"), ("sgd", "adam"), ("rmsprop", "adam"),
                                           ("ftml", "rmsprop")])
def test_states_of_another_optimizer_are_refused(saved, loaded):
    def make(name):
        return mx.optimizer.create(name, param_idx2name={0: "fc_weight"}, **{
            key: value for key, value in OPTIMIZERS[name].items() if name != "rmsprop" or saved == "ftml"})

    updater = mx.optimizer.get_updater(make(saved))
    updater(0, mx.nd.ones((2,)), mx.nd.ones((2,)))
    other = mx.optimizer.get_updater(make(loaded))
    with pytest.raises(mx.MXNetError, match=rf"(?i)states of {saved} .*those of {loaded}"):
        other.set_states(updater.get_states())
    from mxnet.optimizer import states
    if saved + loaded not in ("adamftrl", "adamadamax", "sgdsignum", "ftmlrmsprop"):  # the forms differ too
        with pytest.raises(mx.MXNetError, match=rf"(?i){loaded}: the state of parameter fc_weight must be"):
            other.set_states(states.dumps(updater.states))
    assert other.states == {}


def test_states_kept_by_others_keys_are_refused(tmp_path):
    from mxnet.optimizer import states
    module = mx.mod.Module(network())
    fit(module, "sgd", "none", 0, 1)
    for key in ("other_weight", 4):
        path = tmp_path / "x.states"
        path.write_bytes(states.dumps({key: mx.nd.zeros((4, 5))}))
        with pytest.raises(mx.MXNetError, match=f"got one under {key}"):
            module.load_optimizer_states(str(path))
