"""Learn to balance a pole on a cart by trying: an actor that chooses pushes, and a critic that foresees rewards.

The cart is a few lines of physics, so nothing has to be installed. Each episode is recorded as it is played; at its end
the actor is pushed towards what went better than the critic thought, and the critic towards what came about.
"""
import argparse
import math
from pathlib import Path

import numpy as np
import picture

import mxnet as mx
from mxnet import autograd, gluon
from mxnet.gluon import nn


class Cart:
    """A cart on a track with a pole on it; states are place, speed, angle, and speed of the angle."""

    GRAVITY, CART, POLE, HALF_LENGTH, FORCE, SECONDS = 9.8, 1.0, 0.1, 0.5, 10.0, 0.02

    def __init__(self, rng):
        self.state = rng.uniform(-0.05, 0.05, 4)

    def push(self, right):
        """Push for a moment; tell whether the pole still stands and the cart is on its track."""
        place, speed, angle, turning = self.state
        sine, cosine, mass = math.sin(angle), math.cos(angle), self.CART + self.POLE
        force = self.FORCE if right else -self.FORCE
        inertia = (force + self.POLE * self.HALF_LENGTH * turning ** 2 * sine) / mass
        turn = (self.GRAVITY * sine - cosine * inertia) / (
            self.HALF_LENGTH * (4 / 3 - self.POLE * cosine ** 2 / mass))
        drive = inertia - self.POLE * self.HALF_LENGTH * turn * cosine / mass
        self.state = self.state + self.SECONDS * np.array([speed, drive, turning, turn])
        return abs(self.state[0]) < 2.4 and abs(self.state[2]) < 0.21


class ActorCritic(gluon.HybridBlock):
    """Gives the scores of both pushes and the rewards to be expected; the two share their first layer."""

    def __init__(self, hidden=64, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.seen = nn.Dense(hidden, activation="relu", in_units=4)
            self.actor, self.critic = nn.Dense(2, in_units=hidden), nn.Dense(1, in_units=hidden)

    def hybrid_forward(self, F, state):
        seen = self.seen(state)
        return F.log_softmax(self.actor(seen)), self.critic(seen)


def play(net, rng, limit):
    """Play one episode, recording if the caller does; give (log chance of the push, expectation) of each moment."""
    cart, moments = Cart(rng), []
    for _ in range(limit):
        chances, expected = net(mx.nd.array(cart.state[None]))
        push = int(rng.rand() < math.exp(chances[0, 1].asscalar()))
        moments.append((chances[0, push], expected[0, 0]))
        if not cart.push(push):
            break
    return moments


def returns(count, discount):
    """Give what each moment of an episode earns, 1 now and less for what comes later; scaled to deviation 1."""
    earned = np.zeros(count)
    for moment in reversed(range(count)):
        earned[moment] = 1 + (discount * earned[moment + 1] if moment + 1 < count else 0)
    return (earned - earned.mean()) / (earned.std() + 1e-6)


def learn(net, trainer, rng, options):
    """Play an episode and learn from it; give its length."""
    huber = gluon.loss.HuberLoss()
    with autograd.record():
        moments = play(net, rng, options.limit)
        loss = 0
        for (chance, expected), earned in zip(moments, returns(len(moments), options.discount)):
            surprise = float(earned - expected.asscalar())
            loss = loss - chance * surprise + huber(expected.reshape((1,)), mx.nd.array([earned]))
    loss.backward()
    trainer.step(len(moments))
    return len(moments)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--episodes", type=int, default=400)
    parser.add_argument("--limit", type=int, default=200, help="moments after which an episode is won")
    parser.add_argument("--discount", type=float, default=0.99)
    parser.add_argument("--rate", type=float, default=0.01, help="learning rate")
    parser.add_argument("--out", type=Path, default=Path("out"), help="folder of the picture")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    mx.random.seed(options.seed)
    rng = np.random.RandomState(options.seed)

    net = ActorCritic()
    net.initialize(mx.init.Xavier())
    net.hybridize(static_alloc=True, static_shape=True)
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": options.rate})
    lengths, means = [], []
    for episode in range(1, options.episodes + 1):
        lengths.append(learn(net, trainer, rng, options))
        means.append(float(np.mean(lengths[-20:])))
        if episode % 20 == 0:
            print(f"episode {episode:4d}  the last 20 stood for {means[-1]:.1f} moments", flush=True)
        if episode >= 20 and means[-1] > 0.95 * options.limit:
            print(f"learned after {episode} episodes")
            break
    print("picture:", picture.chart(options.out / "actor_critic.svg", "moments the pole stood (episodes below)", [
        ("episode", picture.GRID, lengths), ("mean of 20", picture.BLUE, means)], "{:.0f}"))
    return lengths


if __name__ == "__main__":
    main()
