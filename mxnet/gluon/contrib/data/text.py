"""Texts for language models: WikiText-2 and WikiText-103, from local files or an archive in the mirror directory."""
from __future__ import annotations

import os
import shutil
import zipfile
from typing import Any

import numpy as np

from .... import base
from .... import ndarray as nd
from ....contrib import text
from ....core.errors import MXNetError
from ....core.opening import reading
from ....fileformat.atomic import atomic_write
from ...data import Dataset
from ...utils import _MIRROR, check_sha1, download

__all__ = ["WikiText2", "WikiText103"]

_END = "<eos>"


class _WikiText(Dataset):
    """A text as samples ``(words, the words after them)``, both as indices in ``seq_len`` steps.

    Subclasses say which archive and which files, by their digests.
    """

    _name = ""
    _archive_digest = ""
    _digests: dict[str, str] = {}  # segment -> SHA-1 digest of its file

    def __init__(self, root: str, segment: str, vocab: Any, seq_len: int) -> None:
        if segment not in self._digests:
            raise ValueError(f"{type(self).__name__}: segment is one of {', '.join(self._digests)}, got {segment!r}")
        self._root, self._segment, self._seq_len = os.path.expanduser(root), segment, seq_len
        self._vocab, self._counter = vocab, None
        self._read(self._find())

    @property
    def vocabulary(self) -> Any:
        """The words of this text and their indices, or the given vocabulary."""
        return self._vocab

    @property
    def frequencies(self) -> Any:
        """How often each word occurs in this text."""
        return self._counter

    def __getitem__(self, idx: Any) -> tuple:
        return self._words[idx], self._following[idx]

    def __len__(self) -> int:
        return len(self._following)

    def _find(self) -> str:
        """Return the path of the segment's file, unpacking the archive if only that exists."""
        short = {"validation": "valid"}.get(self._segment, self._segment)
        path = os.path.join(self._root, f"wiki.{short}.tokens")
        if os.path.exists(path) and check_sha1(path, self._digests[self._segment]):
            return path
        archive = os.path.join(self._root, f"{self._name}-v1.zip")
        if not os.path.exists(archive):
            mirror = os.environ.get(_MIRROR, "")
            if not mirror:
                raise MXNetError(
                    f"{type(self).__name__}: {path} is not there, or has another SHA-1 digest than "
                    f"{self._digests[self._segment]}. Put that file there, or the archive {archive}; nothing "
                    f"is fetched by itself. A directory with gluon/dataset/{self._name}/{self._name}-v1.zip can be "
                    f"named in the environment variable {_MIRROR}")
            download(f"{mirror.rstrip('/')}/gluon/dataset/{self._name}/{self._name}-v1.zip", path=archive,
                     sha1_hash=self._archive_digest)
        self._unpack(archive)
        if not os.path.exists(path):
            raise MXNetError(f"{archive} has no file {os.path.basename(path)}")
        return path

    def _unpack(self, archive: str) -> None:
        """Write the archive's files beside it, without their folders."""
        try:
            with zipfile.ZipFile(archive) as packed:
                for member in packed.namelist():
                    name = os.path.basename(member)
                    if name:
                        with packed.open(member) as source, atomic_write(os.path.join(self._root, name)) as target:
                            shutil.copyfileobj(source, target)
        except zipfile.BadZipFile as error:
            raise MXNetError(f"{archive}: {error}") from error

    def _read(self, path: str) -> None:
        """Read a text; the words of each line are followed by an end mark."""
        with reading(path, "r", encoding="utf8") as file:
            content = file.read()
        self._counter = text.utils.count_tokens_from_str(content)
        if not self._vocab:
            self._vocab = text.vocab.Vocabulary(counter=self._counter, reserved_tokens=[_END])
        words = [word for line in content.splitlines() if line.split() for word in (*line.split(), _END)]
        numbers = np.array(self._vocab.to_indices(words), dtype=np.int32)
        whole = max(len(numbers) - 1, 0) // self._seq_len * self._seq_len
        self._words, self._following = (nd.array(part[:whole].reshape(-1, self._seq_len), dtype=np.int32)
                                        for part in (numbers, numbers[1:]))


class WikiText2(_WikiText):
    """WikiText-2: two million words of articles, as samples of words and the words after them.

    Parameters
    ----------
    root : str
        Folder of the files ``wiki.train.tokens``, ``wiki.valid.tokens`` and ``wiki.test.tokens``, or of the archive
        that has them; by default ``datasets/wikitext-2`` below ``MXNET_HOME``.
    segment : str, default='train'
        ``'train'``, ``'validation'`` or ``'test'``.
    vocab : Vocabulary, optional
        Vocabulary that indexes the words; by default one of this segment's words.
    seq_len : int, default=35
        Number of words in a sample.

    Raises
    ------
    MXNetError
        If the files do not exist; the message says where to put them.
    ValueError
        If there is no such segment.
    """

    _name = "wikitext-2"
    _archive_digest = "3c914d17d80b1459be871a5039ac23e752a53cbe"
    _digests = {"train": "863f29c46ef9d167fff4940ec821195882fe29d1",
                "validation": "0418625c8b4da6e4b5c7a0b9e78d4ae8f7ee5422",
                "test": "c7b8ce0aa086fb34dab808c5c49224211eb2b172"}

    def __init__(self, root: str = os.path.join(base.data_dir(), "datasets", "wikitext-2"), segment: str = "train",
                 vocab: Any = None, seq_len: int = 35) -> None:
        super().__init__(root, segment, vocab, seq_len)


class WikiText103(_WikiText):
    """WikiText-103: a hundred million words of articles, as samples of words and the words after them.

    Parameters
    ----------
    root : str
        Folder of the files ``wiki.train.tokens``, ``wiki.valid.tokens`` and ``wiki.test.tokens``, or of the archive
        that has them; by default ``datasets/wikitext-103`` below ``MXNET_HOME``.
    segment : str, default='train'
        ``'train'``, ``'validation'`` or ``'test'``.
    vocab : Vocabulary, optional
        Vocabulary that indexes the words; by default one of this segment's words.
    seq_len : int, default=35
        Number of words in a sample.

    Raises
    ------
    MXNetError
        If the files do not exist; the message says where to put them.
    ValueError
        If there is no such segment.
    """

    _name = "wikitext-103"
    _archive_digest = "0aec09a7537b58d4bb65362fee27650eeaba625a"
    _digests = {"train": "b7497e2dfe77e72cfef5e3dbc61b7b53712ac211",
                "validation": "c326ac59dc587676d58c422eb8a03e119582f92b",
                "test": "8a5befc548865cec54ed4273cf87dbbad60d1e47"}

    def __init__(self, root: str = os.path.join(base.data_dir(), "datasets", "wikitext-103"), segment: str = "train",
                 vocab: Any = None, seq_len: int = 35) -> None:
        super().__init__(root, segment, vocab, seq_len)
