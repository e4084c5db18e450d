"""Draws docs/pictures/augment.jpg, what the parameters of ImageRecordIter do: `python -m tools.augment_picture`."""
import argparse
import tempfile
from pathlib import Path

import numpy as np

import mxnet as mx
from mxnet.cli.contact_sheet import contact_sheet
from mxnet.core.ops.image_header import opencv

TARGET = Path(__file__).resolve().parent.parent / "docs" / "pictures" / "augment.jpg"
SAME = {"data_shape": (3, 120, 120), "batch_size": 6, "preprocess_threads": 1, "verbose": False, "resize": 120}
ROWS = {
    "resize=120": {},
    "rand_crop": {"rand_crop": True, "resize": 170},
    "rand_mirror": {"rand_mirror": True},
    "turned by 30": {"max_rotate_angle": 30, "fill_value": 200},
    "random scale": {"min_random_scale": 0.6, "max_random_scale": 1.6, "rand_crop": True, "fill_value": 200},
    "resized crop": {"resize": -1, "random_resized_crop": True, "min_random_area": 0.1, "max_random_area": 1.0,
                     "min_aspect_ratio": 0.75, "max_aspect_ratio": 1.33},
    "hue and light": {"random_h": 60, "random_l": 60, "random_s": 60},
    "pad and shear": {"pad": 16, "fill_value": 90, "max_shear_ratio": 0.4},
}


def house() -> np.ndarray:
    """Return a drawing of a house below the sun, 240 x 180, blue first."""
    cv2 = opencv()
    image = np.empty((180, 240, 3), np.uint8)
    image[:] = np.linspace((235, 190, 120), (250, 235, 215), 180).astype(np.uint8)[:, None]
    cv2.circle(image, (195, 38), 20, (70, 210, 255), -1, cv2.LINE_AA)
    cv2.ellipse(image, (120, 215), (230, 80), 0, 0, 360, (80, 160, 90), -1, cv2.LINE_AA)
    cv2.rectangle(image, (65, 85), (155, 155), (150, 185, 225), -1)
    cv2.fillPoly(image, [np.array([(52, 88), (110, 42), (168, 88)], np.int32)], (60, 60, 170), cv2.LINE_AA)
    cv2.rectangle(image, (98, 115), (122, 155), (50, 80, 120), -1)
    for x in (74, 130):
        cv2.rectangle(image, (x, 100), (x + 17, 118), (230, 200, 140), -1)
    for x, y in ((28, 140), (202, 128)):
        cv2.line(image, (x, y), (x, y + 28), (50, 70, 95), 5)
        cv2.circle(image, (x, y - 8), 18, (60, 130, 60), -1, cv2.LINE_AA)
    return image


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    cv2 = opencv()
    images, captions = [], []
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "house.rec")
        writer = mx.recordio.MXRecordIO(path, "w")
        for number in range(6):
            writer.write(mx.recordio.pack_img((0, float(number), number, 0), house(), 95))
        writer.close()
        for caption, options in ROWS.items():
            batch = mx.io.ImageRecordIter(path_imgrec=path, **{**SAME, **options}).next()
            for place, image in enumerate(batch.data[0].asnumpy().astype(np.uint8)):
                images.append(image.transpose(1, 2, 0)[:, :, ::-1])
                captions.append("" if place else caption)
    sheet = contact_sheet(images, captions, columns=6, edge=96)
    cv2.imwrite(str(TARGET), sheet, [cv2.IMWRITE_JPEG_QUALITY, 85])
    print(TARGET, sheet.shape)


if __name__ == "__main__":
    main()
