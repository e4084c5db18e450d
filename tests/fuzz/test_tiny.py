"""The run with low thresholds changes what the package reads, and results stay: see `tiny`."""
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
from tests.fuzz import tiny
tiny.install()
import mxnet as mx
from mxnet.core.ops.nn import winograd
from mxnet.core.passes import reuse
assert reuse.REUSE_FROM_BYTES == winograd.WINOGRAD_FROM_TILES == 1
net = mx.gluon.nn.HybridSequential()
net.add(mx.gluon.nn.Conv2D(16, 3, padding=1, in_channels=16), mx.gluon.nn.BatchNorm(), mx.gluon.nn.Activation("relu"))
net.initialize()
x = mx.nd.random.normal(shape=(2, 16, 13, 11))
found = []
for compiled in (False, True):
    net.hybridize(compiled)
    with mx.autograd.record():
        out = net(x)
    out.backward()
    found.append((out.asnumpy(), net[0].weight.grad().asnumpy()))
assert winograd._planned.cache_info().currsize
assert all(abs(one - other).max() < 1e-4 for one, other in zip(*found))
"""


def test_low_thresholds_are_read_and_results_stay():
    subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, check=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
