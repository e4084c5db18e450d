"""The formats of files that are read: good ones to damage, how they are damaged, what reads them."""
import functools
import importlib.util
import itertools
import json
import math
import os
import random
import re
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import mxnet as mx
from mxnet.core.errors import MXNetError
from mxnet.fileformat.npy import read_npy, read_npz
from mxnet.fileformat.params import VERSION_MAGIC
from mxnet.fileformat.record import MAGIC, encode_record
from mxnet.io.image_work import read_labels
from mxnet.io.record_source import _read_offsets
from mxnet.recordio import pack, unpack

from . import fuzz_models, fuzz_params
from .mutation import Mutator

MB = 1 << 20
IMAGE = np.add.outer(np.arange(9), np.arange(11) * 3)[..., None].repeat(3, 2).astype(np.uint8)


@dataclass(frozen=True)
class Format:
    """One format: its files' damage, and a reader that may raise what readers may raise.

    ``room`` is how many bytes a small file may take, ``weight`` how many of all files are of this format.
    """

    name: str
    mutator: Callable[[str], Callable[[], bytes]]
    read: Callable[[bytes, Path], Any]
    room: int = 32 * MB
    weight: int = 10
    needs: str = ""

    def there(self) -> bool:
        """Tell whether what it needs is installed."""
        return not self.needs or importlib.util.find_spec(self.needs) is not None

    def warm_up(self, folder: Path) -> None:
        """Read some files, so that what is imported at first use is not the next one's."""
        make = self.mutator("warm")
        for _ in range(20):
            try:
                self.read(make(), folder)
            except Exception:       # it is told in the campaign
                continue


class TextMutator(Mutator):
    """Damages text: numbers, separators and lines beside bytes."""

    JUNK = (b"-1", b"0", b"1e999", b"nan", b"inf", b"-0", b"9" * 30, b"9" * 5000, b"2147483648", b"9223372036854775808",
            b"1.5", b"", b" ", b"\t", b"\n", b"\r", b"\0", b":", b",", b"#", b"\xff\xfe", b"0x10", b"1_0", b"--1", b"+")

    def __init__(self, seeds: list[bytes], seed: str) -> None:
        super().__init__(seeds, [], seed)
        self.ways += [self.word, self.word, self.word, self.word, self.line, self.line]

    def word(self, data: bytearray) -> None:
        spans = [match.span() for match in re.finditer(rb"[-+.\w]+", bytes(data))]
        if spans:
            start, stop = self.rng.choice(spans)
            data[start:stop] = self.rng.choice(self.JUNK)

    def line(self, data: bytearray) -> None:
        lines = bytes(data).split(b"\n")
        place = self.rng.randrange(len(lines))
        if self.rng.random() < 0.3:
            del lines[place]
        else:
            lines[place:place] = [self.rng.choice(lines)] * self.rng.choice((1, 2, 50))
        data[:] = b"\n".join(lines)


def of_bytes(seeds: Callable[[], list[bytes]], words: tuple[int, ...] = ()) -> Callable[[str], Callable[[], bytes]]:
    """Give a mutator's `make` for files whose good ones ``seeds`` gives."""
    kept = functools.cache(seeds)
    return lambda seed: Mutator(kept(), list(words), seed).make


def of_text(*seeds: bytes) -> Callable[[str], Callable[[], bytes]]:
    return lambda seed: TextMutator(list(seeds), seed).make


def saved(folder: Path, data: bytes, name: str) -> str:
    path = folder / name
    path.write_bytes(data)
    return str(path)


def consume(batches: Any, most: int = 6) -> None:
    for batch in itertools.islice(batches, most):
        batch.data[0].asnumpy()


# ---- arrays, graphs, states -----------------------------------------------------------------------

def read_arrays(data: bytes, folder: Path) -> None:
    found = mx.nd.load(saved(folder, data, "x.params"))
    for array in found.values() if isinstance(found, dict) else found:
        if math.prod(array.shape) < 1 << 20:        # the dense form of a sparse one is as large as its reader wants it
            array.asnumpy()


