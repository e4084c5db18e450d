"""Results of mx.image's functions and augmenters on small images. The same code runs on the reference.

    python tests/image/cases.py tests/data/images/transforms.npz
"""
import os
import random
import sys

import numpy as np

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "images")
EIGENVALUES = np.array([55.46, 4.794, 1.148])
EIGENVECTORS = np.array([[-0.5675, 0.7192, 0.4009], [-0.5808, -0.0045, -0.8140],
                         [-0.5836, -0.6948, 0.4203]])
BOXES = np.array([[1, 0.1, 0.2, 0.5, 0.6], [2, 0.3, 0.3, 0.9, 0.8], [3, 0.0, 0.0, 0.05, 0.1]])
ALL = {"rand_crop": True, "rand_resize": True, "rand_mirror": True, "mean": True, "std": True,
       "brightness": 0.1, "contrast": 0.2, "saturation": 0.3, "hue": 0.1, "pca_noise": 0.1,
       "rand_gray": 0.3, "inter_method": 1}


def encoded(mx):
    """Return the images of the recorded file as bytes."""
    reader = mx.recordio.MXRecordIO(os.path.join(HERE, "mixed.rec"), "r")
    return [mx.recordio.unpack(reader.read())[1] for _ in range(12)]


def with_exif(jpeg, first):
    """Return a JPEG that says it lies on its side, before or after its JFIF head."""
    exif = (b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0")
    segment = b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif
    head = 4 + int.from_bytes(jpeg[4:6], "big")
    return jpeg[:2] + segment + jpeg[head:] if first else jpeg[:head] + segment + jpeg[head:]


def functions(mx):
    """Return name -> function without arguments, for what does not depend on chance."""
    image, sources = mx.image, encoded(mx)
    found = {}
    for number in (0, 1, 5, 7):
        for flag in (0, 1):
            for rgb in (False, True):
                found[f"decode/{number}/{flag}/{int(rgb)}"] = (
                    lambda n=number, f=flag, r=rgb: image.imdecode(sources[n], flag=f, to_rgb=r))
    for first in (False, True):
        found[f"exif/{int(first)}"] = lambda f=first: image.imdecode(with_exif(sources[1], f))
    picture = image.imdecode(sources[1])
    for kind in ("uint8", "float32"):
        src = picture.astype(kind)
        for method in (0, 1, 3, 4):
            for size in ((10, 8), (50, 60), (10, 60), (1, 1)):
                found[f"resize/{kind}/{method}/{size[0]}x{size[1]}"] = (
                    lambda s=src, m=method, z=size: image.imresize(s, z[0], z[1], interp=m))
        found["resize_short/" + kind] = lambda s=src: image.resize_short(s, 11, 1)
        found["fixed_crop/" + kind] = lambda s=src: image.fixed_crop(s, 2, 3, 9, 10, (5, 6), 1)
        found["center_crop/" + kind] = lambda s=src: image.center_crop(s, (60, 10), 1)[0]
        for border in range(5):
            found[f"border/{kind}/{border}"] = lambda s=src, b=border: image.copyMakeBorder(
                s, 1, 2, 3, 4, b, values=(9, 8, 7))
        found["border_value/" + kind] = lambda s=src: image.copyMakeBorder(s, 1, 0, 0, 0, value=5)
    turned = picture.astype("float32").transpose((2, 0, 1))
    for angle in (0, 10, -33, 90):
        for zoom in ({}, {"zoom_in": True}, {"zoom_out": True}):
            found[f"rotate/{angle}/{''.join(zoom)}"] = (
                lambda a=angle, z=zoom: image.imrotate(turned, a, **z))
    found["color_normalize"] = lambda: image.color_normalize(
        picture.astype("float32"), mx.nd.array([1, 2, 3]), mx.nd.array([4, 5, 6]))
    return found


def augmenters(mx):
    """Return name -> augmenters, each to be called on an image with seeds set."""
    image = mx.image
    found = {
        "brightness": [image.CastAug(), image.BrightnessJitterAug(0.3)],
        "contrast": [image.CastAug(), image.ContrastJitterAug(0.3)],
        "saturation": [image.CastAug(), image.SaturationJitterAug(0.3)],
        "hue": [image.CastAug(), image.HueJitterAug(0.3)],
        "color": [image.CastAug(), image.ColorJitterAug(0.2, 0.3, 0.4)],
        "lighting": [image.CastAug(), image.LightingAug(0.1, EIGENVALUES, EIGENVECTORS)],
        "grey": [image.CastAug(), image.RandomGrayAug(0.5)],
        "flip": [image.HorizontalFlipAug(0.5)],
        "normalize": [image.CastAug(), image.ColorNormalizeAug(np.array([1, 2, 3.0]), None)],
        "random_crop": [image.RandomCropAug((10, 12))],
        "random_size_crop": [image.RandomSizedCropAug((10, 12), (0.1, 0.9), (0.5, 2), 1)],
        "center_crop": [image.CenterCropAug((20, 10))],
        "force_resize": [image.ForceResizeAug((5, 9), 1)],
        "resize": [image.ResizeAug(10, 3)],
        "sequence": [image.SequentialAug([image.CastAug(), image.HorizontalFlipAug(0.5)])],
        "any_order": [image.CastAug(), image.RandomOrderAug(
            [image.BrightnessJitterAug(0.3), image.HorizontalFlipAug(0.5)])],
        "create": image.CreateAugmenter((3, 10, 12), resize=15, **ALL),
        "create_plain": image.CreateAugmenter((3, 10, 12), inter_method=1),
    }
    return found


def detection_augmenters(mx):
    """Return name -> augmenters of images and boxes."""
    image = mx.image
    settings = {name: value for name, value in ALL.items() if name != "rand_resize"}
    return {
        "flip": [image.DetHorizontalFlipAug(0.5)],
        "crop": [image.DetRandomCropAug(0.3, (0.5, 2), (0.2, 0.9), 0.3, 20)],
        "pad": [image.DetRandomPadAug((0.5, 2), (1, 4), 20, (1, 2, 3))],
        "select": [image.CreateMultiRandCropAugmenter([0.1, 0.5, 0.9], area_range=(0.1, 1.0))],
        "create": image.CreateDetAugmenter((3, 10, 12), **dict(
            settings, resize=15, rand_crop=0.7, rand_pad=0.7, area_range=(0.1, 4.0),
            min_object_covered=[0.1, 0.5, 0.9])),
    }


def results(mx):
    """Return name -> array of everything."""
    found = {name: make().asnumpy() for name, make in functions(mx).items()}
    picture = mx.image.imdecode(encoded(mx)[1])
    for name, steps in augmenters(mx).items():
        for seed in range(3):
            random.seed(seed)
            np.random.seed(seed)
            src = picture.copy()
            for step in steps:
                src = step(src)
            found[f"augment/{name}/{seed}"] = src.asnumpy()
    for name, steps in detection_augmenters(mx).items():
        for seed in range(8):
            random.seed(seed)
            np.random.seed(seed)
            src, label = picture.copy(), BOXES.copy()
            for step in steps:
                src, label = step(src, label)
            found[f"detect/{name}/{seed}"] = src.asnumpy()
            found[f"boxes/{name}/{seed}"] = np.asarray(label)
    return found


def descriptions(mx):
    """Return what the augmenters say of themselves."""
    return [[step.dumps() for step in steps]
            for table in (augmenters(mx), detection_augmenters(mx)) for steps in table.values()]


def main(path):
    import json

    import mxnet as mx
    np.savez_compressed(path, descriptions=np.array(json.dumps(descriptions(mx))), **results(mx))


if __name__ == "__main__":
    main(sys.argv[1])
