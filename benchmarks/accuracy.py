"""What a network loses on 16 and 8 bits: `python -m benchmarks.accuracy`.

    python -m benchmarks.accuracy
    python -m benchmarks.accuracy --fashion /usr/share/datasets/fashion-mnist --peer /path/to/mxnet/bin/python

Two networks of the examples are trained in float32: the demo's on the bundled digits, and with ``--fashion`` the one of
`examples/fashion_lenet.py` on Fashion-MNIST. Each is then converted to bfloat16 and quantized, calibrated on images
that it was trained on, and every form is asked about all test images. With ``--peer`` the real MXNet does the same to
the same checkpoints, so that one table tells both. The table says the share of test images read right.
"""
import argparse
import contextlib
import io
import json
import logging
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import mxnet as mx
from mxnet.contrib import amp, quantization

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
BATCH, CALIBRATION = 64, 512
FORMS = ("float32", "bfloat16", "int8, entropy", "int8, naive")


# ---- what both sides do: plain, with nothing that MXNet 1.x does not have -----------------------------

def converted(form, symbol, args, states, examples):
    """Give a checkpoint in another form; ``examples`` are images to calibrate on."""
    if form == "float32":
        return symbol, args, states
    if form == "bfloat16":
        return amp.convert_model(symbol, args, states, target_dtype="bfloat16", cast_optional_params=True)
    return quantization.quantize_model_mkldnn(
        symbol, args, states, label_names=("softmax_label",), calib_mode=form.split(", ")[1], quantized_dtype="auto",
        calib_data=mx.io.NDArrayIter(examples, np.zeros(len(examples)), BATCH), num_calib_examples=len(examples))


def accuracy(symbol, args, states, images, classes):
    """Give the share of images that a network reads right."""
    shape = (BATCH,) + images.shape[1:]
    given = dict(args, data=mx.nd.zeros(shape), softmax_label=mx.nd.zeros(BATCH))
    executor = symbol.bind(mx.cpu(), {name: given[name] for name in symbol.list_arguments()}, grad_req="null",
                           aux_states={name: states[name] for name in symbol.list_auxiliary_states()})
    right = 0
    for batch in mx.io.NDArrayIter(images, classes, BATCH):
        said = executor.forward(data=batch.data[0])[0].astype("float32").asnumpy().argmax(axis=1)
        kept = BATCH - batch.pad
        right += int((said == batch.label[0].asnumpy())[:kept].sum())
    return right / len(classes)


def evaluate(folder):
    """Give the accuracy of every form of the checkpoint in a folder, or why there is none."""
    prefix = os.path.join(folder, "net")
    data = np.load(os.path.join(folder, "data.npz"))
    found = {}
    for form in FORMS:
        try:
            made = converted(form, *mx.model.load_checkpoint(prefix, 0), data["examples"])
            found[form] = accuracy(*made, data["images"], data["classes"])
        except Exception as error:
            first = str(error).split("\n")[0]
            found[form] = f"{type(error).__name__}: {first}"
    return found


# ---- networks ---------------------------------------------------------------------------------------

def digits():
    """Give the demo's network, the bundled digits for training and testing, and how long to train."""
    import demo
    import digits as data
    images, classes, unseen, answers = data.load()
    return demo.lenet(), (images[:, None], classes), (unseen[:, None], answers), 25


def fashion(folder, rows=None):
    """Give the network of the example and Fashion-MNIST, likewise."""
    import fashion_lenet
    return fashion_lenet.lenet(), fashion_lenet.load(folder, "train", rows), fashion_lenet.load(folder, "t10k", rows), 4


def train(symbol, seen, epochs, seed):
    """Train in float32 and give parameters and states."""
    mx.random.seed(seed)
    np.random.seed(seed)
    batches = mx.io.NDArrayIter(*seen, BATCH, shuffle=True, last_batch_handle="discard")
    steps = epochs * (batches.num_data // BATCH)
    module = mx.mod.Module(symbol)
    module.fit(batches, num_epoch=epochs, initializer=mx.init.Xavier(), optimizer="sgd", optimizer_params={
        "learning_rate": 0.05, "momentum": 0.9, "wd": 5e-4,
        "lr_scheduler": mx.lr_scheduler.CosineScheduler(steps, base_lr=0.05, final_lr=0)})
    return module.get_params()


def measured(symbol, seen, unseen, epochs, seed, peers):
    """Train one network and give the table's columns, ours first: {side: {form: accuracy}}."""
    args, states = train(symbol, seen, epochs, seed)
    with tempfile.TemporaryDirectory() as folder:
        mx.model.save_checkpoint(os.path.join(folder, "net"), 0, symbol, args, states)
        np.savez(os.path.join(folder, "data.npz"), examples=seen[0][:CALIBRATION], images=unseen[0], classes=unseen[1])
        columns = {"here": evaluate(folder)}
        for peer in peers:
            done = subprocess.run([peer, os.path.abspath(__file__), "--evaluate", folder], stdout=subprocess.PIPE,
                                  text=True, env={**os.environ, "PYTHONPATH": ""}, check=True, cwd=folder)
            columns["MXNet"] = json.loads(done.stdout.strip().splitlines()[-1])
    return columns


def table(found):
    """Write a line for every form of every network: accuracy and what it loses against float32, on each side."""
    sides = list(dict.fromkeys(side for columns in found.values() for side in columns))
    lines = [f"{'network':16} {'form':15}" + "".join(f"{side:>14} {'lost':>8}" for side in sides)]
    for name, columns in found.items():
        for form in FORMS:
            cells = ""
            for side in sides:
                value = columns[side][form]
                if isinstance(value, str):
                    cells += f"  {value}"
                else:
                    cells += f"{value:14.4f} {columns[side]['float32'] - value:8.4f}"
            lines.append(f"{name:16} {form:15}{cells}")
    return "\n".join(lines)


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fashion", type=Path, metavar="FOLDER", help="the four files of Fashion-MNIST")
    parser.add_argument("--rows", type=int, help="use only so many images of Fashion-MNIST")
    parser.add_argument("--peer", action="append", default=[], metavar="PYTHON", help="an interpreter with MXNet 1.9.1")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--evaluate", metavar="FOLDER", help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    logging.disable(logging.CRITICAL)
    if options.evaluate:
        with contextlib.redirect_stdout(io.StringIO()):
            found = evaluate(options.evaluate)
        print(json.dumps(found))
        return found
    sys.path.insert(0, str(EXAMPLES))
    networks = {"digits": digits()}
    if options.fashion:
        networks["Fashion-MNIST"] = fashion(options.fashion, options.rows)
    found = {name: measured(*prepared, options.seed, options.peer) for name, prepared in networks.items()}
    print(table(found))
    return found


if __name__ == "__main__":
    main()