def safetensor_seeds() -> list[bytes]:
    import tempfile

    from .fuzz_safetensor import seeds
    with tempfile.TemporaryDirectory() as folder:
        return seeds(Path(folder) / "x.safetensors")


def symbols(seed: str) -> Callable[[], bytes]:
    maker = fuzz_models.ModelMutator(int.from_bytes(seed.encode(), "big") % 2**32)

    def make() -> bytes:
        document = json.loads(json.dumps(maker.rng.choice(maker.seeds)[0]))
        way = maker.rng.random()
        text = json.dumps(maker.damaged(document)) if way < 0.5 else maker.rebuilt(document) if way < 0.9 \
            else maker.cut(json.dumps(document))
        return text.encode("utf-8", "surrogatepass")
    return make


def read_symbol(data: bytes, folder: Path) -> None:
    symbol = mx.sym.load(saved(folder, data, "x-symbol.json"))
    symbol.list_arguments()
    symbol.tojson()


STATES = ("adam", "sgd", "nadam", "lars", "lbsgd")


def state_seeds() -> list[bytes]:
    found = []
    for name in (*STATES, "rmsprop", "ftrl"):
        settings = {"momentum": 0.9} if name in ("sgd", "lars", "lbsgd") else {}
        updater = mx.optimizer.get_updater(mx.optimizer.create(name, **settings))
        for index in range(3):
            updater(index, mx.nd.ones((2, 3)), mx.nd.ones((2, 3)))
        found.append(updater.get_states())
    return found


def read_states(data: bytes, folder: Path) -> None:
    updater = mx.optimizer.get_updater(mx.optimizer.create(STATES[len(data) % len(STATES)]))
    updater.set_states(data)
    updater(0, mx.nd.ones((2, 3)), mx.nd.ones((2, 3)))


# ---- records and their images ---------------------------------------------------------------------

def record_seeds() -> list[bytes]:
    plain = [pack((0, float(i), i, 0), bytes(range(i))) for i in range(0, 60, 7)]
    labelled = [pack((0, [1.0, 2.0, float(i)], i, 0), bytes(range(i))) for i in range(0, 60, 7)]
    return [b"".join(map(encode_record, records)) for records in (plain, labelled, [MAGIC.to_bytes(4, "little") * 3])]


def read_records(data: bytes, folder: Path) -> None:
    reader = mx.recordio.MXRecordIO(saved(folder, data, "x.rec"), "r")
    try:
        while (record := reader.read()) is not None:
            unpack(record)
    finally:
        reader.close()


def read_index(data: bytes, folder: Path) -> None:
    rec = folder / "good.rec"
    if not rec.exists():
        rec.write_bytes(record_seeds()[0])
    path = saved(folder, data, "x.idx")
    errors = []
    try:
        _read_offsets(path, "ImageRecordIter")
    except MXNetError as error:
        errors.append(error)
    reader = mx.recordio.MXIndexedRecordIO(path, str(rec), "r")
    try:
        for key in reader.keys[:5]:
            reader.read_idx(key)
    finally:
        reader.close()
    if errors:
        raise errors[0]


def read_lists(data: bytes, folder: Path) -> None:
    path = saved(folder, data, "x.lst")
    errors = []
    for read in (lambda: read_labels(path, 1, "ImageRecordIter"), lambda: read_labels(path, -1, "ImageDetRecordIter"),
                 lambda: mx.image.iterator.read_list(path)):
        try:
            read()
        except MXNetError as error:
            errors.append(error)
    if errors:
        raise errors[0]


