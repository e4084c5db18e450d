"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from .array import NDArray

def adjust_lighting(data: NDArray, alpha: float | Sequence[float], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add a colour to every pixel along the principal components of the colours of natural images, as AlexNet did."""

def crop(data: NDArray, x: int, y: int, width: int, height: int, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Cut a rectangle out of images."""

def flip_left_right(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Mirror an image left to right."""

def flip_top_bottom(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Mirror an image top to bottom."""

def normalize(data: NDArray, mean: float | Sequence[float] = (0.0, 0.0, 0.0, 0.0), std: float | Sequence[float] = (1.0, 1.0, 1.0, 1.0), out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Normalize images by mean and standard deviation of each channel: ``(data - mean) / std``."""

def random_brightness(data: NDArray, min_factor: Annotated[float, 'at least 0'], max_factor: Annotated[float, 'at least 0'], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Multiply an image by a factor, drawn evenly between two bounds."""

def random_color_jitter(data: NDArray, brightness: float, contrast: float, saturation: float, hue: float, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Change brightness, contrast, saturation and hue of an image by random amounts, in random order."""

def random_contrast(data: NDArray, min_factor: Annotated[float, 'at least 0'], max_factor: Annotated[float, 'at least 0'], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Change the contrast of an image by a factor, drawn evenly between two bounds."""

def random_flip_left_right(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Mirror an image left to right, or leave it, with equal probabilities."""

def random_flip_top_bottom(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Mirror an image top to bottom, or leave it, with equal probabilities."""

def random_hue(data: NDArray, min_factor: Annotated[float, 'at least 0'], max_factor: Annotated[float, 'at least 0'], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Turn the hues of an image by a part of the circle, drawn evenly between two bounds."""

def random_lighting(data: NDArray, alpha_std: float = 0.05, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add a colour to every pixel as `adjust_lighting` does, with strengths drawn from a normal distribution."""

def random_saturation(data: NDArray, min_factor: Annotated[float, 'at least 0'], max_factor: Annotated[float, 'at least 0'], out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Change the saturation of an image by a factor, drawn evenly between two bounds."""

def resize(data: NDArray, size: int | Sequence[int] = (), keep_ratio: bool | int = False, interp: int = 1, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Resize images."""

def to_tensor(data: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Turn images of 0 to 255 with channels last into tensors of 0 to 1 with channels first."""
