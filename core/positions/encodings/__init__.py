"""Every position encoding, each declared once: what it adds, turns or biases, and how it looks in every picture.

To add one, put a file with a tuple ENCODINGS of records into this folder: the trainer's choices, the legends, the
calculators and the tests iterate over the ENCODINGS here. docs/add-an-encoding.md goes through it.
"""

import pkgutil
from importlib import import_module

from core.positions.encodings.record import Encoding, Parameter, Sizes, TrainedBias

__all__ = ["ENCODINGS", "Encoding", "Parameter", "Sizes", "TrainedBias"]

_OURS = ("additive", "rotary", "biases")  # the order of every table and legend; what somebody adds comes after
_OTHERS = sorted({module.name for module in pkgutil.iter_modules(__path__)} - {*_OURS, "record"})
_MODULES = [import_module(f"{__name__}.{name}") for name in (*_OURS, *_OTHERS)]
ENCODINGS: dict[str, Encoding] = {encoding.name: encoding for module in _MODULES for encoding in module.ENCODINGS}
