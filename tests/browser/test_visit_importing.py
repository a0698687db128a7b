"""Importing in a real browser: a folder of TensorBoard events and a CSV become runs, and nothing leaves the machine."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from torch.utils import tensorboard as writer

from core.results import Store


@pytest.fixture
def own(tmp_path: Path, roots: dict[str, Path]) -> Path:
    """Runs that this test may add to."""
    return Path(shutil.copytree(roots["normal"], tmp_path / "runs"))


def test_a_tensorboard_folder_is_imported(
    serve: Callable[[Path], str], own: Path, visit: Callable[..., Page], tmp_path: Path
) -> None:
    logs = tmp_path / "logs"
    for seed, value in enumerate((2.25, 2.5, 1.5)):
        made = writer.SummaryWriter(logs / f"mine-s{seed}")
        made.add_scalar("val/loss", value, 10)
        made.close()
    page = visit(f"{serve(own)}/runs", viewport={"width": 1400, "height": 900})
    page.get_by_role("button", name="Import runs").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("input[type=file]").set_input_files(logs)
    length = dialog.get_by_role("spinbutton")
    length.fill("64")
    length.press("Enter")
    dialog.get_by_role("button", name="Import 3 runs").click()
    expect(dialog).to_have_count(0)
    runs = Store(own).index().runs
    mine = runs[runs["encoding"] == "mine"].sort_values("seed")
    assert list(mine["val_loss"]) == [2.25, 2.5, 1.5]


def test_a_table_is_imported_and_the_broken_file_beside_it_is_named(
    serve: Callable[[Path], str], own: Path, visit: Callable[..., Page], tmp_path: Path
) -> None:
    good, bad = tmp_path / "good.csv", tmp_path / "bad.csv"
    good.write_text("run,step,val_loss,train_length\nother-s0,1,2.5,64\nother-s1,1,3.5,64\n")
    bad.write_bytes(b"")
    page = visit(f"{serve(own)}/runs", viewport={"width": 1400, "height": 900})
    page.get_by_role("button", name="Import runs").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("A whole folder").click()
    files = dialog.locator("input[type=file]:not([webkitdirectory])")
    files.set_input_files([good, bad])
    expect(dialog.get_by_text("it is empty")).to_be_visible()
    dialog.get_by_role("button", name="Import 2 runs").click()
    expect(dialog).to_have_count(0)
    runs = Store(own).index().runs
    assert sorted(runs.loc[runs["encoding"] == "other", "val_loss"]) == [2.5, 3.5]
