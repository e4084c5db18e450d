"""Read nested expressions with a tree-LSTM: networks whose shape is another for every sample.

Each expression is a tree of numbers under `max`, `min` and `median`; the network goes up from its leaves by a cell that
adds up the states of a node's children, with a gate for each child, and says the value, 0 to 9. An LSTM that reads the
same expressions as flat text is trained beside it.
"""
import argparse
from pathlib import Path

import numpy as np
import picture

import mxnet as mx
from mxnet import autograd, gluon
from mxnet.gluon import nn

OPERATORS = {"max": max, "min": min, "median": lambda values: sorted(values)[len(values) // 2]}
WORDS = [*map(str, range(10)), *OPERATORS, "(", ")"]


class Tree:
    """A node: a word, and the trees below it."""

    def __init__(self, word, children=()):
        self.word, self.children = WORDS.index(word), list(children)
        self.value = OPERATORS[word]([child.value for child in children]) if children else int(word)

    def flat(self):
        """Give the expression as numbers of words, with brackets."""
        inner = [word for child in self.children for word in child.flat()]
        return [self.word, WORDS.index("("), *inner, WORDS.index(")")] if inner else [self.word]


def grow(rng, depth):
    """Make a random tree."""
    if depth == 0 or (depth < 3 and rng.rand() < 0.3):
        return Tree(str(rng.randint(10)))
    return Tree(rng.choice(list(OPERATORS)), [grow(rng, depth - 1) for _ in range(rng.randint(2, 4))])


class ChildSum(gluon.Block):
    """A cell: the state of a node from its word and the states of its children."""

    def __init__(self, hidden, **kwargs):
        super().__init__(**kwargs)
        self.hidden = hidden
        with self.name_scope():
            self.of_word = nn.Embedding(len(WORDS), 4 * hidden)
            self.of_children = nn.Dense(3 * hidden, use_bias=False, in_units=hidden)
            self.of_child = nn.Dense(hidden, use_bias=False, in_units=hidden)

    def forward(self, tree):
        gates, forget = mx.nd.split_v2(self.of_word(mx.nd.array([tree.word])), (3 * self.hidden,), axis=1)
        kept = 0
        if tree.children:
            outputs, memories = zip(*map(self, tree.children))
            outputs = mx.nd.concat(*outputs, dim=0)
            gates = gates + self.of_children(outputs.sum(axis=0, keepdims=True))
            forget = mx.nd.sigmoid(mx.nd.broadcast_add(self.of_child(outputs), forget))
            kept = (forget * mx.nd.concat(*memories, dim=0)).sum(axis=0, keepdims=True)
        let_in, let_out, new = mx.nd.split(gates, 3, axis=1)
        memory = mx.nd.sigmoid(let_in) * mx.nd.tanh(new) + kept
        return mx.nd.sigmoid(let_out) * mx.nd.tanh(memory), memory


class Reader(gluon.Block):
    """Scores of the ten values, from a tree or from its flat text."""

    def __init__(self, hidden, by_tree, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            if by_tree:
                self.cell = ChildSum(hidden)
            else:
                self.embed, self.lstm = nn.Embedding(len(WORDS), hidden), gluon.rnn.LSTM(hidden, input_size=hidden)
            self.decode = nn.Dense(10, in_units=hidden)

    def forward(self, tree):
        if hasattr(self, "cell"):
            return self.decode(self.cell(tree)[0])
        return self.decode(self.lstm(self.embed(mx.nd.array(tree.flat()).reshape((-1, 1))))[-1])


def train(net, trainer, trees, batch):
    """Go through all trees once; gradients of a batch add up while its trees are read."""
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    for start in range(0, len(trees), batch):
        some = trees[start:start + batch]
        with autograd.record():
            loss = mx.nd.add_n(*[loss_of(net(tree), mx.nd.array([tree.value])) for tree in some])
        loss.backward()
        trainer.step(len(some))


def share_read(net, trees):
    """Give the share of trees whose value is read right."""
    return float(np.mean([int(net(tree).argmax(axis=1).asscalar()) == tree.value for tree in trees]))


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trees", type=int, default=1000)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--batch-size", type=int, default=16)
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--rate", type=float, default=0.01, help="learning rate")
    parser.add_argument("--out", type=Path, default=Path("out"), help="folder of the picture")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    mx.random.seed(options.seed)
    rng = np.random.RandomState(options.seed)
    trees, unseen = ([grow(rng, 3) for _ in range(count)] for count in (options.trees, max(40, options.trees // 5)))

    readers = {"tree": Reader(options.hidden, True), "text": Reader(options.hidden, False)}
    trainers, shares = {}, {name: [] for name in readers}
    for name, net in readers.items():
        net.initialize(mx.init.Xavier())
        trainers[name] = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": options.rate})
    for epoch in range(1, options.epochs + 1):
        rng.shuffle(trees)
        for name, net in readers.items():
            train(net, trainers[name], trees, options.batch_size)
            shares[name].append(share_read(net, unseen))
        print(f"epoch {epoch:3d}/{options.epochs}  unseen expressions read right as trees {shares['tree'][-1]:.1%}, "
              f"as text {shares['text'][-1]:.1%}", flush=True)
    print("picture:", picture.chart(options.out / "tree_lstm.svg", "unseen expressions read right", [
        ("as trees", picture.BLUE, shares["tree"]), ("as text", picture.ORANGE, shares["text"])], "{:.0%}"))
    return shares


if __name__ == "__main__":
    main()
