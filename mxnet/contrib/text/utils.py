"""Counting tokens. The module's name is MXNet's."""
import re
from collections import Counter
from typing import Any

from ...core.borrowed import borrowed as _borrowed

__all__ = ["count_tokens_from_str"]


def count_tokens_from_str(source_str: str, token_delim: str = " ", seq_delim: str = "\n",
                          to_lower: bool = False, counter_to_update: Counter[Any] | None = None) -> Counter[Any]:
    r"""Count the tokens of a text.

    Parameters
    ----------
    source_str : str
        The text.
    token_delim : str, default=' '
        Delimiter of tokens, a regular expression.
    seq_delim : str, default='\n'
        Delimiter of sequences, a regular expression.
    to_lower : bool, default=False
        Whether tokens are counted in lower case.
    counter_to_update : Counter[Any], optional
        A counter to add to; a new one by default.

    Returns
    -------
    Counter[Any]
        How often each token occurs.

    Examples
    --------
    >>> mx.contrib.text.utils.count_tokens_from_str(" Life is life ", to_lower=True)
    Counter({'life': 2, 'is': 1})
    """
    tokens = [token for token in re.split(f"{token_delim}|{seq_delim}", source_str) if token]
    counter = Counter() if counter_to_update is None else counter_to_update
    counter.update(token.lower() for token in tokens) if to_lower else counter.update(tokens)
    return counter


_borrowed(__name__)
