"""Which worker this process is: read from the variables of torchrun, Slurm, MPI and MXNet's launchers."""
from __future__ import annotations

import os
import re
import socket
import zlib
from collections.abc import Mapping
from typing import NamedTuple

from ...core.errors import MXNetError

_PORT = 9091  # where MXNet's launcher puts its scheduler


class Place(NamedTuple):
    """One worker's place in a group: ``rank`` is None if the workers number themselves."""

    rank: int | None
    size: int
    address: str
    port: int
    launcher: str
    local_rank: int = 0


ALONE = Place(0, 1, "127.0.0.1", 0, "")


def find_place(env: Mapping[str, str] | None = None) -> Place:
    """Read this worker's place from the environment; without a launcher it is the only one."""
    env = os.environ if env is None else env
    for reader in (_dmlc, _torchrun, _mpi, _slurm):
        place = reader(env)
        if place is not None:
            if place.rank is not None and not 0 <= place.rank < place.size:
                raise MXNetError(f"{place.launcher} says that this is worker {place.rank} of {place.size}; workers are "
                                 f"numbered from 0 to {place.size - 1}")
            return place
    return ALONE


def _number(env: Mapping[str, str], name: str, default: int | None = None) -> int:
    text = env.get(name, "")
    if not text and default is not None:
        return default
    try:
        return int(text)
    except ValueError:
        raise MXNetError(f"the environment variable {name} must be a whole number, it is {text!r}") from None


def _dmlc(env: Mapping[str, str]) -> Place | None:
    if "DMLC_ROLE" not in env:
        return None
    for name in ("DMLC_NUM_WORKER", "DMLC_PS_ROOT_URI"):
        if not env.get(name):
            raise MXNetError(f"DMLC_ROLE is set, but {name} is not: give the number of workers in DMLC_NUM_WORKER and "
                             "the meeting point in DMLC_PS_ROOT_URI and DMLC_PS_ROOT_PORT")
    rank = next((_number(env, name) for name in ("DMLC_WORKER_ID", "DMLC_RANK") if env.get(name)), None)
    return Place(rank, _number(env, "DMLC_NUM_WORKER"), env["DMLC_PS_ROOT_URI"],
                 _number(env, "DMLC_PS_ROOT_PORT", _PORT), "DMLC_ROLE", _number(env, "DMLC_LOCAL_RANK", rank or 0))


def _torchrun(env: Mapping[str, str]) -> Place | None:
    if not all(env.get(name) for name in ("RANK", "WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT")):
        return None
    rank = _number(env, "RANK")
    return Place(rank, _number(env, "WORLD_SIZE"), env["MASTER_ADDR"], _number(env, "MASTER_PORT"), "torchrun",
                 _number(env, "LOCAL_RANK", rank))


def _mpi(env: Mapping[str, str]) -> Place | None:
    kinds = (("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK",
              "OMPI_COMM_WORLD_LOCAL_SIZE", "PMIX_NAMESPACE"),
             ("PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID", "MPI_LOCALNRANKS", "PMI_JOBID"))
    names = next((names for names in kinds if env.get(names[0]) and env.get(names[1])), None)
    if names is None:
        return None
    rank, size, local, local_size, job = names
    count = _number(env, size)
    address = env.get("MASTER_ADDR")
    if not address and _number(env, local_size, 1) == count:
        address = "127.0.0.1"
    if not address:
        raise MXNetError(f"MPI started {count} workers on several machines: set MASTER_ADDR to the address of the "
                         "first, as with mpirun -x MASTER_ADDR=HOST")
    return Place(_number(env, rank), count, address, _port(env, env.get(job, "mpi")), "MPI",
                 _number(env, local, _number(env, rank)))


def _slurm(env: Mapping[str, str]) -> Place | None:
    # SLURM_NTASKS is also set in the batch script, which is one process; only srun sets these two.
    if not (env.get("SLURM_STEP_NUM_TASKS") and env.get("SLURM_PROCID")):
        return None
    nodes = env.get("SLURM_STEP_NODELIST") or env.get("SLURM_JOB_NODELIST") or "127.0.0.1"
    alone = env.get("SLURM_STEP_NUM_NODES", env.get("SLURM_NNODES")) == "1"
    address = env.get("MASTER_ADDR") or ("127.0.0.1" if alone else first_host(nodes))
    return Place(_number(env, "SLURM_PROCID"), _number(env, "SLURM_STEP_NUM_TASKS"), address,
                 _port(env, f"{env.get('SLURM_JOB_ID', '')}.{env.get('SLURM_STEP_ID', '')}"), "Slurm",
                 _number(env, "SLURM_LOCALID", 0))


def _port(env: Mapping[str, str], job: str) -> int:
    """Return a port that all workers of a job derive independently."""
    return _number(env, "MASTER_PORT", 20000 + zlib.crc32(job.encode()) % 20000)


def first_host(nodes: str) -> str:
    """Return the first name of a Slurm list such as ``gpu[03-07,12],big1``."""
    found = re.match(r"([^,\[]*)(?:\[([^\]]*)\])?([^,\[]*)", nodes.strip())
    if found is None or not found.group(0):
        raise MXNetError(f"no host can be read from the Slurm list {nodes!r}; set MASTER_ADDR")
    head, inner, tail = found.groups()
    return head + (re.split("[-,]", inner)[0] if inner else "") + tail


# ---- interfaces -----------------------------------------------------------------------------------


def choose_interface(place: Place, env: Mapping[str, str] | None = None) -> str | None:
    """Name the network interface that a group uses; None leaves it to the backend.

    A group on a loopback address listens nowhere else.
    """
    env = os.environ if env is None else env
    if env.get("DMLC_INTERFACE"):
        return env["DMLC_INTERFACE"]
    host = env.get("DMLC_NODE_HOST") or (place.address if is_loopback(place.address) else "")
    if not host:
        return None
    if is_loopback(host):
        return next((name for _, name in socket.if_nameindex() if name in ("lo", "lo0")), None)
    return _interface_of(host)


def is_loopback(address: str) -> bool:
    """Return whether an address is unreachable from other machines."""
    return address in ("localhost", "::1") or address.startswith("127.")


def _interface_of(host: str) -> str | None:
    """Find the interface that has an address (on Linux; elsewhere None)."""
    try:
        import fcntl
        wanted = socket.inet_aton(socket.gethostbyname(host))
    except (ImportError, OSError):
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            try:
                found = fcntl.ioctl(probe.fileno(), 0x8915, name.encode()[:15].ljust(40, b"\0"))  # SIOCGIFADDR
            except OSError:  # an interface without an address
                continue
            if found[20:24] == wanted:
                return name
    return None
