"""Sentences of a small made-up language, with the probability of each; the language models learn it.

Since the grammar is known, so is the best a model can do: exp(surprise / words), its perplexity.
"""
import math

import numpy as np

NAMES = ["fox", "hen", "miller", "queen", "crow", "goat", "baker", "wolf", "child", "king", "mouse", "cat"]
DEEDS = ["saw", "chased", "fed", "fooled", "praised", "followed", "feared", "found"]
TRAITS = ["old", "young", "clever", "hungry", "lazy", "brave"]
END = "."


class Teller:
    """Tells one sentence after the other; `surprise` sums -log of the chances of what was told.

    sentence -> someone deed someone [and deed someone] .
    someone  -> the [trait] name [that deed someone]
    """

    def __init__(self, seed=0):
        self.rng, self.surprise = np.random.RandomState(seed), 0.0

    def chance(self, share):
        happens = self.rng.rand() < share
        self.surprise -= math.log(share if happens else 1 - share)
        return happens

    def one_of(self, words):
        # Every word is as likely as the one before it and half again: some are common, some rare.
        weights = 1.5 ** -np.arange(len(words))
        index = self.rng.choice(len(words), p=weights / weights.sum())
        self.surprise -= math.log(weights[index] / weights.sum())
        return words[index]

    def someone(self, depth=0):
        words = ["the"]
        if self.chance(0.3):
            words.append(self.one_of(TRAITS))
        words.append(self.one_of(NAMES))
        if depth < 2 and self.chance(0.3):
            words += ["that", self.one_of(DEEDS), *self.someone(depth + 1)]
        return words

    def sentence(self):
        words = [*self.someone(), self.one_of(DEEDS), *self.someone()]
        if self.chance(0.25):
            words += ["and", self.one_of(DEEDS), *self.someone()]
        return [*words, END]


def tell(count, seed=0):
    """Give so many sentences as lists of words, and the sum of -log of their probabilities."""
    teller = Teller(seed)
    return [teller.sentence() for _ in range(count)], teller.surprise
