"""`amp.init` is for a whole process; here it is undone after each test."""
import pytest

from mxnet.contrib.amp import amp
from mxnet.ndarray.invoke import preparations
from mxnet.symbol.register import slots


@pytest.fixture
def init():
    calls = {place: slot.call for place, slot in slots.items()}
    yield amp.init
    for place, call in calls.items():
        slots[place].call = call
    for changes in preparations.values():
        changes.clear()
    amp._amp_initialized = amp._amp_loss_scale_initialized = False
    amp._loss_scaler = None
