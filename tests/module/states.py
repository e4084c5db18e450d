"""Every method of every kind of module in every state it can be in: made, bound, ready, trained.

The same code runs on the reference to record which calls it refuses:

    python tests/module/states.py > tests/data/module_states.json
"""
import json
import logging
import os
import sys
import tempfile
import warnings

import numpy as np

import mxnet as mx

DATA = np.sin(np.arange(48)).reshape(12, 4).astype("float32")
LABEL = (np.arange(12) % 3).astype("float32")
FILES = os.path.join(tempfile.mkdtemp(), "saved")


def loss():
    x = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="fc")
    return mx.sym.SoftmaxOutput(mx.sym.BatchNorm(x, name="bn"), name="softmax")


def rows():
    return mx.io.NDArrayIter(DATA, LABEL, 4)


def batch(size=4):
    return mx.io.DataBatch([mx.nd.array(DATA[:size])], [mx.nd.array(LABEL[:size])], pad=0, bucket_key=4,
                           provide_data=[("data", (size, 4))], provide_label=[("softmax_label", (size,))])


def chain():
    first = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=5, name="first")
    made = mx.mod.SequentialModule()
    made.add(mx.mod.Module(first, label_names=None))
    made.add(mx.mod.Module(loss()), take_labels=True, auto_wiring=True)
    return made


KINDS = {
    "module": lambda: mx.mod.Module(loss()),
    "two": lambda: mx.mod.Module(loss(), context=[mx.cpu(0), mx.cpu(1)]),
    "buckets": lambda: mx.mod.BucketingModule(lambda key: (loss(), ("data",), ("softmax_label",)), 4),
    "chain": chain,
    "empty": mx.mod.SequentialModule,
    "python": lambda: mx.mod.PythonLossModule(grad_func=lambda scores, labels: scores),
}

CALLS = {
    "bind": lambda m: m.bind(rows().provide_data, rows().provide_label),
    "bind for inference": lambda m: m.bind(rows().provide_data, rows().provide_label, for_training=False),
    "bind for input gradients": lambda m: m.bind(rows().provide_data, rows().provide_label, inputs_need_grad=True),
    "bind for both": lambda m: m.bind(rows().provide_data, rows().provide_label, False, True),
    "bind by other names": lambda m: m.bind([("other", (4, 4))]),
    "init": lambda m: m.init_params(mx.init.One()),
    "init again": lambda m: m.init_params(mx.init.One(), force_init=True),
    "init by nothing": lambda m: m.init_params(None),
    "set nothing": lambda m: m.set_params({}, {}),
    "set missing": lambda m: m.set_params({}, {}, allow_missing=True),
    "set strange": lambda m: m.set_params({"other": mx.nd.ones(1)}, {}, allow_missing=True),
    "set what is": lambda m: m.set_params(*m.get_params()),
    "optimizer": lambda m: m.init_optimizer(),
    "unknown optimizer": lambda m: m.init_optimizer(optimizer="no such"),
    "forward": lambda m: m.forward(batch()),
    "forward more": lambda m: m.forward(batch(8), is_train=False),
    "backward": lambda m: m.backward(),
    "both": lambda m: m.forward_backward(batch()),
    "update": lambda m: m.update(),
    "outputs": lambda m: m.get_outputs(),
    "outputs apart": lambda m: m.get_outputs(merge_multi_context=False),
    "input gradients": lambda m: m.get_input_grads(),
    "params": lambda m: m.get_params(),
    "set states": lambda m: m.set_states(value=1),
    "set no states": lambda m: m.set_states(),
    "metric": lambda m: m.update_metric(mx.metric.create("acc"), [mx.nd.array(LABEL[:4])]),
    "monitor": lambda m: m.install_monitor(mx.mon.Monitor(1)),
    "prepare": lambda m: m.prepare(batch()),
    "score": lambda m: m.score(rows(), "acc"),
    "predict": lambda m: m.predict(rows()),
    "predict an array": lambda m: m.predict(DATA[:4]),
    "predict by and by": lambda m: list(m.iter_predict(rows())),
    "data names": lambda m: m.data_names,
    "output names": lambda m: m.output_names,
    "data shapes": lambda m: list(m.data_shapes),
    "label shapes": lambda m: m.label_shapes,
    "output shapes": lambda m: m.output_shapes,
    "symbol": lambda m: m.symbol,
    "save": lambda m: m.save_params(FILES),
    "checkpoint": lambda m: m.save_checkpoint(FILES, 1),
    "save optimizer": lambda m: m.save_optimizer_states(FILES + ".states"),
    "reshape": lambda m: m.reshape([("data", (8, 4))], [("softmax_label", (8,))]),
    "fit": lambda m: m.fit(rows(), num_epoch=1),
    "fit for ever": lambda m: m.fit(rows()),
    "switch": lambda m: m.switch_bucket(2, [("data", (2, 4))], [("softmax_label", (2,))]),
}

STATES = {
    "made": (), "bound": ("bind",), "bound for inference": ("bind for inference",), "ready": ("bind", "init"),
    "ready for inference": ("bind for inference", "init", "forward"),
    "trained": ("bind", "init", "optimizer", "both", "update"), "reshaped": ("bind", "init", "forward more"),
}


def outcome(module, call):
    try:
        CALLS[call](module)
    except Exception as error:
        return [kind.__name__ for kind in type(error).__mro__[:-2]]
    return []


def walk(kind, state):
    """Give call -> kinds of the error, none where it went well, each on a new module brought to the state."""
    found = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        logging.disable(logging.CRITICAL)
        try:
            for call in CALLS:
                module = KINDS[kind]()
                for step in STATES[state]:
                    outcome(module, step)
                found[call] = outcome(module, call)
        finally:
            logging.disable(logging.NOTSET)
    return found


if __name__ == "__main__":
    json.dump({f"{kind}/{state}": {call: kinds[0] for call, kinds in walk(kind, state).items() if kinds}
               for kind in KINDS for state in STATES}, sys.stdout)
    sys.stdout.write("\n")
