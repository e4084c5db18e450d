"""Batches of sentences: encoding of words as numbers, and an iterator over buckets of equal length."""
from __future__ import annotations

import bisect
import logging
import random
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core.borrowed import borrowed as _borrowed
from ..io import DataBatch, DataDesc, DataIter
from ..ndarray import array

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import DTypeLike



def encode_sentences(sentences: Sequence[Sequence[Any]], vocab: dict[Any, int] | None = None, invalid_label: int = -1,
                     invalid_key: str = "\n", start_label: int = 0,
                     unknown_token: Any = None) -> tuple[list[list[int]], dict[Any, int]]:
    r"""Encode words as numbers.

    Parameters
    ----------
    sentences : Sequence[Sequence[Any]]
        Lists of words.
    vocab : dict[Any, int], optional
        Known words and their numbers; by default a new vocabulary is created.
    invalid_label : int, default=-1
        Number of ``invalid_key`` in a new vocabulary; no word gets it.
    invalid_key : str, default='\n'
        Word that stands for padding.
    start_label : int, default=0
        First number given to a new word.
    unknown_token : optional
        Replacement for words that ``vocab`` does not contain; without it such a word is an error.

    Returns
    -------
    tuple
        Sentences as lists of numbers, and the vocabulary.

    Examples
    --------
    >>> sentences, vocab = mx.rnn.encode_sentences([["a", "b"], ["b"]], start_label=1)
    >>> sentences, vocab["b"]
    ([[1, 2], [2]], 2)
    """
    growing = vocab is None
    vocab = {invalid_key: invalid_label} if vocab is None else vocab
    number = start_label
    coded = []
    for sentence in sentences:
        line = []
        for word in sentence:
            if word not in vocab:
                if unknown_token:
                    word = unknown_token
                elif not growing:
                    raise ValueError(f"Unknown token {word}")
                if word not in vocab:
                    number += number == invalid_label
                    vocab[word] = number
                    number += 1
            line.append(vocab[word])
        coded.append(line)
    return coded, vocab


class BucketSentenceIter(DataIter):
    """Batches for a language model, each from one bucket; the label is the next word.

    Parameters
    ----------
    sentences : Sequence[Sequence[int]]
        Lists of numbers.
    batch_size : int
        Number of sentences in a batch.
    buckets : list[int], optional
        Lengths; a sentence is put into the shortest bucket that fits, and dropped if none does. By default every length
        that fills a batch.
    invalid_label : int, default=-1
        Padding up to the length of the bucket.
    data_name : str, default='data'
        Name of the data.
    label_name : str, default='softmax_label'
        Name of the labels.
    dtype : DTypeLike, default='float32'
        Element type.
    layout : str, default='NT'
        ``"NT"`` or ``"TN"``.

    Examples
    --------
    >>> batches = mx.rnn.BucketSentenceIter([[1, 2, 3], [4, 5], [6, 7]], batch_size=1, buckets=[2, 3])
    >>> sorted(batch.bucket_key for batch in batches)
    [2, 2, 3]
    """

    def __init__(self, sentences: Sequence[Sequence[int]], batch_size: int, buckets: list[int] | None = None,
                 invalid_label: int = -1, data_name: str = "data", label_name: str = "softmax_label",
                 dtype: DTypeLike = "float32", layout: str = "NT") -> None:
        super().__init__(batch_size)
        if layout.find("N") not in (0, 1):
            raise ValueError(f"Invalid layout {layout}: Must by NT (batch major) or TN (time "
                             "major)")
        if not buckets:
            counts = np.bincount([len(sentence) for sentence in sentences])
            buckets = [length for length, count in enumerate(counts) if count >= batch_size]
        buckets = sorted(buckets)
        rows: list[list] = [[] for _ in buckets]
        for sentence in sentences:
            place = bisect.bisect_left(buckets, len(sentence))
            if place < len(buckets):
                row = np.full(buckets[place], invalid_label, dtype=dtype)
                row[:len(sentence)] = sentence
                rows[place].append(row)
        left_out = len(sentences) - sum(map(len, rows))
        if left_out:
            logging.warning("discarded %d sentences longer than the largest bucket.", left_out)
        if not any(rows):
            raise ValueError("BucketSentenceIter: no bucket has any sentence")
        self.buckets: list[int] = [length for length, found in zip(buckets, rows, strict=True) if found]
        self.data: list[np.ndarray] = [np.asarray(found, dtype=dtype) for found in rows if found]
        self.data_name = data_name
        self.label_name = label_name
        self.dtype = dtype
        self.invalid_label = invalid_label
        self.layout = layout
        self.major_axis: int = layout.find("N")
        self.default_bucket_key: int = max(self.buckets)
        shape = (batch_size, self.default_bucket_key)
        shape = shape if self.major_axis == 0 else shape[::-1]
        self.provide_data: list[DataDesc] = [DataDesc(data_name, shape, layout=layout)]
        self.provide_label: list[DataDesc] = [DataDesc(label_name, shape, layout=layout)]
        self.nddata: list[Any] = []
        self.ndlabel: list[Any] = []
        self.idx: list[tuple[int, int]] = [(bucket, start) for bucket, found in enumerate(self.data)
                    for start in range(0, len(found) - batch_size + 1, batch_size)]
        self.curr_idx: int = 0
        self.reset()

    def reset(self) -> None:
        """Shuffle the sentences of every bucket, and the order of the batches."""
        self.curr_idx = 0
        random.shuffle(self.idx)
        self.nddata, self.ndlabel = [], []
        for rows in self.data:
            np.random.shuffle(rows)
            labels = np.full_like(rows, self.invalid_label)
            labels[:, :-1] = rows[:, 1:]
            self.nddata.append(array(rows, dtype=self.dtype))
            self.ndlabel.append(array(labels, dtype=self.dtype))

    def next(self) -> DataBatch:
        if self.curr_idx == len(self.idx):
            raise StopIteration
        bucket, start = self.idx[self.curr_idx]
        self.curr_idx += 1
        data, label = (source[bucket][start:start + self.batch_size]
                       for source in (self.nddata, self.ndlabel))
        if self.major_axis == 1:
            data, label = data.T, label.T
        return DataBatch([data], [label], pad=0, bucket_key=self.buckets[bucket],
                         provide_data=[DataDesc(self.data_name, data.shape, layout=self.layout)],
                         provide_label=[DataDesc(self.label_name, label.shape, layout=self.layout)])


_borrowed(__name__)