@functools.cache
def image_seeds() -> list[bytes]:
    """Return a small image in every coding that this OpenCV writes."""
    import cv2
    real = IMAGE.astype(np.float32)
    kinds: list[tuple[str, Any, list]] = [
        (".jpg", IMAGE, []), (".jpg", IMAGE, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1]), (".jpg", IMAGE[:, :, 0], []),
        (".jpg", IMAGE, [cv2.IMWRITE_JPEG_RST_INTERVAL, 1]), (".png", IMAGE, []), (".png", IMAGE[:, :, 0], []),
        (".bmp", IMAGE, []), (".bmp", IMAGE[:, :, 0], []), (".gif", IMAGE, []), (".webp", IMAGE, []),
        (".webp", IMAGE, [cv2.IMWRITE_WEBP_QUALITY, 80]), (".tiff", IMAGE, []), (".tiff", IMAGE[:, :, 0], []),
        (".ppm", IMAGE, []), (".pgm", IMAGE[:, :, 0], []), (".pbm", IMAGE[:, :, 0], []), (".pam", IMAGE, []),
        (".pfm", real, []), (".hdr", real, []), (".ras", IMAGE, []), (".jp2", np.tile(IMAGE, (8, 8, 1)), []),
        (".avif", IMAGE, [])]
    found = []
    for ending, pixels, options in kinds:
        try:
            found.append(cv2.imencode(ending, pixels, options)[1].tobytes())
        except (cv2.error, AttributeError):     # this OpenCV does not write it
            continue
    return found


class ImageMutator(Mutator):
    """Damages images, whose numbers are of two bytes, and big-endian in most codings."""

    def __init__(self, seed: str) -> None:
        super().__init__(image_seeds(), [], seed)
        self.ways += [self.set_u16, self.set_u16, self.set_big, self.set_big]

    def set_u16(self, data: bytearray) -> None:
        self.put(data, struct.pack(self.rng.choice("<>") + "H", self.number() % 2**16))

    def set_big(self, data: bytearray) -> None:
        self.put(data, struct.pack(">I", self.number() % 2**32))

    def position(self, data: bytearray, width: int = 1) -> int:
        """Choose a place, mostly in the head."""
        near = self.rng.random() < 0.6
        return self.rng.randrange(max(1, min(len(data), 64 if near else len(data)) - width + 1))


def read_image(data: bytes, folder: Path) -> None:
    mx.recordio.unpack_img(pack((0, 1.0, 1, 0), data))
    mx.image.imdecode(data)


def image_records(seed: str) -> Callable[[], bytes]:
    images, rng = ImageMutator(seed), random.Random(seed)
    records = Mutator(record_seeds(), [MAGIC], seed)

    def make() -> bytes:
        if rng.random() < 0.3:
            return records.make()
        return b"".join(encode_record(pack((0, 1.0, i, 0), images.make())) for i in range(2))
    return make


def read_image_records(data: bytes, folder: Path) -> None:
    it = mx.io.ImageRecordIter(path_imgrec=saved(folder, data, "images.rec"), data_shape=(3, 6, 7), batch_size=1,
                               preprocess_threads=1, verbose=False)
    try:
        consume(it, 3)
    finally:
        it.handle.close()


# ---- numbers in text, MNIST, NumPy ----------------------------------------------------------------

def read_csv(data: bytes, folder: Path) -> None:
    consume(mx.io.CSVIter(data_csv=saved(folder, data, "x.csv"), data_shape=(3,), batch_size=1))


def read_libsvm(data: bytes, folder: Path) -> None:
    consume(mx.io.LibSVMIter(data_libsvm=saved(folder, data, "x.svm"), data_shape=(3,), batch_size=1))


def mnist_seeds() -> list[bytes]:
    """Return files of images and of labels; the reader is given each as both."""
    return [struct.pack(">IIII", 2051, 4, 2, 3) + bytes(24), struct.pack(">II", 2049, 4) + bytes(range(4))]


def read_mnist(data: bytes, folder: Path) -> None:
    good = mnist_seeds()
    image = data[:4] == good[0][:4]
    paths = [saved(folder, data if image else good[0], "image"), saved(folder, good[1] if image else data, "label")]
    consume(mx.io.MNISTIter(image=paths[0], label=paths[1], batch_size=2, silent=True))


