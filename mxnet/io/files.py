"""From what a program passes as the place of its data to the files there. Called by the readers."""
import os

from ..core.errors import MXNetError
from ..fileformat.location import local_path


def input_files(uri: str, reader: str) -> list[str]:
    """Return the files that names joined by ";" stand for; a folder is all files in it, by name.

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


def check_part(part_index: int, num_parts: int, reader: str) -> None:
    """Refuse a part that is not there."""
    if num_parts < 1 or not 0 <= part_index < num_parts:
        raise MXNetError(f"{reader}: part_index {part_index} is not one of {num_parts} parts")
