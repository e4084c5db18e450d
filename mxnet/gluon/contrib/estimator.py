"""`mx.gluon.contrib.estimator`: comes with Gluon in a later release."""
from .. import _later


def __getattr__(name: str):
    return _later(f"contrib.estimator.{name}")
