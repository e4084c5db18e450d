"""Batches of the image readers over small record files. The same code runs on the reference.

    python tests/io/image_cases.py files  tests/data/images               make the record files
    python tests/io/image_cases.py record tests/data/images/batches.npz   record the batches
"""
import os
import sys

import numpy as np

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "images")
BASE = {"path_imgrec": "mixed.rec", "data_shape": (3, 9, 10), "batch_size": 5,
        "preprocess_threads": 1, "verbose": False}
NORM = {"mean_r": 123.68, "mean_g": 116.78, "mean_b": 103.94, "std_r": 58.4, "std_g": 57.1,
        "std_b": 57.4, "scale": 0.5}
MANY = {"rand_crop": True, "rand_mirror": True, "max_random_scale": 1.3, "max_rotate_angle": 10,
        "max_random_illumination": 3, "max_shear_ratio": 0.2}
# name -> (iterator, keywords)
CASES = {name: ("ImageRecordIter", keywords) for name, keywords in {
    "plain": {},
    "resize": {"resize": 20},
    "enlarged": {"data_shape": (3, 24, 30)},
    "grey": {"data_shape": (1, 9, 10)},
    "rand_crop": {"rand_crop": True, "resize": 20},
    "mirror": {"mirror": True},
    "rand_mirror": {"rand_mirror": True, "rand_crop": True},
    "normalized": NORM,
    "contrast": {"max_random_contrast": 0.3, "max_random_illumination": 10, "scale": 0.01},
    "turned": {"max_rotate_angle": 30},
    "rotate": {"rotate": 45, "fill_value": 7},
    "rotate_list": {"rotate_list": "0,90,180"},
    "shear": {"max_shear_ratio": 0.3},
    "scale": {"max_random_scale": 1.5, "min_random_scale": 0.7},
    "aspect": {"max_aspect_ratio": 0.3},
    "aspect_range": {"min_aspect_ratio": 0.5, "max_aspect_ratio": 1.5},
    "image_size": {"max_img_size": 24, "min_img_size": 20},
    "crop_size": {"max_crop_size": 18, "min_crop_size": 9, "rand_crop": True},
    "crop_size_centre": {"max_crop_size": 18, "min_crop_size": 9},
    "resized_crop": {"random_resized_crop": True, "min_random_area": 0.08, "max_random_area": 1,
                     "min_aspect_ratio": 0.75, "max_aspect_ratio": 1.333},
    "jitter": {"brightness": 0.3, "contrast": 0.3, "saturation": 0.3},
    "hls": {"random_h": 36, "random_s": 50, "random_l": 50},
    "pca_noise": {"pca_noise": 0.1},
    "pad": {"pad": 4, "fill_value": 3, "rand_crop": True},
    "nearest": {"resize": 20, "inter_method": 0},
    "cubic": {"resize": 20, "inter_method": 2},
    "area": {"resize": 16, "inter_method": 3},
    "lanczos": {"resize": 20, "inter_method": 4},
    "by_size": {"resize": 20, "inter_method": 9},
    "any_method": {"resize": 20, "inter_method": 10, "max_rotate_angle": 5},
    "uint8": {"dtype": "uint8", "rand_mirror": True},
    "int8": {"dtype": "int8", "mean_r": 123.5, "mean_g": 100, "mean_b": 3},
    "seed_aug": {"seed_aug": 3, **MANY},
    "seed_aug_indexed": {"seed_aug": 3, "path_imgidx": "mixed.idx", **MANY},
    "seed_aug_shuffled": {"seed_aug": 5, "shuffle": True, "seed": 4, **MANY},
    "shuffled": {"shuffle": True},
    "shuffled_seed": {"shuffle": True, "seed": 5},
    "indexed": {"path_imgidx": "mixed.idx"},
    "indexed_shuffled": {"path_imgidx": "mixed.idx", "shuffle": True, "seed": 9},
    "part": {"num_parts": 3, "part_index": 1, "batch_size": 3},
    "indexed_part": {"num_parts": 3, "part_index": 1, "path_imgidx": "mixed.idx", "batch_size": 3},
    "list": {"path_imglist": "mixed.lst"},
    "list_of_two": {"path_imglist": "mixed.lst", "label_width": 2},
    "many_labels": {"path_imgrec": "multi.rec", "label_width": 3},
    "alpha": {"path_imgrec": "alpha.rec", "data_shape": (4, 9, 10), "mean_a": 3, "std_a": 2},
    "two_files": {"path_imgrec": "mixed.rec;multi.rec", "path_imglist": "mixed.lst"},
    "stretches": {"path_imgrec": "mixed.rec;multi.rec", "path_imglist": "mixed.lst",
                  "shuffle_chunk_size": 1, "shuffle_chunk_seed": 3, "shuffle": True},
    "for_cpu": {"ctx": "cpu", "prefetch_buffer": 1, "device_id": -1, "rand_crop": True},
}.items()}
CASES.update({"v1_" + name: ("ImageRecordIter_v1", CASES[name][1]) for name in (
    "plain", "normalized", "contrast", "rand_mirror", "shuffled_seed", "list_of_two")})
CASES["uint8_iter"] = ("ImageRecordUInt8Iter", {"rand_mirror": True})
CASES["uint8_iter_v1"] = ("ImageRecordUInt8Iter_v1", {"rand_mirror": True})
CASES["int8_iter"] = ("ImageRecordInt8Iter", {"mean_r": 100})
CROP = {"rand_crop_prob": 0.9, "min_crop_scales": (0.3,), "max_crop_scales": (0.9,),
        "min_crop_aspect_ratios": (0.5,), "max_crop_aspect_ratios": (2.0,)}
