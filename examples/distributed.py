"""Train on several workers: each reads its own part of the digits, and all have the same network after every step.

    python distributed.py                                     one worker
    remixnet launch -n 2 python distributed.py                two
    torchrun --nproc-per-node 2 distributed.py                the same two
    remixnet launch -n 4 --restarts 3 python distributed.py --resume run.resume    go on after a failure
"""
import argparse
import logging

import digits
import numpy as np

import mxnet as mx


def network():
    """Describe a small LeNet."""
    net = mx.sym.Convolution(mx.sym.Variable("data"), kernel=(3, 3), num_filter=16, name="conv1")
    net = mx.sym.Pooling(mx.sym.Activation(net, act_type="relu"), kernel=(2, 2), stride=(2, 2), pool_type="max")
    net = mx.sym.Activation(mx.sym.FullyConnected(net, num_hidden=64, name="fc1"), act_type="relu")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=digits.CLASSES, name="fc2"), name="softmax")


def part(images, labels, rank, count, batch_size, seed):
    """Give the samples of one worker: all workers get as many batches, so none waits for a batch that never comes."""
    order = np.random.RandomState(seed).permutation(len(labels))
    share = len(order) // count // batch_size * batch_size
    rows = order[rank * share:(rank + 1) * share]
    return images[rows], labels[rows]


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--batch-size", type=int, default=48, help="of all workers together")
    parser.add_argument("--rate", type=float, default=0.2, help="learning rate")
    parser.add_argument("--kvstore", default="dist_sync", help="dist_sync, dist_device_sync or dist_async")
    parser.add_argument("--resume", help="a file to write after every epoch, and to go on from")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)

    kv = mx.kv.create(options.kvstore)
    logging.basicConfig(level=logging.INFO if kv.rank == 0 else logging.WARNING, format="%(message)s")
    mx.random.seed(options.seed)
    np.random.seed(options.seed)
    images, labels, unseen, answers = digits.load()
    images, unseen = images.reshape(-1, 1, 8, 8), unseen.reshape(-1, 1, 8, 8)
    batch_size = max(options.batch_size // kv.num_workers, 1)
    images, labels = part(images, labels, kv.rank, kv.num_workers, batch_size, options.seed)
    print(f"worker {kv.rank} of {kv.num_workers}: {len(labels)} images, {batch_size} a batch")

    keywords = {"resume": options.resume} if options.resume else {}
    module = mx.mod.Module(network())
    module.fit(mx.io.NDArrayIter(images, labels, batch_size, shuffle=True), num_epoch=options.epochs, kvstore=kv,
               optimizer="sgd", optimizer_params={"learning_rate": options.rate, "momentum": 0.9},
               initializer=mx.init.Xavier(), **keywords)
    (_, accuracy), = module.score(mx.io.NDArrayIter(unseen, answers, 50), "acc")
    print(f"worker {kv.rank}: unseen images read right: {accuracy:.4f}")
    return accuracy


if __name__ == "__main__":
    main()
