"""Walks of image operators. What draws at random is given bounds that leave no choice."""
from tests.conformance.walk import array, walk


def _image(draw, batch=False, kinds=("float32", "uint8"), even=False):
    """Draw an image of 1 or 3 channels with values of a photograph."""
    height, width = ((2 * draw.integer(1, 4) if even else draw.integer(2, 8)) for _ in range(2))
    shape = ([draw.integer(1, 3)] if batch and draw.flag() else []) + [height, width, draw.choice([3, 3, 1])]
    return array(shape, "integers", draw.choice(kinds), low=0, high=256)


@walk("_image_to_tensor")
def to_tensor(draw):
    # The reference's gradient has the shape of the output, which it then refuses.
    return draw.case([_image(draw, batch=True, kinds=("float32", "uint8", "int32", "float64"))], grad=False)


@walk("_image_normalize")
def normalize(draw):
    channels = draw.choice([1, 3])
    shape = ([draw.integer(1, 3)] if draw.flag() else []) + [channels, draw.integer(1, 5), draw.integer(1, 5)]
    mean, std = ([draw.real(0.5, 2) for _ in range(draw.choice([1, channels]))] for _ in range(2))
    return draw.case([array(shape, dtype=draw.dtype("float32", "float64"))], mean=mean, std=std)


@walk("_image_crop")
def crop(draw):
    data = _image(draw, batch=True)
    height, width = data["shape"][-3:-1]
    x, y = draw.integer(0, width - 1), draw.integer(0, height - 1)
    return draw.case([data], x=x, y=y, width=draw.integer(1, width - x), height=draw.integer(1, height - y))


@walk("_image_resize")
def resize(draw):
    # OpenCV enlarges and shrinks bytes with other rounding in other versions: numbers, not bytes.
    size = draw.choice([draw.integer(1, 9), [draw.integer(1, 9), draw.integer(1, 9)]])
    return draw.case([_image(draw, batch=True, kinds=("float32", "float64"))], grad=False, size=size,
                     keep_ratio=draw.flag(), interp=draw.choice([None, 0, 1, 2, 3, 4]))


@walk("_image_flip_left_right", "_image_flip_top_bottom")
def flip(draw):
    # The reference leaves the middle of an odd number as it finds it in memory.
    return draw.case([_image(draw, even=True)])


@walk("_image_random_brightness", "_image_random_contrast", "_image_random_saturation")
def enhance(draw):
    factor = draw.real(0, 2)
    return draw.case([_image(draw)], min_factor=factor, max_factor=factor)


@walk("_image_random_hue")
def hue(draw):
    image, factor = _image(draw), draw.real(0, 1)
    image["shape"][-1] = 3  # the reference does not write grey images
    return draw.case([image], min_factor=factor, max_factor=factor)


@walk("_image_adjust_lighting")
def lighting(draw):
    image = _image(draw)
    image["shape"][-1] = 3
    return draw.case([image], alpha=[draw.real(-0.2, 0.2) for _ in range(3)])


@walk("_image_random_lighting")
def no_lighting(draw):
    image = _image(draw)
    image["shape"][-1] = 3
    return draw.case([image], alpha_std=0.0)


@walk("_cvimresize")
def cv_resize(draw):
    return draw.case([_image(draw, kinds=("float32", "float64"))], grad=False, w=draw.integer(1, 9),
                     h=draw.integer(1, 9), interp=draw.choice([None, 0, 1, 2, 3, 4]))


@walk("_cvcopyMakeBorder")
def cv_border(draw):
    values = [draw.real(0, 200) for _ in range(4)] if draw.flag() else None
    return draw.case([_image(draw, kinds=("float32", "float64", "uint8"))], grad=False, top=draw.integer(0, 5),
                     bot=draw.integer(0, 5), left=draw.integer(0, 5), right=draw.integer(0, 5),
                     type=draw.integer(0, 4), value=draw.choice([None, 7.0]), values=values)
