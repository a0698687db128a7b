"""What can go wrong with a run file, said in one sentence each."""

from dataclasses import dataclass


class StoreError(Exception):
    """The root of the runs cannot be opened, listed or written."""


class RunFileError(Exception):
    """One file is no readable run: its name, a short code that pages can translate, and the reason."""

    def __init__(self, name: str, reason: str, code: str = "unreadable"):
        super().__init__(f"{name}: {reason}")
        self.name, self.reason, self.code = name, reason, code


@dataclass(frozen=True)
class BrokenFile:
    """A file (or folder) below the root that was left out, and why."""

    name: str
    reason: str
    code: str = "unreadable"


def os_reason(error: OSError) -> str:
    """The plain cause of an OSError, without the path and the stack that pyarrow puts around it."""
    causes = {
        FileNotFoundError: "it does not exist",
        PermissionError: "permission was denied",
        NotADirectoryError: "it is not a folder",
    }
    for kind, words in causes.items():
        if isinstance(error, kind):
            return words
    if error.errno == 28 or "No space left" in str(error):
        return "the disk is full"
    return str(error).splitlines()[0][:200] if str(error) else type(error).__name__
