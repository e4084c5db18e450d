"""Rooms that are entered at first use are entered whole, whatever a test has replaced meanwhile."""
import subprocess
import sys
import textwrap


def test_a_mock_of_import_module_is_not_taken_for_a_room():
    program = textwrap.dedent("""
        import sys
        from unittest import mock

        import mxnet as mx

        with mock.patch("importlib.import_module", return_value=object()) as replaced:
            mx.gluon.Block()
            mx.contrib.text.utils
            mx.gluon.contrib.nn
        assert not replaced.called, replaced.mock_calls
        assert "cv2" not in sys.modules     # entered with the first image; its start calls import_module
        assert mx.gluon.model_zoo.vision.alexnet and mx.contrib.amp.init
    """)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
