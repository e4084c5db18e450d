"""A layered drawing of a directed graph as SVG, for machines without Graphviz.

The standard algorithm: layers by longest path, crossings reduced by averaging neighbours, straight columns where space
permits, curves through every layer that an edge passes.
"""
from html import escape
from typing import Any

_INCH = 72.0
_FONT, _LINE = 14.0, 17.0
_LAYER_GAP, _LABEL_GAP, _NODE_GAP, _BEND_GAP, _MARGIN = 42.0, 15.0, 18.0, 10.0, 8.0
_SWEEPS = 24


class _Item:
    """A node, or the point where a long edge passes a layer (`label` is None)."""

    def __init__(self, width: float, height: float, label: str | None, look: dict):
        self.width, self.height, self.label, self.look = width, height, label, look
        self.layer = 0
        self.x = self.y = 0.0
        self.above: list[_Item] = []
        self.below: list[_Item] = []

    @property
    def gap(self) -> float:
        return _BEND_GAP if self.label is None else _NODE_GAP


def _text_width(text: str) -> float:
    return max((len(line) for line in text.split("\n")), default=0) * _FONT * 0.56


def _make_node(look: dict) -> _Item:
    label = look.get("label", "")
    width = float(look.get("width", 0.75)) * _INCH
    height = float(look.get("height", 0.5)) * _INCH
    if look.get("fixedsize") != "true":
        width = max(width, _text_width(label) + 22)
        height = max(height, _LINE * (label.count("\n") + 1) + 14)
    return _Item(width, height, label, look)


def _forward_edges(names: list[str], edges: list[tuple[str, str, dict]]) -> list[tuple]:
    """Drop edges that close a cycle (equal names can), and repetitions."""
    following: dict[str, list[str]] = {name: [] for name in names}
    for tail, head, _ in edges:
        following[tail].append(head)
    state: dict[str, int] = {}
    closing = set()
    for root in names:
        stack = [(root, iter(following[root]))] if root not in state else []
        state.setdefault(root, 1)
        while stack:
            name, rest = stack[-1]
            for head in rest:
                if state.get(head) == 1:
                    closing.add((name, head))
                elif head not in state:
                    state[head] = 1
                    stack.append((head, iter(following[head])))
                    break
            else:
                state[name] = 2
                stack.pop()
    kept: dict[tuple[str, str], dict] = {}
    for tail, head, look in edges:
        if (tail, head) not in closing and tail != head:
            kept.setdefault((tail, head), look)
    return [(tail, head, look) for (tail, head), look in kept.items()]


def _assign_layers(items: dict[str, _Item], edges: list[tuple]) -> None:
    """Put every node below all nodes that point to it, then move sources down as far as their targets allow."""
    incoming = dict.fromkeys(items, 0)
    heads: dict[str, list[str]] = {name: [] for name in items}
    tails: dict[str, list[str]] = {name: [] for name in items}
    for tail, head, _ in edges:
        incoming[head] += 1
        heads[tail].append(head)
        tails[head].append(tail)
    order = [name for name, count in incoming.items() if count == 0]
    for name in order:
        for head in heads[name]:
            items[head].layer = max(items[head].layer, items[name].layer + 1)
            incoming[head] -= 1
            if incoming[head] == 0:
                order.append(head)
    for name in reversed(order):
        if heads[name] and not tails[name]:
            items[name].layer = min(items[head].layer for head in heads[name]) - 1


def _thread(items: dict[str, _Item], edges: list[tuple],
            labelled: bool) -> tuple[list[list[_Item]], list[tuple]]:
    """Cut long edges into steps of one layer; return the layers and the path of every edge.

    Labels are in separate layers, so that they do not overlap.
    """
    if labelled:
        for item in items.values():
            item.layer *= 2
    depth = max((item.layer for item in items.values()), default=-1) + 1
    layers: list[list[_Item]] = [[] for _ in range(depth)]
    for item in items.values():
        layers[item.layer].append(item)
    paths = []
    for tail, head, look in edges:
        path = [items[tail]]
        for layer in range(items[tail].layer + 1, items[head].layer):
            bend = _Item(1.0, 0.0, None, {})
            if labelled and layer == items[tail].layer + 1:
                bend.width, bend.height = _text_width(look.get("label", "")) + 1, _LINE
            bend.layer = layer
            layers[layer].append(bend)
            path.append(bend)
        path.append(items[head])
        for upper, lower in zip(path[:-1], path[1:], strict=True):
            upper.below.append(lower)
            lower.above.append(upper)
        paths.append((path, look))
    return layers, paths


