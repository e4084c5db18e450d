"""Made from the readers of files by tools/stubs.py; `make stubs` regenerates it."""
from collections.abc import Sequence
from typing import Literal

from .reader import MXDataIter

def CSVIter(*, data_csv: str, data_shape: int | Sequence[int], label_csv: str = 'NULL', label_shape: int | Sequence[int] = (1,), batch_size: int, round_batch: bool | int = True, prefetch_buffer: int = 4, ctx: Literal['cpu', 'gpu'] | str = 'gpu', dtype: str | None = None, data_name: str = 'data', label_name: str = 'softmax_label') -> MXDataIter:
    """Return the iterator over CSV files.

    Every row is one sample, reshaped to ``data_shape``; all entries are parsed as ``dtype``.

    Parameters
    ----------
    data_csv : string, required
        Path of the data: a file, a folder, or several files joined by ";".
    data_shape : Shape(tuple), required
        Shape of one sample.
    label_csv : string, optional, default='NULL'
        Path of the labels; without it they are all 0.
    label_shape : Shape(tuple), optional, default=(1,)
        Shape of one sample's labels.
    batch_size : int, required
        Number of samples in a batch.
    round_batch : boolean, optional, default=True
        Whether to fill the last batch with the first rows; the epoch after a reset continues after them. If not, the
        rest of the last batch holds what the previous batch had there, and its ``pad`` says how many rows do not count.
    prefetch_buffer : int, optional, default=4
        Number of batches to read ahead.
    ctx : {'cpu', 'gpu'}, optional, default='gpu'
        Accepted and ignored: kind of the device that batches are for.
    dtype : string or None, optional, default=None
        Element type, float32 by default.
    data_name : string, optional, default='data'
        Name of the data in ``provide_data``.
    label_name : string, optional, default='softmax_label'
        Name of the labels in ``provide_label``.
    **kwargs
        Ignored: what other iterators take.

    Returns
    -------
    MXDataIter
        The iterator.
    """

def ImageDetRecordIter(*, path_imglist: str = '', path_imgrec: str = './data/imgrec.rec', aug_seq: str = 'det_aug_default', label_width: int = -1, data_shape: int | Sequence[int], preprocess_threads: int = 4, verbose: bool | int = True, num_parts: int = 1, part_index: int = 0, shuffle_chunk_size: int = 0, shuffle_chunk_seed: int = 0, label_pad_width: int = 0, label_pad_value: float = -1.0, shuffle: bool | int = False, seed: int = 0, batch_size: int, round_batch: bool | int = True, prefetch_buffer: int = 4, ctx: Literal['cpu', 'gpu'] | str = 'gpu', dtype: str | None = None, resize: int = -1, rand_crop_prob: float = 0.0, min_crop_scales: float | Sequence[float] = (0.0,), max_crop_scales: float | Sequence[float] = (1.0,), min_crop_aspect_ratios: float | Sequence[float] = (1.0,), max_crop_aspect_ratios: float | Sequence[float] = (1.0,), min_crop_overlaps: float | Sequence[float] = (0.0,), max_crop_overlaps: float | Sequence[float] = (1.0,), min_crop_sample_coverages: float | Sequence[float] = (0.0,), max_crop_sample_coverages: float | Sequence[float] = (1.0,), min_crop_object_coverages: float | Sequence[float] = (0.0,), max_crop_object_coverages: float | Sequence[float] = (1.0,), num_crop_sampler: int = 1, crop_emit_mode: Literal['center', 'overlap'] | str = 'center', emit_overlap_thresh: float = 0.3, max_crop_trials: int | Sequence[int] = (25,), rand_pad_prob: float = 0.0, max_pad_scale: float = 1.0, max_random_hue: int = 0, random_hue_prob: float = 0.0, max_random_saturation: int = 0, random_saturation_prob: float = 0.0, max_random_illumination: int = 0, random_illumination_prob: float = 0.0, max_random_contrast: float = 0.0, random_contrast_prob: float = 0.0, rand_mirror_prob: float = 0.0, fill_value: int = 127, inter_method: int = 1, resize_mode: Literal['force', 'shrink', 'fit'] | str = 'force', mean_img: str = '', mean_r: float = 0.0, mean_g: float = 0.0, mean_b: float = 0.0, mean_a: float = 0.0, std_r: float = 0.0, std_g: float = 0.0, std_b: float = 0.0, std_a: float = 0.0, scale: float = 1.0, data_name: str = 'data', label_name: str = 'softmax_label') -> MXDataIter:
    """Return the iterator over images with labelled boxes in .rec files.

    A row of the label is: channels, height and width of the image, the number of labels, the labels
    (see `mx.image.ImageDetIter`), and `label_pad_value` to the end.

    Parameters
    ----------
    path_imglist : string, optional, default=''
        a .lst file whose labels replace those of the records
    path_imgrec : string, optional, default='./data/imgrec.rec'
        the .rec file, several joined by ';', or a folder of them
    aug_seq : string, optional, default='det_aug_default'
        names of augmenters, joined by commas
    label_width : int, optional, default=-1
        labels an image; -1 if they differ
    data_shape : Shape(tuple), required
        channels, height and width of an image in the batch
    preprocess_threads : int, optional, default=4
        threads that decode; no more than there are processors
    verbose : boolean, optional, default=True
        log what is read
    num_parts : int, optional, default=1
        parts that the records are divided into
    part_index : int, optional, default=0
        the part to read
    shuffle_chunk_size : int, optional, default=0
        megabytes of the stretches that are read in random order
    shuffle_chunk_seed : int, optional, default=0
        seed of that order
    label_pad_width : int, optional, default=0
        labels a row of the batch; 0 or -1 as many as needed
    label_pad_value : float, optional, default=-1.0
        what fills the rest of a row
    shuffle : boolean, optional, default=False
        shuffle: all records with an index, else those of a chunk
    seed : int, optional, default=0
        seed of the order
    batch_size : int, required
        images a batch
    round_batch : boolean, optional, default=True
        fill the last batch from the beginning
    prefetch_buffer : int, optional, default=4
        batches to have ready
    ctx : {'cpu', 'gpu'}, optional, default='gpu'
        what the batches are for
    dtype : string or None, optional, default=None
        element type of the images
    resize : int, optional, default=-1
        length that the shorter edge gets first; -1 leaves it
    rand_crop_prob : float, optional, default=0.0
        probability of a random crop
    min_crop_scales : tuple of <float>, optional, default=(0.0,)
        smallest edge of a crop, as a share of the image's
    max_crop_scales : tuple of <float>, optional, default=(1.0,)
        largest edge of a crop
    min_crop_aspect_ratios : tuple of <float>, optional, default=(1.0,)
        smallest width / height of a crop
    max_crop_aspect_ratios : tuple of <float>, optional, default=(1.0,)
        largest width / height of a crop
    min_crop_overlaps : tuple of <float>, optional, default=(0.0,)
        least overlap over union of crop and an object
    max_crop_overlaps : tuple of <float>, optional, default=(1.0,)
        most overlap over union
    min_crop_sample_coverages : tuple of <float>, optional, default=(0.0,)
        least share of the crop an object takes
    max_crop_sample_coverages : tuple of <float>, optional, default=(1.0,)
        most of the crop an object takes
    min_crop_object_coverages : tuple of <float>, optional, default=(0.0,)
        least share of an object in the crop
    max_crop_object_coverages : tuple of <float>, optional, default=(1.0,)
        most of an object in the crop
    num_crop_sampler : int, optional, default=1
        how many kinds of crops are tried, in random order
    crop_emit_mode : {'center', 'overlap'}, optional, default='center'
        objects stay whose centre, or enough of whose area, is in the crop
    emit_overlap_thresh : float, optional, default=0.3
        how much is enough
    max_crop_trials : Shape(tuple), optional, default=(25,)
        crops to try
    rand_pad_prob : float, optional, default=0.0
        probability of a larger canvas
    max_pad_scale : float, optional, default=1.0
        largest edge of the canvas, as a multiple of the image's
    max_random_hue : int, optional, default=0
        largest change of hue, of 180
    random_hue_prob : float, optional, default=0.0
        its probability
    max_random_saturation : int, optional, default=0
        largest change of saturation, of 255
    random_saturation_prob : float, optional, default=0.0
        its probability
    max_random_illumination : int, optional, default=0
        largest change of lightness, of 255
    random_illumination_prob : float, optional, default=0.0
        its probability
    max_random_contrast : float, optional, default=0.0
        random factor on values, how far from 1
    random_contrast_prob : float, optional, default=0.0
        its probability
    rand_mirror_prob : float, optional, default=0.0
        probability of mirroring left and right
    fill_value : int, optional, default=127
        grey of the canvas
    inter_method : int, optional, default=1
        0 nearest, 1 bilinear, 2 bicubic, 3 area, 4 Lanczos, 9 by the sizes, 10 random
    resize_mode : {'force', 'shrink', 'fit'}, optional, default='force'
        force to the batch's size, shrink into it, or fit to it; the last two keep the aspect
    mean_img : string, optional, default=''
        file of the mean image to subtract; made if it is not there
    mean_r : float, optional, default=0.0
        to subtract from red
    mean_g : float, optional, default=0.0
        to subtract from green
    mean_b : float, optional, default=0.0
        to subtract from blue
    mean_a : float, optional, default=0.0
        to subtract from alpha
    std_r : float, optional, default=0.0
        to divide red by; 0 for nothing
    std_g : float, optional, default=0.0
        to divide green by; 0 for nothing
    std_b : float, optional, default=0.0
        to divide blue by; 0 for nothing
    std_a : float, optional, default=0.0
        to divide alpha by; 0 for nothing
    scale : float, optional, default=1.0
        factor on all values
    data_name : string, optional, default='data'
        Name of the data in ``provide_data``.
    label_name : string, optional, default='softmax_label'
        Name of the labels in ``provide_label``.
    **kwargs
        Ignored: what other iterators take.

    Returns
    -------
    MXDataIter
        The iterator.
    """

