"""All arrays that these tests make, in every mode, are watched."""
import pytest

from tests.row_order import watched


@pytest.fixture(autouse=True, scope="module")
def arrays_are_in_row_order():
    with watched():
        yield
