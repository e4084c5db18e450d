"""Factories by name, and loggers."""
import json
import logging
import re

import pytest

import mxnet as mx


class Animal:
    def __init__(self, legs=4):
        self.legs = legs


register = mx.registry.get_register_func(Animal, "animal")
alias = mx.registry.get_alias_func(Animal, "animal")
create = mx.registry.get_create_func(Animal, "animal")


@register
@alias("hound", "Pup")
class Dog(Animal):
    pass


def test_every_form_makes_one():
    for made in (create("dog"), create("HOUND"), create("pup", 4), create(animal="dog"),
                 create({"animal": "dog"}), create('["dog", {"legs": 4}]'),
                 create(json.dumps({"animal": "Dog", "legs": 4}))):
        assert type(made) is Dog and made.legs == 4
    dog = Dog(3)
    assert create(dog) is dog
    assert mx.registry.get_registry(Animal) == {"dog": Dog, "hound": Dog, "pup": Dog}


@pytest.mark.parametrize("arguments, message", [
    (("dgo",), "unknown animal 'dgo'; did you mean 'dog'"),
    ((Dog(), 3), "Additional arguments are invalid"),
    (('["dog", {}]', 3), "Additional arguments are invalid"),
    (('["dog"]',), r'must be \["name", \{arguments\}\]'),
    (('["dog"',), "not valid JSON"),
    ((3,), "must be of string type"),
    ((), "no animal given"),
])
def test_mistakes_are_named(arguments, message):
    with pytest.raises(mx.MXNetError, match=message):
        create(*arguments)


def test_registering_twice_warns_and_strangers_are_refused():
    with pytest.warns(UserWarning, match="registered with name dog is overriding existing animal"):
        register(Dog, "dog")
    with pytest.raises(mx.MXNetError, match="Can only register subclass of Animal"):
        register(int)


def test_logger_lines(capsys):
    logger = mx.log.get_logger("tests.lines", level=mx.log.INFO)
    assert mx.log.get_logger("tests.lines", level=mx.log.ERROR) is logger
    assert logger.level == logging.INFO and len(logger.handlers) == 1
    logger.warning("hello %s", "world")
    logger.info("green")
    first, second = capsys.readouterr().err.splitlines()
    pattern = (r"\x1b\[3%dm%s\d{4} \d\d:\d\d:\d\d \d+ .*test_registry.py:test_logger_lines:\d+\]"
               r"\x1b\[0m %s")
    assert re.fullmatch(pattern % (1, "W", "hello world"), first)
    assert re.fullmatch(pattern % (2, "I", "green"), second)


def test_logger_to_a_file(tmp_path):
    path = tmp_path / "log.txt"
    logger = mx.log.get_logger("tests.file", str(path))
    logger.error("plain")
    logger.handlers[0].close()
    assert path.read_text() == "plain\n"
    with pytest.warns(DeprecationWarning, match="getLogger is deprecated"):
        assert mx.log.getLogger("tests.file") is logger
    assert mx.log.get_logger() is logging.getLogger()
