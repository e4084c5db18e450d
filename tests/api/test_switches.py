"""NumPy semantics: the two switches, their scopes and decorators."""
import threading

import pytest

import mxnet as mx
from mxnet import util


@pytest.fixture(autouse=True)
def both_off():
    yield
    util.reset_np()


def in_thread(function):
    found = []
    thread = threading.Thread(target=lambda: found.append(function()))
    thread.start()
    thread.join()
    return found[0]


def test_shape_switch_has_three_states():
    assert util.set_np_shape(True) is False and util.is_np_shape()
    assert not in_thread(util.is_np_shape), "on in one thread"
    assert util.set_np_shape(2) is True
    assert in_thread(util.is_np_shape), "on in all threads"
    assert util.set_np_shape(False) is True
    assert not util.is_np_shape() and not in_thread(util.is_np_shape)


def test_array_switch_needs_the_shape_switch():
    with pytest.raises(ValueError, match="required"):
        util.set_np(shape=False, array=True)
    util.set_np()
    assert util.is_np_shape() and util.is_np_array() and not in_thread(util.is_np_array)
    with pytest.raises(ValueError, match="reset_np"):
        util.set_np_shape(False)
    util.reset_np()
    assert not util.is_np_shape() and not util.is_np_array()


def test_scopes_put_back_what_was():
    with mx.np_shape(), mx.np_array():
        with mx.np_array(False):
            assert not mx.is_np_array()
            with mx.np_shape(False):
                assert not mx.is_np_shape()
        assert mx.is_np_shape() and mx.is_np_array()
    with pytest.raises(KeyError), mx.np_shape():
        raise KeyError("x")
    assert not mx.is_np_shape() and not mx.is_np_array()
    scope = mx.np_shape()
    with scope, scope:
        assert mx.is_np_shape()
    assert not mx.is_np_shape()


def test_decorated_function():
    @mx.use_np
    def state():
        """Say it."""
        return mx.is_np_shape(), mx.is_np_array()
    assert state() == (True, True) and state.__doc__ == "Say it."
    assert (mx.is_np_shape(), mx.is_np_array()) == (False, False)
    assert mx.use_np_shape(mx.is_np_shape)() and not mx.use_np_shape(mx.is_np_array)()


def test_decorated_class_inherited_methods_included():
    class Base:
        def inherited(self):
            return mx.is_np_array()

    @mx.use_np_array
    class Thing(Base):
        def __init__(self):
            self.made = mx.is_np_array()

        @property
        def value(self):
            return mx.is_np_array()

        @value.setter
        def value(self, new):
            self.set = (new, mx.is_np_array())

        @staticmethod
        def static(x):
            return x, mx.is_np_array()

        @classmethod
        def of_class(cls):
            return cls, mx.is_np_array()

    thing = Thing()
    thing.value = 3
    assert thing.made and thing.value and thing.inherited() and thing.set == (3, True)
    assert Thing.static(1) == thing.static(1) == (1, True)
    assert Thing.of_class() == (Thing, True)
    assert not Base().inherited(), "the base class stays as it was"


def test_only_callables_are_decorated():
    with pytest.raises(TypeError, match="use_np_array can only decorate"):
        util.use_np_array(3)


def test_ufunc_keywords():
    unary = util.wrap_np_unary_func(lambda x, out=None: x)
    binary = util.wrap_np_binary_func(lambda x1, x2, out=None: x1 + x2)
    assert unary(1, where=True, casting="same_kind", order="K", dtype=None, subok=True) == 1
    assert binary(1, 2, dtype=None) == 3
    with pytest.raises(TypeError, match="invalid keyword"):
        unary(1, colour="red")
    with pytest.raises(NotImplementedError, match="dtype"):
        unary(1, dtype="float16")
    with pytest.raises(TypeError, match="not understood"):
        binary(1, 2, casting="loose")


def test_set_module():
    @util.set_module("mxnet.numpy")
    def function():
        pass
    assert function.__module__ == "mxnet.numpy"
