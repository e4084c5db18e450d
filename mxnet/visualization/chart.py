"""Line charts as SVG text, for `remixnet bench` and the learning rate finder."""
from html import escape
from math import ceil, log10
from typing import Any

_MOST_LABELS, _MOST_DOTS = 12, 40  # along the x axis; on longer lines only some points get a label, and none a dot
_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM, _GAP = 860, 380, 74, 20, 56, 52, 86


def _ticks(top: float) -> list[float]:
    """Return round numbers from 0 to at least ``top``, four or five of them."""
    step = 10 ** int(log10(top / 4)) if top >= 4 else 10 ** (ceil(log10(top / 4)) - 1) if top > 0 else 1
    for factor in (1, 2, 2.5, 5, 10, 20, 25, 50):
        if top / (step * factor) <= 5:
            step *= factor
            break
    return [step * i for i in range(ceil(top / step - 1e-9) + 1)]


def _number(value: float) -> str:
    return f"{value:.6g}" if abs(value) < 1e5 else f"{value:.2g}"


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="#6a727c">{escape(words)}</text>'


def draw(title: str, x: list[Any], panels: list[tuple[str, str, list[float]]], across: str) -> str:
    """Draw panels side by side, each (title, unit, values), over the same x."""
    wide = (_WIDTH - _LEFT - _RIGHT - _GAP * (len(panels) - 1)) / len(panels)
    high = _HEIGHT - _TOP - _BOTTOM
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}" '
        'font-family="Helvetica, Arial, DejaVu Sans, sans-serif" font-size="12">',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>',
        f'<text x="{_LEFT}" y="22" font-size="15" font-weight="bold" fill="#1d2126">{escape(title)}</text>']
    for number, (name, unit, values) in enumerate(panels):
        left = _LEFT + number * (wide + _GAP)
        marks = _ticks(max(values))
        place_x = [left + (wide * i / (len(x) - 1) if len(x) > 1 else wide / 2) for i in range(len(x))]
        place_y = [_TOP + high * (1 - value / marks[-1]) for value in values]
        lines.append(f'<text x="{left:.1f}" y="44" fill="#1d2126">{escape(name)} ({escape(unit)})</text>')
        for mark in marks:
            y = _TOP + high * (1 - mark / marks[-1])
            lines += [f'<path d="M{left:.1f},{y:.1f} h{wide:.1f}" stroke="#e3e6ea"/>',
                      _text(left - 8, y + 4, _number(mark), "end")]
        every = 1 if len(x) <= _MOST_LABELS else ceil(len(x) / 6)
        lines += [_text(at, _TOP + high + 18, str(label), "middle") for at, label in list(zip(place_x, x))[::every]]
        lines.append(_text(left + wide / 2, _TOP + high + 38, across, "middle"))
        path = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(place_x, place_y))
        lines.append(f'<polyline points="{path}" fill="none" stroke="#2f6fab" stroke-width="2"/>')
        lines += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3.5" fill="#2f6fab"><title>{_number(v)} {escape(unit)}</title>'
                  "</circle>" for a, b, v in (zip(place_x, place_y, values) if len(x) <= _MOST_DOTS else ())]
    return "\n".join([*lines, "</svg>", ""])
