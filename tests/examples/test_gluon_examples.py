"""The Gluon examples in a short form: each runs, learns, and draws."""
import xml.etree.ElementTree as ElementTree

import pytest


def drawn(path):
    """Give the texts and the number of curves of a picture."""
    nodes = list(ElementTree.parse(path).iter())
    return [node.text for node in nodes if node.tag.endswith("text")], \
        sum(node.tag.endswith("polyline") for node in nodes)


def test_zoo(example, tmp_path):
    trained, tested, same = example("gluon_zoo")(["--epochs", "2", "--rows", "256", "--workers", "2"])
    assert 0.6 < trained[1] > trained[0] and len(tested) == 2 and same < 1e-5
    assert any("unseen images read right" in text for text in drawn(tmp_path / "out" / "zoo.svg")[0])


def test_language_model(example, tmp_path, capsys):
    tested, best = example("gluon_language_model")(["--epochs", "2", "--sentences", "800"])
    assert best < tested[1] < 6 < tested[0]
    assert "it writes: the" in capsys.readouterr().out
    assert drawn(tmp_path / "out" / "language_model.svg")[1] == 5


def test_dcgan(example, tmp_path):
    images, real = example("gluon_dcgan")(["--epochs", "3"])
    assert images.min() >= 0 and images.max() <= 1 and images.std(axis=0).max() > 0.1
    assert images.mean() == pytest.approx(real.mean(), abs=0.15)
    assert drawn(tmp_path / "out" / "dcgan.svg")[0] == ["Digits nobody wrote, by Gluon"]


def test_ssd(example, tmp_path):
    shares = example("gluon_ssd")(["--scenes", "480", "--epochs", "4"])
    assert shares[-1] > 0.1
    assert drawn(tmp_path / "out" / "ssd.svg")[0] == ["Found: square, disc, cross"]
    assert drawn(tmp_path / "out" / "ssd_found.svg")[1] == 4


def test_actor_critic(example, tmp_path):
    lengths = example("gluon_actor_critic")(["--episodes", "70", "--limit", "100"])
    assert sum(lengths[-20:]) > 1.5 * sum(lengths[:20])
    assert drawn(tmp_path / "out" / "actor_critic.svg")[1] == 5


def test_tree_lstm(example, tmp_path):
    shares = example("gluon_tree_lstm")(["--trees", "100", "--epochs", "3", "--hidden", "32"])
    assert shares["tree"][-1] > 0.15
    assert drawn(tmp_path / "out" / "tree_lstm.svg")[1] == 5


def test_estimator(example, tmp_path):
    tested, _ = example("gluon_estimator")(["--epochs", "6", "--rows", "2000"])
    assert len(tested) == 6 and tested[-1] > tested[0] and tested[-1] > 0.5
    out = tmp_path / "out" / "estimator"
    assert (out / "letters-best.params").exists() and drawn(out / "letters.svg")[1] == 5