def ImageRecordInt8Iter(*, path_imglist: str = '', path_imgrec: str = '', path_imgidx: str = '', aug_seq: str = 'aug_default', label_width: int = 1, data_shape: int | Sequence[int], preprocess_threads: int = 4, verbose: bool | int = True, num_parts: int = 1, part_index: int = 0, device_id: int = 0, shuffle_chunk_size: int = 0, shuffle_chunk_seed: int = 0, seed_aug: int | None = None, shuffle: bool | int = False, seed: int = 0, batch_size: int, round_batch: bool | int = True, prefetch_buffer: int = 4, ctx: Literal['cpu', 'gpu'] | str = 'gpu', dtype: str | None = None, resize: int = -1, rand_crop: bool | int = False, random_resized_crop: bool | int = False, max_rotate_angle: int = 0, max_aspect_ratio: float = 0.0, min_aspect_ratio: float | None = None, max_shear_ratio: float = 0.0, max_crop_size: int = -1, min_crop_size: int = -1, max_random_scale: float = 1.0, min_random_scale: float = 1.0, max_random_area: float = 1.0, min_random_area: float = 1.0, max_img_size: float = 10000000000.0, min_img_size: float = 0.0, brightness: float = 0.0, contrast: float = 0.0, saturation: float = 0.0, pca_noise: float = 0.0, random_h: int = 0, random_s: int = 0, random_l: int = 0, rotate: int = -1, fill_value: int = 255, inter_method: int = 1, pad: int = 0, rotate_list: int | Sequence[int] = (), mirror: bool | int = False, rand_mirror: bool | int = False, mean_img: str = '', mean_r: float = 0.0, mean_g: float = 0.0, mean_b: float = 0.0, mean_a: float = 0.0, std_r: float = 1.0, std_g: float = 1.0, std_b: float = 1.0, std_a: float = 1.0, scale: float = 1.0, max_random_contrast: float = 0.0, max_random_illumination: float = 0.0, data_name: str = 'data', label_name: str = 'softmax_label') -> MXDataIter:
    """Return the iterator over images in .rec files, as int8: `ImageRecordIter(dtype="int8")`.

    Parameters
    ----------
    path_imglist : string, optional, default=''
        a .lst file whose labels replace those of the records
    path_imgrec : string, optional, default=''
        the .rec file, several joined by ';', or a folder of them
    path_imgidx : string, optional, default=''
        its index: parts of equal length, and shuffle over all records
    aug_seq : string, optional, default='aug_default'
        names of augmenters, joined by commas
    label_width : int, optional, default=1
        labels an image
    data_shape : Shape(tuple), required
        channels, height and width of an image in the batch
    preprocess_threads : int, optional, default=4
        threads that decode; no more than there are processors
    verbose : boolean, optional, default=True
        log what is read
    num_parts : int, optional, default=1
        parts that the records are divided into
    part_index : int, optional, default=0
        the part to read
    device_id : int, optional, default=0
        of the GPU whose copies are to be fast; -1 for none
    shuffle_chunk_size : int, optional, default=0
        megabytes of the stretches that are read in random order
    shuffle_chunk_seed : int, optional, default=0
        seed of that order
    seed_aug : int or None, optional, default=None
        make augmentations from this and the image's place alone
    shuffle : boolean, optional, default=False
        shuffle: all records with an index, else those of a chunk
    seed : int, optional, default=0
        seed of the order
    batch_size : int, required
        images a batch
    round_batch : boolean, optional, default=True
        fill the last batch from the beginning
    prefetch_buffer : int, optional, default=4
        batches to have ready
    ctx : {'cpu', 'gpu'}, optional, default='gpu'
        what the batches are for
    dtype : string or None, optional, default=None
        element type of the images
    resize : int, optional, default=-1
        length that the shorter edge gets first; -1 leaves it
    rand_crop : boolean, optional, default=False
        crop at a random place instead of the middle
    random_resized_crop : boolean, optional, default=False
        crop a random area of random aspect, as for training on ImageNet
    max_rotate_angle : int, optional, default=0
        turn by a random angle of up to so many degrees
    max_aspect_ratio : float, optional, default=0.0
        largest random width / height; without min_aspect_ratio, how far it is from 1
    min_aspect_ratio : float or None, optional, default=None
        smallest random width / height
    max_shear_ratio : float, optional, default=0.0
        shear by up to this ratio
    max_crop_size : int, optional, default=-1
        edge of the largest square to crop and resize
    min_crop_size : int, optional, default=-1
        edge of the smallest square to crop and resize
    max_random_scale : float, optional, default=1.0
        largest random factor on the size
    min_random_scale : float, optional, default=1.0
        smallest random factor on the size
    max_random_area : float, optional, default=1.0
        largest share of the area for random_resized_crop
    min_random_area : float, optional, default=1.0
        smallest share of the area for random_resized_crop
    max_img_size : float, optional, default=10000000000.0
        longest edge after scaling and turning
    min_img_size : float, optional, default=0.0
        shortest edge after scaling and turning
    brightness : float, optional, default=0.0
        random factor on brightness, how far from 1
    contrast : float, optional, default=0.0
        random factor on contrast, how far from 1
    saturation : float, optional, default=0.0
        random factor on saturation, how far from 1
    pca_noise : float, optional, default=0.0
        deviation of noise along the principal components of colour
    random_h : int, optional, default=0
        random change of hue, of 180
    random_s : int, optional, default=0
        random change of saturation, of 255
    random_l : int, optional, default=0
        random change of lightness, of 255
    rotate : int, optional, default=-1
        turn by this many degrees, whatever max_rotate_angle says
    fill_value : int, optional, default=255
        grey of what is added around an image
    inter_method : int, optional, default=1
        0 nearest, 1 bilinear, 2 bicubic, 3 area, 4 Lanczos, 9 by the sizes, 10 random
    pad : int, optional, default=0
        pixels to add on each side before cropping
    rotate_list : Shape(tuple), optional, default=()
        angles to choose from, whatever the others say
    mirror : boolean, optional, default=False
        mirror all images left and right
    rand_mirror : boolean, optional, default=False
        mirror half of the images
    mean_img : string, optional, default=''
        file of the mean image to subtract; made if it is not there
    mean_r : float, optional, default=0.0
        to subtract from red
    mean_g : float, optional, default=0.0
        to subtract from green
    mean_b : float, optional, default=0.0
        to subtract from blue
    mean_a : float, optional, default=0.0
        to subtract from alpha
    std_r : float, optional, default=1.0
        to divide red by
    std_g : float, optional, default=1.0
        to divide green by
    std_b : float, optional, default=1.0
        to divide blue by
    std_a : float, optional, default=1.0
        to divide alpha by
    scale : float, optional, default=1.0
        factor on all values
    max_random_contrast : float, optional, default=0.0
        random factor on values, how far from 1
    max_random_illumination : float, optional, default=0.0
        largest random number added to values
    data_name : string, optional, default='data'
        Name of the data in ``provide_data``.
    label_name : string, optional, default='softmax_label'
        Name of the labels in ``provide_label``.
    **kwargs
        Ignored: what other iterators take.

    Returns
    -------
    MXDataIter
        The iterator.
    """

