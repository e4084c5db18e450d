"""Resolves a program's data location to files. Used by the readers."""
import os
from bisect import bisect_right
from itertools import accumulate

from ..core.errors import MXNetError
from ..core.location import local_path
from ..core.opening import reading


def input_files(uri: str, reader: str) -> list[str]:
    """Return the files that names joined by ";" refer to; a folder means all files in it, by name.

    Empty files do not count.
    """
    found = []
    for name in str(uri).split(";"):
        path = local_path(name)
        if os.path.isdir(path):
            inside = (os.path.join(path, entry) for entry in sorted(os.listdir(path)))
            found += [entry for entry in inside if os.path.isfile(entry)]
        elif os.path.isfile(path):
            found.append(path)
        else:
            raise MXNetError(f"{reader}: no such file or directory: {path!r}")
    found = [path for path in found if os.path.getsize(path)]
    if not found:
        raise MXNetError(f"{reader}: there is nothing to read in {uri!r}")
    return found


def line_parts(uri: str, part_index: int, num_parts: int,
               reader: str) -> list[tuple[str, int, int]]:
    """Return one of several parts of some text files: paths, start and end positions.

    A part takes the lines that begin in its range of bytes, except for the first byte.
    """
    check_part(part_index, num_parts, reader)
    paths = input_files(uri, reader)
    starts = [0, *accumulate(map(os.path.getsize, paths))]
    step = -(-starts[-1] // num_parts)
    begin, end = (_line_after(paths, starts, min(step * i, starts[-1]))
                  for i in (part_index, part_index + 1))
    return [(path, max(begin - start, 0), min(end, after) - start)
            for path, start, after in zip(paths, starts, starts[1:]) if begin < after and start < end]


def _line_after(paths: list[str], starts: list[int], offset: int) -> int:
    """Return where the first line after a position begins; position 0 begins one."""
    number = bisect_right(starts, offset) - 1
    if number == len(paths) or offset == starts[number]:
        return offset
    with reading(paths[number]) as file:
        file.seek(offset - starts[number])
        file.readline()
        return starts[number] + file.tell()


def check_part(part_index: int, num_parts: int, reader: str) -> None:
    """Refuse a part that does not exist."""
    if num_parts < 1 or not 0 <= part_index < num_parts:
        raise MXNetError(f"{reader}: part_index {part_index} is not one of {num_parts} parts")
