"""Record files of images of many kinds, as hashes. The same code runs on the reference.

    python tests/io/exchange.py images FOLDER COUNT            make images with OpenCV
    python tests/io/exchange.py write  IMAGES OUT [IM2REC]     write files of them, print their hashes
    python tests/io/exchange.py read   OUT                     print hashes of what the files hold

IM2REC is MXNet's tools/im2rec.py. Recorded on the reference, over the images that `recorded_images`
writes: `... record IM2REC > tests/data/records/hashes.json`.
"""
import hashlib
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "images")
# name -> (options to make lists, options to make record files)
TOOL = {
    "tool": (["--recursive"], ["--pass-through"]),
    "tool_flat": ([], ["--pass-through"]),
    "tool_threads": (["--recursive", "--no-shuffle"], ["--pass-through", "--num-thread", "2"]),
    "tool_split": (["--recursive", "--train-ratio", "0.6", "--test-ratio", "0.25"],
                   ["--pass-through"]),
    "tool_all": (["--recursive", "--train-ratio", "0.7", "--test-ratio", "0.3"], ["--pass-through"]),
    "tool_chunks": (["--recursive", "--chunks", "3"], ["--pass-through"]),
    "tool_endings": (["--recursive", "--exts", ".png"], ["--pass-through"]),
    "tool_labels": (None, ["--pass-through", "--pack-label"]),
    "tool_first_label": (None, ["--pass-through"]),
}
# These encode: the bytes are those of OpenCV's version, the pixels of PNG are not.
ENCODING = {
    "tool_encoded": (["--recursive"], []),
    "tool_resized": (["--recursive"], ["--resize", "40", "--quality", "80"]),
    "tool_grey": (["--recursive"], ["--center-crop", "--color", "0", "--encoding", ".png",
                                    "--quality", "3"]),
    "tool_square": (["--recursive"], ["--center-crop", "--resize", "33", "--encoding", ".png",
                                      "--quality", "9", "--num-thread", "2"]),
    "tool_alpha": (["--recursive"], ["--color", "-1", "--encoding", ".png", "--quality", "1"]),
}


def sha(data):
    return hashlib.sha256(data).hexdigest()


# ---- images --------------------------------------------------------------------------------------

def make_images(folder, count):
    """Write images of many sizes as JPEG and PNG: colour, grey, alpha, 16 bit, one pixel wide."""
    import cv2
    rng = np.random.RandomState(3)
    for i in range(count):
        height, width = (1 if rng.rand() < 0.02 else rng.randint(2, 160) for _ in range(2))
        channels = (3, 3, 3, 1, 4)[rng.randint(5)]
        coarse = rng.randint(0, 256, (rng.randint(1, 9), rng.randint(1, 9), channels))
        image = cv2.resize(coarse.astype(np.float32), (width, height),
                           interpolation=cv2.INTER_CUBIC).clip(0, 255)
        ending = ".png" if channels == 4 else (".jpg", ".png", ".jpeg", ".JPG")[rng.randint(4)]
        deep = ending == ".png" and channels != 4 and rng.rand() < 0.1
        image = (image * 257).astype(np.uint16) if deep else image.astype(np.uint8)
        inner = os.path.join(folder, ("", "cat", "dog", "dog/small", "bird")[rng.randint(5)])
        os.makedirs(inner, exist_ok=True)
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.randint(30, 101))] if "j" in ending.lower() else []
        cv2.imwrite(os.path.join(inner, f"{i:04d}{ending}"), image, quality)


def recorded_images(mx, folder):
    """Write the images of the recorded .rec files out, which takes no OpenCV."""
    number = 0
    for name in ("mixed", "alpha"):
        reader = mx.recordio.MXRecordIO(os.path.join(DATA, name + ".rec"), "r")
        record = reader.read()
        while record is not None:
            image = mx.recordio.unpack(record)[1]
            inner = os.path.join(folder, ("", "cat", "dog/small")[number % 3])
            os.makedirs(inner, exist_ok=True)
            ending = ".png" if image[1:4] == b"PNG" else (".jpg", ".JPEG")[number % 2]
            with open(os.path.join(inner, f"{number:03d}{ending}"), "wb") as out:
                out.write(image)
            number += 1
            record = reader.read()
        reader.close()


def image_files(folder):
    found = []
    for path, inner, names in os.walk(folder):
        inner.sort()
        found += [os.path.join(path, name) for name in sorted(names)]
    return found


