"""A network that is spread over devices: every layer of an LSTM on its own.

Layers are put into groups with `AttrScope(ctx_group=...)`; where a group lives is said at bind, with
`group2ctxs`. What crosses from one device to the next is copied. The devices here are all CPU
contexts, so that the example runs anywhere; with GPUs, say `--devices gpu`.

The same network on one device gives the same numbers, which the program shows.
"""
import argparse
import logging
import math

import numpy as np
import tales

import mxnet as mx


def network(layers, length, words, hidden):
    """Describe the language model; the embedding lives with the first layer, the loss with the last."""
    data, label = mx.sym.Variable("data"), mx.sym.Variable("softmax_label")
    with mx.AttrScope(ctx_group="layer0"):
        steps = mx.sym.Embedding(data, input_dim=words, output_dim=hidden, name="embed")
    for layer in range(layers):
        with mx.AttrScope(ctx_group=f"layer{layer}"):
            cell = mx.rnn.LSTMCell(hidden, prefix=f"lstm{layer}_")
            steps, _ = cell.unroll(length, inputs=steps, merge_outputs=True)
    with mx.AttrScope(ctx_group=f"layer{layers - 1}"):
        scores = mx.sym.FullyConnected(mx.sym.Reshape(steps, shape=(-1, hidden)), num_hidden=words, name="scores")
        return mx.sym.SoftmaxOutput(scores, mx.sym.Reshape(label, shape=(-1,)), name="softmax")


def windows(sentences, length):
    """Cut the text into windows; the label of a word is the word after it."""
    words = [word for sentence in sentences for word in sentence]
    (text,), vocabulary = mx.rnn.encode_sentences([words], start_label=0, invalid_label=-1)
    count = (len(text) - 1) // length
    rows = np.array(text[:count * length + 1])
    return rows[:-1].reshape(count, length), rows[1:].reshape(count, length), len(vocabulary)


def train(net, options, data, label, context, places):
    """Fit from fixed initial values; give the module and the perplexity of every epoch."""
    mx.random.seed(options.seed)
    found = []
    batches = mx.io.NDArrayIter(data, label, options.batch_size, last_batch_handle="discard")
    module = mx.mod.Module(net, context=context, group2ctxs=places)
    module.fit(batches, eval_metric=mx.metric.Perplexity(None), num_epoch=options.epochs, initializer=mx.init.Xavier(),
               optimizer="adam", optimizer_params={"learning_rate": 0.01},
               batch_end_callback=mx.callback.Speedometer(options.batch_size, 50),
               epoch_end_callback=lambda *_: found.append(module.score(batches, mx.metric.Perplexity(None))[0][1]))
    return module, found


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sentences", type=int, default=1500)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--batch-size", type=int, default=16)
    parser.add_argument("--layers", type=int, default=3)
    parser.add_argument("--hidden", type=int, default=32)
    parser.add_argument("--length", type=int, default=12, help="words a window")
    parser.add_argument("--devices", choices=["cpu", "gpu"], default="cpu")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(message)s")

    sentences, surprise = tales.tell(options.sentences)
    best = math.exp(surprise / sum(map(len, sentences)))
    data, label, words = windows(sentences, options.length)
    net = network(options.layers, options.length, words, options.hidden)
    kind = getattr(mx, options.devices)
    places = {f"layer{layer}": kind(layer) for layer in range(options.layers)}
    print("groups:", ", ".join(f"{group} on {context}" for group, context in places.items()))
    module, spread = train(net, options, data, label, kind(0), places)
    for name in ("lstm0_i2h_weight", f"lstm{options.layers - 1}_i2h_weight"):
        print(f"  {name} lives on {module._exec_group.execs[0].arg_dict[name].context}")
    print(f"spread over {options.layers} devices: perplexity {spread[-1]:.3f}; {best:.2f} is the best there can be")
    _, single = train(net, options, data, label, kind(0), None)
    print(f"on one device:        perplexity {single[-1]:.3f}")
    return spread, single


if __name__ == "__main__":
    main()
