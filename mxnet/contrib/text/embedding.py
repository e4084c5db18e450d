"""Token embeddings, read from files: user-defined ones, or those of GloVe and fastText."""
import logging
import os
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from ... import ndarray as nd
from ... import registry
from ...base import data_dir
from ...core.borrowed import borrowed as _borrowed
from ...core.errors import Misuse
from ...core.opening import lines
from .pretrained import FASTTEXT, GLOVE
from .vocab import UNKNOWN, Vocabulary

__all__ = ["CompositeEmbedding", "CustomEmbedding", "FastText", "GloVe", "create", "get_pretrained_file_names",
           "register"]


class _TokenEmbedding(Vocabulary):
    """A vocabulary with one vector per token; base of all embeddings.

    ``pretrained_file_name_sha1`` of a class lists the files that it supports.
    """

    pretrained_file_name_sha1: dict[str, str | None] = {}
    _vec_len: int = 0
    _idx_to_vec: nd.NDArray | None = None

    @property
    def vec_len(self) -> int:
        """The length of each vector."""
        return self._vec_len

    @property
    def idx_to_vec(self) -> nd.NDArray | None:
        """The vectors by index; the first is that of unknown tokens."""
        return self._idx_to_vec

    # ---- files ------------------------------------------------------------------------------------

    @classmethod
    def _check_pretrained_file_names(cls, pretrained_file_name: str) -> None:
        known, name = cls.pretrained_file_name_sha1, cls.__name__.lower()
        if pretrained_file_name not in known:
            raise KeyError(f"Cannot find pretrained file {pretrained_file_name} for token embedding {name}. Valid "
                           f"pretrained files for embedding {name}: {', '.join(known)}")

    @classmethod
    def _get_pretrained_file(cls, embedding_root: str, pretrained_file_name: str) -> str:
        folder = os.path.join(os.path.expanduser(embedding_root), cls.__name__.lower())
        path = os.path.join(folder, pretrained_file_name)
        if not os.path.isfile(path):
            raise FileNotFoundError(f"{path} is not there. MXNet's server of such files is gone: get "
                                    f"{pretrained_file_name} from its makers and put it into {folder}")
        return path

    def _load_embedding(self, pretrained_file_path: str, elem_delim: str, init_unknown_vec: Callable,
                        encoding: str = "utf8") -> None:
        """Read lines of a token and its numbers; if a token is repeated, its first line counts."""
        path = os.path.expanduser(pretrained_file_path)
        if not os.path.isfile(path):
            raise ValueError("`pretrained_file_path` must be a valid path to the pre-trained token embedding "
                             f"file, got {path}")
        logging.info("Loading pre-trained token embedding vectors from %s", path)
        found: dict[int, list[float]] = {}
        for number, line in enumerate(lines(path, encoding=encoding), 1):
            token, *elements = line.rstrip().split(elem_delim)
            if not elements:
                raise Misuse(f"At line {number} of the pre-trained text embedding file: the data format of "
                             f"the pre-trained token embedding file {path} is unexpected.")
            vector = [float(element) for element in elements]
            if self._token_to_idx.get(token) in found:
                warnings.warn(f"At line {number} of the pre-trained token embedding file: the embedding "
                              f"vector for token {token} has been loaded and a duplicate embedding for the "
                              "same token is seen and skipped.", stacklevel=3)
            elif len(vector) == 1 and token != self.unknown_token:
                warnings.warn(f"At line {number} of the pre-trained text embedding file: token {token} with "
                              f"1-dimensional vector {vector} is likely a header and is skipped.",
                              stacklevel=3)
            else:
                self._keep(token, vector, found, number)
        self._vec_len = len(next(iter(found.values()), ()))
        table = np.zeros((len(self), self._vec_len), np.float32)
        for index, vector in found.items():
            table[index] = vector
        self._idx_to_vec = nd.array(table)
        for index in range(len(self) if found else 0):
            if index not in found:  # the unknown token, and reserved ones that are not in the file
                self._idx_to_vec[index] = init_unknown_vec(shape=self._vec_len)

    def _keep(self, token: str, vector: list[float], found: dict, number: int) -> None:
        length = len(next(iter(found.values()), vector))
        if len(vector) != length:
            raise Misuse(f"At line {number} of the pre-trained token embedding file: the dimension of token "
                         f"{token} is {len(vector)} but the dimension of previous tokens is {length}. Dimensions "
                         "of all the tokens must be the same.")
        index = self._token_to_idx.setdefault(token, len(self))
        if index == len(self):
            self._idx_to_token.append(token)
        found[index] = vector

    # ---- vocabularies -----------------------------------------------------------------------------

    def _index_tokens_from_vocabulary(self, vocabulary: Vocabulary) -> None:
        self._token_to_idx = dict(vocabulary.token_to_idx)
        self._idx_to_token = list(vocabulary.idx_to_token)
        self._unknown_token = vocabulary.unknown_token
        reserved = vocabulary.reserved_tokens
        self._reserved_tokens = None if reserved is None else list(reserved)

    def _adopt(self, vocabulary: Vocabulary, sources: list) -> None:
        """Use the tokens of a vocabulary; each gets the concatenation of its vectors from all sources."""
        if not isinstance(vocabulary, Vocabulary):
            raise Misuse("The argument `vocabulary` must be an instance of mxnet.contrib.text.vocab.Vocabulary, "
                         f"got {type(vocabulary).__name__}")
        parts = []
        for source in sources:
            indices = [source.token_to_idx.get(token, UNKNOWN) for token in vocabulary.idx_to_token]
            parts.append(source.idx_to_vec.asnumpy()[[UNKNOWN, *indices[1:]]])
        self._idx_to_vec = nd.array(np.concatenate(parts, 1))
        self._vec_len = self._idx_to_vec.shape[1]
        self._index_tokens_from_vocabulary(vocabulary)

    def _build_embedding_for_vocabulary(self, vocabulary: Vocabulary | None) -> None:
        if vocabulary is not None:
            self._adopt(vocabulary, [self])

    # ---- vectors ----------------------------------------------------------------------------------

    def get_vecs_by_tokens(self, tokens: Any, lower_case_backup: bool = False) -> nd.NDArray:
        """Return the vector of a token, or a matrix of those of a list.

        Parameters
        ----------
        tokens : token or list of them
            What is looked for.
        lower_case_backup : bool, default=False
            Whether to look up the lower case of an unknown token.

        Returns
        -------
        NDArray
            The vector, or the matrix.
        """
        given = tokens if isinstance(tokens, list) else [tokens]
        known, indices = self.token_to_idx, []
        for token in given:
            if lower_case_backup and token not in known:
                token = token.lower()
            indices.append(known.get(token, UNKNOWN))
        vectors = nd.take(self.idx_to_vec, nd.array(indices, dtype="int32"))
        return vectors if isinstance(tokens, list) else vectors[0]

    def update_token_vectors(self, tokens: Any, new_vectors: nd.NDArray) -> None:
        """Replace the vector of a token, or those of a list. The unknown token must be given explicitly.

        Parameters
        ----------
        tokens : token or list of them
            The tokens whose vectors are replaced.
        new_vectors : nd.NDArray
            The vectors, one row per token.
        """
        if self.idx_to_vec is None:
            raise Misuse("The property `idx_to_vec` has not been properly set.")
        given = tokens if isinstance(tokens, list) else [tokens]
        axes = (1, 2) if len(given) == 1 else (2,)
        if not isinstance(new_vectors, nd.NDArray) or new_vectors.ndim not in axes:
            raise Misuse(f"`new_vectors` must be an NDArray of {' or '.join(map(str, axes))} axes for "
                         f"{len(given)} tokens")
        wanted = (len(given), self.vec_len)
        if new_vectors.ndim == 1:
            new_vectors = new_vectors.expand_dims(0)
        if new_vectors.shape != wanted:
            raise Misuse(f"new_vectors must have a row of {self.vec_len} numbers for each of {len(given)} tokens, "
                         f"got shape {new_vectors.shape}")
        for token in given:
            if token not in self.token_to_idx:
                raise ValueError(f"Token {token} is unknown. To update the embedding vector for an unknown token, "
                                 "please specify it explicitly as the `unknown_token` "
                                 f"{self.idx_to_token[UNKNOWN]} in `tokens`.")
        self._idx_to_vec[nd.array([self.token_to_idx[token] for token in given], dtype="int32")] = new_vectors


