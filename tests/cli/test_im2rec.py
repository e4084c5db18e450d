"""remixnet im2rec: lists and record files, as MXNet's tool makes them."""
import json
import random
import threading

import numpy as np
import pytest

import mxnet as mx
from mxnet.cli import main

cv2 = pytest.importorskip("cv2", reason="images need the extra `images`")


@pytest.fixture(scope="module")
def photos(tmp_path_factory):
    """A folder of 12 images in three folders, one file that is no image, and one that is broken."""
    root = tmp_path_factory.mktemp("photos")
    rng = np.random.RandomState(0)
    for i in range(12):
        folder = root / ["cat", "dog", "dog/small"][i % 3]
        folder.mkdir(parents=True, exist_ok=True)
        image = rng.randint(0, 256, (20 + i, 30 - i, 3)).astype(np.uint8)
        cv2.imwrite(str(folder / f"{i:02d}.{'png' if i % 4 == 0 else 'JPG'}"), image)
    (root / "cat" / "notes.txt").write_text("no image")
    return root


def run(capsys, *arguments):
    code = main(["im2rec", *map(str, arguments)])
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def lines(path):
    return [line.split("\t") for line in path.read_text().splitlines()]


def test_a_list_of_one_folder(photos, tmp_path, capsys):
    code, out, _ = run(capsys, "--list", "--no-shuffle", tmp_path / "a", photos / "cat")
    assert code == 0 and "4 images" in out
    assert lines(tmp_path / "a.lst") == [[str(i), "0.000000", name] for i, name in enumerate(
        ["00.png", "03.JPG", "06.JPG", "09.JPG"])]


def test_a_list_of_folders_gives_each_a_class(photos, tmp_path, capsys):
    code, out, _ = run(capsys, "--list", "--recursive", "--json", tmp_path / "a", photos)
    facts = json.loads(out)
    assert code == 0 and facts["classes"] == {"cat": 0, "dog": 1, "dog/small": 2}
    found = lines(tmp_path / "a.lst")
    expected = sorted(found, key=lambda line: int(line[0]))
    assert [line[2] for line in expected] == sorted(line[2] for line in expected)
    random.Random(100).shuffle(expected)
    assert found == expected, "the order of MXNet's tool"


def test_lists_to_train_validate_and_test(photos, tmp_path, capsys):
    run(capsys, "--list", "--recursive", "--train-ratio", "0.5", "--test-ratio", "0.25",
        tmp_path / "a", photos)
    parts = [lines(tmp_path / f"a_{name}.lst") for name in ("train", "val", "test")]
    assert [len(part) for part in parts] == [6, 3, 3]
    assert len({line[0] for part in parts for line in part}) == 12
    run(capsys, "--list", "--recursive", "--chunks", "2", tmp_path / "b", photos)
    assert len(lines(tmp_path / "b_0.lst")) == len(lines(tmp_path / "b_1.lst")) == 6


@pytest.mark.parametrize("threads", [1, 3])
def test_passing_files_through(photos, tmp_path, capsys, threads):
    run(capsys, "--list", "--recursive", tmp_path / "a", photos)
    code, out, _ = run(capsys, "--pass-through", "--num-thread", threads, tmp_path / "a", photos)
    assert code == 0 and "12 images" in out
    reader = mx.recordio.MXIndexedRecordIO(str(tmp_path / "a.idx"), str(tmp_path / "a.rec"), "r")
    listed = lines(tmp_path / "a.lst")
    assert reader.keys == [int(line[0]) for line in listed]
    for number, label, name in listed:
        header, image = mx.recordio.unpack(reader.read_idx(int(number)))
        assert (header.id, header.label) == (int(number), float(label))
        assert image == (photos / name).read_bytes()
    reader.close()
    assert not list(tmp_path.glob("*.part"))


