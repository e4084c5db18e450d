"""Start a program as several workers, whose `dist_*` KVStores find each other; the flags are those of MXNet's launcher.

Each line of a worker's output begins with its rank. When one worker fails, the others are terminated and its exit
status becomes that of the command. Nothing else has to run: the workers keep and update the values themselves.
"""
import argparse
import contextlib
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import IO, NamedTuple

from ..core.errors import MXNetError
from ..core.opening import lines

SUMMARY = "start a program as several workers, on this machine or others"
EXAMPLES = """\
examples:
  remixnet launch -n 2 python train.py                   two workers on this machine
  remixnet launch -n 8 -H hosts python train.py          over ssh, one host a line
  remixnet launch -n 8 --launcher slurm python train.py  through srun
  remixnet launch -n 4 --restarts 3 python train.py      start again when a worker fails"""

_GRACE_SECONDS = 5.0    # seconds that workers have to notice a failed one and report it themselves
_MERCY = 5.0    # and then to exit when asked to
_REMOTE_PORT = 9091


class Worker(NamedTuple):
    """A process to start: its label, its command and its environment."""

    label: str
    command: list[str]
    env: dict[str, str]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-n", "--num-workers", type=int, required=True, help="how many workers")
    parser.add_argument("-s", "--num-servers", type=int, help="accepted for old scripts: the workers are the servers")
    parser.add_argument("-H", "--hostfile", help="a file with one host a line; workers go round")
    parser.add_argument("--launcher", choices=("local", "ssh", "mpi", "slurm"),
                        help="how workers are started; ssh if there is a hostfile, else local")
    parser.add_argument("--sync-dst-dir", metavar="DIR", help="copy this folder to DIR on every host (rsync) first")
    parser.add_argument("--env", action="append", default=[], metavar="NAME[=VALUE]",
                        help="a variable for the workers, on other hosts too; also --env-worker, NAME:VALUE")
    parser.add_argument("--env-worker", action="append", dest="env", help=argparse.SUPPRESS)
    parser.add_argument("--env-server", action="append", default=[], help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help="where the workers meet; a free port on this machine, 9091 elsewhere")
    parser.add_argument("--restarts", type=int, default=0, metavar="N",
                        help="start all workers again when one fails, N times at most")
    parser.add_argument("program", nargs=argparse.REMAINDER, metavar="COMMAND", help="the program and its arguments")


def run(args: argparse.Namespace) -> int:
    program = args.program[1:] if args.program[:1] == ["--"] else args.program
    if args.num_workers < 1 or not program:
        raise MXNetError("at least one worker and a command are needed: remixnet launch -n 2 python train.py")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    for attempt in range(args.restarts + 1):
        status = _run_once(list(_workers(args, program, attempt)))
        if status == 0 or attempt == args.restarts:
            break
        print(f"remixnet launch: exit status {status}; start {attempt + 2} of {args.restarts + 1}", file=sys.stderr,
              flush=True)
    return status


# ---- what is started --------------------------------------------------------------------------------


def _workers(args: argparse.Namespace, program: list[str], attempt: int) -> Iterator[Worker]:
    hosts = [line.split()[0] for line in lines(args.hostfile) if line.strip() and not line.startswith("#")] \
        if args.hostfile else []
    launcher = args.launcher or ("ssh" if hosts else "local")
    if args.sync_dst_dir:
        _sync(hosts, args.sync_dst_dir)
    given = {**dict(_variable(text) for text in args.env), "REMIXNET_ATTEMPT": str(attempt)}
    if launcher == "slurm":
        where = ["-w", ",".join(hosts)] if hosts else []
        yield Worker("", ["srun", "-n", str(args.num_workers), "--label", "--kill-on-bad-exit=1", *where, *program],
                     given)
        return
    if launcher == "local" and hosts:
        raise MXNetError("--launcher local starts workers on this machine only; leave --hostfile out")
    address = hosts[0] if hosts else "127.0.0.1"
    port = args.port or (_REMOTE_PORT if hosts else _free_port())
    if launcher == "mpi":
        yield _mpi(args, program, {**given, "MASTER_ADDR": address, "MASTER_PORT": str(port)})
        return
    if launcher == "ssh" and not hosts:
        raise MXNetError("--launcher ssh needs a --hostfile")
    for rank in range(args.num_workers):
        yield _numbered(args, program, hosts, rank, {**given, "DMLC_PS_ROOT_URI": address,
                                                     "DMLC_PS_ROOT_PORT": str(port)})


