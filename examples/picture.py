"""Draws charts as SVG with the standard library alone; the demo's picture is made of these."""
from html import escape
from pathlib import Path

INK, SOFT, GRID, PAPER = "#1f2933", "#6b7785", "#e3e8ee", "#ffffff"
BLUE, ORANGE, GREEN, RED = "#2563a8", "#d9730d", "#2a8c5a", "#c0392b"


class Picture:
    """An SVG under construction; every method adds one shape in pixels from the top left."""

    def __init__(self, width, height):
        self.width, self.height, self.parts = width, height, []
        self.rect(0, 0, width, height, PAPER)

    def rect(self, x, y, width, height, fill, stroke="none"):
        self.parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" '
                          f'height="{height:.1f}" fill="{fill}" stroke="{stroke}"/>')

    def line(self, points, color, width=2):
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(f'<polyline points="{path}" fill="none" stroke="{color}" '
                          f'stroke-width="{width}" stroke-linejoin="round"/>')

    def text(self, x, y, text, size=12, color=INK, anchor="middle", weight="normal"):
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{color}" '
                          f'text-anchor="{anchor}" font-weight="{weight}">'
                          f'{escape(str(text))}</text>')

    def save(self, path):
        """Write the file, its folder included, and give its path."""
        path = Path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        body = "\n".join(self.parts)
        path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} '
                        f'{self.height}" width="{self.width}" height="{self.height}" '
                        f'font-family="Helvetica, Arial, sans-serif">\n{body}\n</svg>\n')
        return path


def curves(picture, box, title, lines, low, high, ticks, form="{:g}"):
    """Draw `lines`, a list of (name, color, values), one value an epoch, into box = x, y, w, h."""
    x, y, width, height = box
    steps = max(len(values) for _, _, values in lines)

    def place(step, value):
        across = step / max(steps - 1, 1)
        up = (min(max(value, low), high) - low) / (high - low)
        return x + width * across, y + height * (1 - up)

    picture.text(x, y - 14, title, 14, anchor="start", weight="bold")
    for tick in ticks:
        level = place(0, tick)[1]
        picture.line([(x, level), (x + width, level)], GRID, 1)
        picture.text(x - 6, level + 4, form.format(tick), 11, SOFT, "end")
    for step in sorted({0, steps // 2, steps - 1}):
        picture.text(place(step, low)[0], y + height + 16, step + 1, 11, SOFT)
    picture.text(x + width / 2, y + height + 32, "epoch", 11, SOFT)
    for index, (name, color, values) in enumerate(lines):
        picture.line([place(step, value) for step, value in enumerate(values)], color)
        if len(lines) == 1:  # the title says what it is
            continue
        left = x + width - 70 * (len(lines) - index)
        picture.rect(left, y - 23, 10, 10, color)
        picture.text(left + 14, y - 14, name, 11, SOFT, "start")


def chart(path, title, lines, form="{:.2f}"):
    """Write a picture with nothing but curves, scaled to their values; give its path."""
    sheet = Picture(560, 300)
    values = [value for _, _, line in lines for value in line]
    low, high = min(values), max(values)
    high = high if high > low else low + 1
    curves(sheet, (70, 60, 440, 170), title, lines, low, high, [low, (low + high) / 2, high], form)
    return sheet.save(path)


def confusion(picture, x, y, cell, title, counts):
    """Draw a square table of counts: one row per true class, one column per predicted one."""
    size = len(counts)
    picture.text(x, y - 30, title, 14, anchor="start", weight="bold")
    picture.text(x + cell * size / 2, y + cell * size + 16, "predicted", 11, SOFT)
    for row in range(size):
        picture.text(x - 8, y + cell * (row + 0.65), row, 11, SOFT)
        picture.text(x + cell * (row + 0.5), y - 6, row, 11, SOFT)
        total = max(sum(counts[row]), 1)
        for column in range(size):
            count = int(counts[row][column])
            share = count / total
            color = GREEN if row == column else RED
            picture.rect(x + cell * column, y + cell * row, cell, cell, PAPER, GRID)
            if count:
                strength = share if row == column else min(1.0, 0.15 + 3 * share)
                picture.parts.append(
                    f'<rect x="{x + cell * column + 1:.1f}" y="{y + cell * row + 1:.1f}" '
                    f'width="{cell - 2}" height="{cell - 2}" fill="{color}" '
                    f'opacity="{strength:.2f}"/>')
                picture.text(x + cell * (column + 0.5), y + cell * (row + 0.66), count, 11,
                             PAPER if strength > 0.5 else INK)


def glyph(picture, x, y, size, image):
    """Draw one grey image, 0 paper and 1 ink, as squares."""
    rows, columns = image.shape
    step = size / max(rows, columns)
    for row in range(rows):
        for column in range(columns):
            shade = round(255 * (1 - float(image[row, column])))
            picture.rect(x + column * step, y + row * step, step + 0.3, step + 0.3,
                         f"rgb({shade},{shade},{shade})")
    picture.rect(x, y, size, size, "none", GRID)