def ImageRecordIter(*, path_imglist: str = '', path_imgrec: str = '', path_imgidx: str = '', aug_seq: str = 'aug_default', label_width: int = 1, data_shape: int | Sequence[int], preprocess_threads: int = 4, verbose: bool | int = True, num_parts: int = 1, part_index: int = 0, device_id: int = 0, shuffle_chunk_size: int = 0, shuffle_chunk_seed: int = 0, seed_aug: int | None = None, shuffle: bool | int = False, seed: int = 0, batch_size: int, round_batch: bool | int = True, prefetch_buffer: int = 4, ctx: Literal['cpu', 'gpu'] | str = 'gpu', dtype: str | None = None, resize: int = -1, rand_crop: bool | int = False, random_resized_crop: bool | int = False, max_rotate_angle: int = 0, max_aspect_ratio: float = 0.0, min_aspect_ratio: float | None = None, max_shear_ratio: float = 0.0, max_crop_size: int = -1, min_crop_size: int = -1, max_random_scale: float = 1.0, min_random_scale: float = 1.0, max_random_area: float = 1.0, min_random_area: float = 1.0, max_img_size: float = 10000000000.0, min_img_size: float = 0.0, brightness: float = 0.0, contrast: float = 0.0, saturation: float = 0.0, pca_noise: float = 0.0, random_h: int = 0, random_s: int = 0, random_l: int = 0, rotate: int = -1, fill_value: int = 255, inter_method: int = 1, pad: int = 0, rotate_list: int | Sequence[int] = (), mirror: bool | int = False, rand_mirror: bool | int = False, mean_img: str = '', mean_r: float = 0.0, mean_g: float = 0.0, mean_b: float = 0.0, mean_a: float = 0.0, std_r: float = 1.0, std_g: float = 1.0, std_b: float = 1.0, std_a: float = 1.0, scale: float = 1.0, max_random_contrast: float = 0.0, max_random_illumination: float = 0.0, data_name: str = 'data', label_name: str = 'softmax_label') -> MXDataIter:
    """Return the iterator over images in .rec files, as made by `remixnet im2rec` and `im2rec.py`.

    Images are decoded by OpenCV on threads, ahead of the program, directly into the batch. `index` of a batch holds the
    indices of the images. Unlike in the reference, `pad` always says how much of the last batch does not count, even
    without `round_batch`.

    With `seed_aug`, or with one thread, random augmentations are those of the reference, unless it
    shuffles chunks: there it draws in the order of the file. Otherwise they depend on `seed`, epoch
    and record only, not on the threads.

    Parameters
    ----------
    path_imglist : string, optional, default=''
        a .lst file whose labels replace those of the records
    path_imgrec : string, optional, default=''
        the .rec file, several joined by ';', or a folder of them
    path_imgidx : string, optional, default=''
        its index: parts of equal length, and shuffle over all records
    aug_seq : string, optional, default='aug_default'
        names of augmenters, joined by commas
    label_width : int, optional, default=1
        labels an image
    data_shape : Shape(tuple), required
        channels, height and width of an image in the batch
    preprocess_threads : int, optional, default=4
        threads that decode; no more than there are processors
    verbose : boolean, optional, default=True
        log what is read
    num_parts : int, optional, default=1
        parts that the records are divided into
    part_index : int, optional, default=0
        the part to read
    device_id : int, optional, default=0
        of the GPU whose copies are to be fast; -1 for none
    shuffle_chunk_size : int, optional, default=0
        megabytes of the stretches that are read in random order
    shuffle_chunk_seed : int, optional, default=0
        seed of that order
    seed_aug : int or None, optional, default=None
        make augmentations from this and the image's place alone
    shuffle : boolean, optional, default=False
        shuffle: all records with an index, else those of a chunk
    seed : int, optional, default=0
        seed of the order
    batch_size : int, required
        images a batch
    round_batch : boolean, optional, default=True
        fill the last batch from the beginning
    prefetch_buffer : int, optional, default=4
        batches to have ready
    ctx : {'cpu', 'gpu'}, optional, default='gpu'
        what the batches are for
    dtype : string or None, optional, default=None
        element type of the images
    resize : int, optional, default=-1
        length that the shorter edge gets first; -1 leaves it
    rand_crop : boolean, optional, default=False
        crop at a random place instead of the middle
    random_resized_crop : boolean, optional, default=False
        crop a random area of random aspect, as for training on ImageNet
    max_rotate_angle : int, optional, default=0
        turn by a random angle of up to so many degrees
    max_aspect_ratio : float, optional, default=0.0
        largest random width / height; without min_aspect_ratio, how far it is from 1
    min_aspect_ratio : float or None, optional, default=None
        smallest random width / height
    max_shear_ratio : float, optional, default=0.0
        shear by up to this ratio
    max_crop_size : int, optional, default=-1
        edge of the largest square to crop and resize
    min_crop_size : int, optional, default=-1
        edge of the smallest square to crop and resize
    max_random_scale : float, optional, default=1.0
        largest random factor on the size
    min_random_scale : float, optional, default=1.0
        smallest random factor on the size
    max_random_area : float, optional, default=1.0
        largest share of the area for random_resized_crop
    min_random_area : float, optional, default=1.0
        smallest share of the area for random_resized_crop
    max_img_size : float, optional, default=10000000000.0
        longest edge after scaling and turning
    min_img_size : float, optional, default=0.0
        shortest edge after scaling and turning
    brightness : float, optional, default=0.0
        random factor on brightness, how far from 1
    contrast : float, optional, default=0.0
        random factor on contrast, how far from 1
    saturation : float, optional, default=0.0
        random factor on saturation, how far from 1
    pca_noise : float, optional, default=0.0
        deviation of noise along the principal components of colour
    random_h : int, optional, default=0
        random change of hue, of 180
    random_s : int, optional, default=0
        random change of saturation, of 255
    random_l : int, optional, default=0
        random change of lightness, of 255
    rotate : int, optional, default=-1
        turn by this many degrees, whatever max_rotate_angle says
    fill_value : int, optional, default=255
        grey of what is added around an image
    inter_method : int, optional, default=1
        0 nearest, 1 bilinear, 2 bicubic, 3 area, 4 Lanczos, 9 by the sizes, 10 random
    pad : int, optional, default=0
        pixels to add on each side before cropping
    rotate_list : Shape(tuple), optional, default=()
        angles to choose from, whatever the others say
    mirror : boolean, optional, default=False
        mirror all images left and right
    rand_mirror : boolean, optional, default=False
        mirror half of the images
    mean_img : string, optional, default=''
        file of the mean image to subtract; made if it is not there
    mean_r : float, optional, default=0.0
        to subtract from red
    mean_g : float, optional, default=0.0
        to subtract from green
    mean_b : float, optional, default=0.0
        to subtract from blue
    mean_a : float, optional, default=0.0
        to subtract from alpha
    std_r : float, optional, default=1.0
        to divide red by
    std_g : float, optional, default=1.0
        to divide green by
    std_b : float, optional, default=1.0
        to divide blue by
    std_a : float, optional, default=1.0
        to divide alpha by
    scale : float, optional, default=1.0
        factor on all values
    max_random_contrast : float, optional, default=0.0
        random factor on values, how far from 1
    max_random_illumination : float, optional, default=0.0
        largest random number added to values
    data_name : string, optional, default='data'
        Name of the data in ``provide_data``.
    label_name : string, optional, default='softmax_label'
        Name of the labels in ``provide_label``.
    **kwargs
        Ignored: what other iterators take.

    Returns
    -------
    MXDataIter
        The iterator.
    """

