"""Train a word language model: an embedding, LSTM layers and a decoder that shares the embedding's weights.

Sentences of `tales.py` are one long text, cut into as many columns as a batch has rows and read a few words at a time;
states go on from one piece to the next, gradients do not. The grammar's own perplexity says how far there is to go.
"""
import argparse
import math
from pathlib import Path

import numpy as np
import picture
import tales

import mxnet as mx
from mxnet import autograd, gluon
from mxnet.gluon import nn, rnn


class LanguageModel(gluon.HybridBlock):
    """Scores of every word, for each place of a text of (length, batch)."""

    def __init__(self, words, hidden, layers, dropout, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.embed = nn.Embedding(words, hidden)
            self.drop = nn.Dropout(dropout)
            self.lstm = rnn.LSTM(hidden, layers, dropout=dropout, input_size=hidden)
            self.decode = nn.Dense(words, flatten=False, in_units=hidden, params=self.embed.params)

    def hybrid_forward(self, F, text, *states):
        output, states = self.lstm(self.drop(self.embed(text)), list(states))
        return (self.decode(self.drop(output)), *states)

    def begin(self, batch, ctx):
        return self.lstm.begin_state(batch_size=batch, ctx=ctx)


def columns(sentences, numbers, batch):
    """Give a text as (length, batch): each column goes on where the one before it ends."""
    words = np.array([numbers[word] for sentence in sentences for word in sentence], "float32")
    length = len(words) // batch
    return mx.nd.array(words[:length * batch].reshape(batch, length).T)


def pieces(text, length):
    """Yield pieces of a text, each with the words that come next."""
    for start in range(0, len(text) - 1, length):
        stop = min(start + length, len(text) - 1)
        yield text[start:stop], text[start + 1:stop + 1]


def perplexity(net, text, length, ctx, step=None):
    """Go through a text once, and train if there is a step to take; give how puzzled the model is by a word."""
    loss_of, total, count = gluon.loss.SoftmaxCrossEntropyLoss(), 0.0, 0
    states = net.begin(text.shape[1], ctx)
    for data, after in pieces(text, length):
        data, after = data.as_in_context(ctx), after.as_in_context(ctx)
        with autograd.record(train_mode=step is not None):
            scores, *states = net(data, *[state.detach() for state in states])
            loss = loss_of(scores.reshape((-3, -1)), after.reshape((-1,)))
        if step is not None:
            loss.backward()
            step(data.size)
        total, count = total + loss.sum().asscalar(), count + data.size
    return math.exp(total / count)


def write(net, vocabulary, count, rng, ctx):
    """Let the model write words, each drawn by the chances that it gives."""
    states, word, written = net.begin(1, ctx), vocabulary.index(tales.END), []
    for _ in range(count):
        scores, *states = net(mx.nd.array([[word]], ctx=ctx), *states)
        chances = mx.nd.softmax(scores.reshape((-1,))).asnumpy().astype("float64")
        word = rng.choice(len(vocabulary), p=chances / chances.sum())
        written.append(vocabulary[word])
    return " ".join(written)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sentences", type=int, default=4000)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--batch-size", type=int, default=20)
    parser.add_argument("--length", type=int, default=20, help="words that gradients pass back over")
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--layers", type=int, default=1)
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--rate", type=float, default=0.005, help="learning rate")
    parser.add_argument("--gpu", action="store_true", help="train on the first GPU")
    parser.add_argument("--out", type=Path, default=Path("out"), help="folder of the picture")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    mx.random.seed(options.seed)
    ctx = mx.gpu() if options.gpu else mx.cpu()

    vocabulary = ["the", "that", "and", tales.END, *tales.NAMES, *tales.DEEDS, *tales.TRAITS]
    numbers = {word: number for number, word in enumerate(vocabulary)}
    told, _ = tales.tell(options.sentences, seed=options.seed)
    unseen, surprise = tales.tell(max(options.sentences // 5, 50), seed=options.seed + 1)
    best = math.exp(surprise / sum(map(len, unseen)))
    train, test = (columns(text, numbers, options.batch_size) for text in (told, unseen))

    net = LanguageModel(len(vocabulary), options.hidden, options.layers, options.dropout)
    net.initialize(mx.init.Xavier(), ctx=ctx)
    net.hybridize(static_alloc=True)
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": options.rate})

    def step(size):
        grads = [param.grad(ctx) for param in net.collect_params().values()]
        gluon.utils.clip_global_norm(grads, 0.25 * size)
        trainer.step(size)

    trained, tested = [], []
    for epoch in range(1, options.epochs + 1):
        trained.append(perplexity(net, train, options.length, ctx, step))
        tested.append(perplexity(net, test, options.length, ctx))
        print(f"epoch {epoch:3d}/{options.epochs}  perplexity {trained[-1]:.3f}, on unseen sentences {tested[-1]:.3f}, "
              f"of the grammar {best:.3f}", flush=True)
    print("it writes:", write(net, vocabulary, 30, np.random.RandomState(options.seed), ctx))
    print("picture:", picture.chart(options.out / "language_model.svg", f"perplexity (the grammar's own: {best:.2f})", [
        ("training", picture.BLUE, trained), ("unseen", picture.ORANGE, tested)]))
    return tested, best


if __name__ == "__main__":
    main()
