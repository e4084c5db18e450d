"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from .array import NDArray

def adjust_lighting(data: NDArray, alpha: float | Sequence[float], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add colour noise of the given strength along the three directions in which natural images vary."""

def crop(data: NDArray, x: int, y: int, width: int, height: int, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Cut the rectangle with its upper left corner at (x, y) out of images."""

def flip_left_right(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Mirror an image left to right."""

def flip_top_bottom(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Mirror an image top to bottom."""

def normalize(data: NDArray, mean: float | Sequence[float] = (0.0, 0.0, 0.0, 0.0), std: float | Sequence[float] = (1.0, 1.0, 1.0, 1.0), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Subtract a mean and divide by a deviation, one for all channels or one each, channels first."""

def random_brightness(data: NDArray, min_factor: Annotated[float, 'at least 0'], max_factor: Annotated[float, 'at least 0'], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Multiply an image by a number drawn between two bounds."""

def random_color_jitter(data: NDArray, brightness: float, contrast: float, saturation: float, hue: float, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Change brightness, contrast, saturation and hue in random order, each by up to its bound."""

def random_contrast(data: NDArray, min_factor: Annotated[float, 'at least 0'], max_factor: Annotated[float, 'at least 0'], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Scale an image's distance from its mean grey by a number drawn between two bounds."""

def random_flip_left_right(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Mirror an image left to right, or not."""

def random_flip_top_bottom(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Mirror an image top to bottom, or not."""

def random_hue(data: NDArray, min_factor: Annotated[float, 'at least 0'], max_factor: Annotated[float, 'at least 0'], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Turn the hues by a part of the circle, drawn between two bounds."""

def random_lighting(data: NDArray, alpha_std: float = 0.05, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add colour noise as `adjust_lighting` does, its strengths drawn from a normal distribution."""

def random_saturation(data: NDArray, min_factor: Annotated[float, 'at least 0'], max_factor: Annotated[float, 'at least 0'], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Scale each pixel's distance from grey by a number drawn between two bounds."""

def resize(data: NDArray, size: int | Sequence[int] = (), keep_ratio: bool | int = False, interp: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Resize images to (width, height), or to one number: both edges, or the short one."""

def to_tensor(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Turn images with channels last and values up to 255 into channels first and up to 1."""
