"""`remixnet stand-in`: pip and importlib.metadata see a package mxnet, and it goes away again."""
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, distributions, version

import pytest

from mxnet.cli import main


def seen(folder, name="mxnet"):
    return [found.version for found in distributions(name=name, path=[str(folder)])]


def test_a_package_without_code_stands_for_mxnet(tmp_path, capsys):
    here = ["--folder", str(tmp_path)]
    assert main(["stand-in", *here]) == 0
    assert seen(tmp_path) == ["1.9.1"]
    assert main(["stand-in", *here, "--version", "1.8.0"]) == 0
    assert seen(tmp_path) == ["1.8.0"]
    assert main(["stand-in", *here, "--name", "mxnet-cu112"]) == 0
    assert seen(tmp_path, "mxnet-cu112") == ["1.9.1"]
    assert not list(tmp_path.glob("mxnet"))
    assert main(["stand-in", *here, "--remove"]) == 0
    assert seen(tmp_path) == []
    assert [path.name for path in tmp_path.iterdir()] == ["mxnet_cu112-1.9.1.dist-info"]
    assert main(["stand-in", *here, "--remove"]) == 0
    assert "was not there" in capsys.readouterr().err


def test_the_real_one_is_left_alone(tmp_path, capsys):
    place = tmp_path / "mxnet-1.9.1.dist-info"
    place.mkdir()
    (place / "METADATA").write_text("Metadata-Version: 2.1\nName: mxnet\nVersion: 1.9.1\n")
    (place / "INSTALLER").write_text("pip\n")
    assert main(["stand-in", "--folder", str(tmp_path)]) == 2
    assert "pip uninstall mxnet" in capsys.readouterr().err
    assert seen(tmp_path) == ["1.9.1"]


def test_pip_takes_it_for_installed(tmp_path):
    try:  # asked for by its description: importing pip here would take setuptools' distutils away from all later tests
        version("pip")
    except PackageNotFoundError:
        pytest.skip("pip is not part of every environment")
    main(["stand-in", "--folder", str(tmp_path)])
    done = subprocess.run([sys.executable, "-m", "pip", "show", "mxnet", "--disable-pip-version-check"],
                          capture_output=True, text=True, env={"PYTHONPATH": str(tmp_path), "PATH": ""})
    assert "Version: 1.9.1" in done.stdout, done.stderr