def ImageRecordIter_v1(*, path_imglist: str = '', path_imgrec: str = '', path_imgidx: str = '', aug_seq: str = 'aug_default', label_width: int = 1, data_shape: int | Sequence[int], preprocess_threads: int = 4, verbose: bool | int = True, num_parts: int = 1, part_index: int = 0, device_id: int = 0, shuffle_chunk_size: int = 0, shuffle_chunk_seed: int = 0, seed_aug: int | None = None, shuffle: bool | int = False, seed: int = 0, batch_size: int, round_batch: bool | int = True, prefetch_buffer: int = 4, ctx: Literal['cpu', 'gpu'] | str = 'gpu', dtype: str | None = None, resize: int = -1, rand_crop: bool | int = False, random_resized_crop: bool | int = False, max_rotate_angle: int = 0, max_aspect_ratio: float = 0.0, min_aspect_ratio: float | None = None, max_shear_ratio: float = 0.0, max_crop_size: int = -1, min_crop_size: int = -1, max_random_scale: float = 1.0, min_random_scale: float = 1.0, max_random_area: float = 1.0, min_random_area: float = 1.0, max_img_size: float = 10000000000.0, min_img_size: float = 0.0, brightness: float = 0.0, contrast: float = 0.0, saturation: float = 0.0, pca_noise: float = 0.0, random_h: int = 0, random_s: int = 0, random_l: int = 0, rotate: int = -1, fill_value: int = 255, inter_method: int = 1, pad: int = 0, rotate_list: int | Sequence[int] = (), mirror: bool | int = False, rand_mirror: bool | int = False, mean_img: str = '', mean_r: float = 0.0, mean_g: float = 0.0, mean_b: float = 0.0, mean_a: float = 0.0, std_r: float = 1.0, std_g: float = 1.0, std_b: float = 1.0, std_a: float = 1.0, scale: float = 1.0, max_random_contrast: float = 0.0, max_random_illumination: float = 0.0, data_name: str = 'data', label_name: str = 'softmax_label') -> MXDataIter:
    """Return the legacy iterator over images in .rec files; `ImageRecordIter` is its successor.

    Images are mirrored after the mean image is subtracted, not before; `path_imgidx` and `seed_aug`
    mean nothing.

    Parameters
    ----------
    path_imglist : string, optional, default=''
        a .lst file whose labels replace those of the records
    path_imgrec : string, optional, default=''
        the .rec file, several joined by ';', or a folder of them
    path_imgidx : string, optional, default=''
        its index: parts of equal length, and shuffle over all records
    aug_seq : string, optional, default='aug_default'
        names of augmenters, joined by commas
    label_width : int, optional, default=1
        labels an image
    data_shape : Shape(tuple), required
        channels, height and width of an image in the batch
    preprocess_threads : int, optional, default=4
        threads that decode; no more than there are processors
    verbose : boolean, optional, default=True
        log what is read
    num_parts : int, optional, default=1
        parts that the records are divided into
    part_index : int, optional, default=0
        the part to read
    device_id : int, optional, default=0
        of the GPU whose copies are to be fast; -1 for none
    shuffle_chunk_size : int, optional, default=0
        megabytes of the stretches that are read in random order
    shuffle_chunk_seed : int, optional, default=0
        seed of that order
    seed_aug : int or None, optional, default=None
        make augmentations from this and the image's place alone
    shuffle : boolean, optional, default=False
        shuffle: all records with an index, else those of a chunk
    seed : int, optional, default=0
        seed of the order
    batch_size : int, required
        images a batch
    round_batch : boolean, optional, default=True
        fill the last batch from the beginning
    prefetch_buffer : int, optional, default=4
        batches to have ready
    ctx : {'cpu', 'gpu'}, optional, default='gpu'
        what the batches are for
    dtype : string or None, optional, default=None
        element type of the images
    resize : int, optional, default=-1
        length that the shorter edge gets first; -1 leaves it
    rand_crop : boolean, optional, default=False
        crop at a random place instead of the middle
    random_resized_crop : boolean, optional, default=False
        crop a random area of random aspect, as for training on ImageNet
    max_rotate_angle : int, optional, default=0
        turn by a random angle of up to so many degrees
    max_aspect_ratio : float, optional, default=0.0
        largest random width / height; without min_aspect_ratio, how far it is from 1
    min_aspect_ratio : float or None, optional, default=None
        smallest random width / height
    max_shear_ratio : float, optional, default=0.0
        shear by up to this ratio
    max_crop_size : int, optional, default=-1
        edge of the largest square to crop and resize
    min_crop_size : int, optional, default=-1
        edge of the smallest square to crop and resize
    max_random_scale : float, optional, default=1.0
        largest random factor on the size
    min_random_scale : float, optional, default=1.0
        smallest random factor on the size
    max_random_area : float, optional, default=1.0
        largest share of the area for random_resized_crop
    min_random_area : float, optional, default=1.0
        smallest share of the area for random_resized_crop
    max_img_size : float, optional, default=10000000000.0
        longest edge after scaling and turning
    min_img_size : float, optional, default=0.0
        shortest edge after scaling and turning
    brightness : float, optional, default=0.0
        random factor on brightness, how far from 1
    contrast : float, optional, default=0.0
        random factor on contrast, how far from 1
    saturation : float, optional, default=0.0
        random factor on saturation, how far from 1
    pca_noise : float, optional, default=0.0
        deviation of noise along the principal components of colour
    random_h : int, optional, default=0
        random change of hue, of 180
    random_s : int, optional, default=0
        random change of saturation, of 255
    random_l : int, optional, default=0
        random change of lightness, of 255
    rotate : int, optional, default=-1
        turn by this many degrees, whatever max_rotate_angle says
    fill_value : int, optional, default=255
        grey of what is added around an image
    inter_method : int, optional, default=1
        0 nearest, 1 bilinear, 2 bicubic, 3 area, 4 Lanczos, 9 by the sizes, 10 random
    pad : int, optional, default=0
        pixels to add on each side before cropping
    rotate_list : Shape(tuple), optional, default=()
        angles to choose from, whatever the others say
    mirror : boolean, optional, default=False
        mirror all images left and right
    rand_mirror : boolean, optional, default=False
        mirror half of the images
    mean_img : string, optional, default=''
        file of the mean image to subtract; made if it is not there
    mean_r : float, optional, default=0.0
        to subtract from red
    mean_g : float, optional, default=0.0
        to subtract from green
    mean_b : float, optional, default=0.0
        to subtract from blue
    mean_a : float, optional, default=0.0
        to subtract from alpha
    std_r : float, optional, default=1.0
        to divide red by
    std_g : float, optional, default=1.0
        to divide green by
    std_b : float, optional, default=1.0
        to divide blue by
    std_a : float, optional, default=1.0
        to divide alpha by
    scale : float, optional, default=1.0
        factor on all values
    max_random_contrast : float, optional, default=0.0
        random factor on values, how far from 1
    max_random_illumination : float, optional, default=0.0
        largest random number added to values
    data_name : string, optional, default='data'
        Name of the data in ``provide_data``.
    label_name : string, optional, default='softmax_label'
        Name of the labels in ``provide_label``.
    **kwargs
        Ignored: what other iterators take.

    Returns
    -------
    MXDataIter
        The iterator.
    """

