"""Vocabularies and embeddings of tokens."""
from collections import Counter

import numpy as np
import pytest

import mxnet as mx

text = mx.contrib.text
COUNTS = Counter({"c": 3, "b": 2, "a": 2, "rare": 1})


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "vectors.txt"
    path.write_text("3\nb 1 2 3\nc 4 5 6\n<pad> 7 8 9\n".replace("3\nb", "3 3\nb", 1))
    return str(path)


def test_counting():
    assert text.utils.count_tokens_from_str("a b\n\nB a") == Counter(a=2, b=1, B=1)
    counter = Counter(a=1)
    assert text.utils.count_tokens_from_str("A.b", r"\.", to_lower=True, counter_to_update=counter) is counter
    assert counter == Counter(a=2, b=1)


@pytest.mark.parametrize("options, tokens", [
    ({}, ["<unk>", "c", "a", "b", "rare"]), ({"min_freq": 2}, ["<unk>", "c", "a", "b"]),
    ({"most_freq_count": 2}, ["<unk>", "c", "a"]),
    ({"reserved_tokens": ["<pad>", "c"], "unknown_token": "?"}, ["?", "<pad>", "c", "a", "b", "rare"])])
def test_vocabulary(options, tokens):
    found = text.vocab.Vocabulary(COUNTS, **options)
    assert found.idx_to_token == tokens and len(found) == len(tokens)
    assert found.to_tokens(found.to_indices(tokens)) == tokens
    assert found.to_indices("nowhere") == 0


@pytest.mark.parametrize("options", [{"min_freq": 0}, {"reserved_tokens": ["<unk>"]}, {"reserved_tokens": ["a", "a"]}])
def test_vocabulary_refuses(options):
    with pytest.raises(AssertionError):
        text.vocab.Vocabulary(COUNTS, **options)


@pytest.mark.parametrize("index", [9, -1, "a"])
def test_no_such_index(index):
    with pytest.raises(ValueError, match="invalid"):
        text.vocab.Vocabulary(COUNTS).to_tokens(index)


def test_embedding_of_a_file(file):
    with pytest.warns(UserWarning, match="header"):
        found = text.embedding.CustomEmbedding(file, init_unknown_vec=mx.nd.ones, reserved_tokens=["<pad>", "<end>"])
    assert found.idx_to_token == ["<unk>", "<pad>", "<end>", "b", "c"] and found.vec_len == 3
    np.testing.assert_array_equal(found.idx_to_vec.asnumpy(), [[1] * 3, [7, 8, 9], [1] * 3, [1, 2, 3], [4, 5, 6]])
    np.testing.assert_array_equal(found.get_vecs_by_tokens(["C", "b"], lower_case_backup=True).asnumpy(),
                                  [[4, 5, 6], [1, 2, 3]])
    found.update_token_vectors("b", mx.nd.array([0, 0, 1]))
    np.testing.assert_array_equal(found.get_vecs_by_tokens("b").asnumpy(), [0, 0, 1])
    with pytest.raises(ValueError, match="unknown"):
        found.update_token_vectors("nowhere", mx.nd.zeros(3))


@pytest.mark.filterwarnings("ignore:.*header")
def test_embeddings_of_a_vocabulary(file):
    vocabulary = text.vocab.Vocabulary(COUNTS, most_freq_count=2)
    one = text.embedding.CustomEmbedding(file, vocabulary=vocabulary)
    np.testing.assert_array_equal(one.idx_to_vec.asnumpy(), [[0, 0, 0], [4, 5, 6], [0, 0, 0]])
    two = text.embedding.CompositeEmbedding(vocabulary, [one, one])
    np.testing.assert_array_equal(two.get_vecs_by_tokens("c").asnumpy(), [4, 5, 6, 4, 5, 6])


@pytest.mark.parametrize("lines", ["a 1 2\nb 1\nc 1 2 3\n", "a\n"])
@pytest.mark.filterwarnings("ignore:.*header")
def test_bad_files(tmp_path, lines):
    (tmp_path / "bad.txt").write_text(lines)
    with pytest.raises(AssertionError):
        text.embedding.CustomEmbedding(str(tmp_path / "bad.txt"))


def test_published_files_are_the_users_to_get(tmp_path):
    with pytest.raises(KeyError, match="glove.6B.50d.txt"):
        text.embedding.create("glove", pretrained_file_name="other")
    with pytest.raises(FileNotFoundError, match="put it into"):
        text.embedding.create("glove", pretrained_file_name="glove.6B.50d.txt", embedding_root=str(tmp_path))
    (tmp_path / "glove").mkdir()
    (tmp_path / "glove" / "glove.6B.50d.txt").write_text("the 1 2\n")
    found = text.embedding.create("glove", pretrained_file_name="glove.6B.50d.txt", embedding_root=str(tmp_path))
    assert found.to_indices("the") == 1
