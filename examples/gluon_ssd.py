"""Train a single-shot detector to find squares, discs and crosses in made-up pictures, and draw what it finds.

Two scales of a small network predict classes and corrections for anchor boxes. `MultiBoxPrior` lays the anchors,
`MultiBoxTarget` assigns them to objects, `MultiBoxDetection` makes boxes of predictions, and a validation metric of
one's own tells how many objects are found.
"""
import argparse
from pathlib import Path

import numpy as np
import picture

import mxnet as mx
from mxnet import autograd, gluon
from mxnet.gluon import nn

KINDS = ("square", "disc", "cross")
SIDE = 48
SIZES = ((0.25, 0.35), (0.45, 0.6))  # of anchors, per scale
RATIOS = (1, 1.5, 0.67)
ANCHORS = len(SIZES[0]) + len(RATIOS) - 1


def scene(rng):
    """Give a picture (3, SIDE, SIDE) and its objects (2, 5): kind and corners; a kind of -1 is none."""
    image = rng.rand(3, SIDE, SIDE) * 0.3
    objects = -np.ones((2, 5))
    y, x = np.mgrid[:SIDE, :SIDE]
    for row, left in zip(range(rng.randint(1, 3)), rng.permutation([0, SIDE // 2])):
        size = rng.randint(12, 23)
        x0, y0 = left + rng.randint(0, SIDE // 2 - size + 1), rng.randint(0, SIDE - size + 1)
        kind = rng.randint(len(KINDS))
        across, down = (x - x0 + 0.5) / size * 2 - 1, (y - y0 + 0.5) / size * 2 - 1
        inside = np.maximum(abs(across), abs(down)) <= 1
        shape = (inside, across ** 2 + down ** 2 <= 1, inside & (np.minimum(abs(across), abs(down)) < 0.35))[kind]
        image[:, shape] = 0.4 + 0.6 * rng.rand(3, 1)
        objects[row] = kind, x0 / SIDE, y0 / SIDE, (x0 + size) / SIDE, (y0 + size) / SIDE
    return image, objects


def scenes(count, seed):
    """Give many pictures and their objects, as arrays."""
    rng = np.random.RandomState(seed)
    images, objects = zip(*(scene(rng) for _ in range(count)))
    return np.array(images, "float32"), np.array(objects, "float32")


class Detector(gluon.HybridBlock):
    """Gives anchors (1, n, 4), scores of the classes (batch, n, kinds + 1), and corrections (batch, 4 n)."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.scales, self.classes, self.boxes = (nn.HybridSequential() for _ in range(3))
            for widths in ((16, 32, 48), (64,)):
                scale = nn.HybridSequential()
                for width in widths:
                    scale.add(nn.Conv2D(width, 3, padding=1), nn.BatchNorm(), nn.Activation("relu"), nn.MaxPool2D())
                self.scales.add(scale)
                self.classes.add(nn.Conv2D(ANCHORS * (len(KINDS) + 1), 3, padding=1))
                self.boxes.add(nn.Conv2D(ANCHORS * 4, 3, padding=1))

    def hybrid_forward(self, F, x):
        anchors, scores, corrections = [], [], []
        for sizes, scale, classes, boxes in zip(SIZES, self.scales, self.classes, self.boxes):
            x = scale(x)
            anchors.append(F.contrib.MultiBoxPrior(x, sizes=sizes, ratios=RATIOS, clip=True))
            scores.append(F.flatten(F.transpose(classes(x), (0, 2, 3, 1))))
            corrections.append(F.flatten(F.transpose(boxes(x), (0, 2, 3, 1))))
        scores = F.reshape(F.concat(*scores, dim=1), (0, -1, len(KINDS) + 1))
        return F.concat(*anchors, dim=1), scores, F.concat(*corrections, dim=1)


def step(net, trainer, image, objects):
    """Train on one batch; give the mean losses of classes and corrections."""
    with autograd.record():
        anchors, scores, corrections = net(image)
        with autograd.pause():
            wanted, counts, kinds = mx.nd.contrib.MultiBoxTarget(
                anchors, objects, scores.transpose((0, 2, 1)), negative_mining_ratio=3, negative_mining_thresh=0.5)
            taking_part = kinds >= 0  # negative mining leaves most of the background out
        chances = mx.nd.log_softmax(scores)
        of_class = -(mx.nd.pick(chances, mx.nd.maximum(kinds, 0)) * taking_part).sum(axis=1) / taking_part.sum(axis=1)
        of_box = mx.nd.smooth_l1((corrections - wanted) * counts, scalar=1).sum(axis=1) / (
            counts.sum(axis=1) + 1)
        loss = of_class + of_box
    loss.backward()
    trainer.step(len(image))
    return of_class.mean().asscalar(), of_box.mean().asscalar()


def detect(net, images):
    """Give rows of (kind, score, corners) for each picture; a kind of -1 is none."""
    anchors, scores, corrections = net(images)
    return mx.nd.contrib.MultiBoxDetection(mx.nd.softmax(scores).transpose((0, 2, 1)), corrections, anchors,
                                           nms_threshold=0.45, threshold=0.5).asnumpy()


class Found(mx.metric.EvalMetric):
    """The share of objects that a box of the right kind overlaps by half or more."""

    def __init__(self):
        super().__init__("found")

    def update(self, labels, preds):
        for objects, rows in zip(labels, preds):
            rows = rows[rows[:, 0] >= 0]
            for kind, *corners in objects[objects[:, 0] >= 0]:
                same = rows[rows[:, 0] == kind, 2:]
                self.num_inst += 1
                self.sum_metric += bool(len(same)) and overlaps(same, np.array(corners)).max() >= 0.5


def overlaps(boxes, box):
    """Give the intersection over union of each box with one box."""
    sides = np.minimum(boxes[:, 2:], box[2:]) - np.maximum(boxes[:, :2], box[:2])
    shared = np.clip(sides, 0, None).prod(axis=1)
    return shared / ((boxes[:, 2:] - boxes[:, :2]).prod(axis=1) + (box[2:] - box[:2]).prod() - shared)


def draw(path, images, found, columns=6):
    """Draw pictures in grey, with the boxes that were found."""
    sheet = picture.Picture(20 + 122 * columns, 60 + 122 * -(-len(images) // columns))
    sheet.text(20, 34, "Found: " + ", ".join(KINDS), 18, anchor="start", weight="bold")
    colours = (picture.BLUE, picture.ORANGE, picture.RED)
    for place, (image, rows) in enumerate(zip(images, found)):
        x, y = 20 + 122 * (place % columns), 56 + 122 * (place // columns)
        picture.glyph(sheet, x, y, 112, image.mean(axis=0)[::2, ::2])
        for kind, _, *corners in rows[rows[:, 0] >= 0]:
            x0, y0, x1, y1 = np.clip(corners, 0, 1) * 112
            sheet.rect(x + x0, y + y0, x1 - x0, y1 - y0, "none", colours[int(kind)])
    return sheet.save(path)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scenes", type=int, default=2000)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--rate", type=float, default=0.003, help="learning rate")
    parser.add_argument("--gpu", action="store_true", help="train on the first GPU")
    parser.add_argument("--out", type=Path, default=Path("out"), help="folder of the pictures")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    mx.random.seed(options.seed)
    np.random.seed(options.seed)
    ctx = mx.gpu() if options.gpu else mx.cpu()

    loader = gluon.data.DataLoader(gluon.data.ArrayDataset(*scenes(options.scenes, options.seed)), options.batch_size,
                                   shuffle=True, last_batch="discard")
    images, objects = scenes(120, options.seed + 1)
    net = Detector()
    net.initialize(mx.init.Xavier(magnitude=2), ctx=ctx)
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": options.rate})
    losses, shares = [], []
    for epoch in range(1, options.epochs + 1):
        both = [step(net, trainer, image.as_in_context(ctx), label.as_in_context(ctx)) for image, label in loader]
        metric = Found()
        found = detect(net, mx.nd.array(images, ctx=ctx))
        metric.update(objects, found)
        losses.append(float(np.mean(both, axis=0).sum()))
        shares.append(metric.get()[1])
        print(f"epoch {epoch:3d}/{options.epochs}  loss {losses[-1]:.4f}  {shares[-1]:.1%} of the objects of unseen "
              "pictures found", flush=True)
    print("picture:", draw(options.out / "ssd.svg", images[:12], found[:12]))
    print("curve:", picture.chart(options.out / "ssd_found.svg", "objects found", [
        ("found", picture.BLUE, shares)], "{:.0%}"))
    return shares


if __name__ == "__main__":
    main()
