"""Callbacks of `fit` that keep a run as tables of pandas, or draw it as charts of Bokeh while it goes on.

Both packages are loaded when something here is made; neither is needed otherwise. `mx.callback` has more callbacks,
which need nothing: CSVLogger, TensorBoard, ProgressLine.
"""
from __future__ import annotations

import datetime
import importlib
import time
from collections import defaultdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["LiveBokehChart", "LiveLearningCurve", "LiveTimeSeries", "PandasLogger", "args_wrapper"]


def _package(name: str, who: object) -> Any:
    """Import what a class here draws or keeps its numbers with."""
    root = name.partition(".")[0]
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != root:
            raise
        raise ImportError(f"mx.notebook.callback.{type(who).__name__} needs the package {root}, which is not "
                          f"installed; run `pip install {root}`", name=root) from None


def _values(param: Any) -> dict[str, Any]:
    """Return the metrics at this point of a run by name."""
    return {} if param.eval_metric is None else dict(param.eval_metric.get_name_value())


class PandasLogger:
    """Keeps what happens in `fit` as three tables of pandas.

    ``train_df`` has a row every `frequent` batches, ``eval_df`` one for each validation, ``epoch_df`` one for each
    epoch with its time. Rows hold the metrics, ``elapsed``, ``epoch``, ``minibatch_count`` and the speed.

    Parameters
    ----------
    batch_size : int
        Examples in a batch, for the speed.
    frequent : int, default=50
        How many batches pass between two rows of ``train_df``; the metrics of a row are those of these batches.

    Examples
    --------
    >>> logger = mx.notebook.callback.PandasLogger(batch_size=32, frequent=10)  # doctest: +SKIP
    >>> module.fit(train, eval_data=test, num_epoch=5, **logger.callback_args())  # doctest: +SKIP
    >>> logger.train_df.plot(x="elapsed", y="accuracy")  # doctest: +SKIP
    """

    def __init__(self, batch_size: int, frequent: int = 50) -> None:
        self._pandas = _package("pandas", self)
        self.batch_size, self.frequent = batch_size, frequent
        self._rows: dict[str, list[dict[str, Any]]] = {"train": [], "eval": [], "epoch": []}
        self.last_time = time.time()
        self.start_time = self.last_epoch_time = datetime.datetime.now()

    @property
    def train_df(self) -> Any:
        """The table of training."""
        return self._pandas.DataFrame(self._rows["train"])

    @property
    def eval_df(self) -> Any:
        """The table of validation."""
        return self._pandas.DataFrame(self._rows["eval"])

    @property
    def epoch_df(self) -> Any:
        """The table of epochs."""
        return self._pandas.DataFrame(self._rows["epoch"])

    @property
    def all_dataframes(self) -> dict[str, Any]:
        """All three, as ``train``, ``eval`` and ``epoch``."""
        return {name: self._pandas.DataFrame(rows) for name, rows in self._rows.items()}

    def elapsed(self) -> datetime.timedelta:
        """Return the time since this logger was made."""
        return datetime.datetime.now() - self.start_time

    def append_metrics(self, metrics: Mapping[str, Any], df_name: str) -> None:
        """Add a row to a table; its names that are new become columns.

        Parameters
        ----------
        metrics : Mapping[str, Any]
            Values by column.
        df_name : str
            Which table: ``"train"``, ``"eval"`` or ``"epoch"``.
        """
        self._rows[df_name].append(dict(metrics))

    def train_cb(self, param: Any) -> None:
        """Take a row of training, every `frequent` batches; give it as ``batch_end_callback``."""
        if param.nbatch % self.frequent == 0:
            self._process_batch(param, "train")
            if param.eval_metric is not None:
                param.eval_metric.reset_local()

    def eval_cb(self, param: Any) -> None:
        """Take a row of validation; give it as ``eval_end_callback``."""
        self._process_batch(param, "eval")

    def _process_batch(self, param: Any, dataframe: str) -> None:
        now = time.time()
        seconds = now - self.last_time
        speed = self.frequent / seconds if seconds > 0 else float("inf")
        row = {**_values(param), "batches_per_sec": speed, "records_per_sec": speed * self.batch_size,
               "elapsed": self.elapsed(), "minibatch_count": param.nbatch, "epoch": param.epoch}
        self.append_metrics(row, dataframe)
        self.last_time = now

    def epoch_cb(self, *_: Any) -> None:
        """Take a row of epochs; give it as ``epoch_end_callback``, of which it reads nothing."""
        now = datetime.datetime.now()
        self.append_metrics({"elapsed": self.elapsed(), "epoch_time": now - self.last_epoch_time}, "epoch")
        self.last_epoch_time = now

    def callback_args(self) -> dict[str, Callable[..., None]]:
        """Return the callbacks as arguments of `fit`."""
        return {"batch_end_callback": self.train_cb, "eval_end_callback": self.eval_cb,
                "epoch_end_callback": self.epoch_cb}


