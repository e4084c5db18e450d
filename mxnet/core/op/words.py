"""What a declaration says in words: how its docstring is read, and how a table of operators writes one.

A docstring is numpydoc: a sentence, what follows it, then sections. Types, bounds and defaults are not in it, as the
signature has them; `describe` puts both together.
"""
import re
from collections.abc import Mapping
from inspect import cleandoc
from typing import NamedTuple

_SECTION = re.compile(r"^(\w[\w ]*)\n---+(?:\n|$)", re.MULTILINE)
_MARGIN = re.compile(r"\n( *)\S")

# What these mean wherever they stand; a docstring, or the words of a family, may say more.
COMMON = {
    "num_args": "Number of inputs. It is counted where it is not given.",
    "ctx": "Context to create the array on, as text: ``'cpu(0)'``. The current context where it is not given.",
    "workspace": "Accepted and unused: the size of scratch memory that MXNet's kernels may take, in MiB.",
    "cudnn_tune": "Accepted and unused: how MXNet chooses a kernel of cuDNN. See `MXNET_CUDNN_AUTOTUNE_DEFAULT`.",
    "cudnn_off": "Accepted and unused: whether MXNet leaves out cuDNN.",
}


class Words(NamedTuple):
    """A docstring, taken apart."""

    head: str                 # the sentence and what follows it
    texts: dict[str, str]     # input or param -> what it means
    sections: dict[str, str]  # all others by their title, in their order

    @property
    def sentence(self) -> str:
        """The first line."""
        return self.head.partition("\n")[0]


def read(text: str | None) -> Words:
    """Take a docstring apart."""
    head, *rest = _SECTION.split(_dedented(text or ""))
    sections = {title: body.strip("\n") for title, body in zip(rest[::2], rest[1::2])}
    return Words(head.strip(), _texts(sections.pop("Parameters", "")), sections)


def _dedented(text: str) -> str:
    """Take away the indentation that the first line below the sentence has; `cleandoc` looks at all, in more time."""
    margin = _MARGIN.search(text)
    return text.replace("\n" + margin[1], "\n") if margin and margin[1] else text


def _texts(section: str) -> dict[str, str]:
    """Read the entries of a section: names at the margin, one or several to a line, and an indented text below."""
    found: dict[str, str] = {}
    names: list[str] = []
    for line in section.split("\n"):
        if line and not line[0].isspace():
            names = [name.strip(" *") for name in line.partition(" : ")[0].split(",")]
            found.update(dict.fromkeys(names, ""))
        else:
            for name in names:
                found[name] += line.strip() + "\n" if line.strip() or found[name] else ""
    return {name: said.strip() for name, said in found.items()}


def document(sentence: str, *paragraphs: str, parameters: Mapping[str, str] | None = None, returns: str = "",
             example: str = "") -> str:
    """Write the docstring of an operator that a table declares.

    Parameters
    ----------
    sentence, paragraphs
        What stands at its head; paragraphs that are empty are left out.
    parameters
        Input or param -> what it means. What a whole family shares is better said once, by ``op(words=...)``.
    returns
        What is returned.
    example
        Lines of a doctest.
    """
    parts = [sentence, *filter(None, paragraphs)]
    for title, body in (("Parameters", _entries(parameters or {})), ("Returns", cleandoc(returns)),
                        ("Examples", cleandoc(example))):
        if body:
            parts.append(f"{title}\n{'-' * len(title)}\n{body}")
    return "\n\n".join(parts)


def _entries(parameters: Mapping[str, str]) -> str:
    return "\n".join(f"{name}\n{indented(cleandoc(text))}" for name, text in parameters.items())


def indented(text: str) -> str:
    """Move a text to the right by one step."""
    return "    " + text.replace("\n", "\n    ")