@functools.cache
def numpy_seeds() -> list[bytes]:
    import io
    found = []
    values = (np.arange(6, dtype=np.float32).reshape(2, 3), np.array([1, 2], ">i8"), np.zeros((0, 2)), np.array(True))
    for value in values:
        stream = io.BytesIO()
        np.save(stream, value)
        found.append(stream.getvalue())
    for save in (np.savez, np.savez_compressed):
        stream = io.BytesIO()
        save(stream, **{f"a{i}": value for i, value in enumerate(values)})
        found.append(stream.getvalue())
    return found


class HeaderMutator(Mutator):
    """Damages NumPy's files, in the text of their headers too."""

    def __init__(self, seed: str) -> None:
        super().__init__(numpy_seeds(), [], seed)
        self.ways += [self.header] * 6

    def header(self, data: bytearray) -> None:
        old = self.rng.choice((b"(2, 3)", b"(2,)", b"()", b"'<f4'", b"'>i8'", b"False", b"'shape'", b"}", b"'|b1'"))
        new = self.rng.choice((b"(9999999,)", b"(-1,)", b"((1,),)", b"'|O'", b"'<U9'", b"None", b"{" * 9, b"[" * 40,
                               b"(2**99,)", b"'<f4,<f4'", b"(True,)", b"1", b"", b"('<f4', (9,))", b"'V0'"))
        data[:] = bytes(data).replace(old, new)


def read_numpy(data: bytes, folder: Path) -> None:
    (read_npz if data[:1] == b"P" else read_npy)(saved(folder, data, "x.npy"))


# ---- ONNX -----------------------------------------------------------------------------------------

@functools.cache
def onnx_seeds() -> list[bytes]:
    import onnx
    node, helper = onnx.helper.make_node, onnx.helper

    def model(nodes, constants, shape, opset=13):
        graph = helper.make_graph(nodes, "g", [helper.make_tensor_value_info("x", 1, shape)],
                                  [helper.make_tensor_value_info("y", 1, None)],
                                  [onnx.numpy_helper.from_array(value, key) for key, value in constants.items()])
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)]).SerializeToString()
    f, i = (lambda *s: np.ones(s, np.float32)), (lambda *v: np.array(v, np.int64))
    return [
        model([node("Conv", ["x", "w", "b"], ["c"], "c", pads=[1, 1, 1, 1]), node("Relu", ["c"], ["r"], "r"),
               node("MaxPool", ["r"], ["p"], "p", kernel_shape=[2, 2], strides=[2, 2]),
               node("Flatten", ["p"], ["f"], "f"), node("Gemm", ["f", "g"], ["y"], "y", transB=1)],
              {"w": f(2, 3, 3, 3), "b": f(2), "g": f(4, 8)}, (1, 3, 4, 4)),
        model([node("Shape", ["x"], ["s"], "s"), node("Gather", ["s", "zero"], ["n"], "n"),
               node("Unsqueeze", ["n", "axes"], ["u"], "u"), node("Concat", ["u", "rest"], ["t"], "t", axis=0),
               node("Reshape", ["x", "t"], ["y"], "y")], {"zero": np.array(0, np.int64), "axes": i(0), "rest": i(-1)},
              (2, 3, 4)),
        model([node("Split", ["x"], ["a", "b"], "s", axis=1), node("Mul", ["a", "b"], ["m"], "m"),
               node("Transpose", ["m"], ["t"], "t", perm=[1, 0]), node("Slice", ["t", "from", "to"], ["l"], "l"),
               node("ReduceMean", ["l"], ["e"], "e", axes=[0]), node("Softmax", ["e"], ["y"], "y", axis=-1)],
              {"from": i(0), "to": i(1)}, (2, 4)),
        model([node("ConstantOfShape", ["k"], ["z"], "z"), node("Range", ["p", "q", "o"], ["r"], "r"),
               node("Cast", ["r"], ["d"], "d", to=1), node("Expand", ["d", "k"], ["e"], "e"),
               node("Add", ["e", "z"], ["v"], "v"), node("Pad", ["x", "w"], ["g"], "g"),
               node("Tile", ["g", "w2"], ["h"]), node("Add", ["h", "v"], ["y"], "y")],
              {"k": i(2, 3), "p": np.array(0, np.int64), "q": np.array(3, np.int64), "o": np.array(1, np.int64),
               "w": i(0, 0, 0, 0), "w2": i(1, 1)}, (2, 3))]


