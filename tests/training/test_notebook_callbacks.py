"""Tables and charts of `mx.notebook.callback`, by pandas and Bokeh where they are, by stand-ins where they are not."""
import importlib.util
import sys
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

import mxnet as mx

X = np.random.RandomState(0).randn(60, 5).astype("float32")
Y = (X.sum(axis=1) > 0).astype("float32")


class Table(list):
    """As much of a DataFrame as is asked for here: rows, and columns in the order in which they came."""

    @property
    def columns(self):
        return list(dict.fromkeys(name for row in self for name in row))

    def __getitem__(self, name):
        return [row.get(name) for row in self]


class Source:
    def __init__(self, data):
        self.data = {name: list(values) for name, values in data.items()}

    def stream(self, data):
        for name, values in data.items():
            self.data[name] += values


@pytest.fixture
def packages(monkeypatch):
    """Give what a chart does in a notebook; pandas is the real one where it is installed."""
    if importlib.util.find_spec("pandas") is None:
        monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=Table))
    done = []
    figure = SimpleNamespace(line=lambda *args, **options: done.append(("line", options)), legend=SimpleNamespace())
    parts = {"io": SimpleNamespace(output_notebook=lambda: done.append("notebook"),
                                   push_notebook=lambda handle: done.append("pushed")),
             "plotting": SimpleNamespace(figure=lambda **options: done.append(options) or figure,
                                         show=lambda figure, notebook_handle: "handle"),
             "models": SimpleNamespace(ColumnDataSource=Source)}
    monkeypatch.setitem(sys.modules, "bokeh", ModuleType("bokeh"))
    for name, part in parts.items():
        monkeypatch.setitem(sys.modules, f"bokeh.{name}", part)
    return done


def fit(**options):
    x = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    module = mx.mod.Module(mx.sym.SoftmaxOutput(x, name="softmax"))
    module.fit(mx.io.NDArrayIter(X, Y, 10), eval_data=mx.io.NDArrayIter(X, Y, 20), num_epoch=3, **options)
    return module


def test_a_run_as_tables(packages):
    logger = mx.notebook.callback.PandasLogger(batch_size=10, frequent=2)
    module = fit(**logger.callback_args())
    train, validation, epochs = logger.train_df, logger.eval_df, logger.epoch_df
    assert len(train) == 3 * 3 and list(train["minibatch_count"]) == [0, 2, 4] * 3
    assert list(train["epoch"]) == [0] * 3 + [1] * 3 + [2] * 3
    assert set(train.columns) == {"accuracy", "batches_per_sec", "records_per_sec", "elapsed", "minibatch_count",
                                  "epoch"}
    for batches, records in zip(train["batches_per_sec"], train["records_per_sec"]):
        assert records == pytest.approx(10 * batches)
    assert len(validation) == 3 and len(epochs) == 3 and set(epochs.columns) == {"elapsed", "epoch_time"}
    assert list(validation["accuracy"])[-1] == module.score(mx.io.NDArrayIter(X, Y, 20), "acc")[0][1]
    assert set(logger.all_dataframes) == {"train", "eval", "epoch"}
    logger.append_metrics({"rate": 0.1}, "epoch")
    assert set(logger.epoch_df.columns) == {"elapsed", "epoch_time", "rate"}


def test_a_learning_curve(packages):
    curve = mx.notebook.callback.LiveLearningCurve("accuracy", display_freq=0, frequent=2)
    logger = mx.notebook.callback.PandasLogger(batch_size=10, frequent=2)
    fit(**mx.notebook.callback.args_wrapper(curve, logger))
    assert packages[0] == "notebook" and packages.count("pushed") >= 3
    assert packages[1]["y_axis_label"] == "accuracy"
    assert len(curve.sources["train"].data["x"]) == 9
    assert curve.sources["eval"].data["y"] == list(logger.eval_df["accuracy"])


def test_values_over_time(packages):
    series = mx.notebook.callback.LiveTimeSeries(width=300)
    series.update_chart_data(0.5)
    series.update_chart_data(0.25)
    assert series.source.data["y"] == [0.5, 0.25] and packages.count("pushed") == 2 and packages[1]["width"] == 300


def test_charts_of_users(packages):
    with pytest.raises(NotImplementedError, match="defines setup_chart"):
        mx.notebook.callback.LiveBokehChart(None, "accuracy")


@pytest.mark.parametrize("package, make", [
    ("pandas", lambda: mx.notebook.callback.PandasLogger(1)),
    ("bokeh", lambda: mx.notebook.callback.LiveLearningCurve("accuracy"))])
def test_a_package_that_is_not_there_is_named(package, make, monkeypatch):
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [Hidden(package), *sys.meta_path])
    with pytest.raises(ImportError, match=f"needs the package {package}, which is not installed"):
        make()


class Hidden:
    """Says of a package that there is none."""

    def __init__(self, package):
        self.package = package

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == self.package:
            raise ModuleNotFoundError(f"No module named {name!r}", name=self.package)