def ImageRecordUInt8Iter(*, path_imglist: str = '', path_imgrec: str = '', path_imgidx: str = '', aug_seq: str = 'aug_default', label_width: int = 1, data_shape: int | Sequence[int], preprocess_threads: int = 4, verbose: bool | int = True, num_parts: int = 1, part_index: int = 0, device_id: int = 0, shuffle_chunk_size: int = 0, shuffle_chunk_seed: int = 0, seed_aug: int | None = None, shuffle: bool | int = False, seed: int = 0, batch_size: int, round_batch: bool | int = True, prefetch_buffer: int = 4, ctx: Literal['cpu', 'gpu'] | str = 'gpu', dtype: str | None = None, resize: int = -1, rand_crop: bool | int = False, random_resized_crop: bool | int = False, max_rotate_angle: int = 0, max_aspect_ratio: float = 0.0, min_aspect_ratio: float | None = None, max_shear_ratio: float = 0.0, max_crop_size: int = -1, min_crop_size: int = -1, max_random_scale: float = 1.0, min_random_scale: float = 1.0, max_random_area: float = 1.0, min_random_area: float = 1.0, max_img_size: float = 10000000000.0, min_img_size: float = 0.0, brightness: float = 0.0, contrast: float = 0.0, saturation: float = 0.0, pca_noise: float = 0.0, random_h: int = 0, random_s: int = 0, random_l: int = 0, rotate: int = -1, fill_value: int = 255, inter_method: int = 1, pad: int = 0, rotate_list: int | Sequence[int] = (), mirror: bool | int = False, rand_mirror: bool | int = False, mean_img: str = '', mean_r: float = 0.0, mean_g: float = 0.0, mean_b: float = 0.0, mean_a: float = 0.0, std_r: float = 1.0, std_g: float = 1.0, std_b: float = 1.0, std_a: float = 1.0, scale: float = 1.0, max_random_contrast: float = 0.0, max_random_illumination: float = 0.0, data_name: str = 'data', label_name: str = 'softmax_label') -> MXDataIter:
    """Return the iterator over images in .rec files, as uint8: `ImageRecordIter(dtype="uint8")`.

    Parameters
    ----------
    path_imglist : string, optional, default=''
        a .lst file whose labels replace those of the records
    path_imgrec : string, optional, default=''
        the .rec file, several joined by ';', or a folder of them
    path_imgidx : string, optional, default=''
        its index: parts of equal length, and shuffle over all records
    aug_seq : string, optional, default='aug_default'
        names of augmenters, joined by commas
    label_width : int, optional, default=1
        labels an image
    data_shape : Shape(tuple), required
        channels, height and width of an image in the batch
    preprocess_threads : int, optional, default=4
        threads that decode; no more than there are processors
    verbose : boolean, optional, default=True
        log what is read
    num_parts : int, optional, default=1
        parts that the records are divided into
    part_index : int, optional, default=0
        the part to read
    device_id : int, optional, default=0
        of the GPU whose copies are to be fast; -1 for none
    shuffle_chunk_size : int, optional, default=0
        megabytes of the stretches that are read in random order
    shuffle_chunk_seed : int, optional, default=0
        seed of that order
    seed_aug : int or None, optional, default=None
        make augmentations from this and the image's place alone
    shuffle : boolean, optional, default=False
        shuffle: all records with an index, else those of a chunk
    seed : int, optional, default=0
        seed of the order
    batch_size : int, required
        images a batch
    round_batch : boolean, optional, default=True
        fill the last batch from the beginning
    prefetch_buffer : int, optional, default=4
        batches to have ready
    ctx : {'cpu', 'gpu'}, optional, default='gpu'
        what the batches are for
    dtype : string or None, optional, default=None
        element type of the images
    resize : int, optional, default=-1
        length that the shorter edge gets first; -1 leaves it
    rand_crop : boolean, optional, default=False
        crop at a random place instead of the middle
    random_resized_crop : boolean, optional, default=False
        crop a random area of random aspect, as for training on ImageNet
    max_rotate_angle : int, optional, default=0
        turn by a random angle of up to so many degrees
    max_aspect_ratio : float, optional, default=0.0
        largest random width / height; without min_aspect_ratio, how far it is from 1
    min_aspect_ratio : float or None, optional, default=None
        smallest random width / height
    max_shear_ratio : float, optional, default=0.0
        shear by up to this ratio
    max_crop_size : int, optional, default=-1
        edge of the largest square to crop and resize
    min_crop_size : int, optional, default=-1
        edge of the smallest square to crop and resize
    max_random_scale : float, optional, default=1.0
        largest random factor on the size
    min_random_scale : float, optional, default=1.0
        smallest random factor on the size
    max_random_area : float, optional, default=1.0
        largest share of the area for random_resized_crop
    min_random_area : float, optional, default=1.0
        smallest share of the area for random_resized_crop
    max_img_size : float, optional, default=10000000000.0
        longest edge after scaling and turning
    min_img_size : float, optional, default=0.0
        shortest edge after scaling and turning
    brightness : float, optional, default=0.0
        random factor on brightness, how far from 1
    contrast : float, optional, default=0.0
        random factor on contrast, how far from 1
    saturation : float, optional, default=0.0
        random factor on saturation, how far from 1
    pca_noise : float, optional, default=0.0
        deviation of noise along the principal components of colour
    random_h : int, optional, default=0
        random change of hue, of 180
    random_s : int, optional, default=0
        random change of saturation, of 255
    random_l : int, optional, default=0
        random change of lightness, of 255
    rotate : int, optional, default=-1
        turn by this many degrees, whatever max_rotate_angle says
    fill_value : int, optional, default=255
        grey of what is added around an image
    inter_method : int, optional, default=1
        0 nearest, 1 bilinear, 2 bicubic, 3 area, 4 Lanczos, 9 by the sizes, 10 random
    pad : int, optional, default=0
        pixels to add on each side before cropping
    rotate_list : Shape(tuple), optional, default=()
        angles to choose from, whatever the others say
    mirror : boolean, optional, default=False
        mirror all images left and right
    rand_mirror : boolean, optional, default=False
        mirror half of the images
    mean_img : string, optional, default=''
        file of the mean image to subtract; made if it is not there
    mean_r : float, optional, default=0.0
        to subtract from red
    mean_g : float, optional, default=0.0
        to subtract from green
    mean_b : float, optional, default=0.0
        to subtract from blue
    mean_a : float, optional, default=0.0
        to subtract from alpha
    std_r : float, optional, default=1.0
        to divide red by
    std_g : float, optional, default=1.0
        to divide green by
    std_b : float, optional, default=1.0
        to divide blue by
    std_a : float, optional, default=1.0
        to divide alpha by
    scale : float, optional, default=1.0
        factor on all values
    max_random_contrast : float, optional, default=0.0
        random factor on values, how far from 1
    max_random_illumination : float, optional, default=0.0
        largest random number added to values
    data_name : string, optional, default='data'
        Name of the data in ``provide_data``.
    label_name : string, optional, default='softmax_label'
        Name of the labels in ``provide_label``.
    **kwargs
        Ignored: what other iterators take.

    Returns
    -------
    MXDataIter
        The iterator.
    """

