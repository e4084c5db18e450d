"""What schedulers return and callbacks log. The same code runs on the reference:

    python tests/training/cases.py > tests/data/training_values.json
"""
import contextlib
import json
import logging
import sys
from collections import namedtuple
from unittest import mock

BatchEnd = namedtuple("BatchEnd", ["epoch", "nbatch", "eval_metric", "locals"])

# name: (class, arguments, the update counts asked for)
SCHEDULES = {
    "factor": ("FactorScheduler", {"step": 3, "factor": 0.5, "base_lr": 0.4}, range(14)),
    "factor_stop": ("FactorScheduler", {"step": 2, "factor": 0.1,
                                        "stop_factor_lr": 1e-3}, range(12)),
    "factor_resumed": ("FactorScheduler", {"step": 2, "factor": 0.3}, [0, 9, 10, 30]),
    "factor_warmup": ("FactorScheduler", {"step": 3, "factor": 0.5, "base_lr": 0.4,
                                          "warmup_steps": 4, "warmup_begin_lr": 0.1}, range(14)),
    "multi": ("MultiFactorScheduler", {"step": [3, 5, 9], "factor": 0.1,
                                       "base_lr": 1.0}, range(14)),
    "multi_resumed": ("MultiFactorScheduler", {"step": [3, 5, 9], "factor": 0.1}, [7, 8, 20]),
    "multi_constant_warmup": ("MultiFactorScheduler", {
        "step": [5], "factor": 0.5, "base_lr": 0.3, "warmup_steps": 3, "warmup_begin_lr": 0.05,
        "warmup_mode": "constant"}, range(9)),
    "poly": ("PolyScheduler", {"max_update": 10, "base_lr": 0.7, "pwr": 3}, range(14)),
    "poly_warmup": ("PolyScheduler", {"max_update": 12, "base_lr": 0.7, "final_lr": 0.01,
                                      "warmup_steps": 5, "warmup_begin_lr": 0.2}, range(15)),
    "cosine": ("CosineScheduler", {"max_update": 10, "base_lr": 0.7}, range(14)),
    "cosine_warmup": ("CosineScheduler", {"max_update": 12, "base_lr": 0.7, "final_lr": 0.01,
                                          "warmup_steps": 5, "warmup_begin_lr": 0.2}, range(15)),
}


@contextlib.contextmanager
def logged():
    """Collect what is logged, as texts."""
    lines = []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(record.getMessage())
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    try:
        yield lines
    finally:
        root.removeHandler(handler)
        root.setLevel(level)


def rates(mx):
    """Return {schedule: [the rates, the lines logged]}."""
    found = {}
    for name, (kind, arguments, counts) in SCHEDULES.items():
        with logged() as lines:
            schedule = getattr(mx.lr_scheduler, kind)(**arguments)
            found[name] = [[schedule(count) for count in counts], lines]
    return found


def callback_lines(mx):
    """Return {callback: the lines it logs over two epochs of six batches}."""
    callbacks = {
        "log_train_metric": mx.callback.log_train_metric(2),
        "log_train_metric_reset": mx.callback.log_train_metric(3, auto_reset=True),
        "speedometer": mx.callback.Speedometer(batch_size=32, frequent=2),
        "speedometer_running": mx.callback.Speedometer(32, frequent=3, auto_reset=False),
        "progress": mx.callback.ProgressBar(total=6, length=20),
        "validation": mx.callback.LogValidationMetricsCallback(),
    }
    found = {}
    for name, callback in callbacks.items():
        for metric_name in ("none", "acc", "composite"):
            metric = {"none": None, "acc": mx.metric.create("acc"),
                      "composite": mx.metric.create(["acc", "mae"])}[metric_name]
            clock = iter(range(1000))
            watch = mock.Mock(time=lambda clock=clock: next(clock) * 0.25)
            with logged() as lines, mock.patch.object(mx.callback, "time", watch):
                for epoch in range(2):
                    for batch in range(6):
                        if metric is not None:
                            label = mx.nd.array([0, 1, batch % 2])
                            metric.update([label], [mx.nd.array([0, 1, 1])])
                        callback(BatchEnd(epoch, batch, metric, None))
            found[f"{name}/{metric_name}"] = lines
    return found


if __name__ == "__main__":
    import mxnet

    made = f"made by tests/training/cases.py on MXNet {mxnet.__version__}"
    values = {"_": made, "rates": rates(mxnet), "lines": callback_lines(mxnet)}
    json.dump(values, sys.stdout, indent=0)
