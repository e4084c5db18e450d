"""Saving: nothing half written is ever seen, and what the old file had is kept."""
import ast
import errno
import os
import resource
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import textwrap
import threading
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet.fileformat import SavedArray, atomic, background_sync, safetensor
from mxnet.fileformat.atomic import LARGE, atomic_write

# What these open is no file that a user saves to, or one of NumPy's written into a file opened above.
NO_USER_FILES = {"test_utils/process.py: open", "cli/predict.py: np.save"}


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


@pytest.mark.parametrize("save", [
    lambda path: mx.nd.save(path, {"w": mx.nd.arange(3)}),
    lambda path: mx.sym.var("x").save(path),
], ids=["arrays", "symbol"])
def test_a_temporary_file_that_is_open_is_read_through_its_handle(tmp_path, save):
    with tempfile.NamedTemporaryFile(dir=tmp_path) as file:
        for _ in range(2):
            save(file.name)
            file.seek(0)
            data = file.read()
            assert data and data == Path(file.name).read_bytes()


@pytest.fixture
def mounted(tmp_path, monkeypatch):
    """A file that nothing can take the place of, as one that is mounted by itself."""
    path = tmp_path / "x"
    path.write_bytes(b"old, and longer than what comes")
    replace = os.replace

    def busy(source, target):
        if os.fspath(target) == str(path):
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), source, None, target)
        replace(source, target)
    monkeypatch.setattr(os, "replace", busy)
    return path


@pytest.mark.parametrize("size", [0, LARGE])
def test_a_mounted_file_is_written_in_place(mounted, size):
    before = mounted.stat().st_ino
    with atomic_write(mounted, size=size) as file:
        file.write(b"new")
        assert mounted.read_bytes().startswith(b"old")
    assert mounted.read_bytes() == b"new" and mounted.stat().st_ino == before
    with pytest.raises(KeyboardInterrupt), atomic_write(mounted) as file:
        file.write(b"half")
        raise KeyboardInterrupt
    assert mounted.read_bytes() == b"new" and os.listdir(mounted.parent) == ["x"]


def test_what_did_not_go_into_a_mounted_file_is_kept(mounted, monkeypatch):
    def full(source, target, length=0):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    monkeypatch.setattr(atomic.shutil, "copyfileobj", full)
    with pytest.raises(mx.MXNetError, match=r"No space left.* what was to be saved is in .*x\.\w+\.saved"), \
            atomic_write(mounted) as file:
        file.write(b"new")
    kept, = (name for name in os.listdir(mounted.parent) if name != "x")
    assert (mounted.parent / kept).read_bytes() == b"new"


def test_a_mount_of_its_own(tmp_path):
    """The same with a real mount, where the system lets us make one."""
    (tmp_path / "outside").write_bytes(b"old")
    (tmp_path / "inside").write_bytes(b"")
    program = "import mxnet as mx; mx.nd.save('inside', [mx.nd.ones(3)]); print(mx.nd.load('inside')[0].shape)"
    shell = f"mount --bind outside inside || exit 9; {sys.executable} -c \"{program}\""
    try:
        done = subprocess.run(["unshare", "-m", "sh", "-c", shell], cwd=tmp_path, capture_output=True, text=True,
                              env={**os.environ, "PYTHONPATH": str(Path(mx.__file__).parents[1])})
    except FileNotFoundError:
        pytest.skip("there is no program unshare")
    if done.returncode in (1, 9) and "Traceback" not in done.stderr:
        pytest.skip(f"mounts are not allowed here: {done.stderr.strip()}")
    assert done.stdout == "(3,)\n", done.stderr
    assert sorted(os.listdir(tmp_path)) == ["inside", "outside"] and (tmp_path / "outside").stat().st_size > 50


def test_a_file_in_a_folder_that_takes_no_new_ones(tmp_path, monkeypatch):
    path = tmp_path / "x"
    path.write_bytes(b"old")
    access = os.access
    monkeypatch.setattr(os, "access", lambda name, mode: os.fspath(name) != str(tmp_path) and access(name, mode))
    before = path.stat().st_ino
    with atomic_write(path) as file:
        file.write(b"new")
    assert path.read_bytes() == b"new" and path.stat().st_ino == before


def test_readers_keep_the_file_they_opened(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"old")
    with open(path, "rb") as reader:
        with atomic_write(path) as file:
            file.write(b"new")
        assert reader.read() == b"old"


def test_a_large_file_saved_twice_is_replaced_both_times(tmp_path):
    numbers = set()
    for _ in range(2):
        with atomic_write(tmp_path / "x", size=LARGE) as file:
            numbers.add(os.fstat(file.fileno()).st_ino)
    assert len(numbers) == 2


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
    """The numbers of the files that were synced, without those that other tests saved just before."""
    worker = background_sync.background_sync._worker
    if worker is not None:
        worker.join(30)
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
    sync = background_sync.BackgroundSync(delay=0.05)
    monkeypatch.setattr(atomic, "background_sync", sync)
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        with atomic_write(tmp_path / "x", size=LARGE):
            pass
    assert synced == []
    worker = sync._worker
    worker.join(10)
    assert not worker.is_alive()
    assert synced == [(tmp_path / "x").stat().st_ino]
    assert len(os.listdir("/proc/self/fd")) == before


def test_large_files_are_synced_when_the_program_ends(tmp_path):
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
    sync = background_sync.BackgroundSync(delay=60)
    handle = os.open(tmp_path / "x", os.O_WRONLY | os.O_CREAT)
    read_end, write_end = os.pipe()
    os.close(read_end)
    os.dup2(write_end, handle)      # a pipe cannot be synced
    os.close(write_end)
    sync.add("the/path", handle)
    sync.flush()
    assert "the disk did not take the/path" in caplog.text


