"""Imported runs into the store."""

import hashlib
import re
from dataclasses import dataclass, replace

import pandas as pd

from core.results.errors import BrokenFile, RunFileError
from core.results.footer import Footer
from core.results.imports.answers import Answers
from core.results.imports.logged import Found
from core.results.imports.mapping import planned, questions, to_run
from core.results.runs import Store

FOLDER = "imported/"
LONGEST = 40  # characters of a name that its file keeps; four bytes each at worst, and disks take 255


@dataclass(frozen=True, kw_only=True)
class Imported:
    """The names of the runs that were written, and of those that were there already."""

    written: tuple[str, ...]
    there: tuple[str, ...]
    broken: tuple[BrokenFile, ...]


def put(store: Store, found: Found, answers: Answers) -> Imported:
    """Write the runs below imported/; one that is there already stays. ValueError asks what cannot be inferred."""
    open_questions = questions(found, answers)
    if open_questions:
        raise ValueError("\n".join(question.sentence for question in open_questions))
    plan = planned(found.runs, answers)
    written, there, broken = [], [], list(found.broken)
    for place, run in enumerate(found.runs):
        try:
            rows, footer = to_run(run, place, plan, answers)
            name = file_name(rows, footer)
            if _is_there(store, name):
                there.append(name)
            else:
                store.write(name, rows, footer)
                written.append(name)
        except ValueError as error:
            broken.append(BrokenFile(run.name, str(error), "rows"))
    return Imported(written=tuple(written), there=tuple(there), broken=tuple(broken))


def file_name(rows: pd.DataFrame, footer: Footer) -> str:
    """A name for the run file that says what it was called and that another content would not get."""
    plain = re.sub(r"[^\w=-]+", "-", footer.name).strip("-")[:LONGEST] or "run"
    content = pd.util.hash_pandas_object(rows.astype({"value": "float64"}).fillna({"eval_length": 0}), index=False)
    digest = hashlib.sha256(replace(footer, message="").to_json() + content.to_numpy().tobytes())
    return f"{FOLDER}{plain}-{digest.hexdigest()[:8]}"


def _is_there(store: Store, name: str) -> bool:
    try:
        store.open(name, ("step",))
    except RunFileError:
        return False
    return True
