"""Sampling images at computed positions: grids, bilinear sampling, spatial transformers."""
from typing import Literal

import torch

from ...bounds import check_size
from ...errors import MXNetError
from ...op import Array, Shape, op, types
from ..constant import constant


def target_grid(height: int, width: int, like: Array) -> Array:
    """Return the coordinates x, y, 1 of each target pixel, from -1 to 1, as ``(3, height * width)``."""
    def line(count: int) -> Array:
        steps = torch.arange(count, dtype=like.dtype, device=like.device)
        return steps * (2 / (count - 1) if count > 1 else 0) - 1
    x = line(width).expand(height, width)
    y = line(height).unsqueeze(1).expand(height, width)
    return torch.stack((x, y, torch.ones_like(x))).view(3, -1)


def sample(data: Array, grid: Array) -> Array:
    """Sample data at ``grid`` of shape (batch, 2, y, x); zero outside."""
    wide = data.float() if data.dtype in (torch.float16, torch.bfloat16) else data
    return torch.grid_sampler(wide, grid.to(wide.dtype).permute(0, 2, 3, 1), 0, 0, True).to(data.dtype)


def _check_target(shape) -> None:
    if len(shape) != 2 or min(shape) < 1:
        raise MXNetError(f"incorrect target_shape: {tuple(shape)}")


# ---- grids ----------------------------------------------------------------------------------------

@op("GridGenerator", accepts=types.FLOATING, outputs=2, output_names=["output", "grid_dst"], visible=1)
def grid_generator(data: Array, *, transform_type: Literal["affine", "warp"], target_shape: Shape = (0, 0)):
    """Make a sampling grid from affine matrices, or from an optical flow in pixels ("warp").

    The grid holds, for each pixel of the result, the position to read, ``x`` and ``y`` from -1 (left, top) to 1 (right,
    bottom), as `BilinearSampler` takes it. ``affine`` multiplies ``(x, y, 1)`` of each pixel by a matrix of 2 rows;
    ``warp`` adds the flow to each pixel's own position.

    Parameters
    ----------
    data
        Matrices of shape ``(batch, 6)``, row by row, or a flow of shape ``(batch, 2, height, width)``.
    transform_type
        Which of the two the data is.
    target_shape
        Height and width of the grid, with ``affine``; a flow has its own.

    Returns
    -------
    Array of shape ``(batch, 2, height, width)``.

    Examples
    --------
    >>> identity = mx.nd.array([[1, 0, 0, 0, 1, 0]])
    >>> grid = mx.nd.GridGenerator(identity, transform_type="affine", target_shape=(2, 3))
    >>> grid[0, 0].asnumpy().tolist(), grid[0, 1].asnumpy().tolist()
    ([[-1.0, 0.0, 1.0], [-1.0, 0.0, 1.0]], [[-1.0, -1.0, -1.0], [1.0, 1.0, 1.0]])
    """
    if transform_type == "affine":
        _check_target(target_shape)
        if data.dim() != 2 or data.shape[1] != 6:
            raise MXNetError(f"an affine matrix has shape (batch, 6), got {list(data.shape)}")
        check_size(max(data.shape[0] * 2, 3), *target_shape)
        places = target_grid(*target_shape, data)
        return (data.view(-1, 3) @ places).view(-1, 2, *target_shape), places
    if data.dim() != 4 or data.shape[1] != 2:
        raise MXNetError(f"an optical flow has shape (batch, 2, y, x), got {list(data.shape)}")
    height, width = data.shape[2:]
    x = torch.arange(width, dtype=data.dtype, device=data.device).expand(height, width)
    y = torch.arange(height, dtype=data.dtype, device=data.device).unsqueeze(1).expand(height, width)
    places = torch.stack((x, y))
    half = constant([(width - 1) / 2, (height - 1) / 2], data)
    return (data + places) / half.view(1, 2, 1, 1) - 1, places


@grid_generator.infer_shape
def grid_generator_shape(shape, p) -> None:
    data = shape.data
    if p.transform_type == "affine":
        _check_target(p.target_shape)
        shape.data = (-1, 6)
        shape.output = (data[0], 2, *p.target_shape)
        shape.grid_dst = (3, p.target_shape[0] * p.target_shape[1])
    else:
        shape.data = (-1, 2, -1, -1)
        shape.output = data
        shape.grid_dst = data[1:]


