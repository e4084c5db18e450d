"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from .symbol import Symbol

def adjust_lighting(data: Symbol | None = None, alpha: float | Sequence[float] = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add colour noise of the given strength along the three directions in which natural images vary."""

def crop(data: Symbol | None = None, x: int = ..., y: int = ..., width: int = ..., height: int = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Cut the rectangle with its upper left corner at (x, y) out of images."""

def flip_left_right(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Mirror an image left to right."""

def flip_top_bottom(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Mirror an image top to bottom."""

def normalize(data: Symbol | None = None, mean: float | Sequence[float] = (0.0, 0.0, 0.0, 0.0), std: float | Sequence[float] = (1.0, 1.0, 1.0, 1.0), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Subtract a mean and divide by a deviation, one for all channels or one each, channels first."""

def random_brightness(data: Symbol | None = None, min_factor: Annotated[float, 'at least 0'] = ..., max_factor: Annotated[float, 'at least 0'] = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Multiply an image by a number drawn between two bounds."""

def random_color_jitter(data: Symbol | None = None, brightness: float = ..., contrast: float = ..., saturation: float = ..., hue: float = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Change brightness, contrast, saturation and hue in random order, each by up to its bound."""

def random_contrast(data: Symbol | None = None, min_factor: Annotated[float, 'at least 0'] = ..., max_factor: Annotated[float, 'at least 0'] = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Scale an image's distance from its mean grey by a number drawn between two bounds."""

def random_flip_left_right(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Mirror an image left to right, or not."""

def random_flip_top_bottom(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Mirror an image top to bottom, or not."""

def random_hue(data: Symbol | None = None, min_factor: Annotated[float, 'at least 0'] = ..., max_factor: Annotated[float, 'at least 0'] = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Turn the hues by a part of the circle, drawn between two bounds."""

def random_lighting(data: Symbol | None = None, alpha_std: float = 0.05, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add colour noise as `adjust_lighting` does, its strengths drawn from a normal distribution."""

def random_saturation(data: Symbol | None = None, min_factor: Annotated[float, 'at least 0'] = ..., max_factor: Annotated[float, 'at least 0'] = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Scale each pixel's distance from grey by a number drawn between two bounds."""

def resize(data: Symbol | None = None, size: int | Sequence[int] = (), keep_ratio: bool | int = False, interp: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Resize images to (width, height), or to one number: both edges, or the short one."""

def to_tensor(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Turn images with channels last and values up to 255 into channels first and up to 1."""
