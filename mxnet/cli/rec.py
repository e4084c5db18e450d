"""Describe a record file (.rec): records, labels, image sizes and formats, and what is wrong.

Records are read in sequence; a damaged place is reported, and reading continues at the next whole record. --check also
decodes every image. --fix-index rebuilds the .idx file from the records.
"""
import argparse
import itertools
import json
import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from ..core.errors import MXNetError
from ..core.opening import lines
from ..core.ops.image_header import claim, decode, opencv
from ..fileformat import atomic_write
from ..fileformat.record import CorruptRecord, RecordReader
from ..recordio import unpack
from .contact_sheet import contact_sheet
from .progress import Progress

SUMMARY = "say what a record file holds, check it, mend its index"
EXAMPLES = """\
examples:
  remixnet rec train.rec                                 what is in it
  remixnet rec train.rec --check --num-thread 8          decode every image
  remixnet rec train.rec --contact-sheet first.png       the first images on one picture
  remixnet rec train.rec --fix-index                     rewrite train.idx"""
_SHOWN = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", help="the .rec file")
    parser.add_argument("--idx", help="its index (the same name with .idx, if it is there)")
    parser.add_argument("--check", action="store_true", help="decode every image")
    parser.add_argument("--fix-index", action="store_true", help="rewrite the index")
    parser.add_argument("--contact-sheet", metavar="FILE", help="write the first images as a picture")
    parser.add_argument("--first", type=int, default=48, metavar="N", help="how many images (48)")
    parser.add_argument("--columns", type=int, default=8, help="of the contact sheet (8)")
    parser.add_argument("--edge", type=int, default=112, help="pixels of each image there (112)")
    parser.add_argument("--num-thread", type=int, default=2, help="threads that decode (2)")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(args: argparse.Namespace) -> int:
    _check(args)
    index_path = args.idx or os.path.splitext(args.file)[0] + ".idx"
    survey = Survey(args.file)
    with Progress("records", None, args.quiet) as bar:
        for _ in survey.walk(args.check, args.num_thread):
            bar.step()
    facts = survey.facts()
    facts["index"] = compare_index(index_path, survey.starts, required=args.idx is not None)
    if args.fix_index:
        facts["index"] = write_index(index_path, survey)
    if args.contact_sheet:
        facts["contact_sheet"] = write_sheet(args, survey)
    if args.json:
        print(json.dumps(facts, indent=1))
    else:
        _print(facts)
    wrong = facts["damaged"] or facts["bad_images"] or facts["index"].get("problem")
    return 1 if wrong else 0


def _check(args: argparse.Namespace) -> None:
    """Refuse invalid numbers before the file is read."""
    for name, most in (("first", 1 << 20), ("columns", 1 << 20), ("edge", 1 << 14), ("num_thread", 1 << 10)):
        if not 1 <= getattr(args, name) <= most:
            raise MXNetError(f"--{name.replace('_', '-')} must be 1 to {most}, got {getattr(args, name)}")


