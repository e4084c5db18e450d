"""A language model over sentences of many lengths: LSTM cells, unrolled, in a BucketingModule.

A network unrolled over time has a fixed length. Sentences have not; padding all to the longest wastes
most of the work. So sentences are put in buckets by length, each bucket has its own unrolled network,
and all networks have the same parameters. `BucketingModule` makes the network of a bucket when the
first batch of that bucket comes.

Arrays are laid out (time, batch), which recurrent operators like best.
"""
import argparse
import logging
import math
import random
import tempfile
from pathlib import Path

import numpy as np
import tales

import mxnet as mx

PADDING = 0  # the word id that fills sentences up; it counts neither in the loss nor in the metric


def cells(layers, hidden, fused):
    """Make the stack of cells: layer by layer, or as one fused operator that computes the same."""
    if fused:
        return mx.rnn.FusedRNNCell(hidden, num_layers=layers, mode="lstm", prefix="lstm_")
    stack = mx.rnn.SequentialRNNCell()
    for layer in range(layers):
        stack.add(mx.rnn.LSTMCell(hidden, prefix=f"lstm_l{layer}_"))
    return stack


def generator(stack, words, embedding, hidden):
    """Give the function that makes the network of a bucket; its key is the length."""
    def network(length):
        data, label = mx.sym.Variable("data"), mx.sym.Variable("softmax_label")
        embedded = mx.sym.Embedding(data, input_dim=words, output_dim=embedding, name="embed")
        stack.reset()
        outputs, _ = stack.unroll(length, inputs=embedded, layout="TNC", merge_outputs=True)
        scores = mx.sym.FullyConnected(mx.sym.Reshape(outputs, shape=(-1, hidden)), num_hidden=words, name="scores")
        loss = mx.sym.SoftmaxOutput(scores, mx.sym.Reshape(label, shape=(-1,)), name="softmax", use_ignore=True,
                                    ignore_label=PADDING, normalization="valid")
        return loss, ("data",), ("softmax_label",)
    return network


def batches(rows, options):
    """Give an iterator; it shuffles, and leaves out what fills no batch, from the same seed every time."""
    random.seed(options.seed)
    np.random.seed(options.seed)
    return mx.rnn.BucketSentenceIter(rows, options.batch_size, buckets=list(options.buckets), invalid_label=PADDING,
                                     layout="TN")


def go_on(module, beginning, vocabulary, length):
    """Extend a sentence by the likeliest word, again and again, until its end."""
    names = {number: word for word, number in vocabulary.items()}
    words = beginning.split()
    while len(words) < length and words[-1] != tales.END:
        row = [vocabulary[word] for word in words] + [PADDING] * (length - len(words))
        shape = (length, 1)
        batch = mx.io.DataBatch([mx.nd.array(row).reshape(shape)], [mx.nd.zeros(shape)], bucket_key=length,
                                provide_data=[mx.io.DataDesc("data", shape, layout="TN")],
                                provide_label=[mx.io.DataDesc("softmax_label", shape, layout="TN")])
        module.forward(batch, is_train=False)
        chances = module.get_outputs()[0].asnumpy()[len(words) - 1]
        chances[PADDING] = 0
        words.append(names[int(chances.argmax())])
    return " ".join(words)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sentences", type=int, default=4000)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--hidden", type=int, default=48)
    parser.add_argument("--embedding", type=int, default=24)
    parser.add_argument("--buckets", type=int, nargs="+", default=[8, 12, 18, 24])
    parser.add_argument("--fused", action="store_true", help="one fused operator instead of cells")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    mx.random.seed(options.seed)

    sentences, _ = tales.tell(options.sentences, seed=0)
    fresh, surprise = tales.tell(max(options.sentences // 8, 100), seed=1)
    best = math.exp(surprise / sum(len(words) - 1 for words in fresh))  # the first word is given, not guessed
    encoded, vocabulary = mx.rnn.encode_sentences(sentences, start_label=1, invalid_label=PADDING)
    fresh, _ = mx.rnn.encode_sentences(fresh, vocab=vocabulary, invalid_label=PADDING)
    train, test = (batches(rows, options) for rows in (encoded, fresh))
    print(f"{len(encoded)} sentences of {len(vocabulary)} words in buckets of {options.buckets}; "
          f"the grammar itself has perplexity {best:.2f}")

    stack = cells(options.layers, options.hidden, options.fused)
    words = len(vocabulary) + 1
    module = mx.mod.BucketingModule(generator(stack, words, options.embedding, options.hidden),
                                    default_bucket_key=train.default_bucket_key)
    module.fit(train, eval_data=test, eval_metric=mx.metric.Perplexity(PADDING), num_epoch=options.epochs,
               initializer=mx.init.Xavier(factor_type="in", magnitude=2.34), optimizer="adam",
               optimizer_params={"learning_rate": 0.01, "rescale_grad": 1.0},
               batch_end_callback=mx.callback.Speedometer(options.batch_size, 50, auto_reset=False))
    found = module.score(batches(fresh, options), mx.metric.Perplexity(PADDING), reset=False)[0][1]
    print(f"perplexity {found:.2f} on sentences never seen; {best:.2f} is the best there can be")
    for beginning in ("the", "the hungry fox", "the king that saw"):
        print("  ", go_on(module, beginning, vocabulary, max(options.buckets)))

    # Files hold a weight a gate, so that another kind of cell can read them.
    with tempfile.TemporaryDirectory() as folder:
        prefix = str(Path(folder) / "model")
        mx.rnn.save_rnn_checkpoint(stack, prefix, options.epochs, module.symbol, *module.get_params())
        other = cells(options.layers, options.hidden, not options.fused)
        _, args, auxs = mx.rnn.load_rnn_checkpoint(other, prefix, options.epochs)
    again = mx.mod.BucketingModule(generator(other, words, options.embedding, options.hidden),
                                   default_bucket_key=train.default_bucket_key)
    again.bind(train.provide_data, train.provide_label, for_training=False)
    again.init_params(arg_params=args, aux_params=auxs)
    same = again.score(batches(fresh, options), mx.metric.Perplexity(PADDING), reset=False)[0][1]
    print(f"saved and loaded into {'plain' if options.fused else 'fused'} cells: perplexity {same:.2f}")
    return found, same, best


if __name__ == "__main__":
    main()
