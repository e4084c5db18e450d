"""A training script that may be killed: python training.py FOLDER [EPOCHS]. Rank 0 saves the last parameters there.

``DIE=rank:epoch:batch`` lets a worker kill itself, once a folder, or send itself another ``SIGNAL``; ``CONTEXTS`` is
how many it trains on.
"""
import os
import signal
import sys

import numpy as np

import mxnet as mx

folder, epochs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 4
kv = mx.kv.create("dist_sync")
mx.random.seed(5)
np.random.seed(5)
draw = np.random.RandomState(kv.rank)
data = mx.io.NDArrayIter(draw.randn(40, 12).astype("float32"), draw.randint(0, 3, 40), 8, shuffle=True)
symbol = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=32, name="fc1")
symbol = mx.sym.FullyConnected(mx.sym.Activation(symbol, act_type="tanh"), num_hidden=3, name="fc2")
module = mx.mod.Module(mx.sym.SoftmaxOutput(symbol, name="softmax"),
                       context=[mx.cpu(number) for number in range(int(os.environ.get("CONTEXTS", "1")))])
who, when, where = (int(part) for part in os.environ.get("DIE", "-1:0:0").split(":"))
mark = os.path.join(folder, "died")


def watch(param):
    if (param.epoch, param.nbatch) == (when, where) and not os.path.exists(mark):
        os.environ["MXNET_KVSTORE_TIMEOUT"] = "5"  # while others are waited for
        kv._barrier()
        if kv.rank == who:
            with open(mark, "w"):
                os.kill(os.getpid(), getattr(signal, os.environ.get("SIGNAL", "SIGKILL")))


module.fit(data, num_epoch=epochs, kvstore=kv, optimizer="adam", initializer=mx.init.Xavier(), batch_end_callback=watch,
           optimizer_params={"learning_rate": 0.05}, resume=os.path.join(folder, "resume"))
if kv.rank == 0:
    module.save_params(os.path.join(folder, "final.params"))
print("trained", kv.rank, "of", kv.num_workers)