def register(embedding_cls: type[Any]) -> type[Any]:
    """Register an embedding for `create` under the lower-case name of its class.

    Parameters
    ----------
    embedding_cls : type[Any]
        The class.

    Returns
    -------
    type[Any]
        The class.
    """
    return registry.get_register_func(_TokenEmbedding, "token embedding")(embedding_cls)


def create(embedding_name: str, **kwargs: Any) -> _TokenEmbedding:
    """Create a registered embedding.

    Parameters
    ----------
    embedding_name : str
        Name of its class in lower case, such as ``'glove'`` or ``'fasttext'``.
    **kwargs
        Arguments of the class.

    Returns
    -------
    _TokenEmbedding
        The embedding.
    """
    return registry.get_create_func(_TokenEmbedding, "token embedding")(embedding_name, **kwargs)


def get_pretrained_file_names(embedding_name: str | None = None) -> dict[Any, Any] | list[Any]:
    """List the files that an embedding supports.

    Parameters
    ----------
    embedding_name : str, optional
        Name of the embedding; all of them by default.

    Returns
    -------
    dict or list
        Names of files; for all embeddings, a dict of such lists.

    Examples
    --------
    >>> "glove.6B.50d.txt" in mx.contrib.text.embedding.get_pretrained_file_names("glove")
    True
    """
    known = registry.get_registry(_TokenEmbedding)
    if embedding_name is None:
        return {name: list(kind.pretrained_file_name_sha1) for name, kind in known.items()}
    if embedding_name not in known:
        raise KeyError(f"Cannot find `embedding_name` {embedding_name}; there are {', '.join(known)}")
    return list(known[embedding_name].pretrained_file_name_sha1)


