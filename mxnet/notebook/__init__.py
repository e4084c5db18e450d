"""What follows a run of `fit` in a notebook: tables of pandas and charts of Bokeh, in `mx.notebook.callback`."""
from . import callback

__all__ = ["callback"]