def _crossings(upper: list[_Item], lower: list[_Item]) -> int:
    place = {id(item): i for i, item in enumerate(lower)}
    ends = [sorted(place[id(other)] for other in item.below) for item in upper]
    flat = [end for one in ends for end in one]
    return sum(a > b for i, a in enumerate(flat) for b in flat[i + 1:]) if len(flat) < 400 else 0


def _order_layers(layers: list[list[_Item]]) -> None:
    """Sweep down and up, sorting each layer by the mean position of its neighbours; keep the best order."""
    def total() -> int:
        return sum(_crossings(a, b) for a, b in zip(layers[:-1], layers[1:], strict=True))

    best, kept = total(), [list(layer) for layer in layers]
    for sweep in range(_SWEEPS):
        if best == 0:
            break
        down = sweep % 2 == 0
        span = range(1, len(layers)) if down else range(len(layers) - 2, -1, -1)
        for number in span:
            place = {id(item): i for i, item in enumerate(layers[number - 1 if down else number + 1])}
            here = {id(item): i for i, item in enumerate(layers[number])}

            def mean(item: _Item, place=place, here=here, down=down) -> float:
                near = item.above if down else item.below
                if not near:
                    return here[id(item)]
                return sum(place[id(other)] for other in near) / len(near)
            layers[number].sort(key=mean)
        found = total()
        if found < best:
            best, kept = found, [list(layer) for layer in layers]
    layers[:] = kept


def _separate(layer: list[_Item], wanted: list[float]) -> None:
    """Place a layer's items near their desired positions, in order and without overlap.

    Items that would overlap form a block, which moves to the mean of the desired positions.
    """
    offsets, blocks = [], []  # a block: [first item, sum of desired positions minus offsets, number of items]
    offset = 0.0
    for i, item in enumerate(layer):
        if i:
            before = layer[i - 1]
            offset += (before.width + item.width) / 2 + max(before.gap, item.gap)
        offsets.append(offset)
        blocks.append([i, wanted[i] - offset, 1])
        while len(blocks) > 1 and blocks[-2][1] / blocks[-2][2] >= blocks[-1][1] / blocks[-1][2]:
            _, wishes, count = blocks.pop()
            blocks[-1][1] += wishes
            blocks[-1][2] += count
    for first, wishes, count in blocks:
        for i in range(first, first + count):
            layer[i].x = wishes / count + offsets[i]