class OnnxMutator(Mutator):
    """Damages ONNX models as bytes, and as what they say."""

    NUMBERS = (-2**63, -2**31, -5, -1, 0, 1, 2, 3, 7, 64, 2**20, 2**31, 2**40, 2**62, 2**63 - 1)

    def make(self) -> bytes:
        if self.rng.random() < 0.4:
            return super().make()
        import onnx
        model = onnx.load_model_from_string(self.rng.choice(self.seeds))
        for _ in range(self.rng.choice((1, 1, 2, 4))):
            self.change(model.graph)
        return model.SerializeToString()

    def change(self, graph: Any) -> None:
        import onnx

        from mxnet.contrib.onnx.reading import FOLDS, READERS
        rng, way = self.rng, self.rng.randrange(9)
        node = rng.choice(graph.node)
        names = [name for one in graph.node for name in (*one.input, *one.output)] + ["", "x", "nobody"]
        number = lambda: rng.choice(self.NUMBERS)  # noqa: E731
        if way == 0:
            node.op_type = rng.choice([*READERS, *FOLDS])
        elif way == 1 and node.input:
            node.input[rng.randrange(len(node.input))] = rng.choice(names)
        elif way == 2:
            node.input.append(rng.choice(names))
        elif way == 3 and node.attribute:
            attribute = rng.choice(node.attribute)
            attribute.CopyFrom(onnx.helper.make_attribute(attribute.name, rng.choice((
                number(), [number()], [number(), number()], 0.5, "x", [0.5], float("nan"), [number()] * 40))))
        elif way == 4:
            name = rng.choice(("axis", "axes", "perm", "kernel_shape", "pads", "strides", "to", "shape", "split",
                               "group", "blocksize", "num_outputs", "hidden_size", "mode", "auto_pad", "dilations"))
            value = rng.choice((number(), [number()], [number()] * 3, "x"))
            node.attribute.append(onnx.helper.make_attribute(name, value))
        elif way == 5 and graph.initializer:
            tensor = rng.choice(graph.initializer)
            value = rng.choice((np.array([number()], np.int64), np.array(number(), np.int64), np.zeros((0,), np.int64),
                                np.array([number(), number()], np.int64), np.ones((2, 2), np.float32), np.array(0.5)))
            tensor.CopyFrom(onnx.numpy_helper.from_array(value, tensor.name))
        elif way == 6 and graph.initializer:
            tensor = rng.choice(graph.initializer)
            if rng.random() < 0.5:
                tensor.dims.append(number())
            else:
                tensor.data_type = rng.randrange(30)
        elif way == 7 and graph.initializer:
            tensor = rng.choice(graph.initializer)
            tensor.data_location = onnx.TensorProto.EXTERNAL
            tensor.external_data.add(key="location", value=rng.choice(("x", "../x", "/etc/passwd", "x.onnx", "\0", "")))
            tensor.external_data.add(key=rng.choice(("offset", "length")), value=str(number()))
        else:
            graph.node.add().CopyFrom(rng.choice(graph.node))


def read_onnx(data: bytes, folder: Path) -> None:
    mx.contrib.onnx.import_model(saved(folder, data, "x.onnx"))


def onnx_models(seed: str) -> Callable[[], bytes]:
    return OnnxMutator(onnx_seeds(), [], seed).make


# ---- checkpoints and settings ---------------------------------------------------------------------

