"""Which worker a process is, from the variables of each launcher."""
import pytest

from mxnet import MXNetError
from mxnet.kvstore.distributed.environment import ALONE, choose_interface, find_place, first_host

DMLC = {"DMLC_ROLE": "worker", "DMLC_PS_ROOT_URI": "10.0.0.1", "DMLC_PS_ROOT_PORT": "9000", "DMLC_NUM_WORKER": "4"}


@pytest.mark.parametrize("env, rank, size, address, launcher", [
    ({**DMLC, "DMLC_WORKER_ID": "3"}, 3, 4, "10.0.0.1", "DMLC_ROLE"),
    (DMLC, None, 4, "10.0.0.1", "DMLC_ROLE"),
    ({"RANK": "1", "WORLD_SIZE": "2", "MASTER_ADDR": "host", "MASTER_PORT": "29500"}, 1, 2, "host", "torchrun"),
    ({"OMPI_COMM_WORLD_RANK": "1", "OMPI_COMM_WORLD_SIZE": "2", "OMPI_COMM_WORLD_LOCAL_SIZE": "2"}, 1, 2, "127.0.0.1",
     "MPI"),
    ({"PMI_RANK": "5", "PMI_SIZE": "8", "MASTER_ADDR": "node1"}, 5, 8, "node1", "MPI"),
    ({"SLURM_PROCID": "2", "SLURM_STEP_NUM_TASKS": "6", "SLURM_STEP_NODELIST": "gpu[03-05]"}, 2, 6, "gpu03", "Slurm"),
    ({"SLURM_PROCID": "1", "SLURM_STEP_NUM_TASKS": "2", "SLURM_NNODES": "1", "SLURM_JOB_NODELIST": "n7"}, 1, 2,
     "127.0.0.1", "Slurm"),
])
def test_places(env, rank, size, address, launcher):
    place = find_place(env)
    assert (place.rank, place.size, place.address, place.launcher) == (rank, size, address, launcher)


def test_all_workers_of_a_slurm_job_choose_the_same_port():
    common = {"SLURM_STEP_NUM_TASKS": "2", "SLURM_JOB_ID": "77", "SLURM_STEP_ID": "0"}
    ports = {find_place({**common, "SLURM_PROCID": rank}).port for rank in "01"}
    assert len(ports) == 1 and find_place({**common, "SLURM_PROCID": "0", "SLURM_STEP_ID": "1"}).port not in ports


@pytest.mark.parametrize("env", [{}, {"SLURM_NTASKS": "4", "SLURM_PROCID": "0"}, {"RANK": "1"}])
def test_without_a_launcher_a_worker_is_alone(env):
    assert find_place(env) == ALONE  # a batch script of Slurm is one process, whatever its job has


@pytest.mark.parametrize("env, text", [
    ({"DMLC_ROLE": "worker", "DMLC_PS_ROOT_URI": "x"}, "DMLC_NUM_WORKER"),
    ({**DMLC, "DMLC_NUM_WORKER": "four"}, "whole number"),
    ({**DMLC, "DMLC_WORKER_ID": "4"}, "numbered from 0 to 3"),
    ({"OMPI_COMM_WORLD_RANK": "1", "OMPI_COMM_WORLD_SIZE": "2"}, "MASTER_ADDR"),
])
def test_what_is_missing_is_named(env, text):
    with pytest.raises(MXNetError, match=text):
        find_place(env)


@pytest.mark.parametrize("nodes, first", [("a1", "a1"), ("a1,b2", "a1"), ("gpu[03-07,12],big1", "gpu03"),
                                          ("rack[2,5]-ib", "rack2-ib")])
def test_first_host(nodes, first):
    assert first_host(nodes) == first


def test_a_group_on_the_loopback_address_uses_its_interface():
    here = find_place({**DMLC, "DMLC_PS_ROOT_URI": "127.0.0.1"})
    assert choose_interface(here, {}) in ("lo", "lo0")
    assert choose_interface(here, {"DMLC_INTERFACE": "eth7"}) == "eth7"
    assert choose_interface(find_place(DMLC), {}) is None