def ImageRecordUInt8Iter_v1(*, path_imglist: str = '', path_imgrec: str = '', path_imgidx: str = '', aug_seq: str = 'aug_default', label_width: int = 1, data_shape: int | Sequence[int], preprocess_threads: int = 4, verbose: bool | int = True, num_parts: int = 1, part_index: int = 0, device_id: int = 0, shuffle_chunk_size: int = 0, shuffle_chunk_seed: int = 0, seed_aug: int | None = None, shuffle: bool | int = False, seed: int = 0, batch_size: int, round_batch: bool | int = True, prefetch_buffer: int = 4, ctx: Literal['cpu', 'gpu'] | str = 'gpu', dtype: str | None = None, resize: int = -1, rand_crop: bool | int = False, random_resized_crop: bool | int = False, max_rotate_angle: int = 0, max_aspect_ratio: float = 0.0, min_aspect_ratio: float | None = None, max_shear_ratio: float = 0.0, max_crop_size: int = -1, min_crop_size: int = -1, max_random_scale: float = 1.0, min_random_scale: float = 1.0, max_random_area: float = 1.0, min_random_area: float = 1.0, max_img_size: float = 10000000000.0, min_img_size: float = 0.0, brightness: float = 0.0, contrast: float = 0.0, saturation: float = 0.0, pca_noise: float = 0.0, random_h: int = 0, random_s: int = 0, random_l: int = 0, rotate: int = -1, fill_value: int = 255, inter_method: int = 1, pad: int = 0, rotate_list: int | Sequence[int] = (), mirror: bool | int = False, rand_mirror: bool | int = False, mean_img: str = '', mean_r: float = 0.0, mean_g: float = 0.0, mean_b: float = 0.0, mean_a: float = 0.0, std_r: float = 1.0, std_g: float = 1.0, std_b: float = 1.0, std_a: float = 1.0, scale: float = 1.0, max_random_contrast: float = 0.0, max_random_illumination: float = 0.0, data_name: str = 'data', label_name: str = 'softmax_label') -> MXDataIter:
    """Return the legacy iterator over images in .rec files, as uint8; never mirrored.

    Parameters
    ----------
    path_imglist : string, optional, default=''
        a .lst file whose labels replace those of the records
    path_imgrec : string, optional, default=''
        the .rec file, several joined by ';', or a folder of them
    path_imgidx : string, optional, default=''
        its index: parts of equal length, and shuffle over all records
    aug_seq : string, optional, default='aug_default'
        names of augmenters, joined by commas
    label_width : int, optional, default=1
        labels an image
    data_shape : Shape(tuple), required
        channels, height and width of an image in the batch
    preprocess_threads : int, optional, default=4
        threads that decode; no more than there are processors
    verbose : boolean, optional, default=True
        log what is read
    num_parts : int, optional, default=1
        parts that the records are divided into
    part_index : int, optional, default=0
        the part to read
    device_id : int, optional, default=0
        of the GPU whose copies are to be fast; -1 for none
    shuffle_chunk_size : int, optional, default=0
        megabytes of the stretches that are read in random order
    shuffle_chunk_seed : int, optional, default=0
        seed of that order
    seed_aug : int or None, optional, default=None
        make augmentations from this and the image's place alone
    shuffle : boolean, optional, default=False
        shuffle: all records with an index, else those of a chunk
    seed : int, optional, default=0
        seed of the order
    batch_size : int, required
        images a batch
    round_batch : boolean, optional, default=True
        fill the last batch from the beginning
    prefetch_buffer : int, optional, default=4
        batches to have ready
    ctx : {'cpu', 'gpu'}, optional, default='gpu'
        what the batches are for
    dtype : string or None, optional, default=None
        element type of the images
    resize : int, optional, default=-1
        length that the shorter edge gets first; -1 leaves it
    rand_crop : boolean, optional, default=False
        crop at a random place instead of the middle
    random_resized_crop : boolean, optional, default=False
        crop a random area of random aspect, as for training on ImageNet
    max_rotate_angle : int, optional, default=0
        turn by a random angle of up to so many degrees
    max_aspect_ratio : float, optional, default=0.0
        largest random width / height; without min_aspect_ratio, how far it is from 1
    min_aspect_ratio : float or None, optional, default=None
        smallest random width / height
    max_shear_ratio : float, optional, default=0.0
        shear by up to this ratio
    max_crop_size : int, optional, default=-1
        edge of the largest square to crop and resize
    min_crop_size : int, optional, default=-1
        edge of the smallest square to crop and resize
    max_random_scale : float, optional, default=1.0
        largest random factor on the size
    min_random_scale : float, optional, default=1.0
        smallest random factor on the size
    max_random_area : float, optional, default=1.0
        largest share of the area for random_resized_crop
    min_random_area : float, optional, default=1.0
        smallest share of the area for random_resized_crop
    max_img_size : float, optional, default=10000000000.0
        longest edge after scaling and turning
    min_img_size : float, optional, default=0.0
        shortest edge after scaling and turning
    brightness : float, optional, default=0.0
        random factor on brightness, how far from 1
    contrast : float, optional, default=0.0
        random factor on contrast, how far from 1
    saturation : float, optional, default=0.0
        random factor on saturation, how far from 1
    pca_noise : float, optional, default=0.0
        deviation of noise along the principal components of colour
    random_h : int, optional, default=0
        random change of hue, of 180
    random_s : int, optional, default=0
        random change of saturation, of 255
    random_l : int, optional, default=0
        random change of lightness, of 255
    rotate : int, optional, default=-1
        turn by this many degrees, whatever max_rotate_angle says
    fill_value : int, optional, default=255
        grey of what is added around an image
    inter_method : int, optional, default=1
        0 nearest, 1 bilinear, 2 bicubic, 3 area, 4 Lanczos, 9 by the sizes, 10 random
    pad : int, optional, default=0
        pixels to add on each side before cropping
    rotate_list : Shape(tuple), optional, default=()
        angles to choose from, whatever the others say
    mirror : boolean, optional, default=False
        mirror all images left and right
    rand_mirror : boolean, optional, default=False
        mirror half of the images
    mean_img : string, optional, default=''
        file of the mean image to subtract; made if it is not there
    mean_r : float, optional, default=0.0
        to subtract from red
    mean_g : float, optional, default=0.0
        to subtract from green
    mean_b : float, optional, default=0.0
        to subtract from blue
    mean_a : float, optional, default=0.0
        to subtract from alpha
    std_r : float, optional, default=1.0
        to divide red by
    std_g : float, optional, default=1.0
        to divide green by
    std_b : float, optional, default=1.0
        to divide blue by
    std_a : float, optional, default=1.0
        to divide alpha by
    scale : float, optional, default=1.0
        factor on all values
    max_random_contrast : float, optional, default=0.0
        random factor on values, how far from 1
    max_random_illumination : float, optional, default=0.0
        largest random number added to values
    data_name : string, optional, default='data'
        Name of the data in ``provide_data``.
    label_name : string, optional, default='softmax_label'
        Name of the labels in ``provide_label``.
    **kwargs
        Ignored: what other iterators take.

    Returns
    -------
    MXDataIter
        The iterator.
    """

