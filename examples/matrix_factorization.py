"""Guess ratings nobody gave: users and films as vectors, a rating as their product.

The ratings are made up: every user and every film has hidden traits, and a rating is their product, a
bias of each, and noise. So it is known what the best guess would be off by: the noise.
"""
import argparse
import logging

import numpy as np

import mxnet as mx


def ratings(users, films, count, noise, seed):
    """Draw so many (user, film, rating); most pairs are never rated."""
    rng = np.random.RandomState(seed)
    traits = 4
    user_traits, film_traits = rng.normal(0, 0.5, (users, traits)), rng.normal(0, 0.5, (films, traits))
    user_bias, film_bias = rng.normal(0, 0.4, users), rng.normal(0, 0.4, films)
    user, film = rng.randint(0, users, count), rng.randint(0, films, count)
    rating = 3 + (user_traits[user] * film_traits[film]).sum(1) + user_bias[user] + film_bias[film]
    return user, film, rating + rng.normal(0, noise, count)


def network(users, films, factors):
    """Describe the guess; an `Embedding` is a table of vectors, looked up by number."""
    user, film = mx.sym.Variable("user"), mx.sym.Variable("film")
    parts = []
    for data, size, name in ((user, users, "user"), (film, films, "film")):
        vector = mx.sym.Embedding(data, input_dim=size, output_dim=factors, name=f"{name}_vectors")
        bias = mx.sym.Embedding(data, input_dim=size, output_dim=1, name=f"{name}_biases")
        parts.append((vector, mx.sym.Flatten(bias)))
    (left, left_bias), (right, right_bias) = parts
    product = mx.sym.sum(left * right, axis=1, keepdims=True)
    level = mx.sym.Variable("level_bias", shape=(1,), init=mx.init.Constant(3.0))
    guess = mx.sym.broadcast_add(product + left_bias + right_bias, mx.sym.Reshape(level, shape=(1, 1)))
    return mx.sym.LinearRegressionOutput(guess, mx.sym.Variable("rating"), name="guess")


def iterator(user, film, rating, batch_size, shuffle=False):
    """Give batches of two inputs and a label, by name."""
    return mx.io.NDArrayIter({"user": user, "film": film}, {"rating": rating.reshape(-1, 1)}, batch_size,
                             shuffle=shuffle, last_batch_handle="discard")


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--users", type=int, default=300)
    parser.add_argument("--films", type=int, default=200)
    parser.add_argument("--ratings", type=int, default=20000)
    parser.add_argument("--factors", type=int, default=4, help="length of the vectors")
    parser.add_argument("--noise", type=float, default=0.25)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--batch-size", type=int, default=64)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    mx.random.seed(options.seed)
    np.random.seed(options.seed)

    user, film, rating = ratings(options.users, options.films, options.ratings, options.noise, options.seed)
    cut = options.ratings * 9 // 10
    train = iterator(user[:cut], film[:cut], rating[:cut], options.batch_size, shuffle=True)
    test = iterator(user[cut:], film[cut:], rating[cut:], options.batch_size)
    print(f"{cut} ratings of {options.users} users for {options.films} films; guessing the mean is off by "
          f"{rating[cut:].std():.3f}, the noise is {options.noise}")

    module = mx.mod.Module(network(options.users, options.films, options.factors), data_names=["user", "film"],
                           label_names=["rating"])
    module.fit(train, eval_data=test, eval_metric="rmse", num_epoch=options.epochs, initializer=mx.init.Normal(0.1),
               optimizer="adam", optimizer_params={"learning_rate": 0.01},
               batch_end_callback=mx.callback.Speedometer(options.batch_size, 100))
    found = module.score(test, "rmse")[0][1]
    print(f"off by {found:.3f} on ratings never seen")
    return found


if __name__ == "__main__":
    main()