def test_decoding_resizing_and_encoding(photos, tmp_path, capsys):
    run(capsys, "--list", "--recursive", "--no-shuffle", tmp_path / "a", photos)
    run(capsys, "--resize", 16, "--center-crop", "--encoding", ".png", "--quality", 3, "--color", 0,
        tmp_path / "a", photos)
    reader = mx.recordio.MXRecordIO(str(tmp_path / "a.rec"), "r")
    found = [mx.recordio.unpack_img(record)[1] for record in iter(reader.read, None)]
    reader.close()
    assert len(found) == 12 and all(image.shape == (16, 16) for image in found)
    run(capsys, "--resize", 16, tmp_path / "a", photos)
    it = mx.io.ImageRecordIter(path_imgrec=str(tmp_path / "a.rec"), data_shape=(3, 16, 16),
                               batch_size=12, verbose=False)
    assert sorted(it.next().label[0].asnumpy().tolist()) == [0] * 4 + [1] * 4 + [2] * 4


def test_many_labels(photos, tmp_path, capsys):
    (tmp_path / "a.lst").write_text("5\t1\t2.5\tcat/00.png\n")
    for options, label in ((["--pack-label"], [1, 2.5]), ([], 1.0)):
        run(capsys, "--pass-through", *options, tmp_path / "a", photos)
        reader = mx.recordio.MXRecordIO(str(tmp_path / "a.rec"), "r")
        header, _ = mx.recordio.unpack(reader.read())
        reader.close()
        assert np.array_equal(header.label, label)


def test_images_that_cannot_be_packed_are_left_out_and_named(photos, tmp_path, capsys):
    (tmp_path / "a.lst").write_text("0\t1\tcat/00.png\n1\t1\tcat/notes.txt\n2\t1\tcat/gone.jpg\n"
                                    "3\tcat/03.JPG\nx\t1\tcat/03.JPG\n\n4\t1\tcat/06.JPG\n")
    code, out, error = run(capsys, tmp_path / "a", photos)
    assert code == 0 and "2 images" in out
    for problem in ("a.lst, line 4: 2 columns", "a.lst, line 5: invalid literal",
                    "notes.txt: Decoding failed", "gone.jpg: No such file"):
        assert problem in error
    code, out, _ = run(capsys, "--strict", "--json", tmp_path / "a", photos)
    assert code == 1 and len(json.loads(out)["records"][0]["left_out"]) == 4


def test_what_cannot_be_done(photos, tmp_path, capsys):
    for arguments, message in (
            ([tmp_path / "a", photos], "there is no list"),
            (["--list", tmp_path / "a", tmp_path], "there are no images"),
            (["--list", tmp_path / "a", tmp_path / "gone"], "is not a folder"),
            (["--list", "--train-ratio", "0.9", "--test-ratio", "0.9", tmp_path / "a", photos],
             "add up to 1"),
            (["--list", "--chunks", "0", tmp_path / "a", photos], "--chunks"),
            (["--num-thread", "0", tmp_path / "a", photos], "--num-thread")):
        code, _, error = run(capsys, *arguments)
        assert code == 2 and message in error
    with pytest.raises(SystemExit) as stopped:
        main(["im2rec", "--encoding", ".gif", "a", "b"])
    assert stopped.value.code == 2


def test_an_interrupted_run_leaves_the_old_file_and_no_other(photos, tmp_path, capsys, monkeypatch):
    run(capsys, "--list", "--recursive", tmp_path / "a", photos)
    run(capsys, "--pass-through", tmp_path / "a", photos)
    before = (tmp_path / "a.rec").read_bytes()

    def interrupted(*_):
        raise KeyboardInterrupt
    monkeypatch.setattr("mxnet.cli.im2rec.pack_entry", interrupted)
    assert run(capsys, "--pass-through", tmp_path / "a", photos)[0] == 130
    assert (tmp_path / "a.rec").read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.idx", "a.lst", "a.rec"]
    assert not any(thread.name.startswith("remixnet-pack") for thread in threading.enumerate())
