"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from .symbol import Symbol

def adjust_lighting(data: Symbol | None = None, alpha: float | Sequence[float] = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add a colour to every pixel along the principal components of the colours of natural images, as AlexNet did."""

def crop(data: Symbol | None = None, x: int = ..., y: int = ..., width: int = ..., height: int = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Cut a rectangle out of images."""

def flip_left_right(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Mirror an image left to right."""

def flip_top_bottom(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Mirror an image top to bottom."""

def normalize(data: Symbol | None = None, mean: float | Sequence[float] = (0.0, 0.0, 0.0, 0.0), std: float | Sequence[float] = (1.0, 1.0, 1.0, 1.0), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Normalize images by mean and standard deviation of each channel: ``(data - mean) / std``."""

def random_brightness(data: Symbol | None = None, min_factor: Annotated[float, 'at least 0'] = ..., max_factor: Annotated[float, 'at least 0'] = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Multiply an image by a factor, drawn evenly between two bounds."""

def random_color_jitter(data: Symbol | None = None, brightness: float = ..., contrast: float = ..., saturation: float = ..., hue: float = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Change brightness, contrast, saturation and hue of an image by random amounts, in random order."""

def random_contrast(data: Symbol | None = None, min_factor: Annotated[float, 'at least 0'] = ..., max_factor: Annotated[float, 'at least 0'] = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Change the contrast of an image by a factor, drawn evenly between two bounds."""

def random_flip_left_right(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Mirror an image left to right, or leave it, with equal probabilities."""

def random_flip_top_bottom(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Mirror an image top to bottom, or leave it, with equal probabilities."""

def random_hue(data: Symbol | None = None, min_factor: Annotated[float, 'at least 0'] = ..., max_factor: Annotated[float, 'at least 0'] = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Turn the hues of an image by a part of the circle, drawn evenly between two bounds."""

def random_lighting(data: Symbol | None = None, alpha_std: float = 0.05, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add a colour to every pixel as `adjust_lighting` does, with strengths drawn from a normal distribution."""

def random_saturation(data: Symbol | None = None, min_factor: Annotated[float, 'at least 0'] = ..., max_factor: Annotated[float, 'at least 0'] = ..., name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Change the saturation of an image by a factor, drawn evenly between two bounds."""

def resize(data: Symbol | None = None, size: int | Sequence[int] = (), keep_ratio: bool | int = False, interp: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Resize images."""

def to_tensor(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Turn images of 0 to 255 with channels last into tensors of 0 to 1 with channels first."""