def saves():
    """Every kind of file that is written: a name and what writes it."""
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    arrays = {"arg:fc_weight": mx.nd.ones((2, 3)), "arg:fc_bias": mx.nd.zeros((2,))}

    def states(path):
        module = mx.mod.Module(net, label_names=None)
        module.bind([("data", (1, 3))])
        module.init_params()
        module.init_optimizer(optimizer_params={"momentum": 0.9})
        module.save_optimizer_states(path)

    def profile(path):
        mx.profiler.set_config(filename=path)
        try:
            mx.profiler.dump()
        finally:
            mx.profiler.set_config(filename="profile.json")

    def records(path):
        with mx.recordio.MXRecordIO(path, "w") as writer:
            writer.write(b"record")

    def index(path):
        with mx.recordio.MXIndexedRecordIO(path, os.devnull, "w") as writer:
            writer.write_idx(1, b"record")
    def drawing(path):
        pytest.importorskip("graphviz", reason="needs the extra `graphviz`")
        mx.viz.plot_network(net).save(path)

    def model(path):
        pytest.importorskip("onnx", reason="needs the extra `onnx`")
        mx.contrib.onnx.export_model(net, arrays, [(1, 3)], onnx_file_path=path)
    return {"drawing": drawing, "onnx": model, "symbol": net.save, "states": states,
            "params": lambda path: mx.nd.save(path, arrays),
            "safetensors": lambda path: safetensor.write(path, [SavedArray(np.ones(3, np.float32), "a")]),
            "profile": profile, "records": records, "index": index}


KINDS = sorted(saves())
STREAMS = {"records", "index"}      # their old file is emptied as the new one is begun, as in MXNet


@pytest.mark.parametrize("kind", KINDS)
def test_every_save_follows_a_link_and_keeps_permissions(kind, tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    target.chmod(0o640)
    link.symlink_to(target)
    saves()[kind](str(link))
    assert link.is_symlink() and stat.S_IMODE(target.stat().st_mode) == 0o640
    assert target.read_bytes() not in (b"", b"old")
    assert sorted(os.listdir(tmp_path)) == ["link", "target"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_save_says_which_file_it_could_not_write(kind, tmp_path):
    for path in (tmp_path / "missing" / "x", tmp_path, "a\0b"):
        if kind == "drawing" and path != "a\0b" and path != tmp_path:
            continue        # Graphviz makes the folder
        with pytest.raises(mx.MXNetError) as raised:
            saves()[kind](str(path))
        assert isinstance(raised.value, OSError) and raised.value.filename == str(path)
        assert "cannot write" in str(raised.value)


@pytest.mark.parametrize("kind", KINDS)
def test_every_save_leaves_a_device_a_device(kind):
    saves()[kind](os.devnull)
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


@pytest.mark.parametrize("kind", sorted(set(KINDS) - STREAMS))
def test_a_full_disk_keeps_the_old_file(kind, tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"old")
    save = saves()[kind]
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4, limits[1]))
    try:
        with pytest.raises(mx.MXNetError, match="cannot write .*x: File too large"):
            save(str(path))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert path.read_bytes() == b"old" and os.listdir(tmp_path) == ["x"]


def test_a_full_disk_takes_no_half_record(tmp_path):
    path = tmp_path / "x.rec"
    writer = mx.recordio.MXRecordIO(str(path), "w")
    writer.write(b"one")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (40, limits[1]))
    try:
        with pytest.raises(mx.MXNetError, match="cannot write .*x.rec: File too large"):
            writer.write(bytes(100))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    writer.write(b"two")
    with mx.recordio.MXRecordIO(str(path), "r") as reader:      # while it is being written
        assert [reader.read(), reader.read(), reader.read()] == [b"one", b"two", None]
    writer.close()


def test_what_is_no_file_to_be_written_is_refused(tmp_path):
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket"))
        with pytest.raises(mx.MXNetError, match="got a block device or a socket"):
            mx.nd.save(str(tmp_path / "socket"), [mx.nd.ones(1)])
    assert stat.S_ISSOCK((tmp_path / "socket").stat().st_mode)


def test_a_file_that_may_not_be_written_is_not_replaced(tmp_path, monkeypatch):
    path = tmp_path / "x"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda *_: False)         # root may write everything
    with pytest.raises(mx.MXNetError, match="cannot write .*x: Permission denied"):
        mx.sym.var("a").save(str(path))
    assert path.read_bytes() == b"old"


def test_a_pipe_is_written_to(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    found = []
    reader = threading.Thread(target=lambda: found.append(path.read_bytes()))
    reader.start()
    mx.sym.var("a").save(str(path))
    reader.join(10)
    assert mx.sym.load_json(found[0].decode()).name == "a" and stat.S_ISFIFO(path.stat().st_mode)


def test_an_error_in_the_block_about_another_file_stays_what_it_is(tmp_path):
    with pytest.raises(FileNotFoundError) as raised, atomic_write(tmp_path / "x"):
        open(tmp_path / "other")
    assert raised.value.filename == str(tmp_path / "other") and not isinstance(raised.value, mx.MXNetError)


def test_files_are_opened_in_few_places():
    package = Path(mx.__file__).parent
    found = set()
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if called in ("open", "os.fdopen", "tempfile.mkstemp", "np.save", "np.load", "np.fromfile"):
                found.add(f"{path.relative_to(package)}: {called}")
    assert found - NO_USER_FILES == {
        "core/opening.py: open", "fileformat/atomic.py: open", "fileformat/record.py: open", "recordio.py: open"}
