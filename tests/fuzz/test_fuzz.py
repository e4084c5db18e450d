"""Short campaigns of the fuzzers; the long ones are run by hand."""
import pathlib
import subprocess
import sys

import pytest

from mxnet.core.errors import MXNetError
from tests.fuzz import (
    formats,
    fuzz_models,
    fuzz_names,
    fuzz_params,
    fuzz_readers,
    fuzz_record,
    fuzz_safetensor,
    fuzz_states,
    hostile,
    in_place,
)
from tests.fuzz.campaign import run
from tests.fuzz.mutation import Mutator

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("fuzzer", [fuzz_params, fuzz_record, fuzz_safetensor])
def test_short_campaign(fuzzer):
    figures = fuzzer.campaign(2000, seed=7)
    assert figures.failures == []
    assert figures.refused > 500 and figures.accepted > 50, "the damage is too mild or too heavy"


def test_short_campaign_of_models():
    figures = fuzz_models.campaign(400, seed=7)
    assert figures.failures == []
    assert figures.refused > 100 and figures.accepted > 20, "the damage is too mild or too heavy"


def test_short_campaign_of_names():
    figures = fuzz_names.campaign(1100, seed=7)
    assert figures.failures == []
    assert figures.accepted == 1100 and figures.refused > 5


def test_short_campaign_through_the_iterators():
    pytest.importorskip("cv2", reason="images need the extra `images`")
    figures = fuzz_readers.campaign(150, seed=7)
    assert figures.failures == []
    assert figures.refused > 50 and figures.accepted > 5, "the damage is too mild or too heavy"


def test_short_campaign_of_states():
    figures = fuzz_states.campaign(300, seed=7)
    assert figures.failures == []
    assert figures.refused > 100 and figures.accepted > 20, "the damage is too mild or too heavy"


def test_short_campaign_of_views_and_writes():
    assert in_place.campaign(1000, seed=7) == {}


def test_a_few_kills():
    """In a process of its own: this one has threads, and a fork would not."""
    done = subprocess.run([sys.executable, "-m", "tests.fuzz.kills", "3", "5", "7"], cwd=ROOT, text=True,
                          capture_output=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 kills during" in done.stdout and "5 of 5 runs resumed to the same bytes" in done.stdout


def test_a_campaign_notices_each_broken_promise():
    def wrong_error(data):
        raise KeyError("wrong")
    mutator = Mutator([b"seed" * 10], [], seed=1)
    assert "KeyError" in run(wrong_error, mutator, 1).failures[0]
    assert "bytes of memory" in run(lambda data: bytearray(10_000_000), mutator, 1).failures[0]


def test_the_same_seed_makes_the_same_files():
    def files(seed):
        mutator = Mutator([b"seed" * 10, b"other" * 9], [], seed)
        return [mutator.make() for _ in range(50)]
    assert files(3) == files(3) != files(4)


def test_hostile_files_of_every_format():
    tallies = hostile.campaign(1600, seed=11)
    assert [failure for tally in tallies.values() for failure in tally.failures] == []
    assert all(tally.refused for tally in tallies.values()), "the damage is too mild"
    assert sum(tally.accepted for tally in tallies.values()) > 100, "the damage is too heavy"


def test_a_hostile_campaign_notices_each_broken_promise(tmp_path, monkeypatch):
    def broken(read, seconds=5.0):
        monkeypatch.setattr(hostile, "SECONDS", seconds)
        watch, tally = hostile.Watch(), hostile.Tally()
        try:
            kind = formats.Format("x", lambda seed: lambda: b"data", lambda data, folder: read())
            hostile.run_batch(kind, tally, watch, tmp_path, "1:0", 1)
        finally:
            watch.close()
        return tally.failures[0] if tally.failures else None

    def endless():
        while True:
            pass

    def fails(error):
        raise error
    assert "KeyError" in broken(lambda: {}[0])
    assert "AssertionError" in broken(lambda: fails(AssertionError()))
    assert "OSError" in broken(lambda: fails(OSError(5, "no name")))
    assert "MXNetError" in broken(lambda: fails(MXNetError("")))
    assert "TooLong" in broken(endless, 0.05)
    assert "of memory" in broken(lambda: bytearray(b"x") * (100 << 20))
    assert broken(lambda: fails(MXNetError("words"))) is None
    assert broken(lambda: fails(OSError(2, "gone", "x"))) is None
