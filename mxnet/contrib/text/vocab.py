"""A vocabulary: tokens and their indices. Embeddings build on it."""
from collections import Counter
from collections.abc import Hashable
from typing import Any

from ...core.borrowed import borrowed as _borrowed
from ...core.errors import Misuse

__all__ = ["Vocabulary"]

UNKNOWN = 0  # the index of tokens that are not in the vocabulary


class Vocabulary:
    """Index tokens: the unknown one, reserved ones, and those of a counter, most frequent first.

    Parameters
    ----------
    counter : Counter[Any], optional
        Tokens with their frequencies; tokens of equal frequency are sorted.
    most_freq_count : int, optional
        Maximum number of tokens from the counter; all by default.
    min_freq : int, default=1
        Minimum frequency of a token.
    unknown_token : Hashable, default='<unk>'
        Represents all tokens that are not indexed; its index is 0.
    reserved_tokens : list[Any], optional
        Tokens that are always indexed, such as padding.

    Examples
    --------
    >>> from collections import Counter
    >>> vocabulary = mx.contrib.text.vocab.Vocabulary(Counter({"a": 2, "b": 1}), reserved_tokens=["<pad>"])
    >>> vocabulary.idx_to_token
    ['<unk>', '<pad>', 'a', 'b']
    """

    def __init__(self, counter: Counter[Any] | None = None, most_freq_count: int | None = None, min_freq: int = 1,
                 unknown_token: Hashable = "<unk>", reserved_tokens: list[Any] | None = None) -> None:
        if min_freq < 1:
            raise Misuse(f"`min_freq` must be set to a positive value, got {min_freq}")
        reserved = list(reserved_tokens or ())
        if unknown_token in reserved:
            raise Misuse("`reserved_token` cannot contain `unknown_token`.")
        if len(set(reserved)) != len(reserved):
            raise Misuse("`reserved_tokens` cannot contain duplicate reserved tokens.")
        self._unknown_token = unknown_token
        self._reserved_tokens = None if reserved_tokens is None else reserved
        self._idx_to_token: list = [unknown_token, *reserved]
        if counter is not None:
            self._idx_to_token += self._frequent(counter, most_freq_count, min_freq)
        self._token_to_idx = {token: index for index, token in enumerate(self._idx_to_token)}

    def _frequent(self, counter: Counter[Any], most: int | None, least: int) -> list:
        if not isinstance(counter, Counter):
            raise Misuse(f"`counter` must be an instance of collections.Counter, got {type(counter).__name__}")
        special = set(self._idx_to_token)
        ranked = sorted(sorted(counter.items(), key=lambda item: item[0]), key=lambda item: -item[1])
        found = [token for token, count in ranked if count >= least and token not in special]
        return found if most is None else found[:most]

    def __len__(self) -> int:
        return len(self._idx_to_token)

    @property
    def token_to_idx(self) -> dict[Any, Any]:
        """The index of each token."""
        return self._token_to_idx

    @property
    def idx_to_token(self) -> list[Any]:
        """The tokens by index."""
        return self._idx_to_token

    @property
    def unknown_token(self) -> Hashable:
        """The token that represents all tokens that are not indexed."""
        return self._unknown_token

    @property
    def reserved_tokens(self) -> list[Any] | None:
        """The tokens that are always indexed."""
        return self._reserved_tokens

    def to_indices(self, tokens: Any) -> Any:
        """Return the index of a token, or those of a list.

        Parameters
        ----------
        tokens : token or list of them
            What is looked for.

        Returns
        -------
        int or list of int
            The indices; 0 for unknown tokens.
        """
        if isinstance(tokens, list):
            return [self._token_to_idx.get(token, UNKNOWN) for token in tokens]
        return self._token_to_idx.get(tokens, UNKNOWN)

    def to_tokens(self, indices: Any) -> Any:
        """Return the token of an index, or those of a list.

        Parameters
        ----------
        indices : int or list of int
            The indices.

        Returns
        -------
        token or list of them
            The tokens.
        """
        if isinstance(indices, list):
            return [self.to_tokens(index) for index in indices]
        if not isinstance(indices, int) or not 0 <= indices < len(self):
            raise ValueError(f"Token index {indices} in the provided `indices` is invalid; there are "
                             f"{len(self)} tokens")
        return self._idx_to_token[indices]


_borrowed(__name__)
