"""The sizes of a task on the command line."""

from core.tasks import TASKS

COMMANDS = ("train", "sweep")


def with_task_settings(args: list[str]) -> list[str]:
    """The arguments with the settings of the task that --corpus names before the user's own, which so win."""
    if not args or args[0] not in COMMANDS or "--resume" in args:
        return args
    task = TASKS.get(_corpus(args[1:]))
    if task is None:
        return args
    flags = list[str]()
    for name, value in task.settings.items():
        values = value if isinstance(value, tuple) else (value,)
        flags += [f"--{name.replace('_', '-')}", *map(str, values)]
    return [args[0], *flags, *args[1:]]


def _corpus(args: list[str]) -> str:
    """What the last --corpus says; "" without one."""
    named = ""
    for word, following in zip(args, [*args[1:], ""], strict=True):
        if word == "--corpus":
            named = following
        elif word.startswith("--corpus="):
            named = word.partition("=")[2]
    return named
