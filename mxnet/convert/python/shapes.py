"""Operators that change shapes, cut and join arrays, or make new ones. Sizes are read from values where they vary."""
from __future__ import annotations

import torch

from .pieces import Call, Piece, check, flattened, rule, size

# ---- the same numbers in another shape ----------------------------------------------------------


@rule("Flatten")
def flatten(call: Call) -> Piece:
    return Piece(flattened(call))


@rule("Reshape", "_np_reshape", "_npx_reshape")
def reshape(call: Call) -> Piece:
    if call.of(0) == call.out():
        return Piece("{0}")
    return Piece(f"{{0}}.reshape({', '.join(call.reshaped([0]))})")


@rule("reshape_like")
def reshape_like(call: Call) -> Piece:
    if call.of(0) == call.out():
        return Piece("{0}")
    if call.of(1) == call.out():
        return Piece("{0}.reshape({1}.shape)", takes=[0, 1])
    return Piece(f"{{0}}.reshape({', '.join(call.reshaped([0, 1]))})", takes=[0, 1])


@rule("transpose")
def transpose(call: Call) -> Piece:
    axes = call.p.axes or tuple(reversed(range(call.rank)))
    return Piece(f"{{0}}.permute({', '.join(map(str, axes))})")


@rule("SwapAxis")
def swap_axis(call: Call) -> Piece:
    return Piece(f"{{0}}.transpose({call.p.dim1}, {call.p.dim2})")


@rule("expand_dims")
def expand_dims(call: Call) -> Piece:
    return Piece(f"{{0}}.unsqueeze({call.p.axis})")


@rule("squeeze")
def squeeze(call: Call) -> Piece:
    """Remove axes by their number: torch leaves one that is not of size one, and MXNet refuses it."""
    axes = call.p.axis
    if axes is None:
        axes = tuple(axis for axis in range(call.rank) if not call.varies(axis) and call.shapes[0][axis] == 1)
    axes = tuple(axis % call.rank for axis in axes)
    if len(axes) == call.rank:  # MXNet keeps one
        axes = axes[1:]
    if call.checked:
        return Piece(f"{{0}}.reshape({', '.join(call.reshaped([0]))})")
    return Piece(f"{{0}}.squeeze({size(axes)})" if axes else "{0}")


@rule("reverse")
def reverse(call: Call) -> Piece:
    return Piece(f"{{0}}.flip({size(call.p.axis)})")


# ---- joining and repeating ----------------------------------------------------------------------

@rule("Concat")
def concat(call: Call) -> Piece:
    places = call.every()
    return Piece(f"torch.cat([{', '.join(f'{{{i}}}' for i in places)}], dim={call.p.dim})", takes=places)


@rule("stack")
def stack(call: Call) -> Piece:
    places = call.every()
    return Piece(f"torch.stack([{', '.join(f'{{{i}}}' for i in places)}], dim={call.p.axis})", takes=places)


@rule("tile")
def tile(call: Call) -> Piece:
    return Piece(f"torch.tile({{0}}, {tuple(call.p.reps)})")


@rule("repeat")
def repeat(call: Call) -> Piece:
    return Piece(f"torch.repeat_interleave({{0}}, {call.p.repeats}{'' if call.p.axis is None else f', {call.p.axis}'})")


@rule("broadcast_axis", "broadcast_to")
def broadcast(call: Call) -> Piece:
    """Keep what is not named: -1 in torch."""
    p = call.p
    if call.node.op_name == "broadcast_to":
        sizes = [count or -1 for count in p.shape]
    else:
        named = dict(zip(p.axis, p.size))
        sizes = [named.get(axis, -1) for axis in range(call.rank)]
    return Piece(f"{{0}}.expand({', '.join(map(str, sizes))})")


@rule("broadcast_like")
def broadcast_like(call: Call) -> Piece:
    p, rank = call.p, call.rank
    if p.lhs_axes is None:
        return Piece("{0}.expand_as({1})", takes=[0, 1])
    sizes = ["-1"] * rank
    for left, right in zip(p.lhs_axes, p.rhs_axes):
        sizes[left % rank] = f"{{1}}.shape[{right}]"
    return Piece(f"{{0}}.expand({', '.join(sizes)})", takes=[0, 1])


@rule("Pad")
def pad_borders(call: Call) -> Piece:
    p = call.p
    widths = [number for axis in reversed(range(2, call.rank)) for number in p.pad_width[2 * axis:2 * axis + 2]]
    check(not any(p.pad_width[:4]), "padding of batch and channels")
    way = {"constant": f", value={p.constant_value}" if p.constant_value else "", "edge": ", mode='replicate'",
           "reflect": ", mode='reflect'"}[p.mode]
    return Piece(f"F.pad({{0}}, {tuple(widths)}{way})")


# ---- cutting ------------------------------------------------------------------------------------

@rule("SliceChannel")
def slice_channel(call: Call) -> Piece:
    p = call.p
    if p.num_outputs == 1:
        return Piece(f"{{0}}.squeeze({p.axis})" if p.squeeze_axis else "{0}")
    if p.squeeze_axis:
        return Piece(f"torch.unbind({{0}}, dim={p.axis})", "parts", outputs=p.num_outputs)
    axis = p.axis % call.rank
    if call.varies(axis):  # unlike chunk, this refuses sizes that the number does not divide
        return Piece(f"{{0}}.unflatten({axis}, ({p.num_outputs}, -1)).unbind({axis})", "parts",
                     outputs=p.num_outputs)
    return Piece(f"torch.chunk({{0}}, {p.num_outputs}, dim={p.axis})", "parts", outputs=p.num_outputs)


