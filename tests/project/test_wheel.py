"""The wheel holds the package, its types and its licence, and nothing else."""
import email
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import mxnet as mx

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    pytest.importorskip("hatchling", reason="the build tool is part of the dev extra")
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
                   cwd=ROOT, check=True, capture_output=True)
    (path,) = folder.glob("*.whl")
    return path


def test_name(wheel):
    assert wheel.name == f"remixnet-{mx.remixnet_version}-py3-none-any.whl"


def test_content(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    package = {str(p.relative_to(ROOT)) for p in (ROOT / "mxnet").rglob("*")
               if p.is_file() and "__pycache__" not in p.parts}
    assert package <= names
    assert "mxnet/py.typed" in names and "mxnet/ndarray/op.pyi" in names
    rest = {name.split("/")[0] for name in names - package}
    assert rest == {"remixnet.py", f"remixnet-{mx.remixnet_version}.dist-info"}
    assert {"LICENSE", "NOTICE"} <= {name.rsplit("/")[-1] for name in names}


def test_needs_torch_and_numpy_only(wheel):
    archive = zipfile.ZipFile(wheel)
    (name,) = (n for n in archive.namelist() if n.endswith("METADATA"))
    needs = email.message_from_bytes(archive.read(name)).get_all("Requires-Dist")
    assert sorted(need.split(">")[0] for need in needs if "extra ==" not in need) == ["numpy", "torch"]


def test_imports_from_the_wheel(wheel, tmp_path):
    zipfile.ZipFile(wheel).extractall(tmp_path)
    code = "import mxnet as mx; print(mx.nd.ones((2, 3)).sum().asscalar(), mx.__file__)"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True,
                          check=True)
    total, file = done.stdout.split()
    assert float(total) == 6 and Path(file).is_relative_to(tmp_path)