CASES.update({"detection_" + name: ("ImageDetRecordIter", {"path_imgrec": "boxes.rec", **keywords})
              for name, keywords in {
    "plain": {},
    "normalized": {"mean_r": 123, "mean_g": 117, "mean_b": 104, "std_r": 58, "scale": 0.3},
    "shuffled": {"shuffle": True, "seed": 3},
    "padded": {"rand_pad_prob": 0.8, "max_pad_scale": 3, "fill_value": 9},
    "mirror": {"rand_mirror_prob": 0.5},
    "crop": CROP,
    "crop_overlap": {**CROP, "crop_emit_mode": "overlap", "emit_overlap_thresh": 0.4,
                     "min_crop_overlaps": (0.1,)},
    "samplers": {"rand_crop_prob": 1, "num_crop_sampler": 3, "min_crop_scales": (0.3, 0.2, 0.1),
                 "max_crop_scales": (0.9, 1, 1), "min_crop_aspect_ratios": (0.5, 0.6, 0.7),
                 "max_crop_aspect_ratios": (2.0, 2, 3), "max_crop_trials": (5, 10, 20),
                 "min_crop_sample_coverages": (0.1, 0.2, 0),
                 "min_crop_object_coverages": (0.5, 0.2, 0.3)},
    "fit": {"resize_mode": "fit"},
    "shrink": {"resize_mode": "shrink"},
    "contrast": {"max_random_contrast": 0.5, "random_contrast_prob": 0.5},
    "label_width": {"label_pad_width": 40, "label_pad_value": -7},
    "grey": {"data_shape": (1, 9, 10)},
    "resize": {"resize": 24, "inter_method": 0},
    "recoloured": {"max_random_hue": 20, "random_hue_prob": 0.7, "max_random_saturation": 40,
                   "random_saturation_prob": 0.6, "max_random_illumination": 30,
                   "random_illumination_prob": 0.8},
    "crop_limits": {**CROP, "max_crop_overlaps": (0.6,), "max_crop_sample_coverages": (0.7,),
                    "max_crop_object_coverages": (0.9,), "max_crop_trials": (50,)},
    "for_cpu": {"ctx": "cpu", "prefetch_buffer": 2, "num_parts": 2, "part_index": 1,
                "shuffle_chunk_size": 1, "shuffle_chunk_seed": 1},
}.items()})
EPOCHS = 2


def batches(mx, name):
    """Return data and labels of all batches of some epochs."""
    function, keywords = CASES[name]
    keywords = {**BASE, **keywords}
    for key in ("path_imgrec", "path_imgidx", "path_imglist"):
        if key in keywords:
            keywords[key] = ";".join(os.path.join(HERE, one) for one in keywords[key].split(";"))
    it = getattr(mx.io, function)(**keywords)
    data, labels = [], []
    for _ in range(EPOCHS):
        for batch in it:
            data.append(batch.data[0].asnumpy().copy())
            labels.append(batch.label[0].asnumpy().copy())
        it.reset()
    return np.stack(data), np.stack(labels)


def picture(rng, height, width):
    """Return something like a photograph: noise of several sizes."""
    import cv2
    image = np.zeros((height, width, 3), np.float32)
    for size in (2, 4, 8, 16, 32):
        noise = rng.normal(size=(size, size, 3)).astype(np.float32)
        image += cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC) * (60 / size ** 0.5)
    return np.clip(image + 128, 0, 255).astype(np.uint8)


def make_files(folder):
    """Write the record files; done once, with the reference, so that all see the same bytes."""
    import mxnet as mx
    rng = np.random.RandomState(7)
    names = ("mixed", "multi", "alpha", "boxes")
    out = {name: mx.recordio.MXIndexedRecordIO(os.path.join(folder, name + ".idx"),
                                               os.path.join(folder, name + ".rec"), "w")
           for name in names}
    with open(os.path.join(folder, "mixed.lst"), "w") as lst:
        for i in range(12):
            image = picture(rng, rng.randint(18, 40), rng.randint(18, 40))
            ending, quality = (".png", 9) if i % 5 == 0 else (".jpg", 90)
            shown = image[:, :, 0] if i % 7 == 0 else image
            number = 3 * i
            out["mixed"].write_idx(i, mx.recordio.pack_img((0, float(i), number, 0), shown, quality,
                                                           ending))
            out["multi"].write_idx(i, mx.recordio.pack_img((0, [i, 2.0 * i, -1.0], number, 0), shown,
                                                           quality, ending))
            alpha = np.dstack([image, image[::-1, :, 0]])
            out["alpha"].write_idx(i, mx.recordio.pack_img((0, float(i), number, 0), alpha, 9, ".png"))
            boxes = []
            for _ in range(rng.randint(1, 5)):
                x, y = rng.uniform(0, 0.7, 2)
                boxes += [rng.randint(0, 5), x, y, x + rng.uniform(0.05, 0.3),
                          y + rng.uniform(0.05, 0.3)]
            out["boxes"].write_idx(i, mx.recordio.pack_img((0, [2, 5] + boxes, number, 0), image, 90))
            lst.write(f"{number}\t{i + 0.5:f}\t{i + 0.25:f}\tfolder/{i}.jpg\n")
    for one in out.values():
        one.close()


def main(task, path):
    if task == "files":
        make_files(path)
        return
    import mxnet as mx
    found = {}
    for name in CASES:
        data, labels = batches(mx, name)
        if data.dtype == np.float32 and np.array_equal(data, data.astype(np.uint8)):
            data = data.astype(np.uint8)
            found[name + "/whole"] = np.array(True)
        found[name + "/data"], found[name + "/label"] = data, labels
    np.savez_compressed(path, **found)


if __name__ == "__main__":
    main(*sys.argv[1:])
