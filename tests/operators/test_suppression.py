"""Suppression in blocks gives what going through candidates one by one gives, on the host and elsewhere."""
import numpy as np
import pytest
import torch

from mxnet.core.op import Params
from mxnet.core.ops.contrib import greedy, multibox, proposal, suppression


@pytest.mark.parametrize("count, density", [(0, 0.5), (1, 0.5), (300, 0.02), (700, 0.003), (600, 0.2)])
@pytest.mark.parametrize("enough", [None, 5])
def test_keep_best(count, density, enough):
    flags = torch.rand(count, count, generator=torch.Generator().manual_seed(count)) < density
    wanted = []
    for candidate in range(count):
        if not any(flags[kept, candidate] for kept in wanted):
            wanted.append(candidate)
    found = suppression.keep_best(count, lambda i, j: flags[i][:, j], torch.device("cpu"), enough)
    assert found.tolist()[:enough] == wanted[:enough]


def table_of(rng, count, size=0.3):
    corner, extent = rng.uniform(0, 1, (2, count)), rng.uniform(-0.02, size, (2, count))
    boxes = np.concatenate((corner, corner + extent)).astype(np.float32)
    return greedy.with_areas(boxes, boxes[2:] - boxes[:2])


def one_by_one(table, exceeds, threshold, more, kinds):
    kept = []
    for number in range(table.shape[1]):
        for best in kept:
            if kinds is not None and kinds[best] != kinds[number]:
                continue
            inner = np.minimum(table[2:4, best], table[2:4, number]) - np.maximum(table[:2, best], table[:2, number])
            shared = np.prod(np.maximum(inner + np.float32(more), 0))
            union = table[4, best] + table[4, number] - shared
            if union != 0 and exceeds(shared / union, np.float32(threshold)):
                break
        else:
            kept.append(number)
    return kept


@pytest.mark.parametrize("count, kinds, size", [
    (0, 0, 0.3), (1, 1, 0.3), (60, 3, 0.3), (250, 0, 0.1), (250, 1, 0.6), (400, 4, 0.3), (300, 40, 0.5)])
@pytest.mark.parametrize("threshold, more", [(0.5, 0), (0.0, 0), (-0.1, 0), (0.6, 1)])
def test_keep_best_on_the_host(count, kinds, size, threshold, more):
    rng = np.random.RandomState(count + kinds)
    table = table_of(rng, count, size)
    kinds = rng.randint(0, kinds, count) if kinds else None
    with np.errstate(all="ignore"):
        found = greedy.keep_best(table, np.greater, threshold, more=more, kinds=kinds)
        assert found.tolist() == one_by_one(table, np.greater, threshold, more, kinds)
        if kinds is None and found.size:
            some = greedy.keep_best(table, np.greater, threshold, more=more, enough=3)
            assert some.tolist()[:3] == found.tolist()[:3]


@pytest.mark.parametrize("count", [3, 255, 256, 1000])
@pytest.mark.parametrize("limit", [None, 0, 2, 900])
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_best_first(count, limit, kind):
    rng = np.random.RandomState(count)
    for score in (rng.randn(count), rng.randint(-2, 3, count) * 0.5, -np.zeros(count)):
        score = score.astype(kind) * kind(rng.choice([-1, 1]))
        wanted = sorted(range(count), key=lambda i: -score[i])[:limit]
        assert greedy.best_first(score, limit).tolist() == wanted


# ---- an operator has two ways, for the host and for devices; both run on either's arrays ------------

@pytest.mark.parametrize("seed", range(12))
def test_box_nms_ways_agree(seed):
    rng = np.random.RandomState(seed)
    count = (5, 90, 300)[seed % 3]
    rows = np.concatenate((rng.randint(-1, 3, (2, count, 1)), rng.rand(2, count, 1),
                           table_of(rng, 2 * count)[:4].T.reshape(2, count, 4)), 2)
    rows = torch.from_numpy(rows.astype(np.float32))
    p = Params(overlap_thresh=0.4, valid_thresh=0.1, topk=(-1, 40)[seed % 2], coord_start=2, score_index=1,
               id_index=(0, -1)[seed % 5 == 4], background_id=-1, force_suppress=seed % 4 == 3,
               in_format=("corner", "center")[seed // 6])
    for one, other in zip(suppression._select(rows, p), suppression._select_on_host(rows, p)):
        assert torch.equal(one, other)


@pytest.mark.parametrize("seed", range(8))
def test_detection_ways_agree(seed):
    rng = np.random.RandomState(seed)
    count = (4, 200, 700)[seed % 3]
    anchors = table_of(rng, count)[:4].T[None]
    score = torch.from_numpy(rng.randn(2, 5, count).astype(np.float32)).softmax(1)
    given = score, torch.from_numpy(rng.randn(2, count * 4).astype(np.float32)), torch.from_numpy(anchors.copy())
    params = (0.1, 0.1, 0.2, 0.2), bool(seed % 2), (0.01, 0.4)[seed % 2], (0.5, -1.0)[seed == 5], seed % 3 == 0, \
        (-1, 30)[seed // 4]
    with np.errstate(all="ignore"):
        one, other = multibox._detect(*given, *params), multibox._detect_on_host(*given, *params)
    torch.testing.assert_close(one, other, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("seed", range(12))
def test_target_ways_agree(seed):
    rng = np.random.RandomState(seed)
    count, objects = (3, 60, 500)[seed % 3], (1, 2, 6)[seed // 4]
    anchors, boxes = (np.abs(table_of(rng, n)[:4]).T for n in (count, 3 * objects))
    anchors[:, 2:] += 0.1
    boxes[:, 2:] += 0.1
    if seed % 4 == 3:
        boxes[0] = boxes[-1] = anchors[0]  # as close as can be, twice
    label = np.concatenate((rng.randint(0, 4, (3 * objects, 1)), boxes), 1).reshape(3, objects, 5)
    label[1, rng.randint(objects):] = -1
    label[2] = -1
    given = [torch.from_numpy(part.astype(np.float32)) for part in (anchors[None], label, rng.randn(3, 4, count))]
    params = (0.5, 0.2, -1.0)[seed % 3], -1.0, (2.0, 5.0) if seed % 2 else None, (0.1, 0.1, 0.2, 0.2)
    with np.errstate(all="ignore"):
        ways = multibox._target(*given, *params), multibox._target_on_host(*given, *params)
    for one, other in zip(*ways):
        torch.testing.assert_close(one.float(), other, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("seed", range(6))
def test_proposal_ways_agree(seed):
    rng = np.random.RandomState(seed)
    height, width, anchors = rng.randint(4, 16), rng.randint(4, 16), 6
    p = Params(rpn_pre_nms_top_n=(50, 600)[seed % 2], rpn_post_nms_top_n=40, threshold=0.6,
               rpn_min_size=(4, 40)[seed % 3 == 0], scales=(4.0, 8.0),
               ratios=(0.5, 1.0, 2.0), feature_stride=16, iou_loss=seed == 4)
    given = [torch.from_numpy(part.astype(np.float32)) for part in (
        rng.permutation(2 * anchors * height * width).reshape(2, anchors, height, width) / 5000,
        rng.randn(2, 4 * anchors, height, width) * 0.3, np.array([[height * 16 - 5, width * 16, 1], [64, 64, 1.5]]))]
    with np.errstate(all="ignore"):
        for one, other in zip(proposal._all(*given, p), proposal._all_on_host(*given, p)):
            torch.testing.assert_close(one, other, rtol=1e-5, atol=1e-4)
