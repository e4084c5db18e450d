"""Checkpoints: eight megabytes written and read back."""
import os
import tempfile

from measure import case


def torch_checkpoint():
    import torch
    arrays = {"w%d" % i: torch.rand(256, 256) for i in range(32)}
    path = os.path.join(tempfile.mkdtemp(), "arrays.pt")

    def round_trip():
        torch.save(arrays, path)
        return torch.load(path)
    return round_trip


@case(torch_checkpoint)
def save_and_load_8_megabytes(mx):
    arrays = {"w%d" % i: mx.nd.random.uniform(shape=(256, 256)) for i in range(32)}
    path = os.path.join(tempfile.mkdtemp(), "arrays.params")

    def round_trip():
        mx.nd.save(path, arrays)
        return mx.nd.load(path)
    return round_trip