def LibSVMIter(*, data_libsvm: str, data_shape: int | Sequence[int], label_libsvm: str = 'NULL', label_shape: int | Sequence[int] = (1,), num_parts: int = 1, part_index: int = 0, batch_size: int, round_batch: bool | int = True, prefetch_buffer: int = 4, ctx: Literal['cpu', 'gpu'] | str = 'gpu', dtype: str | None = None, data_name: str = 'data', label_name: str = 'softmax_label') -> MXDataIter:
    """Return the iterator over LibSVM files, with columns counted from 0.

    Batches are csr arrays, and so are labels from a separate file. A column without a value is 1; a weight after a
    label, "qid:" and what follows "#" are ignored.

    Parameters
    ----------
    data_libsvm : string, required
        Path of the data: a file, a folder, or several files joined by ";".
    data_shape : Shape(tuple), required
        Shape of one sample: the number of columns.
    label_libsvm : string, optional, default='NULL'
        Path of the labels; without it they are the first number of each row.
    label_shape : Shape(tuple), optional, default=(1,)
        Shape of one sample's labels.
    num_parts : int, optional, default=1
        Number of parts that the data is divided into, for several workers.
    part_index : int, optional, default=0
        The part to read.
    batch_size : int, required
        Number of samples in a batch.
    round_batch : boolean, optional, default=True
        Whether to fill the last batch with the first rows; the epoch after a reset continues after them.
    prefetch_buffer : int, optional, default=4
        Number of batches to read ahead.
    ctx : {'cpu', 'gpu'}, optional, default='gpu'
        Accepted and ignored: kind of the device that batches are for.
    dtype : string or None, optional, default=None
        Element type, float32 by default.
    data_name : string, optional, default='data'
        Name of the data in ``provide_data``.
    label_name : string, optional, default='softmax_label'
        Name of the labels in ``provide_label``.
    **kwargs
        Ignored: what other iterators take.

    Returns
    -------
    MXDataIter
        The iterator.
    """

