"""Logs the metrics of a `fit` to TensorBoard; used as batch-end or eval-end callback."""
from typing import Any

from ..core.borrowed import borrowed as _borrowed

__all__ = ["LogMetricsCallback"]


class LogMetricsCallback:
    """Write each metric as a TensorBoard scalar, with the epoch as its step.

    Needs the extra ``remixnet[tensorboard]``. Use separate directories for training and validation: curves with equal
    names are then drawn in one chart.

    Parameters
    ----------
    logging_dir : str
        Folder of the event files.
    prefix : str, optional
        Prefix of every name, as ``<prefix>-<metric>``.

    Raises
    ------
    ImportError
        If tensorboard is not installed.
    """

    def __init__(self, logging_dir: str, prefix: str | None = None) -> None:
        try:
            from torch.utils.tensorboard import SummaryWriter
        except ImportError as error:
            raise ImportError("LogMetricsCallback needs tensorboard:"
                              " pip install remixnet[tensorboard]") from error
        self.prefix = prefix
        self.summary_writer = SummaryWriter(logging_dir)

    def __call__(self, param: Any) -> None:
        if param.eval_metric is None:
            return
        for name, value in param.eval_metric.get_name_value():
            if self.prefix is not None:
                name = f"{self.prefix}-{name}"
            self.summary_writer.add_scalar(name, value, global_step=param.epoch)


_borrowed(__name__)
