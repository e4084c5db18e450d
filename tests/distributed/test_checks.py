"""All checks of `checks`, in jobs of two workers, of three, and of two that share no memory, as on two machines; they
are started as MXNet's launcher starts them."""
import json

import pytest

from . import checks
from .launching import HERE, finish, start


@pytest.fixture(scope="module", params=["2 near", "3 near", "2 far"])
def job(request):
    """Run all checks in one job; give what each worker said of each."""
    count, where = request.param.split()
    ended = finish(start(int(count), HERE / "checks.py", env={
        "MXNET_KVSTORE_BIGARRAY_BOUND": "100", "MXNET_KVSTORE_SHARED_MEMORY": str(int(where == "near"))}))
    said = [dict(json.loads(line[6:]) for line in output.splitlines() if line.startswith("CHECK "))
            for _, output in ended]
    return ended, said


@pytest.mark.parametrize("name", checks.CHECKS)
def test_check(job, name):
    ended, said = job
    for rank, (found, (_, output)) in enumerate(zip(said, ended)):
        if found.get(name) != "passed":
            pytest.fail(f"rank {rank}: {found.get(name) or output[-3000:]}", pytrace=False)


def test_all_workers_end_well(job):
    assert [status for status, _ in job[0]] == [0] * len(job[0]), job[0]
