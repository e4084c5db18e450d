"""Threads of the readers stop at any moment: at exit, after an error, dropped, forked, interrupted."""
import gc
import os
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import mxnet as mx
from mxnet.io.ahead import Ahead
from mxnet.io.pipeline import Pipeline

pytest.importorskip("cv2", reason="images need the extra `images`")


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    path = str(tmp_path_factory.mktemp("records") / "many.rec")
    writer = mx.recordio.MXRecordIO(path, "w")
    rng = np.random.RandomState(0)
    for i in range(60):
        image = rng.randint(0, 256, (60, 70, 3)).astype(np.uint8)
        writer.write(mx.recordio.pack_img((0, float(i), i, 0), image))
    writer.close()
    return path


def run(code, *arguments):
    """Run a program in a process of its own; give what it wrote. A hang fails."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-W", "error", "-c", textwrap.dedent(code), *arguments],
                          capture_output=True, text=True, timeout=60, env=environment)
    return done.returncode, done.stdout, done.stderr


MAKE = """
    import sys, mxnet as mx
    def make(**options):
        return mx.io.ImageRecordIter(path_imgrec=sys.argv[1], data_shape=(3, 50, 50), batch_size=4,
                                     preprocess_threads=2, verbose=False, **options)
"""


def test_a_program_ends_with_iterators_in_any_state(records):
    code, out, error = run(MAKE + """
    import atexit, gc, threading
    make()
    fresh, half, over, looped, dropped, used = (make() for _ in range(6))
    half.next()
    list(over)
    looped.itself = looped
    kept = dropped.next().data[0]
    del dropped, looped
    gc.collect()
    ahead = mx.io.PrefetchingIter(make())
    first = mx.io.ImageRecordIter_v1(path_imgrec=sys.argv[1], data_shape=(3, 50, 50), batch_size=4)
    first.next()
    atexit.register(used.next)
    threading.Thread(target=fresh.next).start()
    print("done")
    """, records)
    assert (code, out) == (0, "done\n"), error


def test_a_program_ends_by_an_error(records):
    code, _, error = run(MAKE + "    it = make(); it.next(); 1 / 0", records)
    assert code == 1 and error.rstrip().endswith("ZeroDivisionError: division by zero")


def test_a_program_is_interrupted(records):
    code, _, error = run(MAKE + """
    import os, signal, threading
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in what a shell runs behind
    it, stopped = make(), threading.Event()
    def interrupt():
        # Python drops an interrupt that comes while it frees an object, so one may not be enough
        while not stopped.wait(0.2):
            os.kill(os.getpid(), signal.SIGINT)
    threading.Thread(target=interrupt, daemon=True).start()
    try:
        while True:
            for batch in it:
                pass
            it.reset()
    except KeyboardInterrupt:
        stopped.set()
        raise
    """, records)
    assert code != 0 and "KeyboardInterrupt" in error


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_child_ends_and_is_told(records):
    code, out, error = run(MAKE + """
    import os, warnings
    warnings.simplefilter("ignore")
    it = make(); it.next()
    child = os.fork()
    if not child:
        try:
            it.next()
        except mx.MXNetError as error:
            print(str(error).split(":")[0], flush=True)
        del it
        sys.exit(7)
    status = os.waitpid(child, 0)[1]
    print(os.waitstatus_to_exitcode(status), it.next().data[0].shape)
    """, records)
    assert code == 0, error
    assert out.splitlines() == ["Forbidden operation in multiple processes", "7 (4, 3, 50, 50)"]


def test_dropped_half_way_in_a_cycle(records):
    it = mx.io.ImageRecordIter(path_imgrec=records, data_shape=(3, 50, 50), batch_size=4)
    threads = it.handle._pipeline._threads
    it.itself = it
    it.next()
    del it
    gc.collect()
    assert not any(thread.is_alive() for thread in threads)


def test_closed_is_closed(records):
    it = mx.io.ImageRecordIter(path_imgrec=records, data_shape=(3, 50, 50), batch_size=4)
    it.handle.close()
    it.handle.close()
    it.next()  # the one that was read at the beginning
    with pytest.raises(mx.MXNetError, match="closed"):
        it.next()
    with pytest.raises(mx.MXNetError, match="closed"):
        it.reset()


def test_an_error_in_the_work_is_raised_where_the_batch_is_taken():
    class Source:
        mark = None

        def __init__(self):
            self.rewind()

        def rewind(self):
            self.items = iter(range(12))

        def next(self, place):
            return next(self.items, None)

        def restore(self, mark):
            pass

    def work(batch, place, item):
        if item in (5, 7):
            raise KeyError(item)
        batch.data[place] = item

    pipeline = Pipeline(Source(), 4, True, work, (((4,), np.int64), ((4, 1), np.float32)), 3, 2)
    try:
        assert pipeline.take().data.tolist() == [0, 1, 2, 3]
        with pytest.raises(KeyError, match="5"):
            pipeline.take()
        assert pipeline.take().data.tolist() == [8, 9, 10, 11]
        assert pipeline.take() is None
        pipeline.restart()
        assert pipeline.take().data.tolist() == [0, 1, 2, 3]
    finally:
        pipeline.close()


# ---- readers of text -----------------------------------------------------------------------------

def test_text_readers_end(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("1.5,2\n" * 200_000)
    code, out, error = run("""
        import sys, mxnet as mx
        def make():
            return mx.io.CSVIter(data_csv=sys.argv[1], data_shape=(2,), batch_size=50000)
        make()
        fresh, half, over = make(), make(), make()
        half.next()
        list(over)
        over.reset()
        print("done")
        """, str(path))
    assert (code, out) == (0, "done\n"), error


def same(item):
    return item


def reading_threads():
    return {thread for thread in threading.enumerate() if thread.name == "mxnet-read"}


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_items_ahead(threads):
    def ahead(items, work=same, **options):
        return Ahead(iter(items), work, threads, **options)
    assert list(ahead([])) == [] and list(ahead([1])) == [1]
    assert list(ahead(range(50), depth=2)) == list(range(50))
    before = reading_threads()
    found = ahead([5])
    assert next(found) == 5 and not reading_threads() - before, "one item needs no thread"

    def slower_first(item):
        time.sleep(0.002 * (item % 3))
        return item * 2
    assert list(ahead(range(30), slower_first)) == list(range(0, 60, 2)), "not in order"

    def failing():
        yield 1
        yield 2
        raise mx.MXNetError("three")

    def choosy(item):
        if item == 3:
            raise mx.MXNetError("three")
        return item
    for found in (ahead(failing()), ahead(range(1, 9), choosy)):
        assert [next(found), next(found)] == [1, 2]
        for _ in range(2):
            with pytest.raises(mx.MXNetError, match="three"):
                next(found)


@pytest.mark.parametrize("count", [1, 3])
def test_items_ahead_stop_when_nobody_wants_them(count):
    def endless():
        while True:
            yield 0
    before = reading_threads()
    found = Ahead(endless(), same, count, depth=3)
    next(found), next(found)
    threads = reading_threads() - before
    assert len(threads) == count
    del found
    gc.collect()
    assert not any(thread.is_alive() for thread in threads)


@pytest.mark.parametrize("iterator", ["CSVIter", "LibSVMIter"])
def test_an_error_in_a_later_batch_keeps_no_threads(iterator, tmp_path):
    path = tmp_path / "rows"
    path.write_text("1,2,3\n4,5" if iterator == "CSVIter" else "1 0:1\n2 0:x")     # the last line is a block of its own
    name = "data_csv" if iterator == "CSVIter" else "data_libsvm"
    before = threading.active_count()
    for _ in range(3):
        it = getattr(mx.io, iterator)(**{name: str(path)}, data_shape=(3,), batch_size=1)
        it.next()
        for _ in range(2):      # it is said as often as it is asked for
            with pytest.raises(mx.MXNetError, match="rows.*(expected 3 numbers|not a row)"):
                it.next()
        del it
    assert threading.active_count() == before
