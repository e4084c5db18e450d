"""How notebooks show an array: its values as an abbreviated table, and a description."""
from __future__ import annotations

from html import escape
from typing import Any

import numpy as np

from ..core.dtype import dtype_name

_EDGE = 5          # rows and columns shown at each end of a long axis
_MOST_SLICES = 4   # tables of an array with more than two axes


def html_of(array: Any) -> str:
    """Return an array as HTML: a table for each of its last two axes, and a line with shape, type and context.

    Only the values that are shown are copied from their device.
    """
    what = f"&lt;{escape(type(array).__name__)} {'x'.join(map(str, array.shape)) or 'scalar'}, " \
           f"{_type(array)} @{escape(str(array.ctx))}&gt;"
    if array.stype != "default":
        stored = int(array.data.shape[0]) if array.shape else 0
        return f"<div><code>{what}</code>, {stored} {'values' if array.stype == 'csr' else 'rows'} stored</div>"
    if 0 in array.shape or not array.shape:
        return f"<div><pre>{escape(str(array.asnumpy()))}</pre><code>{what}</code></div>"
    *leading, rows, columns = array.shape if len(array.shape) > 1 else (1, *array.shape)
    places = list(np.ndindex(*leading)) if np.prod(leading, dtype=np.int64) <= _MOST_SLICES else \
        [np.unravel_index(number, leading) for number in range(_MOST_SLICES)]
    parts = []
    for place in places:
        matrix = array
        for index in place:
            matrix = matrix[int(index)]
        title = f"<div>[{', '.join(map(str, place))}]</div>" if place else ""
        parts.append(title + _table(matrix, rows, columns))
    more = int(np.prod(leading, dtype=np.int64)) - len(places)
    parts.append(f"<div>&hellip; {more} more</div>" if more > 0 else "")
    return f"<div>{''.join(parts)}<code>{what}</code></div>"


def _type(array: Any) -> str:
    return dtype_name(array._data.dtype) if array.stype == "default" else np.dtype(array.dtype).name


def _ends(size: int) -> list[int | None]:
    """List the positions of an axis that are shown; None stands for those between."""
    return list(range(size)) if size <= 2 * _EDGE else [*range(_EDGE), None, *range(size - _EDGE, size)]


def _table(matrix: Any, rows: int, columns: int) -> str:
    across, down = _ends(columns), _ends(rows)
    shown = {row: _values(matrix if len(matrix.shape) == 1 else matrix[row], columns) for row in down
             if row is not None}
    head = "".join(f"<th>{'&hellip;' if column is None else column}</th>" for column in across)
    lines = []
    for row in down:
        if row is None:
            cells = "<td>&vellip;</td>" * len(across)
        else:
            values = iter(shown[row])
            cells = "".join("<td>&hellip;</td>" if column is None else f"<td>{escape(next(values))}</td>"
                            for column in across)
        lines.append(f"<tr><th>{'&vellip;' if row is None else row}</th>{cells}</tr>")
    return f"<table><thead><tr><th></th>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def _values(row: Any, columns: int) -> list[str]:
    parts = [row.asnumpy()] if columns <= 2 * _EDGE else [row[:_EDGE].asnumpy(), row[columns - _EDGE:].asnumpy()]
    return [f"{value:.6g}" if isinstance(value, (float, np.floating)) else str(value)
            for part in parts for value in part.reshape(-1)]