class Survey:
    """The findings of a pass over a record file."""

    def __init__(self, path: str):
        self.path = path
        self.starts: list[int] = []
        self.numbers: list[int] = []
        self.damaged: list[dict] = []
        self.bad_images: list[dict] = []
        self.largest = self.smallest = 0
        self._kinds: Counter = Counter()
        self._sizes: list[tuple[int, int]] = []
        self._labels: Counter = Counter()
        self._widths: Counter = Counter()
        self._bytes = 0

    def _records(self) -> Iterator[tuple[int, bytes]]:
        """Yield position and content of each record, noting damage in between."""
        reader = RecordReader(self.path)
        try:
            while True:
                start = reader.tell()
                try:
                    record = reader.read()
                except CorruptRecord as error:
                    found = reader.skip()
                    end = reader.tell()
                    self.damaged.append({"from": start, "to": end, "problem": _fact(error)})
                    if not found:
                        return
                    continue
                if record is None:
                    return
                yield start, record
        finally:
            reader.close()

    def walk(self, check: bool, threads: int) -> Iterator[None]:
        """Go over all records once."""
        with ThreadPoolExecutor(max(threads, 1), thread_name_prefix="remixnet-check") as pool:
            waiting: list[tuple[int, int, Any]] = []
            for start, record in self._records():
                image = self._note(start, record)
                if check and image is not None:
                    waiting.append((start, self.numbers[-1], pool.submit(_decodes, image)))
                    if len(waiting) >= 16 * max(threads, 1):
                        self._collect(waiting)
                yield
            self._collect(waiting)

    def _note(self, start: int, record: bytes) -> bytes | None:
        """Record the facts of one record; return its image."""
        self.starts.append(start)
        self._bytes += len(record)
        self.largest = max(self.largest, len(record))
        self.smallest = min(self.smallest or len(record), len(record))
        try:
            header, image = unpack(record)
        except MXNetError as error:
            self.numbers.append(len(self.numbers))
            self._kinds["no image record"] += 1
            self.bad_images.append({"at": start, "problem": _fact(error)})
            return None
        self.numbers.append(header.id)
        if isinstance(header.label, np.ndarray):
            self._widths[len(header.label)] += 1
        else:
            self._widths[1] += 1
            self._labels[float(header.label)] += 1
        found = claim(image) if image else None
        self._kinds[found.kind if found else "unknown" if image else "empty"] += 1
        if found:
            self._sizes.append((found.width, found.height))
        return image

    def _collect(self, waiting: list) -> None:
        for start, number, future in waiting:
            problem = future.result()
            if problem:
                self.bad_images.append({"at": start, "number": number, "problem": problem})
        waiting.clear()

    def facts(self) -> dict:
        """Return everything as plain values."""
        found: dict[str, Any] = {
            "file": self.path, "bytes": os.path.getsize(self.path), "records": len(self.starts),
            "record_bytes": {"smallest": self.smallest, "largest": self.largest,
                             "mean": self._bytes // max(len(self.starts), 1)},
            "formats": dict(self._kinds.most_common()),
            "label_widths": {str(width): count for width, count in sorted(self._widths.items())},
            "labels": {f"{label:g}": count for label, count in sorted(self._labels.items())},
            "distinct_numbers": len(set(self.numbers)),
            "damaged": self.damaged, "bad_images": self.bad_images}
        if self._sizes:
            sizes = np.array(self._sizes)
            found["sizes"] = {name: [int(n) for n in function(sizes, axis=0)] for name, function in (
                ("smallest", np.min), ("median", np.median), ("largest", np.max))}
        return found

    def first_images(self, count: int) -> Iterator[tuple[str, bytes]]:
        """Yield label and image of the first records."""
        records = itertools.islice(Survey(self.path)._records(), count)
        for _, record in records:
            try:
                header, image = unpack(record)
            except MXNetError:
                yield "?", b""
                continue
            label = header.label
            if isinstance(label, np.ndarray):
                yield ",".join(f"{value:g}" for value in label), image
            else:
                yield f"{label:g}", image


def _decodes(image: bytes) -> str | None:
    """Decode an image; return what is wrong with it, if anything."""
    try:
        decode(image, -1)
    except MXNetError as error:
        return str(error)
    return None


def _fact(error: MXNetError) -> str:
    """Return an error without the file and position, which are reported separately."""
    text = str(error)
    return text.split(": ", 2)[-1] if text.startswith("Invalid RecordIO File: ") else text


# ---- the index -----------------------------------------------------------------------------------

def compare_index(path: str, starts: list[int], required: bool) -> dict:
    """Return whether an index has the positions of all records."""
    if not os.path.exists(path):
        missing = {"file": path, "there": False}
        return {**missing, "problem": "there is no such file"} if required else missing
    found: dict[str, Any] = {"file": path, "there": True}
    try:
        positions = [int(line.split("\t")[1]) for line in lines(path, errors="surrogateescape") if line.strip()]
    except (ValueError, IndexError):
        return {**found, "problem": "not lines of a key, a tab and a position"}
    known = set(starts)
    wrong = sum(position not in known for position in positions)
    missing = len(known - set(positions))
    found["entries"] = len(positions)
    if wrong or missing:
        found["problem"] = (f"{wrong} positions at which no record begins, {missing} records that "
                            "it does not have")
    return found


def write_index(path: str, survey: Survey) -> dict:
    """Write an index of all whole records, by image number if those are distinct."""
    keys = survey.numbers
    distinct = len(set(keys)) == len(keys)
    if not distinct:
        keys = list(range(len(keys)))
    with atomic_write(path, "w", encoding="utf-8", newline="\n") as file:
        for key, start in zip(keys, survey.starts):
            file.write(f"{key}\t{start}\n")
    return {"file": path, "there": True, "entries": len(keys), "written": True,
            "keys": "image numbers" if distinct else "positions in the file"}


# ---- what is shown -------------------------------------------------------------------------------

def write_sheet(args: argparse.Namespace, survey: Survey) -> dict:
    """Write the contact sheet."""
    images: list[np.ndarray | None] = []
    captions = []
    for label, image in survey.first_images(args.first):
        captions.append(label)
        try:
            images.append(decode(image, -1))
        except MXNetError:
            images.append(None)
    if not images:
        raise MXNetError(f"{args.file}: there are no images for a contact sheet")
    sheet = contact_sheet(images, captions, args.columns, args.edge)
    ending = os.path.splitext(args.contact_sheet)[1] or ".png"
    cv2 = opencv()
    try:
        done, encoded = cv2.imencode(ending, sheet)
    except cv2.error:
        done = False
    if not done:
        raise MXNetError(f"{args.contact_sheet}: OpenCV writes no {ending} files; try .png or .jpg")
    with atomic_write(args.contact_sheet) as file:
        file.write(encoded.tobytes())
    return {"file": args.contact_sheet, "images": len(images)}


def _print(facts: dict) -> None:
    sizes = facts["record_bytes"]
    print(f"{facts['file']}: {facts['records']} records, {facts['bytes']} bytes")
    print(f"  record bytes  smallest {sizes['smallest']}, mean {sizes['mean']}, "
          f"largest {sizes['largest']}")
    print("  formats       " + ", ".join(f"{k} {n}" for k, n in facts["formats"].items()))
    if "sizes" in facts:
        print("  image sizes   " + ", ".join(f"{name} {width} x {height}" for name, (width, height)
                                             in facts["sizes"].items()))
    print("  labels        " + ", ".join(
        f"{count} records with {width}" for width, count in facts["label_widths"].items()))
    if facts["labels"]:
        shown = list(facts["labels"].items())
        more = f" ... {len(shown)} in all" if len(shown) > _SHOWN else ""
        print("  label counts  " + ", ".join(f"{k}: {n}" for k, n in shown[:_SHOWN]) + more)
    index = facts["index"]
    state = index.get("problem") or (
        f"written, {index['entries']} entries, keys are {index['keys']}" if index.get("written")
        else f"{index['entries']} entries, right" if index["there"] else "not there")
    print(f"  index         {index['file']}: {state}")
    if "contact_sheet" in facts:
        print(f"  contact sheet {facts['contact_sheet']['file']}: "
              f"{facts['contact_sheet']['images']} images")
    for name, title in (("damaged", "damaged"), ("bad_images", "bad image")):
        for one in facts[name][:_SHOWN]:
            where = (f"bytes {one['from']} to {one['to']}" if "from" in one
                     else f"byte {one['at']}" + (f", number {one['number']}" if "number" in one
                                                 else ""))
            print(f"  {title:<14}{where}: {one['problem']}")
        if len(facts[name]) > _SHOWN:
            print(f"  ... {len(facts[name])} in all")
