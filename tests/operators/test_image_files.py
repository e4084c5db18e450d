"""Operators that read encoded images: `_cvimread`, `_cvimdecode`, `_imdecode`."""
import numpy as np
import pytest

import mxnet as mx

cv2 = pytest.importorskip("cv2", reason="reading images needs remixnet[images]")
PIXELS = np.random.RandomState(3).randint(0, 256, (4, 5, 3)).astype("uint8")  # red first
ENCODED = cv2.imencode(".png", PIXELS[:, :, ::-1])[1].tobytes()
OPERATORS = mx.nd._internal


def buffer(data=ENCODED):
    return mx.nd.array(np.frombuffer(data, "uint8"), dtype="uint8")


def test_decode():
    found = OPERATORS._cvimdecode(buffer())
    assert found.dtype == np.uint8
    np.testing.assert_array_equal(found.asnumpy(), PIXELS)
    np.testing.assert_array_equal(OPERATORS._cvimdecode(buffer(), to_rgb=False).asnumpy(), PIXELS[:, :, ::-1])
    assert OPERATORS._cvimdecode(buffer(), flag=0).shape == (4, 5, 1)


@pytest.mark.parametrize("array, words", [
    (lambda: buffer(b"no image"), "Invalid image"), (lambda: mx.nd.ones(9), "uint8 buffer")])
def test_decode_refuses(array, words):
    with pytest.raises(mx.MXNetError, match=words):
        OPERATORS._cvimdecode(array())


def test_read(tmp_path):
    path = tmp_path / "image.png"
    path.write_bytes(ENCODED)
    np.testing.assert_array_equal(OPERATORS._cvimread(filename=str(path)).asnumpy(), PIXELS)
    with pytest.raises(mx.MXNetError, match="couldn't open"):
        OPERATORS._cvimread(filename=str(tmp_path / "none.png"))


def test_decode_planes():
    """The oldest of them gives planes of floats, blue first, into an array of images too."""
    planes = PIXELS[:, :, ::-1].transpose(2, 0, 1).astype("float32")
    np.testing.assert_array_equal(OPERATORS._imdecode(None, str_img=ENCODED).asnumpy(), planes)
    mean = mx.nd.full((3, 2, 3), 7)
    found = OPERATORS._imdecode(mean, x0=1, y0=2, x1=4, y1=4, str_img=ENCODED)
    np.testing.assert_array_equal(found.asnumpy(), planes[:, 2:4, 1:4] - 7)
    batch = mx.nd.zeros((2, 3, 4, 5))
    OPERATORS._imdecode(None, index=1, str_img=ENCODED, out=batch)
    np.testing.assert_array_equal(batch.asnumpy(), [np.zeros_like(planes), planes])
    with pytest.raises(mx.MXNetError, match="not inside"):
        OPERATORS._imdecode(None, x0=1, y0=2, x1=9, y1=4, str_img=ENCODED)
