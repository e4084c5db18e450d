"""remixnet rec: what a record file holds, what is wrong with it, its index, a contact sheet."""
import json

import numpy as np
import pytest

import mxnet as mx
from mxnet.cli import main
from mxnet.cli.contact_sheet import contact_sheet
from mxnet.cli.progress import Progress

cv2 = pytest.importorskip("cv2", reason="images need the extra `images`")


@pytest.fixture
def records(tmp_path):
    """Nine records: JPEG and PNG of growing size, labels 0 to 2, numbers 10 to 18."""
    writer = mx.recordio.MXIndexedRecordIO(str(tmp_path / "a.idx"), str(tmp_path / "a.rec"), "w")
    for i in range(9):
        image = np.full((10 + i, 20 + i, 3), 20 * i, np.uint8)
        kind = (".png", 3) if i % 3 == 0 else (".jpg", 90)
        writer.write_idx(10 + i, mx.recordio.pack_img((0, float(i % 3), 10 + i, 0), image, kind[1],
                                                      kind[0]))
    writer.close()
    return tmp_path


def run(capsys, *arguments):
    code = main(["rec", *map(str, arguments)])
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def facts(capsys, *arguments):
    code, out, _ = run(capsys, "--json", *arguments)
    return code, json.loads(out)


def test_what_is_in_it(records, capsys):
    code, found = facts(capsys, records / "a.rec", "--check")
    assert code == 0 and found["records"] == 9
    assert found["formats"] == {"jpeg": 6, "png": 3}
    assert found["labels"] == {"0": 3, "1": 3, "2": 3} and found["label_widths"] == {"1": 9}
    assert found["sizes"] == {"smallest": [20, 10], "median": [24, 14], "largest": [28, 18]}
    assert found["index"]["entries"] == 9 and "problem" not in found["index"]
    assert found["damaged"] == found["bad_images"] == []
    code, out, _ = run(capsys, records / "a.rec")
    assert code == 0 and "9 records" in out and "median 24 x 14" in out and "jpeg 6, png 3" in out


def test_damage_is_found_and_told(records, capsys):
    data = bytearray((records / "a.rec").read_bytes())
    starts = [int(line.split("\t")[1]) for line in (records / "a.idx").read_text().splitlines()]
    data[starts[2]] ^= 1                                    # a head
    data[starts[4] + 32:starts[4] + 60] = bytes(28)         # an image
    (records / "b.rec").write_bytes(data[:starts[8] + 20])  # and the end
    code, found = facts(capsys, records / "b.rec", "--check")
    assert code == 1 and found["records"] == 7
    assert [(one["from"], one["to"]) for one in found["damaged"]] == [
        (starts[2], starts[3]), (starts[8], starts[8] + 20)]
    assert "magic number" in found["damaged"][0]["problem"]
    (bad,) = found["bad_images"]
    assert (bad["at"], bad["number"]) == (starts[4], 14) and "Decoding failed" in bad["problem"]
    code, out, _ = run(capsys, records / "b.rec", "--check")
    assert code == 1 and f"bytes {starts[2]} to {starts[3]}" in out and "number 14" in out


def test_the_index_is_compared_and_mended(records, capsys):
    right = (records / "a.idx").read_text()
    (records / "a.idx").write_text(right.replace("\n", "0\n", 1).rsplit("\n", 2)[0] + "\n")
    code, found = facts(capsys, records / "a.rec")
    assert code == 1 and "1 records that it does not have" in found["index"]["problem"]
    code, found = facts(capsys, records / "a.rec", "--fix-index")
    assert code == 0 and found["index"]["keys"] == "image numbers"
    assert (records / "a.idx").read_text() == right
    (records / "a.idx").write_text("nothing\n")
    assert "not lines of a key" in facts(capsys, records / "a.rec")[1]["index"]["problem"]
    (records / "a.idx").unlink()
    assert facts(capsys, records / "a.rec")[0] == 0
    assert facts(capsys, records / "a.rec", "--idx", records / "other.idx")[0] == 1


def test_an_index_of_a_damaged_file_has_the_whole_records(records, capsys):
    data = bytearray((records / "a.rec").read_bytes())
    starts = [int(line.split("\t")[1]) for line in (records / "a.idx").read_text().splitlines()]
    data[starts[2]] ^= 1
    (records / "b.rec").write_bytes(data)
    assert run(capsys, records / "b.rec", "--fix-index")[0] == 1
    reader = mx.recordio.MXIndexedRecordIO(str(records / "b.idx"), str(records / "b.rec"), "r")
    assert reader.keys == [10, 11, 13, 14, 15, 16, 17, 18]
    assert mx.recordio.unpack(reader.read_idx(18))[0].id == 18
    reader.close()


def test_records_that_are_no_images(tmp_path, capsys):
    writer = mx.recordio.MXRecordIO(str(tmp_path / "a.rec"), "w")
    for content in (b"short", mx.recordio.pack((0, [1, 2], 5, 0), b""),
                    mx.recordio.pack((0, 3.0, 5, 0), b"words")):
        writer.write(content)
    writer.close()
    code, found = facts(capsys, tmp_path / "a.rec", "--fix-index")
    assert code == 1 and found["formats"] == {"no image record": 1, "empty": 1, "unknown": 1}
    assert found["label_widths"] == {"1": 1, "2": 1}
    assert found["index"]["keys"] == "positions in the file"
    assert facts(capsys, tmp_path / "a.rec", "--contact-sheet", tmp_path / "a.png")[0] == 1


def test_a_contact_sheet(records, capsys):
    code, found = facts(capsys, records / "a.rec", "--contact-sheet", records / "a.png", "--first",
                        "5", "--columns", "3", "--edge", "40")
    assert code == 0 and found["contact_sheet"]["images"] == 5
    sheet = cv2.imread(str(records / "a.png"))
    assert sheet.shape == (2 * 62 + 6, 3 * 46 + 6, 3)
    assert (sheet[26, 46 + 26] == 20).all(), "the middle of the second image"
    code, _, error = run(capsys, records / "a.rec", "--contact-sheet", records / "a.words")
    assert code == 2 and "try .png" in error


def test_any_kind_of_image_fits_on_a_sheet():
    images = [np.zeros((5, 9), np.uint8), np.zeros((9, 5, 4), np.uint8), None,
              np.arange(300, dtype=np.uint16).reshape(10, 10, 3) * 200]
    sheet = contact_sheet(images, ["a", "a caption that is too long", "é", "d"], 8, 30)
    assert sheet.shape == (52 + 6, 4 * 36 + 6, 3) and sheet.dtype == np.uint8


def test_what_cannot_be_done(tmp_path, capsys):
    code, _, error = run(capsys, tmp_path / "gone.rec")
    assert code == 2 and "gone.rec: No such file" in error
    (tmp_path / "empty.rec").write_bytes(b"")
    assert facts(capsys, tmp_path / "empty.rec")[1]["records"] == 0
    code, _, error = run(capsys, tmp_path / "empty.rec", "--contact-sheet", tmp_path / "a.png")
    assert code == 2 and "no images" in error


def test_progress_is_shown_on_terminals_only(monkeypatch, capsys):
    with Progress("things", 4) as bar:
        bar.step(4)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with Progress("things", 4) as bar:
        bar.step(2)
    with Progress("things", None) as bar:
        bar.step()
    with Progress("things", 4, quiet=True) as bar:
        bar.step()
    shown = capsys.readouterr().err
    assert "2/4 things" in shown and "1 things" in shown and shown.count("\n") == 2
