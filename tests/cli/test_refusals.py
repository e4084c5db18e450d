"""Commands meet files and numbers that make no sense: a line on the error output and exit code 2."""
import numpy as np
import pytest

import mxnet as mx
from mxnet.cli import main


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a checkpoint `net`, a record file and inputs, good and bad."""
    monkeypatch.chdir(tmp_path)
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc"), name="softmax")
    mx.model.save_checkpoint("net", 0, net, {"fc_weight": mx.nd.ones((2, 3)), "fc_bias": mx.nd.zeros(2)}, {})
    with mx.recordio.MXIndexedRecordIO("a.idx", "a.rec", "w") as writer:
        writer.write_idx(0, mx.recordio.pack((0, 1.0, 0, 0), b"no image"))
    np.savez("x.npz", data=np.ones((1, 3), np.float32))
    whole = (tmp_path / "x.npz").read_bytes()
    (tmp_path / "cut.npz").write_bytes(whole[:60])
    (tmp_path / "words.npz").write_bytes(b"words" * 20)
    (tmp_path / "crc.npz").write_bytes(whole.replace(b"\0\0\x80?", b"\0\0\x80@", 1))
    (tmp_path / "words.npy").write_bytes(b"\x93NUMPY\x01\x00v\x00" + b"{" * 118)
    (tmp_path / "empty.npy").write_bytes(b"")
    np.save("object.npy", np.array([{}], object))
    np.save("x.npy", np.ones((1, 3), np.float32))
    (tmp_path / "images").mkdir()
    (tmp_path / "l.lst").write_text("0\t1\ta.jpg\n")
    return tmp_path


@pytest.mark.parametrize("command", [
    "predict net --input cut.npz", "predict net --input words.npz", "predict net --input crc.npz",
    "predict net --input words.npy", "predict net --input empty.npy", "predict net --input object.npy",
    "predict net --input missing.npy", "predict net --input x.npy --labels /dev/zero",
    "predict net --input x.npy --shape 7,7", "predict net --input x.npy --output missing/x.npz",
    "predict net --input x.npy --output images",
    "rec a.rec --edge 1000000", "rec a.rec --edge 0", "rec a.rec --columns 0", "rec a.rec --first -1",
    "rec a.rec --num-thread 0", "rec /dev/zero", "rec images", "rec missing", "rec a.rec --idx /dev/zero",
    "rec a.rec --idx missing/a.idx --fix-index",
    "im2rec --list l images --chunks 1000000", "im2rec --list l images --train-ratio nan",
    "im2rec l images --resize 1000000", "im2rec l images --quality 0", "im2rec l images --num-thread 100000",
    "bench net --threads -3", "bench net --seconds nan", "inspect net --html images",
    "convert net --to torch --output images"])
def test_refused_in_one_line(command, folder, capsys):
    pytest.importorskip("cv2", reason="images need the extra `images`")
    assert main(command.split()) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.startswith(f"remixnet {command.split()[0]}: ") and len(said) > 20


def test_the_good_ones_are_taken(folder, capsys):
    assert main("predict net --input x.npz --output out.npy".split()) == 0
    assert main("predict net --input x.npy".split()) == 0
    np.testing.assert_array_equal(np.load("out.npy"), [[0.5, 0.5]])