@rule("slice_axis")
def slice_axis(call: Call) -> Piece:
    p, axis = call.p, call.p.axis % call.rank
    if call.varies(axis) and p.end is not None and p.begin >= 0 and p.end > p.begin:
        return Piece(f"{{0}}.narrow({axis}, {p.begin}, {p.end - p.begin})")  # refuses what ends too early
    if call.varies(axis) and (p.begin, p.end) != (0, None):
        return Piece(f"cut({{0}}, {axis}, {p.begin}, {p.end})")
    end = "" if p.end is None else p.end
    return Piece(f"{{0}}[{', '.join([':'] * axis + [f'{p.begin}:{end}'])}]")


@rule("slice")
def slice_ranges(call: Call) -> Piece:
    p = call.p
    steps = [step or 1 for step in p.step or (1,) * len(p.begin)]
    flipped = [axis for axis, step in enumerate(steps) if step < 0]
    ranges = [_range(*part) for part in zip(p.begin, p.end, steps)]
    turned = f".flip({size(tuple(flipped))})" if flipped else ""
    return Piece(f"{{0}}{turned}[{', '.join(ranges)}]")


def _range(begin: int | None, end: int | None, step: int) -> str:
    """Write one range; one that goes backwards is a range of the reversed axis."""
    if step < 0:
        begin, end = (None if place is None else -1 - place for place in (begin, end))
        step = -step
    text = f"{'' if begin is None else begin}:{'' if end is None else end}"
    return text if step == 1 else f"{text}:{step}"


@rule("slice_like")
def slice_like(call: Call) -> Piece:
    axes = [axis % call.rank for axis in call.p.axes] or list(range(call.rank))
    text = "{0}"
    for axis in axes:
        if [shape[axis] for shape in call.of(0)] != [shape[axis] for shape in call.out()]:
            text += f".narrow({axis}, 0, {{1}}.shape[{axis}])"
    return Piece(text, takes=[0, 1] if "{1}" in text else [0])


@rule("Crop")
def crop(call: Call) -> Piece:
    """Cut the first input to a size, or to that of the second."""
    p, like = call.p, len(call.shapes) > 1
    top, left = (0, 0) if p.center_crop else p.offset or (0, 0)
    if call.of(0) == call.out():
        return Piece("{0}")
    if not any(call.varies(axis, place) for axis in (2, 3) for place in call.every()):
        (height, width), (tall, wide) = call.shapes[0][2:], call.results[0][2:]
        top, left = ((height - tall) // 2, (width - wide) // 2) if p.center_crop else (top, left)
        return Piece(f"{{0}}[:, :, {top}:{top + tall}, {left}:{left + wide}]")
    sides = ("{1}.shape[2]", "{1}.shape[3]") if like else p.h_w
    takes = [0, 1] if like else [0]
    if p.center_crop:
        return Piece(f"centered({{0}}, ({sides[0]}, {sides[1]}), before=True)", takes=takes)
    return Piece(f"{{0}}.narrow(2, {top}, {sides[0]}).narrow(3, {left}, {sides[1]})", takes=takes)


@rule("SequenceLast")
def sequence_last(call: Call) -> Piece:
    check(not call.p.use_sequence_length, "with lengths")
    return Piece(f"{{0}}[{':, ' * call.p.axis}-1]")


# ---- new arrays ---------------------------------------------------------------------------------

@rule("_zeros", "_ones", "_full", "_zeros_without_dtype")
def filled(call: Call) -> Piece:
    texts, reads = call.from_outside([list(values) for values in zip(*call.out())])
    sizes, kind = ", ".join(texts), call.node.op_name[1:].split("_")[0]
    shape = f"({sizes},), {float(call.p.value)}" if kind == "full" else sizes
    return Piece(f"torch.{kind}({shape}{_made_for(call, reads)})", takes=[], reads=reads)


@rule("_arange")
def arange(call: Call) -> Piece:
    p = call.p
    texts, reads = call.from_outside([[shape[0] for shape in call.out()]])
    place = _made_for(call, reads)
    start, step = (0.0 if p.stop is None and not p.infer_range else p.start), p.step
    if p.repeat == 1 and texts[0].isdigit():
        return Piece(f"torch.arange({int(texts[0])}{place})" + _scaled(start, step), takes=[], reads=reads)
    count = texts[0] if p.repeat == 1 else f"({texts[0]}) // {p.repeat}"
    repeated = "" if p.repeat == 1 else f".repeat_interleave({p.repeat})"
    return Piece(f"torch.arange({count}{place}){repeated}" + _scaled(start, step), takes=[], reads=reads)


def _scaled(start: float, step: float) -> str:
    return (f" * {step:.9g}" if step != 1 else "") + (f" + {start:.9g}" if start else "")


def _made_for(call: Call, reads: list) -> str:
    """Write type and device of a new array; torch's ranges are of integers."""
    kind = call.p.get("dtype")
    told = isinstance(kind, torch.dtype) and (kind is not torch.float32 or call.node.op_name == "_arange")
    return (f", dtype={kind}" if told else "") + (", device={0}.device" if reads else "")


@rule("_contrib_arange_like")
def arange_like(call: Call) -> Piece:
    p = call.p
    count, shaped = ("{0}.numel()", ".reshape({0}.shape)") if p.axis is None else (f"{{0}}.shape[{p.axis}]", "")
    text = f"torch.arange({count}, dtype={{0}}.dtype, device={{0}}.device){shaped}"
    return Piece(text + (f" // {p.repeat}" if p.repeat > 1 else "") + _scaled(p.start, p.step))


@rule("Cast", "amp_cast")
def cast(call: Call) -> Piece:
    return Piece(f"{{0}}.to({call.p.dtype})")
