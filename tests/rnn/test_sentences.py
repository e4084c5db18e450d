"""Sentences to numbers, and batches of one bucket each."""
import numpy as np
import pytest

import mxnet as mx


def test_encoding_grows_a_vocabulary():
    coded, vocab = mx.rnn.encode_sentences([["a", "b"], ["c", "a"]], invalid_label=1, start_label=0)
    assert coded == [[0, 2], [3, 0]]          # 1 is left out, it means "no word"
    assert vocab == {"\n": 1, "a": 0, "b": 2, "c": 3}


def test_encoding_with_a_given_vocabulary():
    known = {"a": 1, "b": 2}
    with pytest.raises(ValueError, match="Unknown token c"):
        mx.rnn.encode_sentences([["a", "c"]], vocab=dict(known))
    coded, vocab = mx.rnn.encode_sentences([["a", "c"], ["d"]], vocab=dict(known),
                                           unknown_token="?", start_label=7)
    assert coded == [[1, 7], [7]] and vocab == {**known, "?": 7}


SENTENCES = [[i + 1] * length for i, length in enumerate([2, 3, 3, 5, 5, 5, 5, 9])]


@pytest.mark.parametrize("layout", ["NT", "TN"])
def test_buckets(layout, caplog):
    it = mx.rnn.BucketSentenceIter(SENTENCES, 2, buckets=[6, 3, 4], invalid_label=0, layout=layout)
    assert "discarded 1 sentences" in caplog.text
    assert it.buckets == [3, 6] and it.default_bucket_key == 6
    shape = (2, 6) if layout == "NT" else (6, 2)
    assert it.provide_data == [("data", shape)] and it.provide_data[0].layout == layout
    keys = []
    for batch in it:
        data, label = batch.data[0].asnumpy(), batch.label[0].asnumpy()
        if layout == "TN":
            data, label = data.T, label.T
        keys.append(batch.bucket_key)
        assert batch.provide_data[0].shape == batch.data[0].shape and data.shape == (2, keys[-1])
        assert np.array_equal(label[:, :-1], data[:, 1:]) and (label[:, -1] == 0).all()
    assert sorted(keys) == [3, 6, 6]


def test_buckets_are_found_and_shuffled():
    it = mx.rnn.BucketSentenceIter(SENTENCES[:-1], 2)
    assert it.buckets == [3, 5]
    orders = set()
    for _ in range(8):
        orders.add(tuple(float(b.data[0].asnumpy()[0, 0]) for b in it))
        it.reset()
    assert len(orders) > 1


def test_bad_buckets():
    with pytest.raises(ValueError, match="layout"):
        mx.rnn.BucketSentenceIter(SENTENCES, 2, layout="TC")
    with pytest.raises(ValueError, match="no bucket"):
        mx.rnn.BucketSentenceIter(SENTENCES, 2, buckets=[1])
