"""Starts real workers on the loopback address, for the tests of this folder."""
import os
import socket
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def clean_environment(**extra):
    """Give the environment without what a launcher may have left in it."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("DMLC_", "OMPI_", "PMI", "SLURM_", "TORCHELASTIC"))
            and name not in ("RANK", "WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT", "LOCAL_RANK")}
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**kept, "PYTHONPATH": os.pathsep.join(paths), "OMP_NUM_THREADS": "1", "MXNET_KVSTORE_TIMEOUT": "100",
            "GLOO_SOCKET_IFNAME": "lo" if sys.platform == "linux" else "lo0", **extra}


def start(count, *command, env=None, roles=()):
    """Start workers, and other roles, with the variables of MXNet's launcher."""
    port, made = free_port(), []
    for role, rank in [*((role, 0) for role in roles), *(("worker", rank) for rank in range(count))]:
        own = {"DMLC_ROLE": role, "DMLC_PS_ROOT_URI": "127.0.0.1", "DMLC_PS_ROOT_PORT": str(port),
               "DMLC_NUM_WORKER": str(count), "DMLC_NUM_SERVER": "1"}
        if role == "worker":
            own["DMLC_WORKER_ID"] = str(rank)
        made.append(subprocess.Popen([sys.executable, *map(str, command)], stdout=subprocess.PIPE, text=True,
                                     stderr=subprocess.STDOUT, env=clean_environment(**{**own, **(env or {})})))
    return made


def finish(processes, seconds=150):
    """Wait for processes; give (status, output) of each, none of which is left running."""
    found = []
    try:
        for process in processes:
            output, _ = process.communicate(timeout=seconds)
            found.append((process.returncode, output))
    finally:
        for process in processes:
            if process.poll() is None:
                process.kill()
                process.communicate()
    return found
