"""Made from the operator registry by tools/stubs.py; `make stubs` regenerates it."""
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from mxnet.context import Context
from .symbol import Symbol

@overload
def adjust_lighting(data: Symbol | None = None, *, alpha: float | Sequence[float], name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add a colour to every pixel along the principal components of the colours of natural images, as AlexNet did.

    The components and their strengths, ``eigenvectors @ (eigenvalues * alpha)``, are those of ImageNet.

    Parameters
    ----------
    data : Symbol
        Image of shape ``(H, W, C)`` with values up to 255; one channel passes unchanged.
    alpha : tuple of <float>, required
        Strength along each of the three components.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> image = mx.nd.ones((1, 1, 3)) * 100
    >>> mx.nd.image.adjust_lighting(image, alpha=(0, 0, 0)).asnumpy().tolist()
    [[[100.0, 100.0, 100.0]]]
    """
@overload
def adjust_lighting(data: Symbol | None, alpha: float | Sequence[float], name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def crop(data: Symbol | None = None, *, x: int, y: int, width: int, height: int, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Crop images to a rectangle.

    Parameters
    ----------
    data : Symbol
        Images of shape ``(H, W, C)`` or ``(N, H, W, C)``; one or three channels.
    x : int, required
        Left edge of the rectangle, counted from zero.
    y : int, required
        Upper edge of the rectangle, counted from zero.
    width : int, required
        Width of the rectangle.
    height : int, required
        Height of the rectangle.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``(height, width, C)`` or ``(N, height, width, C)``.

    Examples
    --------
    >>> image = mx.nd.zeros((6, 8, 3), dtype="uint8")
    >>> mx.nd.image.crop(image, x=1, y=2, width=5, height=3).shape
    (3, 5, 3)
    """
@overload
def crop(data: Symbol | None, x: int, y: int, width: int, height: int, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def flip_left_right(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Flip an image from left to right.

    Parameters
    ----------
    data : Symbol
        Image of shape ``(H, W, C)`` with one or three channels.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> image = mx.nd.array([[[1], [2]], [[3], [4]]])
    >>> mx.nd.image.flip_left_right(image).reshape((-1,)).asnumpy().tolist()
    [2.0, 1.0, 4.0, 3.0]
    """

def flip_top_bottom(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Flip an image from top to bottom.

    Parameters
    ----------
    data : Symbol
        Image of shape ``(H, W, C)`` with one or three channels.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> image = mx.nd.array([[[1], [2]], [[3], [4]]])
    >>> mx.nd.image.flip_top_bottom(image).reshape((-1,)).asnumpy().tolist()
    [3.0, 4.0, 1.0, 2.0]
    """

def normalize(data: Symbol | None = None, mean: float | Sequence[float] = (0.0, 0.0, 0.0, 0.0), std: float | Sequence[float] = (1.0, 1.0, 1.0, 1.0), name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Normalize images by mean and standard deviation of each channel: ``(data - mean) / std``.

    Parameters
    ----------
    data : Symbol
        Images with channels first, ``(C, H, W)`` or ``(N, C, H, W)``; one or three channels.
    mean : tuple of <float>, optional, default=(0.0, 0.0, 0.0, 0.0)
        Mean that is subtracted: one number for all channels, or one for each.
    std : tuple of <float>, optional, default=(1.0, 1.0, 1.0, 1.0)
        Standard deviation to divide by: one number for all channels, or one for each.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> image = mx.nd.ones((3, 1, 1))
    >>> mx.nd.image.normalize(image, mean=(0, 1, 2), std=(1, 2, 4)).reshape((-1,)).asnumpy().tolist()
    [1.0, 0.0, -0.25]
    """

@overload
def random_brightness(data: Symbol | None = None, *, min_factor: Annotated[float, 'at least 0'], max_factor: Annotated[float, 'at least 0'], name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Change the brightness of an image by a factor, drawn evenly between two bounds.

    Its values are multiplied: ``factor * data``.

    Parameters
    ----------
    data : Symbol
        Image of shape ``(H, W, C)`` with one or three channels.
    min_factor : float (at least 0), required
        Lower bound of what is drawn.
    max_factor : float (at least 0), required
        Upper bound of what is drawn.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> image = mx.nd.ones((1, 1, 3)) * 100
    >>> mx.nd.image.random_brightness(image, min_factor=1, max_factor=1).asnumpy().tolist()
    [[[100.0, 100.0, 100.0]]]
    """
@overload
def random_brightness(data: Symbol | None, min_factor: Annotated[float, 'at least 0'], max_factor: Annotated[float, 'at least 0'], name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def random_color_jitter(data: Symbol | None = None, *, brightness: float, contrast: float, saturation: float, hue: float, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Change brightness, contrast, saturation and hue of an image by random amounts, in random order.

    Each factor is drawn uniformly from ``[1 - x, 1 + x]``, the rotation of the hues from ``[-hue, hue]`` of the circle.

    Parameters
    ----------
    data : Symbol
        Image of shape ``(H, W, C)`` with one or three channels.
    brightness : float, required
        How far the brightness factor may be from 1; 0 skips it.
    contrast : float, required
        How far the contrast factor may be from 1; 0 skips it.
    saturation : float, required
        How far the saturation factor may be from 1; 0 skips it.
    hue : float, required
        How far the hues may be rotated, as a fraction of the circle; 0 skips it.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> image = mx.nd.ones((4, 5, 3))
    >>> out = mx.nd.image.random_color_jitter(image, brightness=0.1, contrast=0.1, saturation=0.1, hue=0.1)
    >>> out.shape
    (4, 5, 3)
    """
@overload
def random_color_jitter(data: Symbol | None, brightness: float, contrast: float, saturation: float, hue: float, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

@overload
def random_contrast(data: Symbol | None = None, *, min_factor: Annotated[float, 'at least 0'], max_factor: Annotated[float, 'at least 0'], name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Change the contrast of an image by a factor, drawn evenly between two bounds.

    It is the distance of values from the image's mean grey: ``factor * data + (1 - factor) * mean``.

    Parameters
    ----------
    data : Symbol
        Image of shape ``(H, W, C)`` with one or three channels.
    min_factor : float (at least 0), required
        Lower bound of what is drawn.
    max_factor : float (at least 0), required
        Upper bound of what is drawn.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> image = mx.nd.ones((1, 1, 3)) * 100
    >>> mx.nd.image.random_contrast(image, min_factor=1, max_factor=1).asnumpy().tolist()
    [[[100.0, 100.0, 100.0]]]
    """
@overload
def random_contrast(data: Symbol | None, min_factor: Annotated[float, 'at least 0'], max_factor: Annotated[float, 'at least 0'], name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def random_flip_left_right(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Flip an image from left to right with a probability of one half.

    Parameters
    ----------
    data : Symbol
        Image of shape ``(H, W, C)`` with one or three channels.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.image.random_flip_left_right(mx.nd.ones((4, 5, 3))).shape
    (4, 5, 3)
    """

def random_flip_top_bottom(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Flip an image from top to bottom with a probability of one half.

    Parameters
    ----------
    data : Symbol
        Image of shape ``(H, W, C)`` with one or three channels.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.image.random_flip_top_bottom(mx.nd.ones((4, 5, 3))).shape
    (4, 5, 3)
    """

@overload
def random_hue(data: Symbol | None = None, *, min_factor: Annotated[float, 'at least 0'], max_factor: Annotated[float, 'at least 0'], name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Turn the hues of an image by a part of the circle, drawn evenly between two bounds.

    A factor of 1 is the whole circle, so that 0 and 1 change nothing.

    Parameters
    ----------
    data : Symbol
        Image of shape ``(H, W, C)`` with one or three channels.
    min_factor : float (at least 0), required
        Lower bound of what is drawn.
    max_factor : float (at least 0), required
        Upper bound of what is drawn.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> image = mx.nd.ones((1, 1, 3)) * 100
    >>> mx.nd.image.random_hue(image, min_factor=0, max_factor=0).asnumpy().tolist()
    [[[100.0, 100.0, 100.0]]]
    """
@overload
def random_hue(data: Symbol | None, min_factor: Annotated[float, 'at least 0'], max_factor: Annotated[float, 'at least 0'], name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def random_lighting(data: Symbol | None = None, alpha_std: float = 0.05, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add a colour to every pixel as `adjust_lighting` does, with strengths drawn from a normal distribution.

    Parameters
    ----------
    data : Symbol
        Image of shape ``(H, W, C)`` with values up to 255; one channel passes unchanged.
    alpha_std : float, optional, default=0.05
        Standard deviation of the strengths.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.image.random_lighting(mx.nd.ones((4, 5, 3)), alpha_std=0.1).shape
    (4, 5, 3)
    """

@overload
def random_saturation(data: Symbol | None = None, *, min_factor: Annotated[float, 'at least 0'], max_factor: Annotated[float, 'at least 0'], name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Change the saturation of an image by a factor, drawn evenly between two bounds.

    It is the distance of values from grey: ``factor * data + (1 - factor) * grey``. Grey is 0.114 of blue, as in MXNet.

    Parameters
    ----------
    data : Symbol
        Image of shape ``(H, W, C)`` with one or three channels.
    min_factor : float (at least 0), required
        Lower bound of what is drawn.
    max_factor : float (at least 0), required
        Upper bound of what is drawn.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> image = mx.nd.ones((1, 1, 3)) * 100
    >>> mx.nd.image.random_saturation(image, min_factor=1, max_factor=1).asnumpy().tolist()
    [[[100.0, 100.0, 100.0]]]
    """
@overload
def random_saturation(data: Symbol | None, min_factor: Annotated[float, 'at least 0'], max_factor: Annotated[float, 'at least 0'], name: str | None = None, attr: dict[str, str] | None = None) -> Symbol: ...

def resize(data: Symbol | None = None, size: int | Sequence[int] = (), keep_ratio: bool | int = False, interp: int = 1, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Resize images.

    OpenCV does it on the CPU. On a GPU bilinear interpolation is torch's, and the other methods go through the
    host. There is no gradient: `contrib.BilinearResize2D` has one.

    Parameters
    ----------
    data : Symbol
        Images of shape ``(H, W, C)`` or ``(N, H, W, C)``.
    size : Shape(tuple), optional, default=()
        The new ``(width, height)``, or one number for both edges.
    keep_ratio : boolean, optional, default=False
        Resize the shorter edge to the one number, and scale the other edge proportionally.
    interp : int, optional, default=1
        How values between pixels are found: 0 nearest, 1 bilinear, 2 bicubic, 3 mean of the area, 4 Lanczos.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the rank and type of ``data``.

    Examples
    --------
    >>> image = mx.nd.zeros((40, 80, 3), dtype="uint8")
    >>> mx.nd.image.resize(image, size=(10, 20)).shape
    (20, 10, 3)
    >>> mx.nd.image.resize(image, size=20, keep_ratio=True).shape
    (20, 40, 3)
    """

def to_tensor(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Convert images of 0 to 255 with channels last to tensors of 0 to 1 with channels first.

    Parameters
    ----------
    data : Symbol
        Images of shape ``(H, W, C)`` or ``(N, H, W, C)``, usually of type uint8.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of type float32 and shape ``(C, H, W)`` or ``(N, C, H, W)``: ``data / 255``.

    Examples
    --------
    >>> image = mx.nd.array([[[0, 51, 255]]], dtype="uint8")
    >>> mx.nd.image.to_tensor(image).shape
    (3, 1, 1)
    >>> mx.nd.image.to_tensor(image).reshape((-1,)).asnumpy().tolist()
    [0.0, 0.20, 1.0]
    """
