"""`remixnet launch`, torchrun and processes started by hand: the same bits; roles that only wait; who is started."""
import hashlib
import os
import stat
import subprocess
import sys

import pytest

from mxnet.cli import launch, main, make_parser

from .launching import HERE, clean_environment, finish, start


def digest(folder):
    return hashlib.sha256((folder / "final.params").read_bytes()).hexdigest()


def test_every_way_to_start_gives_the_same_bits(tmp_path):
    script, found = str(HERE / "training.py"), {}
    for name, head in (("launch", [sys.executable, "-m", "mxnet", "launch", "-n", "2", sys.executable]),
                       ("torchrun", [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node", "2"])):
        folder = tmp_path / name
        folder.mkdir()
        ended = subprocess.run([*head, script, str(folder), "2"], capture_output=True, text=True, timeout=300,
                               env=clean_environment(), check=False)
        assert ended.returncode == 0, ended
        found[name] = digest(folder)
        if name == "launch":
            assert "[0] trained 0 of 2" in ended.stdout and "[1] trained 1 of 2" in ended.stdout
    folder = tmp_path / "dmlc"
    folder.mkdir()
    ended = finish(start(2, script, str(folder), "2", roles=("scheduler", "server")))
    assert [status for status, _ in ended] == [0] * 4, ended
    assert "trained" not in ended[0][1] + ended[1][1], "a server does not run the program"
    found["dmlc"] = digest(folder)
    assert len(set(found.values())) == 1, found


def test_a_failing_worker_ends_the_job_with_its_status():
    code = "import os, sys, time; time.sleep(0 if os.environ['DMLC_WORKER_ID'] == '1' else 300); sys.exit(7)"
    ended = subprocess.run([sys.executable, "-m", "mxnet", "launch", "-n", "2", sys.executable, "-c", code],
                           timeout=300, env=clean_environment(), check=False)
    assert ended.returncode == 7


def planned(*words, program=("python", "train.py")):
    args = make_parser().parse_args(["launch", *words, *program])
    return list(launch._workers(args, list(program), 0))


def test_local_workers_meet_on_the_loopback_address(monkeypatch):
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    first, second = planned("-n", "2", "-s", "2", "--env", "A=1", "--env-worker", "B:2")
    assert first.command == ["python", "train.py"] and first.label == "0" and second.env["DMLC_WORKER_ID"] == "1"
    assert first.env["DMLC_PS_ROOT_URI"] == first.env["DMLC_NODE_HOST"] == "127.0.0.1"
    assert first.env["DMLC_PS_ROOT_PORT"] == second.env["DMLC_PS_ROOT_PORT"] and first.env["OMP_NUM_THREADS"] == "1"
    assert (first.env["A"], first.env["B"]) == ("1", "2")


def test_ssh_goes_round_the_hosts(tmp_path):
    hosts = tmp_path / "hosts"
    hosts.write_text("# ours\nred\nblue:2222\n")
    workers = planned("-n", "3", "-H", str(hosts), "--env", "KEY=two words")
    assert [worker.command[-2] for worker in workers] == ["red", "blue", "red"]
    assert workers[1].command[-4:-2] == ["-p", "2222"] and workers[0].env == {}
    line = workers[2].command[-1]
    assert "DMLC_PS_ROOT_URI=red" in line and "DMLC_WORKER_ID=2" in line and "KEY='two words'" in line
    assert "DMLC_LOCAL_RANK=1" in line and line.endswith("python train.py")


def test_slurm_is_asked_for_all_at_once():
    worker, = planned("-n", "8", "--launcher", "slurm")
    assert worker.command[:3] == ["srun", "-n", "8"] and worker.command[-2:] == ["python", "train.py"]


def test_mpi_is_told_where_to_meet(tmp_path, monkeypatch):
    for said, expected in (("mpirun (Open MPI) 5.0", ["-x", "MASTER_ADDR"]), ("HYDRA build details", None)):
        program = tmp_path / "mpirun"
        program.write_text(f"#!/bin/sh\necho '{said}'\n")
        program.chmod(program.stat().st_mode | stat.S_IEXEC)
        monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
        worker, = planned("-n", "4", "--launcher", "mpi")
        assert worker.env["MASTER_ADDR"] == "127.0.0.1" and int(worker.env["MASTER_PORT"])
        assert ("-x" in worker.command) == (expected is not None) and worker.command[:3] == ["mpirun", "-n", "4"]


@pytest.mark.parametrize("words, text", [
    (("-n", "0", "python"), "at least one worker"), (("-n", "2"), "a command"),
    (("-n", "2", "--launcher", "ssh", "python"), "needs a --hostfile"),
])
def test_mistakes_are_told(words, text, capsys):
    assert main(["launch", *words]) == 2 and text in capsys.readouterr().err
