"""The entry of the command line."""

import os
import sys
from collections.abc import Callable

import tyro

from core.commands.claims import claims
from core.commands.continuation import continue_
from core.commands.evaluation import evaluate
from core.commands.export import export
from core.commands.imports import import_
from core.commands.inspect import inspect
from core.commands.noise import noise
from core.commands.results import summary
from core.commands.task_settings import with_task_settings
from core.commands.tasks import tasks
from core.commands.training import sweep, train
from core.commands.verdict import verdict
from core.results import RunFileError, StoreError

COMMANDS: dict[str, Callable[..., int]] = {
    "train": train,
    "sweep": sweep,
    "continue": continue_,
    "evaluate": evaluate,
    "summary": summary,
    "tasks": tasks,
    "verdict": verdict,
    "noise": noise,
    "claims": claims,
    "import": import_,
    "inspect": inspect,
    "export": export,
}


def main(args: list[str] | None = None) -> int:
    """Run a command and return its exit status; what a user can mend is one sentence on standard error."""
    args = with_task_settings(sys.argv[1:] if args is None else args)
    try:
        return tyro.extras.subcommand_cli_from_dict(COMMANDS, args=args, prog="python -m core")
    except (ValueError, RunFileError, StoreError) as error:
        print(error, file=sys.stderr)
    except BrokenPipeError:  # the reader of our output, `head` say, has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("Stopped before the first step; nothing was recorded.", file=sys.stderr)
    return 1
