"""Functions and classes that written programs use where torch has none that compute the same."""
from __future__ import annotations

import re

_NORM = '''\
class BatchNorm{rank}d(nn.BatchNorm{rank}d):
    """Keeps the variance of batches as it is, as MXNet does, where torch corrects it for their size."""

    def __init__(self, channels, eps=1e-5, momentum=0.1, fix_gamma=False, use_global_stats=False):
        super().__init__(channels, eps, momentum)
        self.weight.requires_grad_(not fix_gamma)
        self.use_global_stats = use_global_stats

    def forward(self, x):
        if not self.training or self.use_global_stats:
            return F.batch_norm(x, self.running_mean, self.running_var, self.weight, self.bias, eps=self.eps)
        with torch.no_grad():
            var, mean = torch.var_mean(x, [axis for axis in range(x.dim()) if axis != 1], unbiased=False)
            self.running_mean.lerp_(mean, self.momentum)
            self.running_var.lerp_(var, self.momentum)
        return torch.batch_norm(x, self.weight, self.bias, None, None, True, 0.0, self.eps, True)
'''

_TEXTS = {**{f"BatchNorm{rank}d": _NORM.replace("{rank}", str(rank)) for rank in (1, 2, 3)}, "same": '''\
def same(*values):
    """Give these values if they have one shape; torch would broadcast them."""
    if len({tuple(value.shape) for value in values}) > 1:
        raise ValueError(f"shapes differ: {[tuple(value.shape) for value in values]}")
    return values
''', "cut": '''\
def cut(x, axis, begin, end):
    """Give a range of an axis, both ends counted from the last if negative; one that leaves the axis raises."""
    size = x.shape[axis]
    first = begin + size if begin < 0 else begin
    last = size if end is None else end + size if end < 0 else end
    if not 0 <= first < last <= size:
        raise ValueError(f"axis {axis} has {size} elements: there is no {begin}:{end} of it")
    return x.narrow(axis, first, last - first)
''', "centered": '''\
def centered(x, sides, before=False):
    """Cut to the middle; of an odd rest, one more goes at the begin, or at the end with `before`."""
    for axis, side in enumerate(sides, 2):
        rest = x.shape[axis] - side
        x = x.narrow(axis, (rest if before else rest + 1) // 2, side)
    return x
''', "pool": '''\
def pool(x, kind, kernel, stride, padding, full=False, include_padding=True):
    """Pool with windows that may begin past the data, or have more padding than data."""
    pads, rank = [], len(kernel)
    for size, k, s, p in zip(x.shape[2:], kernel, stride, padding):
        room = size + 2 * p - k
        pads = [p, p, 0, (-room % s if full else 0), *pads]
    inner = [side for axis in range(rank) for side in pads[4 * axis:4 * axis + 2]]
    rest = [side for axis in range(rank) for side in pads[4 * axis + 2:4 * axis + 4]]
    if kind == "max":
        x = F.pad(F.pad(x, inner, value=torch.finfo(x.dtype).min), rest, value=torch.finfo(x.dtype).min)
        return getattr(F, f"max_pool{rank}d")(x, kernel, stride)
    average = getattr(F, f"avg_pool{rank}d")
    number = 1
    for k in kernel:
        number *= k
    total = average(F.pad(F.pad(x, inner), rest), kernel, stride) * number
    if kind == "sum":
        return total
    members = F.pad(F.pad(torch.ones_like(x[:1, :1]), inner, value=float(include_padding)), rest)
    return total / (average(members, kernel, stride) * number).round().clamp(min=1)
''', "scaled": '''\
def scaled(size, scale, odd=False):
    """Multiply a size in single precision, and round down; an odd one may stay odd."""
    odd = odd and size % 2 == 1
    return int(torch.tensor(float(size - odd)) * scale) + odd
''', "beyond": '''\
def beyond(x, lengths, axis):
    """Mark the elements past the length of each sequence; the other of the first two axes is the batch."""
    steps = torch.arange(x.shape[axis], device=x.device)
    lengths = lengths.long()
    past = steps.unsqueeze(1) >= lengths if axis == 0 else steps >= lengths.unsqueeze(1)
    return past.reshape(*past.shape, *[1] * (x.dim() - 2))
''', "heads_of": '''\
def heads_of(x, heads, parts, index):
    """Give one of the interleaved projections as (batch * heads, time, width)."""
    time, batch = x.shape[:2]
    return x.reshape(time, batch * heads, parts, -1)[:, :, index].transpose(0, 1)
''', "anchors": '''\
def anchors(x, sizes, ratios, steps=(-1, -1), offsets=(0.5, 0.5), clip=False):
    """Place boxes of several sizes and ratios on each pixel of a feature map; corners relative to the image."""
    height, width = x.shape[2:4]
    step_y, step_x = steps if min(steps) > 0 else (1 / height, 1 / width)
    rows = (torch.arange(height, device=x.device) + offsets[0]) * step_y
    columns = (torch.arange(width, device=x.device) + offsets[1]) * step_x
    shapes = [(size, ratios[0]) for size in sizes] + [(sizes[0], ratio) for ratio in ratios[1:]]
    half = torch.tensor([(size * height / width * ratio ** 0.5 / 2, size / ratio ** 0.5 / 2)
                         for size, ratio in shapes], device=x.device)
    center = torch.stack(torch.broadcast_tensors(columns, rows.unsqueeze(1)), -1).unsqueeze(2)
    boxes = torch.cat((center - half, center + half), -1).reshape(1, -1, 4).to(x.dtype)
    return boxes.clamp(0, 1) if clip else boxes
'''}

NAMES = tuple(_TEXTS)


def used(text: str) -> list[str]:
    """Return those that a text calls."""
    return [body for name, body in _TEXTS.items() if re.search(rf"(?<![\w.]){name}\(", text)]
