"""The experiment record: run files, their index, statistics over seeds, verdicts and exports."""

from core.results.digits import grouped, mean_std, number
from core.results.disagreement import both, disagreement
from core.results.errors import BrokenFile, RunFileError, StoreError
from core.results.evidence import evidence
from core.results.export import frame_to_csv
from core.results.footer import Footer
from core.results.identity import latest_per_seed
from core.results.index import RunIndex
from core.results.kinds import on_tasks, on_texts
from core.results.lines import curve
from core.results.rule import holm
from core.results.runs import Run, Store
from core.results.summary import final_values, over_seeds, table
from core.results.verdict import paired

__all__ = [
    "BrokenFile",
    "Footer",
    "Run",
    "RunFileError",
    "RunIndex",
    "Store",
    "StoreError",
    "both",
    "curve",
    "disagreement",
    "evidence",
    "final_values",
    "frame_to_csv",
    "grouped",
    "holm",
    "latest_per_seed",
    "mean_std",
    "number",
    "on_tasks",
    "on_texts",
    "over_seeds",
    "paired",
    "table",
]
