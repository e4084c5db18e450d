"""Operators that MXNet kept under `contrib`: detection, attention, deformable layers and more."""
