"""Record files are the reference's, byte for byte: by mx.recordio and by `remixnet im2rec`."""
import json
from pathlib import Path

import mxnet as mx
from mxnet.cli import main

from .exchange import TOOL, file_hashes, recorded_images, run_tool, write_records

RECORDED = json.loads((Path(__file__).parents[1] / "data" / "records" / "hashes.json").read_text())


def test_files_have_the_recorded_hashes(tmp_path, capsys):
    images, out = str(tmp_path / "images"), tmp_path / "out"
    out.mkdir()
    recorded_images(mx, images)
    write_records(mx, images, str(out))

    def tool(*arguments):
        assert main(["im2rec", *arguments]) == 0, capsys.readouterr().err
    run_tool(tool, images, str(out), TOOL)
    found = file_hashes(str(out))
    assert found == {name: value for name, value in RECORDED.items() if name != "_"}