class LiveBokehChart:
    """A chart of Bokeh in a notebook that follows a run; what it shows is up to the classes derived from it.

    Parameters
    ----------
    pandas_logger : PandasLogger, optional
        Where the numbers come from; by default a new one.
    metric_name : str
        Which metric is shown.
    display_freq : float, default=10
        Seconds between two updates.
    batch_size : int, optional
        For a new logger.
    frequent : int, default=50
        For a new logger.
    """

    def __init__(self, pandas_logger: PandasLogger | None, metric_name: str | None, display_freq: float = 10,
                 batch_size: int | None = None, frequent: int = 50) -> None:
        self._io, self._plotting = _package("bokeh.io", self), _package("bokeh.plotting", self)
        self.pandas_logger = pandas_logger or self._logger(batch_size, frequent)
        self.display_freq, self.metric_name = display_freq, metric_name
        self.last_update = time.time()
        self._io.output_notebook()
        self.handle = self.setup_chart()

    def _logger(self, batch_size: int | None, frequent: int) -> PandasLogger | None:
        return PandasLogger(batch_size=batch_size or 1, frequent=frequent)

    def setup_chart(self) -> Any:
        """Show the chart and give Bokeh's handle of it; derived classes have to."""
        raise NotImplementedError("a chart derived from LiveBokehChart defines setup_chart")

    def update_chart_data(self) -> None:
        """Put new numbers into the chart; derived classes have to."""
        raise NotImplementedError("a chart derived from LiveBokehChart defines update_chart_data")

    def interval_elapsed(self) -> bool:
        """Return whether it is time for an update."""
        return time.time() - self.last_update > self.display_freq

    def _push_render(self) -> None:
        self._io.push_notebook(handle=self.handle)
        self.last_update = time.time()

    def _do_update(self) -> None:
        self.update_chart_data()
        self._push_render()

    def batch_cb(self, param: Any) -> None:
        """Update the chart if it is time; give it as ``batch_end_callback``."""
        if self.interval_elapsed():
            self._do_update()

    def eval_cb(self, param: Any) -> None:
        """Update the chart; give it as ``eval_end_callback``."""
        self._do_update()

    def callback_args(self) -> dict[str, Callable[..., None]]:
        """Return the callbacks as arguments of `fit`."""
        return {"batch_end_callback": self.batch_cb, "eval_end_callback": self.eval_cb}


class LiveTimeSeries(LiveBokehChart):
    """A line of values over time; the program adds them by `update_chart_data`.

    Parameters
    ----------
    **fig_params
        Arguments of ``bokeh.plotting.figure``.
    """

    def __init__(self, **fig_params: Any) -> None:
        self._options = fig_params
        super().__init__(None, None)

    def _logger(self, batch_size: int | None, frequent: int) -> PandasLogger | None:
        return None  # it shows what it is given

    def setup_chart(self) -> Any:
        self.start_time = datetime.datetime.now()
        self.fig = self._plotting.figure(x_axis_type="datetime", x_axis_label="Elapsed time", **self._options)
        self.source = _package("bokeh.models", self).ColumnDataSource({"x": [], "y": []})
        self.fig.line("x", "y", source=self.source)
        return self._plotting.show(self.fig, notebook_handle=True)

    def elapsed(self) -> datetime.timedelta:
        """Return the time since the chart was made."""
        return datetime.datetime.now() - self.start_time

    def update_chart_data(self, value: float) -> None:  # type: ignore[override]
        """Add a value, now, and show it."""
        self.source.stream({"x": [self.elapsed()], "y": [value]})
        self._push_render()


class LiveLearningCurve(LiveBokehChart):
    """A metric over time, of training and of validation.

    Parameters
    ----------
    metric_name : str
        Which metric is shown.
    display_freq : float, default=10
        Seconds between two updates.
    frequent : int, default=50
        How many batches pass between two points of training.
    """

    def __init__(self, metric_name: str, display_freq: float = 10, frequent: int = 50) -> None:
        self.frequent = frequent
        self.start_time = datetime.datetime.now()
        self._waiting: dict[str, list[tuple[datetime.timedelta, float]]] = {"train": [], "eval": []}
        super().__init__(None, metric_name, display_freq, frequent=frequent)

    def _logger(self, batch_size: int | None, frequent: int) -> PandasLogger | None:
        return None  # the points are its own

    def setup_chart(self) -> Any:
        source = _package("bokeh.models", self).ColumnDataSource
        self.fig = self._plotting.figure(x_axis_type="datetime", x_axis_label="Training time",
                                         y_axis_label=self.metric_name)
        self.sources = {part: source({"x": [], "y": []}) for part in self._waiting}
        self.fig.line("x", "y", source=self.sources["train"], line_dash="dotted", alpha=0.5, legend_label="train")
        self.fig.line("x", "y", source=self.sources["eval"], line_color="green", line_width=2,
                      legend_label="validation")
        self.fig.legend.location = "bottom_right"
        return self._plotting.show(self.fig, notebook_handle=True)

    def _process_batch(self, param: Any, df_name: str) -> None:
        value = _values(param).get(self.metric_name)
        if value is not None:
            self._waiting[df_name].append((datetime.datetime.now() - self.start_time, value))

    def batch_cb(self, param: Any) -> None:
        """Take a point of training every `frequent` batches, and update the chart if it is time."""
        if param.nbatch % self.frequent == 0:
            self._process_batch(param, "train")
            if param.eval_metric is not None:
                param.eval_metric.reset_local()
        super().batch_cb(param)

    def eval_cb(self, param: Any) -> None:
        """Take a point of validation and update the chart."""
        self._process_batch(param, "eval")
        super().eval_cb(param)

    def update_chart_data(self) -> None:
        """Put the points that were taken into the chart."""
        for part, points in self._waiting.items():
            self.sources[part].stream({"x": [at for at, _ in points], "y": [value for _, value in points]})
            points.clear()


def args_wrapper(*args: Any) -> dict[str, list[Callable[..., None]]]:
    """Return the callbacks of several loggers and charts together as arguments of `fit`.

    Parameters
    ----------
    *args
        Objects with a method ``callback_args``.

    Returns
    -------
    dict of str to list
        Callbacks by the argument of `fit` that takes them.
    """
    found: dict[str, list[Callable[..., None]]] = defaultdict(list)
    for item in args:
        for name, callback in item.callback_args().items():
            found[name].append(callback)
    return dict(found)