def _place(layers: list[list[_Item]], gap: float) -> None:
    """Assign coordinates: each layer moves towards its neighbours above and below."""
    y = _MARGIN
    for layer in layers:
        height = max(item.height for item in layer)
        for item in layer:
            item.y = y + height / 2
            if item.label is None:
                item.height = height
        y += height + gap
        _separate(layer, [0.0] * len(layer))
    for sweep in range(_SWEEPS):
        down = sweep % 2 == 0
        for layer in layers if down else layers[::-1]:
            wanted = []
            for item in layer:
                near = (item.above if down else item.below) or item.above or item.below
                xs = sorted(other.x for other in near)
                middle = (xs[(len(xs) - 1) // 2] + xs[len(xs) // 2]) / 2 if xs else item.x
                wanted.append(middle)
            _separate(layer, wanted)
    left = min(item.x - item.width / 2 for layer in layers for item in layer)
    for layer in layers:
        for item in layer:
            item.x += _MARGIN - left


def _node_svg(item: _Item) -> str:
    fill = item.look.get("fillcolor", "none") if "filled" in item.look.get("style", "") else "none"
    x, y, w, h = item.x, item.y, item.width, item.height
    if item.look.get("shape", "oval") in ("oval", "ellipse"):
        outline = (f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{w / 2:.1f}" ry="{h / 2:.1f}" '
                   f'fill="{escape(fill)}" stroke="black"/>')
    else:
        outline = (f'<rect x="{x - w / 2:.1f}" y="{y - h / 2:.1f}" width="{w:.1f}" '
                   f'height="{h:.1f}" fill="{escape(fill)}" stroke="black"/>')
    lines = item.label.split("\n")
    first = y - _LINE * (len(lines) - 1) / 2 + _FONT * 0.35
    # a box of fixed size shows long names in a smaller font
    size = min(_FONT, _FONT * (w - 8) / max(_text_width(item.label), 1.0))
    text = "".join(f'<text x="{x:.1f}" y="{first + i * _LINE:.1f}" font-size="{size:.1f}">'
                   f"{escape(line)}</text>" for i, line in enumerate(lines))
    return f"<g><title>{escape(item.label)}</title>{outline}{text}</g>"


def _edge_svg(path: list[_Item], look: dict) -> str:
    ends = {"back": 'marker-start="url(#tip)"', "none": "",
            "both": 'marker-start="url(#tip)" marker-end="url(#tip)"'}
    marker = ends.get(look.get("dir", "forward"), 'marker-end="url(#tip)"')
    line = f'<path d="{curve(path)}" fill="none" stroke="black" {marker}/>'
    if not look.get("label"):
        return line
    x, y = path[1].x, path[1].y
    return line + (f'<text x="{x:.1f}" y="{y + _FONT * 0.35:.1f}" font-size="{_FONT}" '
                   'stroke="white" stroke-width="5" paint-order="stroke">'
                   f'{escape(look["label"])}</text>')


def lay_out(nodes: dict[str, dict[Any, Any]], edges: list[tuple[str, str, dict[Any, Any]]]) -> tuple[Any, ...]:
    """Return the layout: boxes by name, paths with the style of their edges, total width and height.

    Parameters
    ----------
    nodes : label, shape ("box" or "oval"), width and height in inches, style, fillcolor, fixedsize.
    edges : the tail is drawn above the head; a node that occurs only here has the default style.
    """
    items = {name: _make_node(look) for name, look in nodes.items()}
    for edge in edges:
        for name in edge[:2]:
            if name not in items:
                items[name] = _make_node({"label": name, "shape": "oval"})
    straight = _forward_edges(list(items), edges)
    _assign_layers(items, straight)
    labelled = any(look.get("label") for _, _, look in straight)
    layers, paths = _thread(items, straight, labelled)
    if layers:
        _order_layers(layers)
        _place(layers, _LABEL_GAP if labelled else _LAYER_GAP)
    width = max([item.x + item.width / 2 for layer in layers for item in layer] + [0.0])
    height = max([item.y + item.height / 2 for item in items.values()] + [0.0])
    return items, paths, width + _MARGIN, height + _MARGIN


def curve(path: list[_Item]) -> str:
    """Return an edge's path in SVG syntax."""
    start, end = path[0], path[-1]
    points = [(start.x, start.y + start.height / 2 + 1)]
    for bend in path[1:-1]:
        # straight past the nodes of the layer, so that the curve does not touch them
        points += [(bend.x, bend.y - bend.height / 2), (bend.x, bend.y + bend.height / 2)]
    points.append((end.x, end.y - end.height / 2))
    drawn = f"M{points[0][0]:.1f},{points[0][1]:.1f}"
    for (x0, y0), (x1, y1) in zip(points[:-1], points[1:], strict=True):
        middle = (y0 + y1) / 2
        drawn += f" C{x0:.1f},{middle:.1f} {x1:.1f},{middle:.1f} {x1:.1f},{y1:.1f}"
    return drawn


def draw_svg(title: str, nodes: dict[str, dict[Any, Any]], edges: list[tuple[str, str, dict[Any, Any]]]) -> str:
    """Return the SVG text of a graph; nodes and edges as `lay_out` takes them."""
    items, paths, width, height = lay_out(nodes, edges)
    shapes = [_edge_svg(path, look) for path, look in paths]
    shapes += [_node_svg(item) for item in items.values()]
    return "\n".join([
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.1f} {height:.1f}" text-anchor="middle" ',
        'font-family="Helvetica, Arial, DejaVu Sans, sans-serif">',
        f"<title>{escape(title)}</title>",
        '<defs><marker id="tip" markerWidth="11" markerHeight="9" refX="9" refY="4" '
        'orient="auto-start-reverse"><path d="M1,0.5 L9,4 L1,7.5" fill="none" stroke="black"/>'
        "</marker></defs>",
        f'<rect width="{width:.1f}" height="{height:.1f}" fill="white"/>',
        *shapes, "</svg>", ""])
