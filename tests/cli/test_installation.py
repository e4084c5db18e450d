"""Another package called mxnet is noticed, and one without code stands for it."""
import email
import json
import os
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import distributions
from pathlib import Path

import pytest

import mxnet as mx
import remixnet
from mxnet import installation
from mxnet.cli import main

ROOT = Path(mx.__file__).parents[1]


def install(folder, name, files=("mxnet/__init__.py",), version="1.9.1"):
    """Write the description of a package, and empty files."""
    place = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    place.mkdir(parents=True)
    (place / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (place / "RECORD").write_text("".join(f"{file},,\n" for file in files))
    for file in files:
        (folder / file).parent.mkdir(exist_ok=True)
        (folder / file).touch()


def test_packages_with_the_same_folder_are_found(tmp_path):
    install(tmp_path, "mxnet-cu112")
    install(tmp_path, "mxnet_mkl")
    install(tmp_path, "mxnet-model-server", ["mms/__init__.py"])
    install(tmp_path, "gluoncv", ["gluoncv/__init__.py"])
    assert main(["stand-in", "--folder", str(tmp_path)]) == 0
    assert sorted(found.metadata["Name"] for found in installation.others([str(tmp_path)])) == [
        "mxnet-cu112", "mxnet_mkl"]


def test_the_doctor_tells(tmp_path, capsys, monkeypatch):
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert f"remixnet {mx.remixnet_version}, the API of MXNet 1.9.1" in out and "torch " in out
    install(tmp_path, "mxnet-cu112")
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "p.py").write_text("import os\n")
    assert main(["doctor", str(tmp_path / "p.py"), "--json"]) == 1
    report, program = json.loads(capsys.readouterr().out)
    assert report["kind"] == "installation" and program["problems"] == []
    problem, = report["problems"]
    assert problem["name"] == "mxnet-cu112 1.9.1" and "`pip uninstall mxnet-cu112`" in problem["why"]
    assert "pip install --force-reinstall --no-deps remixnet" in problem["why"]


def test_import_warns_of_mixed_files(tmp_path):
    """The package is reached by links, so that MXNet's library can lie beside its files."""
    folder = tmp_path / "mxnet"
    folder.mkdir()
    for item in (ROOT / "mxnet").iterdir():
        if item.name != "__pycache__":
            os.symlink(item, folder / item.name)
    command = [sys.executable, "-W", "always", "-c", "import mxnet"]
    env = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    assert not installation.is_overlaid(str(folder))
    (folder / "libmxnet.so").touch()
    done = subprocess.run(command, capture_output=True, text=True, env=env, cwd=tmp_path, check=True)
    assert "RuntimeWarning: MXNet itself (mxnet) is installed in the same folder as Remixnet" in done.stderr
    assert "`pip uninstall mxnet`" in done.stderr


def test_the_command_tells_where_its_files_were_overwritten(tmp_path, capsys):
    assert remixnet.overwritten() is None
    shutil.copy(ROOT / "remixnet.py", tmp_path)
    (tmp_path / "mxnet").mkdir()
    (tmp_path / "mxnet" / "__init__.py").write_text("raise SystemExit('not to be imported')\n")
    done = subprocess.run([sys.executable, "-m", "remixnet", "doctor"], capture_output=True, text=True, cwd=tmp_path,
                          env={**os.environ, "PYTHONPATH": ""})
    assert done.returncode == 2 and "another package called mxnet was installed over it" in done.stderr
    assert remixnet.main([]) == 2  # no command: it prints the help
    assert "doctor" in capsys.readouterr().out


def test_the_distribution_mxnet_has_no_code_and_brings_remixnet(tmp_path):
    pytest.importorskip("hatchling", reason="the build tool is part of the dev extra")
    source = tmp_path / "source"
    shutil.copytree(ROOT / "packaging" / "mxnet", source)
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)], cwd=source,
                   check=True, capture_output=True)
    wheel, = tmp_path.glob("*.whl")
    archive = zipfile.ZipFile(wheel)
    assert all(name.startswith("mxnet-1.9.1.dist-info/") for name in archive.namelist())
    metadata = email.message_from_bytes(archive.read("mxnet-1.9.1.dist-info/METADATA"))
    assert metadata.get_all("Requires-Dist") == ["remixnet"] and metadata["Version"] == mx.__version__
    archive.extractall(tmp_path / "site")
    assert [found.version for found in distributions(name="mxnet", path=[str(tmp_path / "site")])] == ["1.9.1"]
    assert list(installation.others([str(tmp_path / "site")])) == []
