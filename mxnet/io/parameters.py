"""Parameters that readers share, in groups; a reader's signature consists of its groups."""
import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, Literal, TypeVar

from ..core.errors import MXNetError
from ..core.params import REQUIRED, Shape

_Reader = TypeVar("_Reader", bound=type)


def about(default: Any, text: str) -> Any:
    """Declare a field of a group: its default, `REQUIRED` if there is none, and its meaning."""
    return field(default=default, metadata={"about": text})


def takes(*groups: type[Any]) -> Callable[[_Reader], _Reader]:
    """Give a reader the signature that the fields of some groups form; the first field of a name counts.

    Its constructor gets all of them as keywords, for `pick` to choose from.
    """
    found: dict[str, Any] = {}
    for one in groups:
        for entry in fields(one):
            found.setdefault(entry.name, entry)

    def decorate(reader: _Reader) -> _Reader:
        reader.__signature__ = inspect.Signature([
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=entry.type,
                              default=inspect.Parameter.empty if entry.default is REQUIRED
                              else entry.default)
            for name, entry in found.items()])
        reader.about = {name: entry.metadata["about"] for name, entry in found.items()}
        return reader
    return decorate


def pick(group: Any, values: dict[str, Any]) -> Any:
    """Make a group from those values that are its fields."""
    return group(**{entry.name: values[entry.name] for entry in fields(group)
                    if entry.name in values})


@dataclass(frozen=True)
class RecordParams:
    """Which records are read, and what they hold."""

    path_imglist: str = about("", "a .lst file whose labels replace those of the records")
    path_imgrec: str = about("", "the .rec file, several joined by ';', or a folder of them")
    path_imgidx: str = about("", "its index: parts of equal length, and shuffle over all records")
    aug_seq: str = about("aug_default", "names of augmenters, joined by commas")
    label_width: int = about(1, "labels an image")
    data_shape: Shape = about(REQUIRED, "channels, height and width of an image in the batch")
    preprocess_threads: int = about(4, "threads that decode; no more than there are processors")
    verbose: bool = about(True, "log what is read")
    num_parts: int = about(1, "parts that the records are divided into")
    part_index: int = about(0, "the part to read")
    device_id: int = about(0, "of the GPU whose copies are to be fast; -1 for none")
    shuffle_chunk_size: int = about(0, "megabytes of the stretches that are read in random order")
    shuffle_chunk_seed: int = about(0, "seed of that order")
    seed_aug: int | None = about(None, "make augmentations from this and the image's place alone")


@dataclass(frozen=True)
class ShuffleParams:
    """The order of records."""

    shuffle: bool = about(False, "shuffle: all records with an index, else those of a chunk")
    seed: int = about(0, "seed of the order")
    verbose: bool = about(True, "log what is read")


@dataclass(frozen=True)
class BatchParams:
    """How records form batches."""

    batch_size: int = about(REQUIRED, "images a batch")
    round_batch: bool = about(True, "fill the last batch from the beginning")


@dataclass(frozen=True)
class PrefetchParams:
    """What is prefetched."""

    prefetch_buffer: int = about(4, "batches to have ready")
    ctx: Literal["cpu", "gpu"] = about("gpu", "what the batches are for")
    dtype: str | None = about(None, "element type of the images")


class ChannelValues:
    """Means and deviations as tuples, in the order of a batch's channels."""

    @property
    def means(self) -> tuple[Any, ...]:
        """Means to subtract."""
        return self.mean_r, self.mean_g, self.mean_b, self.mean_a

    @property
    def deviations(self) -> tuple[Any, ...]:
        """Deviations to divide by."""
        return self.std_r, self.std_g, self.std_b, self.std_a


@dataclass(frozen=True)
class NormalizeParams(ChannelValues):
    """Final normalization of pixels."""

    seed: int = about(0, "seed of the order")
    mirror: bool = about(False, "mirror all images left and right")
    rand_mirror: bool = about(False, "mirror half of the images")
    mean_img: str = about("", "file of the mean image to subtract; made if it is not there")
    mean_r: float = about(0.0, "to subtract from red")
    mean_g: float = about(0.0, "to subtract from green")
    mean_b: float = about(0.0, "to subtract from blue")
    mean_a: float = about(0.0, "to subtract from alpha")
    std_r: float = about(1.0, "to divide red by")
    std_g: float = about(1.0, "to divide green by")
    std_b: float = about(1.0, "to divide blue by")
    std_a: float = about(1.0, "to divide alpha by")
    scale: float = about(1.0, "factor on all values")
    max_random_contrast: float = about(0.0, "random factor on values, how far from 1")
    max_random_illumination: float = about(0.0, "largest random number added to values")
    verbose: bool = about(True, "log what is read")


def check_at_least(reader: str, least: int, **values: int) -> None:
    """Refuse values below a bound."""
    for name, value in values.items():
        if value < least:
            raise MXNetError(f"{reader}: value {value} for Parameter {name} should be greater equal "
                             f"to {least}")


def check_shape(reader: str, name: str, shape: tuple[Any, ...], batch_size: int) -> None:
    """Refuse the shape of a sample that has no numbers, or a batch of which no memory could hold.

    No axis is longer than MXNet's 2**31 - 1.
    """
    if any(not 1 <= axis < 1 << 31 for axis in shape):
        raise MXNetError(f"{reader}: {name} {tuple(shape)}: expected sizes of 1 to {(1 << 31) - 1}")
    if batch_size * math.prod(shape) >= 1 << 56:
        raise MXNetError(f"{reader}: no memory holds {batch_size} samples of {name} {tuple(shape)}")
