"""The page about the command line names every command, and shows what they print."""
import pytest

import mxnet as mx
from mxnet.cli import commands
from tools import console


def test_commands_print_what_the_page_shows(tmp_path):
    pytest.importorskip("safetensors", reason="convert --to python writes .safetensors")
    with mx.name.NameManager():  # names count from zero, as in a program of its own
        ran = [command for command, shown, printed in console.run(console.PAGE, tmp_path)
               if console.words(shown) == console.words(printed) or pytest.fail(f"$ remixnet {command}\n{printed}")]
    assert len(ran) >= 5


def test_the_page_names_every_command():
    text = console.PAGE.read_text()
    assert [name for name in commands() if f"`{name}`" not in text] == []
