"""A small store: two encodings with three seeds, one whose name no format may take for more than a name."""

from pathlib import Path

import pytest

from core.results import Footer, Store
from tests.pages import sample

EVIL = '=HYPERLINK("http://x")|a_b<script>alert(1)</script>&50%$#{}~^\\ [x](y) `z` 中文'


@pytest.fixture(scope="session")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the store."""
    folder = tmp_path_factory.mktemp("report")
    store = Store(folder)
    for encoding in ("rope", "alibi"):
        for seed in range(3):
            store.write(
                f"{encoding}-s{seed}", sample.rows(encoding, seed), sample.footer(encoding, seed, dirty=seed == 1)
            )
    for seed in range(3):
        config = sample.CONFIG | {"encoding": EVIL, "seed": seed}
        said = {"status": "finished", "corpus": sample.footer("rope", 0).corpus, "steps_done": sample.STEPS}
        store.write(
            f"evil-s{seed}",
            sample.rows("none", seed),
            Footer(run_id=f"evil{seed}", encoding=EVIL, seed=seed, config=config, **said),
        )
    return folder
