"""Symbol files with random damage: they load as a legal graph or raise MXNetError, nothing else."""
import json
import random

import pytest

import mxnet as mx
from tests.symbol import graphs, networks, zoo
from tests.verify import verify

JUNK = [None, True, -1, 0, 1, 2**31, 2**63, 10**30, 0.5, "", "null", "(", "(1, 2)", "None", "é", [],
        {}, [[]], [0], [0, 0], [0, 0, 0], [99, 0, 0], "-5", "1e999", "FullyConnected", "Concat"]
assert networks and graphs  # they fill the zoo
BASES = ["lenet", "lstm_unrolled", "unet", "foreach_loop", "attributes", "shared_state"]


def places(value, path=()):
    """Yield the path of every value inside a document."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) \
        if isinstance(value, list) else ()
    for key, inner in items:
        yield from places(inner, (*path, key))


def damage(document, rng):
    """Replace, remove or repeat something, once or a few times."""
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        *path, key = rng.choice([p for p in places(document) if p])
        holder = document
        for step in path:
            holder = holder[step]
        action = rng.randrange(4)
        if action == 0:
            del holder[key]
        elif action == 1 and isinstance(holder, list):
            holder.insert(key, holder[key])
        elif action == 2 and isinstance(holder[key], int):
            holder[key] += rng.choice((-1, 1, 7))
        else:
            holder[key] = rng.choice(JUNK)
    return document


def load(text):
    """Tell whether a document loads; what loads must be legal and save again."""
    try:
        loaded = mx.sym.load_json(text)
    except mx.MXNetError:
        return False
    verify(loaded.graph)
    assert mx.sym.load_json(loaded.tojson()).tojson() == loaded.tojson()
    return True


@pytest.mark.parametrize("name", BASES)
def test_damaged_documents(name):
    text = zoo.build(name)[0].tojson()
    rng = random.Random(name)
    outcomes = {True: 0, False: 0}
    for _ in range(150):
        damaged = json.dumps(damage(json.loads(text), rng))
        outcomes[load(damaged)] += 1
    assert outcomes[False] > 20 and outcomes[True] > 5


def test_damaged_text():
    text = zoo.build("mlp")[0].tojson()
    rng = random.Random(3)
    for _ in range(300):
        place = rng.randrange(len(text))
        damaged = text[:place] + rng.choice(('"', "{", "]", "9", "\\", "\x00", "")) \
            + text[place + rng.randrange(3):]
        load(damaged)
