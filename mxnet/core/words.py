"""Docstrings of declarations: how they are parsed, and how a table of operators writes one.

A docstring is numpydoc: a summary, further text, then sections. It omits types, bounds and defaults, which are in the
signature; `describe` combines the two.
"""
import re
from collections.abc import Mapping
from inspect import cleandoc
from typing import NamedTuple

_SECTION = re.compile(r"\n([A-Z][\w ]*)\n---+\n")
_MARGIN = re.compile(r"\n( *)\S")
_ENTRY = re.compile(r"\n(?=\S)")
_FIRST = re.compile(r"(\n\nParameters\n-+)\n\S.*((?:\n+ .*)*)")  # with the first entry
_NONE = re.compile(r"\n\nParameters\n-+(?=\n\n|\n*$)")         # without entries

# The default meaning of these names; a docstring, or the words of an operator family, may say more.
COMMON = {
    "num_args": "Number of inputs. Counted by default.",
    "ctx": "Context to create the array on, as text: ``'cpu(0)'``. The current context by default.",
    "workspace": "Accepted and unused: the size of scratch memory that MXNet's kernels may take, in MiB.",
    "cudnn_tune": "Accepted and unused: how MXNet chooses a kernel of cuDNN. See `MXNET_CUDNN_AUTOTUNE_DEFAULT`.",
    "cudnn_off": "Accepted and unused: whether MXNet leaves out cuDNN.",
}


class Words(NamedTuple):
    """A parsed docstring."""

    head: str                 # the sentence and what follows it
    blocks: dict[str, str]    # input or param -> what it means, indented
    sections: dict[str, str]  # all others by their title, in their order

    @property
    def sentence(self) -> str:
        """The first line."""
        return self.head.partition("\n")[0]

    @property
    def texts(self) -> dict[str, str]:
        """What each input or param means."""
        return {name: cleandoc(block) for name, block in self.blocks.items()}


def read(text: str | None) -> Words:
    """Parse a docstring."""
    text = text or ""
    margin = _MARGIN.search(text)  # that of the first line below the sentence
    if margin and margin[1]:
        text = text.replace("\n" + margin[1], "\n")
    head, *rest = _SECTION.split(text)
    sections = {title: body.strip() for title, body in zip(rest[::2], rest[1::2])}
    return Words(head.strip(), _blocks(sections.pop("Parameters", "")), sections)


def _blocks(section: str) -> dict[str, str]:
    """Read the entries of a section: names at the margin, one or more per line, each with an indented text below."""
    found = {}
    for entry in _ENTRY.split(section):
        names, _, block = entry.partition("\n")
        names = names.partition(" : ")[0]
        for name in names.split(",") if "," in names else (names,):
            found[name.strip(" *")] = block
    found.pop("", None)
    return found


def of_method(text: str | None, function: str, first: str) -> str:
    """Describe a method by the docstring of the function that it calls with the object as the first argument.

    Parameters
    ----------
    text
        The docstring.
    function, first
        How programs call the function, and the name of its first argument.
    """
    sentence, _, rest = cleandoc(text or "").partition("\n")
    rest = _NONE.sub("", _FIRST.sub(r"\1", "\n" + rest, count=1))
    return f"{sentence}\n\nThe same as ``{function}`` with this one as ``{first}``.{rest.rstrip()}\n"


def document(sentence: str, *paragraphs: str, parameters: Mapping[str, str] | None = None, returns: str = "",
             example: str = "") -> str:
    """Write the docstring of an operator that a table declares.

    Parameters
    ----------
    sentence, paragraphs
        The summary and the text after it; empty paragraphs are left out.
    parameters
        Input or param -> what it means. What a whole family shares is better stated once, with ``op(words=...)``.
    returns
        What is returned.
    example
        Lines of a doctest.
    """
    parts = [sentence, *filter(None, paragraphs)]
    for title, body in (("Parameters", _entries(parameters or {})), ("Returns", _dedented(returns)),
                        ("Examples", _dedented(example))):
        if body:
            parts.append(f"{title}\n{'-' * len(title)}\n{body}")
    return "\n\n".join(parts)


def _entries(parameters: Mapping[str, str]) -> str:
    return "\n".join(f"{name}\n{indented(_dedented(text))}" for name, text in parameters.items())


def _dedented(text: str) -> str:
    return cleandoc(text) if "\n" in text else text


def indented(text: str) -> str:
    """Move a text to the right by one step."""
    return "    " + text.replace("\n", "\n    ")
