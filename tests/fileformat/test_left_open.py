"""Objects that a program leaves open: it ends all the same, and its files are complete."""
import ast
import os
import pathlib
import subprocess
import sys
import textwrap

import pytest

import mxnet as mx

ROOT = pathlib.Path(mx.__file__).parent
START = """
    import atexit, builtins, sys, threading, warnings
    import numpy as np, mxnet as mx
    warnings.simplefilter("error")
    number = 0
    def name(ending):
        global number
        number += 1
        return f"{number}{ending}"
"""
# How a program may hold an object when it ends: each is freed at another moment.
HELD = {
    "a variable": "kept = make()",
    "another module": "sys.kept = make()",
    "a function called at exit": "atexit.register(id, make())",
    "a thread": "threading.current_thread().kept = make()",
    "a cycle": "kept = []; kept += kept, make(); del kept",
    "a generator": "found = (item for item in [make(), make()]); next(found)",
}
# Class with `__del__` or `finalize` -> a program that leaves some open.
LEFT = {
    "recordio.py MXRecordIO": """
        def make():
            writer = mx.recordio.MXRecordIO(name(".rec"), "w")
            writer.write(b"some bytes")
            indexed = mx.recordio.MXIndexedRecordIO(name(".idx"), name(".rec"), "w")
            indexed.write_idx(7, b"others")
            return writer, indexed
        """,
    "recordio.py MXRecordIO, for reading": """
        def make():
            with mx.recordio.MXRecordIO(name(".rec"), "w") as writer:
                writer.write(b"some bytes")
            reader = mx.recordio.MXRecordIO(writer.uri, "r")
            reader.read()
            return reader
        """,
    "fileformat/atomic.py atomic_write": """
        class Saver:
            def __init__(self):
                self.array, self.name = mx.nd.ones((5 << 20,), dtype="uint8"), name(".params")
            def __call__(self):
                mx.nd.save(self.name, self.array)
        for _ in range(2):
            atexit.register(Saver())
        """,
    "io/record_source.py RecordFiles, io/reader.py MXDataIter": """
        with mx.recordio.MXRecordIO(name(".rec"), "w") as writer:
            for label in range(8):
                header = mx.recordio.IRHeader(0, float(label), label, 0)
                writer.write(mx.recordio.pack_img(header, np.zeros((9, 9, 3), np.uint8), 9, ".png"))
        def make():
            found = mx.io.ImageRecordIter(path_imgrec=writer.uri, data_shape=(3, 8, 8), batch_size=2, verbose=False)
            found.next()
            return found, mx.io.PrefetchingIter(found)
        """,
    "io/text.py TextFile, io/ahead.py Ahead": """
        path = name(".csv")
        with open(path, "w") as file:
            file.write("1,2\\n" * 100_000)
        def make():
            found = mx.io.CSVIter(data_csv=path, data_shape=(2,), batch_size=10)
            found.next()
            return found
        """,
    "gluon/data/arena.py Arena, gluon/data/dataloader.py DataLoader": """
        def make():
            data = mx.gluon.data.ArrayDataset(mx.nd.ones((8, 2)))
            loaders = [mx.gluon.data.DataLoader(data, 2, num_workers=1, thread_pool=True)]
            found = iter(loaders[0])
            next(found)
            return loaders, found
        found = iter(mx.gluon.data.DataLoader(mx.gluon.data.ArrayDataset(mx.nd.ones((8, 2))), 2, num_workers=1))
        next(found)
        """,
    "ndarray/shared.py, module/replicas.py": """
        from mxnet.gluon.data.dataloader import reduce_ndarray
        def make():
            function, arguments = reduce_ndarray(mx.nd.ones((3,)).as_in_context(mx.Context("cpu_shared", 0)))
            data = mx.sym.Variable("data")
            module = mx.mod.Module(mx.sym.FullyConnected(data, num_hidden=2), label_names=None,
                                   context=[mx.cpu(0), mx.cpu(1)])
            module.bind([("data", (4, 3))])
            module.init_params()
            module.forward(mx.io.DataBatch([mx.nd.ones((4, 3))]), is_train=True)
            return arguments, module, mx.profiler.Task(mx.profiler.Domain("d"), "t")
        with mx.autograd.record():
            left = mx.nd.ones((2,)) * 2
        """,
}


@pytest.mark.parametrize("owner, holder", [*((next(iter(LEFT)), holder) for holder in HELD),
                                           *((owner, "all of them") for owner in LEFT)])
def test_a_program_that_leaves_it_open_ends(owner, holder, tmp_path):
    kept = [HELD[holder]] if holder in HELD else HELD.values() if "make()" in LEFT[owner] else ()
    code = "\n".join([textwrap.dedent(START), textwrap.dedent(LEFT[owner]), *kept, 'print("end", flush=True)'])
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True,
                          timeout=100)
    assert (done.returncode, done.stdout, done.stderr) == (0, "end\n", "")
    for path in tmp_path.glob("*.rec"):
        with mx.recordio.MXRecordIO(path, "r") as reader:
            assert reader.read()
    for path in tmp_path.glob("*.idx"):
        assert path.read_text() == "7\t0\n"
    saved = list(tmp_path.glob("*.params"))
    assert all(mx.nd.load(str(path))[0].shape == (5 << 20,) for path in saved)
    assert len(saved) == 2 * ("atomic" in owner)


def test_every_class_with_a_finalizer_is_tried():
    found = set()
    for path in ROOT.rglob("*.py"):
        tree = ast.parse(path.read_text())
        if any(isinstance(node, ast.FunctionDef) and node.name == "__del__" for node in ast.walk(tree)):
            found.add(path.relative_to(ROOT).as_posix())
    assert found - {"core/tiers/arena.py"} == {part.split()[0] for owner in LEFT for part in owner.split(", ")
                                               if part.split()[0] in found}, "a program that leaves it open is missing"