# ---- files ---------------------------------------------------------------------------------------

def labels(number):
    """Return a label of one number or of several."""
    return float(number % 7) if number % 3 else [float(number), 0.5, -1.0, 2.0 ** -20][:1 + number % 4]


def write_records(mx, images, out):
    """Write the images in turn, and once more with an index, under other numbers."""
    plain = mx.recordio.MXRecordIO(os.path.join(out, "plain.rec"), "w")
    indexed = mx.recordio.MXIndexedRecordIO(os.path.join(out, "indexed.idx"),
                                            os.path.join(out, "indexed.rec"), "w")
    for number, path in enumerate(image_files(images)):
        with open(path, "rb") as file:
            image = file.read()
        header = mx.recordio.IRHeader(0, labels(number), number, number // 2)
        plain.write(mx.recordio.pack(header, image))
        indexed.write_idx(5 * number + 1, mx.recordio.pack(header, image))
    plain.close()
    indexed.close()


def write_list(images, path):
    """Write a list with one to four labels a line."""
    with open(path, "w") as out:
        for number, image in enumerate(image_files(images)):
            several = "\t".join(f"{number / 8 + k:f}" for k in range(1 + number % 4))
            out.write(f"{2 * number}\t{several}\t{os.path.relpath(image, images)}\n")


def run_tool(tool, images, out, cases):
    """Make lists and record files with `tool`, which takes arguments as the command does."""
    for name, (lists, records) in cases.items():
        prefix = os.path.join(out, name)
        if lists is None:
            write_list(images, prefix + ".lst")
        else:
            tool(prefix, images, "--list", *lists)
        # a prefix is one of other names too: give each case a folder of its own
        inner = os.path.join(out, name + ".d")
        os.makedirs(inner)
        for file in sorted(os.listdir(out)):
            if file.endswith(".lst"):
                os.rename(os.path.join(out, file), os.path.join(inner, file))
        tool(os.path.join(inner, name), images, *records)


def files_below(out):
    return [path for path in image_files(out) if path.endswith((".rec", ".idx", ".lst"))]


def file_hashes(out):
    found = {}
    for path in files_below(out):
        with open(path, "rb") as file:
            found[os.path.relpath(path, out)] = sha(file.read())
    return found


def contents(mx, out):
    """Return a hash of headers, image bytes and pixels of each record file, read in two ways."""
    found = {}
    for path in files_below(out):
        if not path.endswith(".rec"):
            continue
        reader = mx.recordio.MXRecordIO(path, "r")
        records = list(iter(reader.read, None))
        reader.close()
        index = path[:-3] + "idx"
        if os.path.exists(index):
            reader = mx.recordio.MXIndexedRecordIO(index, path, "r")
            assert [reader.read_idx(key) for key in reader.keys] == records
            reader.close()
        total = hashlib.sha256()
        for record in records:
            header, image = mx.recordio.unpack(record)
            label = [float(value) for value in np.ravel(header.label)]
            facts = header.flag, label, header.id, header.id2, sha(image)
            total.update(repr(facts).encode())
            pixels = mx.recordio.unpack_img(record, iscolor=-1)[1]
            total.update(repr((pixels.shape, pixels.dtype.name)).encode() + pixels.tobytes())
        found[os.path.relpath(path, out)] = [len(records), total.hexdigest()]
    return found


def command(*words):
    def tool(*arguments):
        subprocess.run([sys.executable, *words, *arguments], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
    return tool


def main(task, *arguments):
    if task == "images":
        make_images(arguments[0], int(arguments[1]))
        return
    import mxnet as mx
    if task == "read":
        found = contents(mx, arguments[0])
    elif task == "write":
        images, out, *script = arguments
        write_records(mx, images, out)
        tool = command(*(script or ("-m", "mxnet", "im2rec")))
        run_tool(tool, images, out, {**TOOL, **ENCODING})
        found = file_hashes(out)
    else:
        with tempfile.TemporaryDirectory() as images, tempfile.TemporaryDirectory() as out:
            recorded_images(mx, images)
            write_records(mx, images, out)
            run_tool(command(arguments[0]), images, out, TOOL)
            found = file_hashes(out)
        found = dict({"_": "made by tests/io/exchange.py on MXNet " + mx.__version__}, **found)
    print(json.dumps(found, indent=0, sort_keys=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
