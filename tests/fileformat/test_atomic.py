"""Saving: nothing half written is ever seen, and what the old file had is kept."""
import os
import signal
import stat
import subprocess
import sys
import textwrap

import pytest

from mxnet.fileformat import atomic, settle
from mxnet.fileformat.atomic import LARGE, atomic_write


def test_the_new_file_appears_only_at_the_end(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"old")
    with atomic_write(path) as file:
        file.write(b"new")
        file.flush()
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["x"]


@pytest.mark.parametrize("size", [0, LARGE])
def test_an_exception_leaves_the_old_file_and_nothing_else(tmp_path, size):
    path = tmp_path / "x"
    path.write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt), atomic_write(path, size=size) as file:
        file.write(b"new")
        raise KeyboardInterrupt
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["x"]


def test_a_killed_process_leaves_the_old_file(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"old")
    program = textwrap.dedent("""
        import os, signal, sys
        from mxnet.fileformat.atomic import atomic_write
        with atomic_write(sys.argv[1], size=8 << 20) as file:
            file.write(bytes(5 << 20))
            file.flush()
            os.kill(os.getpid(), signal.SIGKILL)
    """)
    done = subprocess.run([sys.executable, "-c", program, path], check=False)
    assert done.returncode == -signal.SIGKILL
    assert path.read_bytes() == b"old"


def test_text_mode(tmp_path):
    with atomic_write(tmp_path / "x", "w", encoding="utf-8") as file:
        file.write("grün")
    assert (tmp_path / "x").read_bytes() == "grün".encode()


def test_permissions_are_those_of_the_old_file_or_of_a_plain_open(tmp_path):
    path, plain = tmp_path / "x", tmp_path / "plain"
    plain.touch()
    with atomic_write(path):
        pass
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)
    path.chmod(0o640)
    with atomic_write(path):
        pass
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "folder").mkdir()
    target, link = tmp_path / "folder" / "target", tmp_path / "link"
    target.write_bytes(b"old")
    link.symlink_to(target)
    with atomic_write(link) as file:
        file.write(b"new")
    assert link.is_symlink() and target.read_bytes() == b"new"


def test_a_device_is_written_to():
    with atomic_write("/dev/null") as file:
        file.write(b"gone")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_a_long_name(tmp_path):
    path = tmp_path / ("名" * 80)
    with atomic_write(path) as file:
        file.write(b"x")
    assert path.read_bytes() == b"x"


@pytest.mark.parametrize("written", [LARGE - 1000, LARGE, LARGE + 1000])
def test_a_wrong_announcement_does_not_show(tmp_path, written):
    with atomic_write(tmp_path / "x", size=LARGE) as file:
        file.write(b"x" * written)
    assert (tmp_path / "x").read_bytes() == b"x" * written


def test_a_disk_too_small_says_so_at_once(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"old")
    with pytest.raises(OSError), atomic_write(path, size=2**62):
        pytest.fail("the block must not start")
    assert path.read_bytes() == b"old" and os.listdir(tmp_path) == ["x"]


@pytest.fixture
def synced(monkeypatch):
    """The numbers of the files that were synced."""
    found, fsync = [], os.fsync

    def count(handle):
        found.append(os.fstat(handle).st_ino)
        fsync(handle)
    monkeypatch.setattr(os, "fsync", count)
    return found


def test_a_small_file_is_on_the_disk_when_the_save_returns(tmp_path, synced):
    with atomic_write(tmp_path / "x"):
        pass
    assert synced == [(tmp_path / "x").stat().st_ino]


def test_a_large_file_follows_and_only_its_newest_state(tmp_path, synced, monkeypatch):
    settler = settle.Settler(delay=0.05)
    monkeypatch.setattr(atomic, "settler", settler)
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        with atomic_write(tmp_path / "x", size=LARGE):
            pass
    assert synced == []
    worker = settler._worker
    worker.join(10)
    assert not worker.is_alive()
    assert synced == [(tmp_path / "x").stat().st_ino]
    assert len(os.listdir("/proc/self/fd")) == before


def test_large_files_are_settled_when_the_program_ends(tmp_path):
    program = textwrap.dedent("""
        import os, sys
        from mxnet.fileformat.atomic import atomic_write
        fsync = os.fsync
        os.fsync = lambda handle: (fsync(handle), print("synced", flush=True))
        with atomic_write(sys.argv[1], size=8 << 20) as file:
            file.write(b"x")
    """)
    done = subprocess.run([sys.executable, "-c", program, tmp_path / "x"], check=True,
                          stdout=subprocess.PIPE, text=True)
    assert done.stdout == "synced\n"


def test_a_failing_disk_is_reported(tmp_path, caplog):
    settler = settle.Settler(delay=60)
    handle = os.open(tmp_path / "x", os.O_WRONLY | os.O_CREAT)
    read_end, write_end = os.pipe()
    os.close(read_end)
    os.dup2(write_end, handle)      # a pipe cannot be synced
    os.close(write_end)
    settler.add("the/path", handle)
    settler.settle()
    assert "the disk did not take the/path" in caplog.text
