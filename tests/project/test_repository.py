"""What is true of every file that is committed: no foreign hosts, no paths of one machine, no bulk."""
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# Where a link may point. Nothing is fetched from any of them by code of this project.
HOSTS = {
    "www.apache.org": "the licence", "apache.org": "the licence", "www.w3.org": "name of the SVG namespace",
    "localhost": "examples", "example.invalid": "tests: by its name a host that is not there",
}
URL = re.compile(r"(?:https?|ftp|git\+ssh)://([^/\s\"'<>)\]`]+)")
MACHINE = re.compile(r"(?<![\w.])/(?:home|root|Users|work|opt|mnt|scratch)/[\w.]")
VAGUE = re.compile(r"(^|_)(utils?|helpers?|common|misc)(_|$)")
# Names that MXNet's interface asks for.
ASKED_FOR = {"mxnet/misc.py", "mxnet/util.py", "mxnet/test_utils", "mxnet/gluon/utils.py",
             "mxnet/contrib/text/utils.py", "mxnet/io/utils.py", "mxnet/ndarray/utils.py",
             "mxnet/gluon/contrib/estimator/utils.py", "mxnet/numpy/utils.py", "mxnet/numpy_extension/utils.py"}


def tracked():
    """Give the files git knows, or all there are where this is no clone."""
    try:
        listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                                capture_output=True, text=True, check=True).stdout.split("\n")
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git clone")
    return sorted(ROOT / name for name in listed if name and (ROOT / name).is_file())


def text(path):
    """Give a file's text, or None where it is binary."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None


def lines_that(pattern, allowed=lambda match: False):
    """Give `file:line: match` for every match of a pattern in a tracked text file but this one."""
    found = []
    for path in tracked():
        body = text(path)
        if body is None or path == Path(__file__).resolve():
            continue
        for number, line in enumerate(body.splitlines(), 1):
            found += [f"{path.relative_to(ROOT)}:{number}: {match.group(0)}"
                      for match in pattern.finditer(line) if not allowed(match)]
    return found


def test_links_point_to_known_hosts():
    assert not lines_that(URL, lambda match: match.group(1).split(":")[0] in HOSTS)


def test_no_path_of_one_machine():
    assert not lines_that(MACHINE)


def test_files_are_small():
    large = [str(path.relative_to(ROOT)) for path in tracked() if path.stat().st_size > 1_000_000]
    assert not large


def test_modules_are_short():
    """A file over 600 lines is two rooms."""
    lengths = {str(path.relative_to(ROOT)): len(path.read_text().splitlines())
               for path in (ROOT / "mxnet").rglob("*.py")}
    long = {name: length for name, length in lengths.items() if length > 600}
    assert not long


def test_files_are_named_by_what_they_hold():
    vague = [name for path in tracked() if path.suffix == ".py"
             for name in [str(path.relative_to(ROOT))]
             if any(VAGUE.search(part.removesuffix(".py")) for part in Path(name).parts)
             and not any(name == asked or name.startswith(asked + "/") for asked in ASKED_FOR)]
    assert not vague


def test_modules_say_what_they_own():
    silent = [str(path.relative_to(ROOT)) for path in tracked()
              if path.suffix == ".py" and path.is_relative_to(ROOT / "mxnet")
              and not path.read_text().lstrip().startswith(('"""', 'r"""'))]
    assert not silent
