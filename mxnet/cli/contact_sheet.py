"""Many small pictures in one. Used by `remixnet rec`."""
from collections.abc import Sequence

import numpy as np

from ..core.errors import MXNetError
from ..core.ops.image_header import opencv

_GAP = 6
_MOST_PIXELS = 1 << 28
_TEXT = 16
_PAPER = 250
_INK = (60, 60, 60)


def contact_sheet(images: Sequence[np.ndarray | None], captions: Sequence[str], columns: int,
                  edge: int) -> np.ndarray:
    """Return a sheet, blue first, with pictures in rows and a caption below each.

    Parameters
    ----------
    images : as OpenCV has them; None leaves a grey field.
    edge : of the square that each picture is fitted into.
    """
    cv2 = opencv()
    columns = max(1, min(columns, len(images)))
    rows = -(-len(images) // columns)
    step_x, step_y = edge + _GAP, edge + _TEXT + _GAP
    if rows * step_y * columns * step_x > _MOST_PIXELS:
        raise MXNetError(f"a contact sheet of {len(images)} images of {edge} pixels has more than "
                         f"{_MOST_PIXELS} pixels; ask for fewer or smaller ones")
    sheet = np.full((rows * step_y + _GAP, columns * step_x + _GAP, 3), _PAPER, np.uint8)
    for number, (image, caption) in enumerate(zip(images, captions)):
        y = _GAP + number // columns * step_y
        x = _GAP + number % columns * step_x
        if image is None:
            sheet[y:y + edge, x:x + edge] = 200
        else:
            small = _fitted(image, edge)
            height, width = small.shape[:2]
            top, left = y + (edge - height) // 2, x + (edge - width) // 2
            sheet[top:top + height, left:left + width] = small
        cv2.putText(sheet, _short(caption, edge), (x, y + edge + _TEXT - 4),
                    cv2.FONT_HERSHEY_SIMPLEX, 0.38, _INK, 1, cv2.LINE_AA)
    return sheet


def _fitted(image: np.ndarray, edge: int) -> np.ndarray:
    """Return an image of three 8-bit channels that fits into a square."""
    cv2 = opencv()
    if image.dtype != np.uint8:
        image = cv2.normalize(image, None, 0, 255, cv2.NORM_MINMAX).astype(np.uint8)
    if image.ndim == 2:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    elif image.shape[2] == 4:
        image = cv2.cvtColor(image, cv2.COLOR_BGRA2BGR)
    height, width = image.shape[:2]
    scale = edge / max(height, width)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_NEAREST
    return cv2.resize(image, size, interpolation=method)


def _short(text: str, edge: int) -> str:
    """Shorten a caption to fit below a picture; the font has only ASCII."""
    most = max(4, edge // 7)
    text = text.encode("ascii", "replace").decode()
    return text if len(text) <= most else text[:most - 2] + ".."
