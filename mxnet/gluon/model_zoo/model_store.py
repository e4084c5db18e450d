"""Files of pretrained parameters: found in a local directory and verified; only downloaded if a mirror is named.

A file is named after its model and the first digits of its SHA-1 digest, such as ``resnet18_v1-a0666292.params``.
"""
from __future__ import annotations

import os
import tempfile
import zipfile

from ...base import data_dir
from ...core.errors import MissingFile, MXNetError
from ..utils import _MIRROR, _get_repo_file_url, check_sha1, download, replace_file

__all__ = ["get_model_file", "purge"]

_model_sha1 = dict(line.split() for line in """
    alexnet 44335d1f0046b328243b32a26a4fbd62d9057b45
    densenet121 f27dbf2dbd5ce9a80b102d89c7483342cd33cb31
    densenet161 b6c8a95717e3e761bd88d145f4d0a214aaa515dc
    densenet169 2603f878403c6aa5a71a124c4a3307143d6820e9
    densenet201 1cdbc116bc3a1b65832b18cf53e1cb8e7da017eb
    inceptionv3 ed47ec45a937b656fcc94dabde85495bbef5ba1f
    mobilenet0.25 9f83e440996887baf91a6aff1cccc1c903a64274
    mobilenet0.5 8e9d539cc66aa5efa71c4b6af983b936ab8701c3
    mobilenet0.75 529b2c7f4934e6cb851155b22c96c9ab0a7c4dc2
    mobilenet1.0 6b8c5106c730e8750bcd82ceb75220a3351157cd
    mobilenetv2_0.25 ae8f9392789b04822cbb1d98c27283fc5f8aa0a7
    mobilenetv2_0.5 aabd26cd335379fcb72ae6c8fac45a70eab11785
    mobilenetv2_0.75 e2be7b72a79fe4a750d1dd415afedf01c3ea818d
    mobilenetv2_1.0 36da4ff1867abccd32b29592d79fc753bca5a215
    resnet18_v1 a0666292f0a30ff61f857b0b66efc0228eb6a54b
    resnet34_v1 48216ba99a8b1005d75c0f3a0c422301a0473233
    resnet50_v1 0aee57f96768c0a2d5b23a6ec91eb08dfb0a45ce
    resnet101_v1 d988c13d6159779e907140a638c56f229634cb02
    resnet152_v1 671c637a14387ab9e2654eafd0d493d86b1c8579
    resnet18_v2 a81db45fd7b7a2d12ab97cd88ef0a5ac48b8f657
    resnet34_v2 9d6b80bbc35169de6b6edecffdd6047c56fdd322
    resnet50_v2 ecdde35339c1aadbec4f547857078e734a76fb49
    resnet101_v2 18e93e4f48947e002547f50eabbcc9c83e516aa6
    resnet152_v2 f2695542de38cf7e71ed58f02893d82bb409415e
    squeezenet1.0 264ba4970a0cc87a4f15c96e25246a1307caf523
    squeezenet1.1 33ba0f93753c83d86e1eb397f38a667eaf2e9376
    vgg11 dd221b160977f36a53f464cb54648d227c707a05
    vgg11_bn ee79a8098a91fbe05b7a973fed2017a6117723a8
    vgg13 6bc5de58a05a5e2e7f493e2d75a580d83efde38c
    vgg13_bn 7d97a06c3c7a1aecc88b6e7385c2b373a249e95e
    vgg16 e660d4569ccb679ec68f1fd3cce07a387252a90a
    vgg16_bn 7f01cf050d357127a73826045c245041b0df7363
    vgg19 ad2f660d101905472b83590b59708b71ea22b2e5
    vgg19_bn f360b758e856f1074a85abd5fd873ed1d98297c3
""".strip().splitlines())


def short_hash(name: str) -> str:
    """Return the first eight digits of the digest of a model's file.

    Examples
    --------
    >>> mx.gluon.model_zoo.model_store.short_hash("resnet18_v1")
    'a0666292'
    """
    if name not in _model_sha1:
        raise ValueError(f"there are no trained parameters for {name!r}; there are for {', '.join(_model_sha1)}")
    return _model_sha1[name][:8]


def get_model_file(name: str, root: str = os.path.join(data_dir(), "models")) -> str:
    """Return the path of a model's pretrained parameters, whose digest is verified.

    If the file is not in ``root``, its archive is taken from ``gluon/models`` below the directory or URL that the
    environment variable ``MXNET_GLUON_REPO`` names. Otherwise, the error says which file to put where.

    Parameters
    ----------
    name : str
        Name of the model, such as ``'resnet18_v1'``.
    root : str, optional
        Folder of the files; ``models`` below ``MXNET_HOME`` by default.

    Returns
    -------
    str
        Path of the file.

    Raises
    ------
    OSError
        If the file is not there; the message says which one to put where.
    ValueError
        If there are no pretrained parameters of this name, or the file has another digest.
    """
    file_name = f"{name}-{short_hash(name)}"
    root = os.path.expanduser(root)
    path = os.path.join(root, f"{file_name}.params")
    there = os.path.exists(path)
    if there and check_sha1(path, _model_sha1[name]):
        return path
    if not os.environ.get(_MIRROR):
        found = "has another SHA-1 digest" if there else "is not there"
        raise MissingFile(2, f"trained parameters of {name}: {path} {found}. Put the file {file_name}.params (SHA-1 "
                             f"{_model_sha1[name]}) into {root}, or {file_name}.zip into gluon/models below a "
                             f"directory, and name that directory in the environment variable {_MIRROR}", path)
    os.makedirs(root, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=root) as folder:
        archive = download(_get_repo_file_url("gluon/models", f"{file_name}.zip"),
                           path=os.path.join(folder, f"{file_name}.zip"), overwrite=True)
        try:
            with zipfile.ZipFile(archive) as packed:
                unpacked = packed.extract(f"{file_name}.params", folder)
        except (zipfile.BadZipFile, KeyError) as error:
            raise MXNetError(f"{file_name}.zip of {_MIRROR}: {error}") from error
        if not check_sha1(unpacked, _model_sha1[name]):
            raise ValueError(f"{file_name}.params in {file_name}.zip of {_MIRROR} has another SHA-1 digest than "
                             f"{_model_sha1[name]}: the file is incomplete or another version")
        replace_file(unpacked, path)
    return path


def purge(root: str = os.path.join(data_dir(), "models")) -> None:
    """Remove all files of parameters below ``root``.

    Parameters
    ----------
    root : str, optional
        The folder; ``models`` below ``MXNET_HOME`` by default.

    Examples
    --------
    >>> import os
    >>> os.makedirs("zoo"); open("zoo/old.params", "w").close()
    >>> mx.gluon.model_zoo.model_store.purge("zoo")
    >>> os.listdir("zoo")
    []
    """
    root = os.path.expanduser(root)
    for name in os.listdir(root):
        if name.endswith(".params"):
            os.remove(os.path.join(root, name))
