"""`python -m benchmarks training | evaluation | scaling | pages | calculators | dashboard`"""

import sys
from collections.abc import Callable

import tyro

from benchmarks.calculators import calculators
from benchmarks.dashboard import dashboard
from benchmarks.evaluation import evaluation
from benchmarks.pages import pages
from benchmarks.scaling import scaling
from benchmarks.training import training

COMMANDS: dict[str, Callable[..., int]] = {
    "training": training,
    "evaluation": evaluation,
    "scaling": scaling,
    "pages": pages,
    "calculators": calculators,
    "dashboard": dashboard,
}

if __name__ == "__main__":
    sys.exit(tyro.extras.subcommand_cli_from_dict(COMMANDS, prog="python -m benchmarks"))