def checkpoints(seed: str) -> Callable[[], bytes]:
    """Give symbol, params and shapes of damaged checkpoints, as one text."""
    maker = fuzz_models.ModelMutator(int.from_bytes(seed.encode(), "big") % 2**32)

    def make() -> bytes:
        text, raw, shapes = maker.make()
        return json.dumps([text, raw.hex(), {name: list(shape) for name, shape in shapes.items()}]).encode()
    return make


def read_checkpoint(data: bytes, folder: Path) -> None:
    text, raw, shapes = json.loads(data)
    fuzz_models.use(text, bytes.fromhex(raw), {name: tuple(shape) for name, shape in shapes.items()}, folder)


CONFIGS = (b'["xavier", {"rnd_type": "gaussian", "factor_type": "in", "magnitude": 2}]',
           b'["uniform", {"scale": 0.07}]', b'["constant", {"value": 1.0}]',
           b'["mixed", {"patterns": [".*"], "initializers": []}]',
           b'["load", {"param": {}}]', b'["lstmbias", {"forget_bias": 1.0}]')


def read_config(data: bytes, folder: Path) -> None:
    """Load a symbol whose variable says how it is initialized, and initialize it."""
    document = {"nodes": [{"op": "null", "name": "w_weight", "attrs": {"__init__": data.decode("utf-8", "replace")},
                           "inputs": []}], "arg_nodes": [0], "heads": [[0, 0, 0]]}
    symbol = mx.sym.load(saved(folder, json.dumps(document).encode(), "c-symbol.json"))
    array = mx.nd.zeros((2, 3))
    mx.init.Uniform()(mx.init.InitDesc("w_weight", symbol.attr_dict().get("w_weight")), array)


def _paths() -> Iterator[Format]:
    magics = tuple(VERSION_MAGIC)
    yield Format("params", of_bytes(fuzz_params.seeds, (0x112, *magics)), read_arrays, weight=20)
    yield Format("safetensors", of_bytes(safetensor_seeds),
                 lambda data, folder: mx.nd.load(saved(folder, data, "x.safetensors")), weight=14)
    yield Format("symbol", symbols, read_symbol, weight=6)
    yield Format("checkpoint", checkpoints, read_checkpoint, 160 * MB, weight=1)
    yield Format("states", of_bytes(functools.cache(state_seeds)), read_states, weight=14)
    yield Format("config", of_text(*CONFIGS), read_config, weight=4)
    yield Format("rec", of_bytes(record_seeds, (MAGIC, 1 << 29, 2 << 29, 3 << 29)), read_records, weight=16)
    yield Format("idx", of_text(b"0\t0\n1\t36\n2\t76\n", b"3\t0\textra\n5\t36\n"), read_index, weight=10)
    yield Format("lst", of_text(b"0\t1.0\ta.jpg\n1\t0.0\tb/c.jpg\n", b"5\t2\t5\t0.1\t0.2\t0.3\t0.4\t1\tx y.png\n"),
                 read_lists, weight=10)
    yield Format("image", lambda seed: ImageMutator(seed).make, read_image, 1024 * MB, 12, "cv2")
    yield Format("imagerec", image_records, read_image_records, 1024 * MB, 1, "cv2")
    yield Format("csv", of_text(b"1,2,3\n4,5,6\n7,8,9\n", b"1.5,-2.25,3e5\r\n4,.5,6.\r\n", b"1,2,3\n\n4, 5 ,nan\n"),
                 read_csv, weight=8)
    rows = b"1 0:0.5 2:1.2\n-2\n-3 0:0.6 1:2.4 2:1.2\n", b"1:2 qid:5 0:1 # words\n2 1\n3 2:1e5\n"
    yield Format("libsvm", of_text(*rows), read_libsvm, weight=6)
    yield Format("mnist", of_bytes(mnist_seeds), read_mnist, weight=10)
    yield Format("numpy", lambda seed: HeaderMutator(seed).make, read_numpy, weight=10)
    yield Format("onnx", onnx_models, read_onnx, 512 * MB, 6, "onnx")


FORMATS = list(_paths())
os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