def _numbered(args: argparse.Namespace, program: list[str], hosts: list[str], rank: int, given: dict) -> Worker:
    """Return the worker of a rank, on this machine or over ssh."""
    env = {**given, "DMLC_ROLE": "worker", "DMLC_NUM_WORKER": str(args.num_workers), "DMLC_NUM_SERVER": "0",
           "DMLC_WORKER_ID": str(rank), "DMLC_LOCAL_RANK": str(rank // max(len(hosts), 1))}
    if hosts:
        return Worker(str(rank), _over_ssh(hosts[rank % len(hosts)], program, env, args.sync_dst_dir), {})
    # as many workers as cores would each start as many threads
    threads = {} if args.num_workers == 1 or "OMP_NUM_THREADS" in os.environ else {"OMP_NUM_THREADS": "1"}
    return Worker(str(rank), program, {**threads, **env, "DMLC_NODE_HOST": "127.0.0.1"})


def _over_ssh(host: str, program: list[str], env: dict[str, str], folder: str | None) -> list[str]:
    host, _, port = host.partition(":")
    words = [f"{name}={shlex.quote(value)}" for name, value in env.items()]
    line = f"cd {shlex.quote(folder or os.getcwd())} && exec env {' '.join(words)} {shlex.join(program)}"
    # a terminal, so that what runs there ends when the connection does
    return ["ssh", "-tt", "-o", "BatchMode=yes", *(["-p", port] if port else []), host, line]


def _mpi(args: argparse.Namespace, program: list[str], env: dict[str, str]) -> Worker:
    command = ["mpirun", "-n", str(args.num_workers), *(["--hostfile", args.hostfile] if args.hostfile else [])]
    found = shutil.which("mpirun")
    if found is None:
        raise MXNetError("--launcher mpi needs mpirun, which is not on the PATH")
    version = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout
    if "Open MPI" in version:  # others pass the whole environment on
        command += [word for name in env for word in ("-x", name)]
    return Worker("", [*command, *program], env)


def _variable(text: str) -> tuple[str, str]:
    for sign in "=:":
        name, found, value = text.partition(sign)
        if found:
            return name, value
    return text, os.environ.get(text, "")


def _sync(hosts: list[str], folder: str) -> None:
    for host in dict.fromkeys(hosts):
        subprocess.run(["rsync", "-az", f"{os.getcwd()}/", f"{host.partition(':')[0]}:{folder}"], check=True)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


# ---- running ----------------------------------------------------------------------------------------


def _run_once(workers: list[Worker]) -> int:
    """Run workers to completion; return the status of the first that failed, or 0."""
    running: list[subprocess.Popen] = []
    readers: list[threading.Thread] = []
    try:
        for worker in workers:
            process = subprocess.Popen(worker.command, env={**os.environ, **worker.env}, stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE)
            running.append(process)
            for stream, out in ((process.stdout, sys.stdout), (process.stderr, sys.stderr)):
                readers.append(threading.Thread(target=_relay, args=(stream, out, worker.label), daemon=True))
                readers[-1].start()
        return _first_failure(running)
    finally:
        _end(running)
        for reader in readers:
            reader.join(_MERCY)


def _first_failure(running: list[subprocess.Popen]) -> int:
    end = None
    status = 0
    while any(process.poll() is None for process in running):
        failed = next((process.returncode for process in running if process.poll() not in (None, 0)), 0)
        if failed and not status:
            status, end = failed, time.monotonic() + _GRACE_SECONDS
        if end is not None and time.monotonic() > end:
            break
        time.sleep(0.02)
    status = status or next((process.returncode for process in running if process.returncode), 0)
    return 128 - status if status < 0 else status


def _end(running: list[subprocess.Popen]) -> None:
    """Terminate what still runs: SIGTERM first, then SIGKILL."""
    for process in running:
        if process.poll() is None:
            process.terminate()
    end = time.monotonic() + _MERCY
    for process in running:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(max(end - time.monotonic(), 0))
        if process.poll() is None:
            process.kill()
            process.wait()


_writing = threading.Lock()


def _relay(stream: IO[bytes], out: IO[str], label: str) -> None:
    """Relay lines, each prefixed with the rank."""
    head = f"[{label}] " if label else ""
    for line in stream:
        with _writing, contextlib.suppress(OSError, ValueError):  # the reader of our output has gone
            out.write(head + line.decode(errors="replace"))
            out.flush()
