"""A worker that stops or kills itself: python freezing.py RANK PHASE [SIGNAL]. The others have to end in time.

From the first barrier on they wait for two seconds: before it a busy machine may need longer to start them.
"""
import os
import signal
import sys
import time

import mxnet as mx
from mxnet.kvstore.distributed import group, meeting

who, phase, kind = int(sys.argv[1]), sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else "SIGSTOP"
PHASES = ("start", "came", "connect", "barrier", "train", "save", "exit")


def reach(name):
    print("REACHED", name, time.time(), flush=True)
    if (os.environ["DMLC_WORKER_ID"], name) == (str(who), phase):
        os.kill(os.getpid(), getattr(signal, kind))


def reach_within(where, name, before, after):
    """Pass a phase before and after a function, which a rendezvous calls."""
    function = getattr(where, name)

    def replaced(*args):
        reach(before)
        found = function(*args)
        reach(after)
        return found
    setattr(where, name, replaced)


def main():
    reach_within(meeting, "_gather", "gather", "came")
    reach_within(group, "connect", "connect", "connected")
    reach("start")
    kv = mx.kv.create("dist_sync")
    keys, values = ["a", "b", "c"], [mx.nd.ones((2, 3))] * 3
    kv.set_optimizer(mx.optimizer.SGD(momentum=0.9))
    kv.init(keys, values)
    kv._barrier()
    os.environ["MXNET_KVSTORE_TIMEOUT"] = "2"
    reach("barrier")
    kv._barrier()
    for turn in range(2):
        kv.pushpull(keys, values, out=[mx.nd.zeros((2, 3)) for _ in keys])
        if not turn:
            reach("train")
    reach("save")
    if kv.rank == kv.num_workers - 1:
        kv.save_optimizer_states(os.devnull)
    kv._barrier()
    reach("exit")


if __name__ == "__main__":
    main()
