"""Functions on images: what they accept, refuse and leave alone."""
import random

import numpy as np
import pytest

import mxnet as mx

cv2 = pytest.importorskip("cv2", reason="images need the extra `images`")


@pytest.fixture
def image():
    return mx.nd.array(np.arange(20 * 30 * 3).reshape(20, 30, 3) % 256, dtype="uint8")


def test_imread_is_imdecode_of_the_file(tmp_path):
    path = tmp_path / "a.png"
    pixels = np.arange(5 * 7 * 3, dtype=np.uint8).reshape(5, 7, 3)
    cv2.imwrite(str(path), pixels)
    for options in ({}, {"flag": 0}, {"to_rgb": False}):
        found = mx.image.imread(str(path), **options)
        assert found.dtype == np.uint8 and found.context == mx.cpu()
        np.testing.assert_array_equal(found.asnumpy(),
                                      mx.image.imdecode(path.read_bytes(), **options).asnumpy())
    np.testing.assert_array_equal(mx.image.imread(path).asnumpy(), pixels[:, :, ::-1])
    assert mx.img.image.imread is mx.image.imread


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview,
                                  lambda data: np.frombuffer(data, np.uint8),
                                  lambda data: mx.nd.array(np.frombuffer(data, np.uint8),
                                                           dtype="uint8")])
def test_imdecode_takes_any_bytes(kind):
    encoded = cv2.imencode(".png", np.full((3, 4, 3), 9, np.uint8))[1].tobytes()
    assert mx.image.imdecode(kind(encoded)).asnumpy().tolist() == np.full((3, 4, 3), 9).tolist()


def test_out(image):
    out = mx.nd.zeros((4, 5, 3), dtype="uint8")
    assert mx.image.imresize(image, 5, 4, out=out) is out
    np.testing.assert_array_equal(out.asnumpy(), mx.image.imresize(image, 5, 4).asnumpy())


@pytest.mark.parametrize("call, kind, message", [
    (lambda i: mx.image.imread("/no/such/file.jpg"), mx.MXNetError, "couldn't open file"),
    (lambda i: mx.image.imread(__file__), mx.MXNetError, "test_transform.py.*Decoding failed"),
    (lambda i: mx.image.imdecode("text"), ValueError, "buf must be of type bytes"),
    (lambda i: mx.image.imdecode(b""), mx.MXNetError, "empty buffer"),
    (lambda i: mx.image.imdecode(b"nothing"), mx.MXNetError, "Decoding failed"),
    (lambda i: mx.image.imdecode(mx.nd.ones((9,))), mx.MXNetError, "uint8 buffer"),
    (lambda i: mx.image.imdecode(b"x", flag=-1), mx.MXNetError, "flag"),
    (lambda i: mx.image.imresize(i, 0, 5), mx.MXNetError, "at least 1"),
    (lambda i: mx.image.imresize(i[:, :, 0], 5, 5), mx.MXNetError, "height, width, channels"),
    (lambda i: mx.image.resize_short(i, 5, 11), ValueError, "Unknown interp method 11"),
    (lambda i: mx.image.copyMakeBorder(i, -1, 0, 0, 0), mx.MXNetError, "margins"),
    (lambda i: mx.image.random_size_crop(i, (5, 5), 0.5, (1, 1), wrong=1), TypeError, "wrong"),
    (lambda i: mx.image.imrotate(i, 5), TypeError, "float32"),
    (lambda i: mx.image.imrotate(i[0].astype("float32"), 5), ValueError, "3D and 4D"),
    (lambda i: mx.image.CreateAugmenter((3, 5, 5), rand_resize=True), ValueError, "rand_crop"),
    (lambda i: mx.image.CreateAugmenter((3, 5, 5), mean=[1, 2, 3]), ValueError, "mean must be"),
    (lambda i: mx.image.Augmenter()(i), NotImplementedError, "override"),
    (lambda i: mx.image.DetAugmenter()(i, None), NotImplementedError, "override"),
    (lambda i: mx.image.DetBorrowAug(5), TypeError, "Borrowing"),
    (lambda i: mx.image.DetRandomSelectAug([5]), ValueError, "DetAugmenter"),
    (lambda i: mx.image.DetRandomCropAug(area_range="x"), ValueError, "pair"),
    (lambda i: mx.image.DetRandomPadAug(pad_val="x"), ValueError, "pad_val"),
    (lambda i: mx.image.CreateMultiRandCropAugmenter([0.1, 0.2], max_attempts=[1, 2, 3]), ValueError,
     "values where others"),
])
def test_mistakes(call, kind, message, image):
    with pytest.raises(kind, match=message):
        call(image)


