"""`python -m benchmarks pages`"""

import sys

import tyro

from benchmarks.pages import pages

if __name__ == "__main__":
    sys.exit(tyro.extras.subcommand_cli_from_dict({"pages": pages}, prog="python -m benchmarks"))