# ---- sampling -------------------------------------------------------------------------------------

@op("BilinearSampler", outputs=2, output_names=["output", "tmp"], visible=1)
def bilinear_sampler(data: Array, grid: Array, *, cudnn_off: bool | None = None):
    """Interpolate images at the positions of a grid with x and y from -1 to 1; zero outside.

    The four pixels around a position are weighted by distance. -1 and 1 are the centers of the outermost pixels.

    Parameters
    ----------
    data
        Images of shape ``(batch, channels, height, width)``.
    grid
        Positions of shape ``(batch, 2, rows, columns)``, x before y, as `GridGenerator` makes them.

    Returns
    -------
    Array of shape ``(batch, channels, rows, columns)``.

    Examples
    --------
    >>> image = mx.nd.array([[1, 2], [3, 4]]).reshape((1, 1, 2, 2))
    >>> middle = mx.nd.zeros((1, 2, 1, 1))
    >>> mx.nd.BilinearSampler(image, middle).asnumpy().tolist()
    [[[[2.5]]]]
    """
    if data.dim() != 4 or grid.dim() != 4 or grid.shape[1] != 2 or grid.shape[0] != data.shape[0]:
        raise MXNetError("data is (batch, channel, y, x) and grid (batch, 2, y, x); got "
                         f"{list(data.shape)} and {list(grid.shape)}")
    return sample(data, grid), data.new_empty(0)


@bilinear_sampler.infer_shape
def bilinear_sampler_shape(shape, p) -> None:
    data, grid = shape.data, shape.grid
    shape.grid = (data[0], 2, -1, -1)
    shape.output = (*data[:2], *grid[2:])
    shape.tmp = (data[0], *grid[2:], 4)


@op("SpatialTransformer", held=True, outputs=3, output_names=["output", "grid_dst", "grid_src"], visible=1)
def spatial_transformer(data: Array, loc: Array, *, target_shape: Shape = (0, 0),
                        transform_type: Literal["affine"], sampler_type: Literal["bilinear"],
                        cudnn_off: bool | None = None):
    """Sample images through the affine transformations in ``loc``, of 6 numbers each.

    It is `GridGenerator` and `BilinearSampler` in one: the network that computes ``loc`` learns where to look.

    Parameters
    ----------
    data
        Images of shape ``(batch, channels, height, width)``.
    loc
        Matrices of shape ``(batch, 6)``, two rows of three; ``1, 0, 0, 0, 1, 0`` changes nothing.
    target_shape
        Height and width of the result.
    transform_type
        Only ``affine``.
    sampler_type
        Only ``bilinear``.

    Returns
    -------
    Array of shape ``(batch, channels, *target_shape)``.

    Examples
    --------
    >>> image = mx.nd.array([[1, 2], [3, 4]]).reshape((1, 1, 2, 2))
    >>> mirrored = mx.nd.array([[-1, 0, 0, 0, 1, 0]])
    >>> mx.nd.SpatialTransformer(image, mirrored, target_shape=(2, 2), transform_type="affine",
    ...                          sampler_type="bilinear")[0, 0].asnumpy().tolist()
    [[2.0, 1.0], [4.0, 3.0]]
    """
    _check_target(target_shape)
    check_size(max(data.shape[0] * max(data.shape[1], 2), 3), *target_shape)
    places = target_grid(*target_shape, data)
    grid = (loc.reshape(-1, 3) @ places).view(-1, 2, places.shape[1])
    return sample(data, grid.view(-1, 2, *target_shape)), places, grid.detach()


@spatial_transformer.infer_shape
def spatial_transformer_shape(shape, p) -> None:
    _check_target(p.target_shape)
    data, size = shape.data, p.target_shape[0] * p.target_shape[1]
    if len(data) != 4:
        raise MXNetError(f"input data should be 4D in batch-num_filter-y-x; got {len(data)} axes")
    shape.loc = (data[0], 6)
    shape.output = (*data[:2], *p.target_shape)
    shape.grid_dst = (3, size)
    shape.grid_src = (data[0], 2, size)
