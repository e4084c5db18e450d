"""What a program has in use when it forks or spawns: in the child it works, or says that it does not."""
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import mxnet

FORK = """
    import json, os, signal, sys
    import numpy as np
    import torch
    torch.set_num_threads(2)
    import mxnet as mx

    def child(work):
        read, write = os.pipe()
        pid = os.fork()
        if pid == 0:
            signal.alarm(30)
            try:
                said = work()
            except mx.MXNetError as error:
                said = "MXNetError: " + str(error)
            os.write(write, json.dumps(said).encode())
            os._exit(0)
        os.close(write)
        with os.fdopen(read) as pipe:
            said = pipe.read()
        return json.loads(said) if os.waitpid(pid, 0)[1] == 0 else "killed"

    def numbers(batch):
        return batch.data[0].asnumpy().tolist()
    found = {}
"""

CASES = {
    "a large operator": ("""
        large = mx.nd.ones((512, 512))
        mx.nd.dot(large, large).wait_to_read()
        found = [child(lambda: float(mx.nd.dot(large, large).asnumpy()[0, 0])),
                 child(lambda: (mx.nd.ones((2000, 1000)) + 1).asnumpy().sum().item())]
    """, [512.0, 4000000.0]),
    "PrefetchingIter": ("""
        it = mx.io.PrefetchingIter(mx.io.NDArrayIter(np.arange(8.), batch_size=2))
        numbers(it.next())
        found = [child(lambda: numbers(it.next()))[:41], child(lambda: (it.reset(), numbers(it.next()))[1]),
                 child(lambda: (it.close(), "closed")[1]), child(lambda: "never used"), numbers(it.next()),
                 child(lambda: numbers(mx.io.PrefetchingIter(mx.io.NDArrayIter(np.ones(4), batch_size=2)).next()))]
    """, ["MXNetError: Forbidden operation in multip", [0.0, 1.0], "closed", "never used", [2.0, 3.0], [1.0, 1.0]]),
    "CSVIter": ("""
        with open("rows.csv", "w") as file:
            file.write("1,2,3\\n" * 200000)
        it = mx.io.CSVIter(data_csv="rows.csv", data_shape=(3,), batch_size=1000)
        for _ in range(120):
            it.next()
        found = [child(lambda: (it.reset(), sum(1 for _ in it))[1]), sum(1 for _ in it)]
    """, [200, 80]),
    "a module on two contexts": ("""
        net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=20, name="fc"), name="softmax")
        data = mx.io.NDArrayIter(np.ones((16, 30), np.float32), np.zeros(16), batch_size=8)
        module = mx.mod.Module(net, context=[mx.cpu(0), mx.cpu(1)])
        module.fit(data, num_epoch=1)
        found = [child(lambda: module.score(data, "acc")[0][1]), child(lambda: module.fit(data, num_epoch=1)),
                 module.score(data, "acc")[0][1]]
    """, [1.0, None, 1.0]),
    "random numbers": ("""
        def draw():
            return mx.nd.random.uniform(shape=3).asnumpy().tolist()
        mx.random.seed(7)
        draw()
        one, two, mine = child(draw), child(draw), draw()
        seeded = child(lambda: (mx.random.seed(8), draw())[1])
        found = [one == two == mine, seeded != mine, 0.0 < min(seeded)]
    """, [True, True, True]),
    "a save that is under way": ("""
        mx.nd.save("large.params", [mx.nd.ones((1100, 1024))])
        def save():
            mx.nd.save("child.params", [mx.nd.ones((1100, 1024))])
            return len(mx.nd.load("large.params"))
        found = [child(save), len(mx.nd.load("child.params"))]
    """, [1, 1]),
}


def run(program, folder):
    path = folder / "program.py"
    path.write_text(textwrap.dedent(program))
    environment = {**os.environ, "PYTHONPATH": str(Path(mxnet.__file__).parents[1])}
    done = subprocess.run([sys.executable, "-W", "ignore", str(path)], cwd=folder, capture_output=True, text=True,
                          timeout=150, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[-1]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.parametrize("case", CASES)
def test_fork(case, tmp_path):
    program, expected = CASES[case]
    said = run(textwrap.dedent(FORK) + textwrap.dedent(program) + "\nprint(found == " + repr(expected) + ", found)",
               tmp_path)
    assert said.startswith("True"), said


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_workers_of_multiprocessing(method, tmp_path):
    said = run(f"""
        import multiprocessing
        import numpy as np
        import mxnet as mx

        def work(seed):
            mx.random.seed(seed)
            it = mx.io.PrefetchingIter(mx.io.NDArrayIter(np.arange(8.), batch_size=2))
            total = sum(float(batch.data[0].asnumpy().sum()) for batch in it)
            return total, mx.nd.random.uniform(shape=2).asnumpy().tolist()

        if __name__ == "__main__":
            work(0)
            mx.nd.dot(mx.nd.ones((300, 300)), mx.nd.ones((300, 300))).wait_to_read()
            with multiprocessing.get_context({method!r}).Pool(2) as pool:
                found = pool.map_async(work, [1, 2]).get(100)
            print(found[0][0] == found[1][0] == 28.0 and found[0][1] != found[1][1], found)
    """, tmp_path)
    assert said.startswith("True"), said
