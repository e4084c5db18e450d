"""Make image lists (.lst) from folders, and record files (.rec, .idx) from lists.

With --list, walk through ROOT and write PREFIX.lst, or lists for training, validation and testing.
Without, read all lists that begin with PREFIX and write a .rec and an .idx file for each. Images are
packed in the order of the list, whatever the number of threads. Files take the place of older ones
only when they are complete.
"""
import argparse
import json
import os
import random
import sys
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from ..core.errors import MXNetError
from ..core.opening import MAX_ENCODED, lines, read_bytes
from ..core.ops.image_header import UNQUESTIONED_PIXELS, decode, opencv
from ..fileformat.atomic import atomic_write, writable_target
from ..recordio import IRHeader, MXIndexedRecordIO, pack, pack_img
from .progress import Progress

SUMMARY = "make image lists of folders, and record files of lists"
EXAMPLES = """\
examples:
  remixnet im2rec --list --recursive --train-ratio 0.9 data/pets photos/   two lists, a class a folder
  remixnet im2rec --resize 256 --num-thread 8 data/pets photos/            a .rec file for each list
  remixnet im2rec --pass-through data/pets photos/                         the files as they are"""


@dataclass(frozen=True)
class Entry:
    """A line of a list."""

    number: int
    path: str
    labels: tuple[float, ...]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("prefix", help="what the names of lists and record files begin with")
    parser.add_argument("root", help="folder of the images")
    lists = parser.add_argument_group("to make lists")
    lists.add_argument("--list", action="store_true", help="make lists, not record files")
    lists.add_argument("--exts", nargs="+", default=[".jpeg", ".jpg", ".png"], metavar="EXT",
                       help="endings of image files (.jpeg .jpg .png)")
    lists.add_argument("--chunks", type=int, default=1, help="number of lists to divide images into")
    lists.add_argument("--train-ratio", type=float, default=1.0, help="share of images to train with")
    lists.add_argument("--test-ratio", type=float, default=0.0, help="share of images to test with")
    lists.add_argument("--recursive", action="store_true",
                       help="look into folders within ROOT; each that has images is a class")
    lists.add_argument("--no-shuffle", dest="shuffle", action="store_false",
                       help="keep the images in the order of their names")
    records = parser.add_argument_group("to make record files")
    records.add_argument("--pass-through", action="store_true",
                         help="pack the files as they are, without decoding them")
    records.add_argument("--resize", type=int, default=0, help="length of the shorter edge")
    records.add_argument("--center-crop", action="store_true", help="cut images to squares")
    records.add_argument("--quality", type=int, default=95,
                         help="of JPEG, 1 to 100 (95); or compression of PNG, 1 to 9")
    records.add_argument("--num-thread", type=int, default=1, help="threads that encode")
    records.add_argument("--color", type=int, default=1, choices=[-1, 0, 1],
                         help="1 colour, 0 grey, -1 as stored, with alpha")
    records.add_argument("--encoding", default=".jpg", choices=[".jpg", ".png"])
    records.add_argument("--pack-label", action="store_true",
                         help="pack all labels of a line, not the first alone")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if an image was left out")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(args: argparse.Namespace) -> int:
    prefix, root = os.path.abspath(args.prefix), os.path.abspath(args.root)
    result = make_lists(prefix, root, args) if args.list else make_records(prefix, root, args)
    if args.json:
        print(json.dumps(result, indent=1))
    else:
        _print(result)
    left_out = [line for file in result.get("records", ()) for line in file["left_out"]]
    return 1 if left_out and (args.strict or not any(f["images"] for f in result["records"])) else 0


def _print(result: dict) -> None:
    for name, number in result.get("classes", {}).items():
        print(name, number)
    for file in result.get("lists", ()):
        print(f"{file['path']}: {file['images']} images")
    for file in result.get("records", ()):
        print(f"{file['path']}: {file['images']} images, {file['bytes']} bytes, "
              f"{file['seconds']:.1f} s")
        for problem in file["left_out"]:
            print(f"  left out: {problem}", file=sys.stderr)


