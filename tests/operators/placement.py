"""Runs operators on a device that does not exist: shapes and places are tracked, nothing is computed.

`test_placement.py` starts this as a program, since the device is registered for a whole process. It prints
JSON: how many runs came through, and which operators mixed devices or left theirs.
"""
import json
import logging
import os
import sys
import warnings

os.environ["MXNET_CUDA_GRAPHS"] = "0"

import torch
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils.backend_registration import _setup_privateuseone_for_python_backend

import mxnet as mx
from mxnet.core import device, rng
from mxnet.ndarray.invoke import wrap

from . import harness

NAME = "nowhere"
WRONG = ("two devices", "same device", "Device Propagation")


def set_up():
    """Let ``mx.gpu(0)`` be the device."""
    _setup_privateuseone_for_python_backend(NAME)
    device.accelerator, device.num_gpus = lambda: NAME, lambda: 1
    gpu = mx.gpu(0)
    gpu._torch = torch.device(NAME, 0)
    rng._generators[gpu] = torch.Generator()
    return gpu


def run(case, gpu):
    """Train and predict with an executor, and call the operator at once; give the results."""
    arrays = case.draw("float32")
    inputs = {f"x{i}": wrap(torch.empty(a.shape, dtype=torch.from_numpy(a).dtype, device=NAME), gpu)
              for i, a in enumerate(arrays)}
    results = harness.as_list(harness.function_of(mx.nd, case.op)(*inputs.values(), **case.params))
    if case.symbolic:
        net = harness.function_of(mx.sym, case.op)(*map(mx.sym.var, inputs), **case.params)
        wanted = [f"x{i}" for i in case.differentiated(arrays)] if case.grad else []
        grads = {name: wrap(torch.empty_like(inputs[name]._data), gpu) for name in wanted}
        executor = net.bind(gpu, {name: inputs[name] for name in net.list_arguments()}, grads,
                            {name: "write" if name in grads else "null" for name in net.list_arguments()},
                            {name: inputs[name] for name in net.list_auxiliary_states()})
        results += executor.forward(is_train=False)
        outputs = executor.forward(is_train=True)
        if grads:
            executor.backward([wrap(torch.ones_like(out._data), gpu) for out in outputs])
        results += [*outputs, *grads.values()]
    return results


def causes(error):
    while error is not None:
        yield error
        error = error.__cause__


def main():
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    gpu = set_up()
    good, bad, seen = 0, {}, set()
    for case in harness.load():
        if case.raises or not case.inputs or case.op in seen or case.out is not None:
            continue
        seen.add(case.op)
        try:
            with FakeTensorMode(allow_non_fake_inputs=True):
                places = {array._data.device.type for array in run(case, gpu)}
            good += 1
            if places - {NAME}:
                bad[case.id] = f"results on {sorted(places)}"
        except Exception as error:  # values that are not there: only mixed devices count
            texts = [str(cause) for cause in causes(error)]
            if any(word in text for word in WRONG for text in texts):
                bad[case.id] = texts[-1]
    json.dump({"good": good, "bad": bad}, sys.stdout)


if __name__ == "__main__":
    main()