def test_scale_down():
    assert mx.image.scale_down((640, 480), (720, 120)) == (640, 106)
    assert mx.image.scale_down((360, 1000), (480, 500)) == (360, 375)
    assert mx.image.scale_down((300, 400), (0, 0)) == (0, 0)


def test_crops_say_where_they_are(image):
    crop, (x, y, w, h) = mx.image.random_crop(image, (7, 5))
    np.testing.assert_array_equal(crop.asnumpy(), image.asnumpy()[y:y + h, x:x + w])
    crop, where = mx.image.center_crop(image, (10, 10))
    assert where == (10, 5, 10, 10) and crop.shape == (10, 10, 3)
    crop, where = mx.image.center_crop(image, (60, 20))
    assert where == (0, 5, 30, 10) and crop.shape == (20, 60, 3)


def test_random_size_crop_falls_back_to_the_middle(image):
    crop, where = mx.image.random_size_crop(image, (8, 8), (1, 1), (50, 60))
    assert where == mx.image.center_crop(image, (8, 8))[1] and crop.shape == (8, 8, 3)
    with pytest.warns(DeprecationWarning, match="min_area"):
        mx.image.random_size_crop(image, (8, 8), None, (1, 1), min_area=0.5)


def test_random_size_crop_keeps_area_and_aspect(image):
    random.seed(0)
    for _ in range(50):
        _, (x, y, w, h) = mx.image.random_size_crop(image, (8, 8), (0.2, 0.4), (0.8, 1.25))
        assert 0.15 < w * h / 600 < 0.5 and 0.7 < w / h < 1.4
        assert x + w <= 30 and y + h <= 20


def test_color_normalize_works_in_place():
    image = mx.nd.ones((2, 2, 3)) * 5
    assert mx.image.color_normalize(image, mx.nd.array([1, 2, 3]), mx.nd.array([2, 1, 1])) is image
    assert image.asnumpy()[0, 0].tolist() == [2, 3, 2]
    assert mx.image.color_normalize(image, None) is image


def test_random_rotate_of_one_and_of_many():
    np.random.seed(3)
    batch = mx.nd.random.uniform(shape=(3, 3, 8, 9))
    assert mx.image.random_rotate(batch, (-5, 5)).shape == batch.shape
    assert mx.image.random_rotate(batch[0], (-5, 5), zoom_in=True).shape == batch[0].shape


def test_settings_without_sense_switch_an_augmenter_off():
    image, boxes = mx.nd.ones((9, 9, 3)), np.array([[0, 0.1, 0.1, 0.9, 0.9]])
    with pytest.warns(UserWarning, match="Skip DetRandomCropAug"):
        crop = mx.image.DetRandomCropAug(area_range=(0.9, 0.1))
    with pytest.warns(UserWarning, match="Skip DetRandomPadAug"):
        pad = mx.image.DetRandomPadAug(aspect_ratio_range=(-1, 1))
    for augmenter in (crop, pad, mx.image.DetRandomSelectAug([])):
        found, label = augmenter(image, boxes)
        assert found is image and label is boxes
    assert mx.image.DetRandomCropAug(aspect_ratio_range=1, area_range=0.5).enabled
