"""Lost, late and disagreeing workers: the others say so in time, and a job with restarts ends as if nothing was."""
import os
import socket
import subprocess
import sys

import pytest

import mxnet as mx

from .launching import HERE, clean_environment, finish, start

LOST = """
import os, signal, sys, time
import mxnet as mx
kv = mx.kv.create("dist_sync")
kv.init("a", mx.nd.ones((2, 3)))
kv.pull("a", mx.nd.zeros((2, 3)))
kv._barrier()
if kv.rank == 1:
    os.kill(os.getpid(), signal.SIGKILL)
started = time.time()
try:
    kv.push("a", mx.nd.ones((2, 3)))
    kv.pull("a", mx.nd.zeros((2, 3)))
except mx.MXNetError as error:
    print("TOLD", time.time() - started, error)
    sys.exit(3)
"""

LATE = """
import os, sys, time
import mxnet as mx
kv = mx.kv.create("dist_sync")
kv.init(["a", "b"], [mx.nd.ones((2, 3))] * 2)
kv._barrier()
os.environ["MXNET_KVSTORE_TIMEOUT"] = "2"
if kv.rank == 1:
    kv.push("a", mx.nd.ones((2, 3)))
    kv.pull("a", mx.nd.zeros((2, 3)))
    time.sleep(1000)  # until it is killed
try:
    kv.push(["a", "b"], [mx.nd.ones((2, 3))] * 2)
    kv.pull("b", mx.nd.zeros((2, 3)))
except mx.MXNetError as error:
    print("TOLD", error)
try:
    kv._barrier()
except mx.MXNetError as error:
    print("TOLD", error)
sys.stdout.flush()
os._exit(0)  # a worker that ends well would wait for the other
"""

LEFT = """
import mxnet as mx
kv = mx.kv.create("dist_sync")
kv.init("a", mx.nd.ones((2, 3)))
for turn in range(3 - kv.rank):  # unequal parts: rank 1 is done a batch earlier
    kv.push("a", mx.nd.ones((2, 3)))
    kv.pull("a", mx.nd.zeros((2, 3)))
"""

APART = """
import mxnet as mx
kv = mx.kv.create("dist_sync")
kv.init("a", mx.nd.ones((2, 3)))
kv.set_optimizer(mx.optimizer.SGD(learning_rate=0.1 + kv.rank))
for _ in range(100):  # rank 0 may end the round in which rank 1 finds it out
    kv.push("a", mx.nd.ones((2, 3)))
    kv.pull("a", mx.nd.zeros((2, 3)))
"""


def test_a_killed_worker_is_told_of_at_once():
    ended = finish(start(3, "-c", LOST))
    assert [status for status, _ in ended] == [3, -9, 3], ended
    for _, output in (ended[0], ended[2]):
        word, seconds, text = output[output.index("TOLD"):].split(" ", 2)
        assert float(seconds) < 10 and "lost rank 1" in text and "of key a" in text


def test_a_late_worker_is_named_at_the_limit():
    processes = start(2, "-c", LATE)
    (_, output), = finish(processes[:1])
    processes[1].kill()
    processes[1].communicate()
    assert "pull of key b: waited 2 seconds (MXNET_KVSTORE_TIMEOUT) for rank 1 to push it (round 1)" in output, output
    assert "barrier 2: waited 2 seconds (MXNET_KVSTORE_TIMEOUT) for rank 1 to come to it" in output, output


def test_a_worker_that_left_is_not_waited_for():
    (status, output), (other, _) = finish(start(2, "-c", LEFT))
    assert status == 1 and other == 0
    assert "rank 1 left without it" in output, output


def test_another_optimizer_is_refused():
    ended = finish(start(2, "-c", APART))
    assert all(status == 1 for status, _ in ended), ended
    assert any("lr of the optimizer is 1.1 in rank 1 and 0.1 in rank 0" in output for _, output in ended), ended


def test_a_worker_that_does_not_come_is_named():
    processes = start(2, "-c", "import mxnet as mx; mx.kv.create('dist_sync')", env={"MXNET_KVSTORE_TIMEOUT": "2"})
    processes[1].kill()
    (status, output), _ = finish(processes)
    assert status == 1 and "waited 2 seconds" in output and "for rank 1 of 2 workers" in output, output


def test_nobody_waits_for_a_frozen_worker():
    # in one test, so that they wait at the same time
    cases = [(0, "train", "0"), (0, "exit", "1"), (1, "exit", "1")]
    jobs = [start(2, HERE / "freezing.py", who, phase, env={"MXNET_KVSTORE_SHARED_MEMORY": near})
            for who, phase, near in cases]
    try:
        ended = [finish([job[1 - who]]) for job, (who, _, _) in zip(jobs, cases)]
    finally:
        for job in jobs:
            for process in job:
                process.kill()
                process.communicate()
    assert [found[0][0] for found in ended] == [1, 1, 1], ended
    (_, trains), (_, first), (_, last) = (found[0] for found in ended)
    assert "waited 2 seconds (MXNET_KVSTORE_TIMEOUT) for rank 0, which does not answer" in trains, trains
    assert "lost rank 0 (no sign of life for 2 seconds) before all workers had left" in first, first
    assert "lost rank 1 (no sign of life for 2 seconds) before all workers had left" in last, last


def test_a_port_that_does_not_answer_is_not_waited_for():
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        env = {"MXNET_KVSTORE_TIMEOUT": "2", "DMLC_PS_ROOT_PORT": str(silent.getsockname()[1])}
        (worker, told), (server, other) = finish(
            start(1, "-c", "import mxnet as mx; mx.kv.create('dist_sync')", env={**env, "DMLC_NUM_WORKER": "2"})
            + start(0, "-c", "import mxnet", env=env, roles=("server",)))
    assert worker == server == 1, (told, other)
    assert "does not answer; waited 2 seconds" in told and "does not answer; waited 2 seconds" in other


def launch(count, folder, *flags, **env):
    return subprocess.run([sys.executable, "-m", "mxnet", "launch", "-n", str(count), *flags, sys.executable,
                           str(HERE / "training.py"), str(folder)], capture_output=True, text=True, timeout=300,
                          env=clean_environment(**env), check=False)


@pytest.mark.parametrize("contexts, die", [
    ("1", {"DIE": "1:2:1"}), ("2", {"DIE": "1:2:1"}), ("1", {"DIE": "0:2:1", "SIGNAL": "SIGSTOP"})])
def test_a_job_with_restarts_ends_as_an_unbroken_one(tmp_path, contexts, die):
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    for folder, flags, env in ((whole, (), {}), (broken, ("--restarts", "2"), die)):
        os.mkdir(folder)
        ended = launch(2, folder, *flags, CONTEXTS=contexts, **env)
        assert ended.returncode == 0, ended
    assert (broken / "died").exists() and "start 2 of 3" in ended.stderr
    expected, found = (mx.nd.load(str(folder / "final.params")) for folder in (whole, broken))
    for name, value in expected.items():
        assert (found[name].asnumpy() == value.asnumpy()).all(), name


def test_without_restarts_the_status_is_that_of_the_worker(tmp_path):
    ended = launch(2, tmp_path, DIE="1:0:0")
    assert ended.returncode == 137 and "[0] " in ended.stderr and "lost rank 1" in ended.stderr, ended