# ---- lists ---------------------------------------------------------------------------------------

def find_images(root: str, recursive: bool, endings: list[str]) -> tuple[list[Entry], dict]:
    """Return the images in a folder, sorted by name, and the number of each class."""
    if not os.path.isdir(root):
        raise MXNetError(f"{root} is not a folder")
    wanted = {ending.lower() for ending in endings}
    classes: dict[str, int] = {}
    found: list[Entry] = []
    for folder, inner, names in os.walk(root, followlinks=True):
        inner.sort()
        for name in sorted(names):
            path = os.path.join(folder, name)
            if os.path.splitext(name)[1].lower() in wanted and os.path.isfile(path):
                number = 0
                if recursive:
                    number = classes.setdefault(os.path.relpath(folder, root), len(classes))
                found.append(Entry(len(found), os.path.relpath(path, root), (float(number),)))
        if not recursive:
            break
    return found, classes


def make_lists(prefix: str, root: str, args: argparse.Namespace) -> dict:
    """Write the requested lists, with the lines that MXNet's tool writes."""
    if not 1 <= args.chunks <= 1 << 12:
        raise MXNetError(f"--chunks must be 1 to {1 << 12}, got {args.chunks}")
    if not (min(args.train_ratio, args.test_ratio) >= 0 and args.train_ratio + args.test_ratio <= 1.0001):
        raise ValueError("--train-ratio and --test-ratio must be shares that add up to 1 at most, "
                         f"got {args.train_ratio} and {args.test_ratio}")
    images, classes = find_images(root, args.recursive, args.exts)
    if not images:
        raise MXNetError(f"there are no images ({' '.join(args.exts)}) in {root}")
    if args.shuffle:
        random.Random(100).shuffle(images)
    size = -(-len(images) // args.chunks)
    written = []
    for number in range(args.chunks):
        chunk = images[number * size:(number + 1) * size]
        name = f"{prefix}_{number}" if args.chunks > 1 else prefix
        train, test = int(size * args.train_ratio), int(size * args.test_ratio)
        if args.train_ratio == 1.0:
            parts = {"": chunk}
        else:
            parts = {"_test": chunk[:test]} if args.test_ratio else {}
            if args.train_ratio + args.test_ratio < 1.0:
                parts["_val"] = chunk[test + train:]
            parts["_train"] = chunk[test:test + train]
        for ending, entries in parts.items():
            path = f"{name}{ending}.lst"
            write_list(path, entries)
            written.append({"path": path, "images": len(entries)})
    return {"lists": written, "classes": classes}


def write_list(path: str, entries: list[Entry]) -> None:
    """Write lines of index, labels and file name, separated by tabs."""
    with atomic_write(path, "w", encoding="utf-8", errors="surrogateescape", newline="\n") as file:
        for entry in entries:
            labels = "".join(f"{label:f}\t" for label in entry.labels)
            file.write(f"{entry.number}\t{labels}{entry.path}\n")


def read_list(path: str) -> Iterator[Entry | str]:
    """Yield the entries of a list, or for an invalid line what is wrong with it."""
    for number, line in enumerate(lines(path, errors="surrogateescape"), 1):
        words = [word.strip() for word in line.strip().split("\t")]
        try:
            if len(words) < 3:
                raise ValueError(f"{len(words)} columns instead of at least 3")
            labels = tuple(float(word) for word in words[1:-1])
            yield Entry(int(words[0]), words[-1], labels)
        except ValueError as error:
            if line.strip():
                yield f"{path}, line {number}: {error}"


# ---- record files --------------------------------------------------------------------------------

def make_records(prefix: str, root: str, args: argparse.Namespace) -> dict:
    """Write a record file for each list that begins with the prefix."""
    for name, least, most in (("num_thread", 1, 1 << 10), ("resize", 0, 1 << 14), ("quality", 1, 100)):
        if not least <= getattr(args, name) <= most:
            raise MXNetError(f"--{name.replace('_', '-')} must be {least} to {most}, got {getattr(args, name)}")
    folder = prefix if os.path.isdir(prefix) else os.path.dirname(prefix)
    lists = sorted(path for path in (os.path.join(folder, name) for name in os.listdir(folder))
                   if path.startswith(prefix) and path.endswith(".lst") and os.path.isfile(path))
    if not lists:
        raise MXNetError(f"there is no list {prefix}*.lst; make one with --list")
    if not args.pass_through:
        opencv()
    return {"records": [_make_record(path, root, args) for path in lists]}


def _make_record(path: str, root: str, args: argparse.Namespace) -> dict:
    entries, left_out = [], []
    for line in read_list(path):
        (left_out if isinstance(line, str) else entries).append(line)
    stem = os.path.splitext(path)[0]
    # the link's target, so that it stays a link
    drafts = [f"{writable_target(f'{stem}.{ending}')[0]}.part" for ending in ("rec", "idx")]
    count = 0
    try:
        with MXIndexedRecordIO(drafts[1], drafts[0], "w") as out, \
                Progress("images", len(entries), args.quiet) as bar:
            for entry, packed in _packed(entries, root, args):
                if isinstance(packed, str):
                    left_out.append(packed)
                else:
                    out.write_idx(entry.number, packed)
                    count += 1
                bar.step()
        for draft in drafts:
            os.replace(draft, draft.removesuffix(".part"))
    except BaseException:
        for draft in drafts:
            if os.path.exists(draft):
                os.unlink(draft)
        raise
    return {"path": f"{stem}.rec", "index": f"{stem}.idx", "list": path, "images": count,
            "bytes": os.path.getsize(f"{stem}.rec"), "seconds": bar.seconds, "left_out": left_out}


def _packed(entries: list[Entry], root: str,
            args: argparse.Namespace) -> Iterator[tuple[Entry, bytes | str]]:
    """Yield each entry's record, or what is wrong with it, in order; some are made ahead."""
    with ThreadPoolExecutor(args.num_thread, thread_name_prefix="remixnet-pack") as pool:
        waiting: deque[tuple[Entry, Future]] = deque()
        for entry in entries:
            waiting.append((entry, pool.submit(pack_entry, entry, root, args)))
            if len(waiting) >= 4 * args.num_thread:
                first, future = waiting.popleft()
                yield first, future.result()
        while waiting:
            first, future = waiting.popleft()
            yield first, future.result()


def pack_entry(entry: Entry, root: str, args: argparse.Namespace) -> bytes | str:
    """Return an entry's record, or what is wrong with it."""
    path = os.path.join(root, entry.path)
    label: Any = entry.labels[0]
    if args.pack_label and len(entry.labels) > 1:
        label = list(entry.labels)
    header = IRHeader(0, label, entry.number, 0)
    try:
        encoded = read_bytes(path, MAX_ENCODED)
        if args.pass_through:
            return pack(header, encoded)
        image = _prepared(encoded, args)
        return pack_img(header, image, quality=args.quality, img_fmt=args.encoding)
    except (MXNetError, OSError) as error:
        return str(error) if path in str(error) else f"{path}: {error}"


def _prepared(encoded: bytes, args: argparse.Namespace) -> Any:
    """Decode an image, crop it to a square and resize it, as the options say."""
    image = decode(encoded, args.color)
    if args.center_crop:
        rows, columns = image.shape[:2]
        edge = min(rows, columns)
        top, left = (rows - edge) // 2, (columns - edge) // 2
        image = image[top:top + edge, left:left + edge]
    if args.resize:
        rows, columns = image.shape[:2]
        if rows > columns:
            size = (args.resize, rows * args.resize // columns)
        else:
            size = (columns * args.resize // rows, args.resize)
        if size[0] * size[1] > UNQUESTIONED_PIXELS:
            raise MXNetError(f"--resize {args.resize} makes {size[0]} x {size[1]} pixels of {columns} x {rows}")
        image = opencv().resize(image, size)
    return image