def MNISTIter(*, image: str = './train-images-idx3-ubyte', label: str = './train-labels-idx1-ubyte', batch_size: int = 128, shuffle: bool | int = True, flat: bool | int = False, seed: int = 0, silent: bool | int = False, num_parts: int = 1, part_index: int = 0, prefetch_buffer: int = 4, ctx: Literal['cpu', 'gpu'] | str = 'gpu', dtype: str | None = None, data_name: str = 'data', label_name: str = 'softmax_label') -> MXDataIter:
    """Return the iterator over the image and label files of MNIST.

    Pixels are divided by 256. Images that do not fill a batch are dropped.

    Parameters
    ----------
    image : string, optional, default='./train-images-idx3-ubyte'
        Path of the images, in the format of MNIST.
    label : string, optional, default='./train-labels-idx1-ubyte'
        Path of the labels.
    batch_size : int, optional, default=128
        Number of images in a batch.
    shuffle : boolean, optional, default=True
        Whether to draw one order for all epochs, the same as MXNet's for the same seed.
    flat : boolean, optional, default=False
        Whether an image is a vector of 784 numbers, not of shape (1, 28, 28).
    seed : int, optional, default=0
        Seed of the order.
    silent : boolean, optional, default=False
        Whether to log nothing.
    num_parts : int, optional, default=1
        Number of parts that the images are divided into, for several workers.
    part_index : int, optional, default=0
        The part to read.
    prefetch_buffer : int, optional, default=4
        Number of batches to read ahead.
    ctx : {'cpu', 'gpu'}, optional, default='gpu'
        Accepted and ignored: kind of the device that batches are for.
    dtype : string or None, optional, default=None
        Element type, float32 by default.
    data_name : string, optional, default='data'
        Name of the data in ``provide_data``.
    label_name : string, optional, default='softmax_label'
        Name of the labels in ``provide_label``.
    **kwargs
        Ignored: what other iterators take.

    Returns
    -------
    MXDataIter
        The iterator.
    """