class _Published(_TokenEmbedding):
    """Vectors in a published file that the user has stored in ``embedding_root``."""

    def __init__(self, pretrained_file_name: str, embedding_root: str | None, init_unknown_vec: Callable,
                 vocabulary: Vocabulary | None, **kwargs: Any) -> None:
        self._check_pretrained_file_names(pretrained_file_name)
        super().__init__(**kwargs)
        root = os.path.join(data_dir(), "embeddings") if embedding_root is None else embedding_root
        self._load_embedding(self._get_pretrained_file(root, pretrained_file_name), " ", init_unknown_vec)
        self._build_embedding_for_vocabulary(vocabulary)


@register
class GloVe(_Published):
    """GloVe's vectors, from a file in ``$MXNET_HOME/embeddings/glove``.

    Parameters
    ----------
    pretrained_file_name : str, default='glove.840B.300d.txt'
        Name of the file.
    embedding_root : str, optional
        Parent folder of the files' folder; ``embeddings`` in ``MXNET_HOME`` by default.
    init_unknown_vec : Callable, default=mx.nd.zeros
        Creates the vector of unknown tokens, unless the file has one.
    vocabulary : Vocabulary, optional
        Vocabulary whose tokens are indexed instead of all those of the file.
    **kwargs
        Arguments of `Vocabulary`.
    """

    pretrained_file_name_sha1 = dict.fromkeys(GLOVE)

    def __init__(self, pretrained_file_name: str = "glove.840B.300d.txt", embedding_root: str | None = None,
                 init_unknown_vec: Callable[..., Any] = nd.zeros, vocabulary: Vocabulary | None = None,
                 **kwargs: Any) -> None:
        super().__init__(pretrained_file_name, embedding_root, init_unknown_vec, vocabulary, **kwargs)


@register
class FastText(_Published):
    """fastText's vectors, from a file in ``$MXNET_HOME/embeddings/fasttext``.

    Parameters
    ----------
    pretrained_file_name : str, default='wiki.simple.vec'
        Name of the file.
    embedding_root : str, optional
        Parent folder of the files' folder; ``embeddings`` in ``MXNET_HOME`` by default.
    init_unknown_vec : Callable, default=mx.nd.zeros
        Creates the vector of unknown tokens, unless the file has one.
    vocabulary : Vocabulary, optional
        Vocabulary whose tokens are indexed instead of all those of the file.
    **kwargs
        Arguments of `Vocabulary`.
    """

    pretrained_file_name_sha1 = dict.fromkeys(FASTTEXT)

    def __init__(self, pretrained_file_name: str = "wiki.simple.vec", embedding_root: str | None = None,
                 init_unknown_vec: Callable[..., Any] = nd.zeros, vocabulary: Vocabulary | None = None,
                 **kwargs: Any) -> None:
        super().__init__(pretrained_file_name, embedding_root, init_unknown_vec, vocabulary, **kwargs)


class CustomEmbedding(_TokenEmbedding):
    """Vectors from a user-defined file: each line has a token and its numbers.

    Parameters
    ----------
    pretrained_file_path : str
        Path of the file.
    elem_delim : str, default=' '
        Delimiter between them.
    encoding : str, default='utf8'
        Encoding of the file.
    init_unknown_vec : Callable, default=mx.nd.zeros
        Creates the vector of unknown tokens, unless the file has one.
    vocabulary : Vocabulary, optional
        Vocabulary whose tokens are indexed instead of all those of the file.
    **kwargs
        Arguments of `Vocabulary`.

    Examples
    --------
    >>> with open("vectors.txt", "w") as file:
    ...     print("hello 1 2", "world 3 4", sep=chr(10), file=file)
    >>> vectors = mx.contrib.text.embedding.CustomEmbedding("vectors.txt")
    >>> vectors.get_vecs_by_tokens("world").asnumpy().tolist()
    [3.0, 4.0]
    """

    def __init__(self, pretrained_file_path: str, elem_delim: str = " ", encoding: str = "utf8",
                 init_unknown_vec: Callable[..., Any] = nd.zeros, vocabulary: Vocabulary | None = None,
                 **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._load_embedding(pretrained_file_path, elem_delim, init_unknown_vec, encoding)
        self._build_embedding_for_vocabulary(vocabulary)


class CompositeEmbedding(_TokenEmbedding):
    """A vocabulary's tokens, each with the concatenation of its vectors in several embeddings.

    Parameters
    ----------
    vocabulary : Vocabulary
        The tokens.
    token_embeddings : embedding or list of them
        The embeddings whose vectors are concatenated.
    """

    def __init__(self, vocabulary: Vocabulary, token_embeddings: Any) -> None:
        sources = token_embeddings if isinstance(token_embeddings, list) else [token_embeddings]
        for source in sources:
            if not isinstance(source, _TokenEmbedding):
                raise Misuse(f"`token_embeddings` must be token embeddings, got {type(source).__name__}")
        super().__init__()
        self._adopt(vocabulary, sources)


_borrowed(__name__)
