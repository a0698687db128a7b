"""The report and `export`: the numbers of the record in every format, and errors that say what to do."""

import importlib.util
import io
import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pandas as pd
import pytest
import vl_convert

from core.commands.main import main
from core.report import speaker, standard, view
from core.report.language import CATALOGUES
from core.results import Store
from tests.pages import sample
from tests.report.conftest import EVIL
from tests.report.test_formats import Cells, compiled


def export(capsys: pytest.CaptureFixture[str], root: Path, *args: str) -> tuple[int, str, str]:
    """Exit status and what was printed on both streams."""
    status = main(["export", *args, "--runs", str(root)])
    said = capsys.readouterr()
    return status, said.out, said.err


def mean_val_loss(encoding: str) -> float:
    """What the sample's formula gives: window_loss is the loss and 0.3 nats more."""
    return sum(sample.loss(encoding, seed, 128, sample.STEPS) + 0.3 for seed in range(3)) / 3


def test_csv_has_the_means_of_the_seeds(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = export(capsys, root, "--format", "csv")
    read = pd.read_csv(io.StringIO(out)).set_index("position encoding")
    assert status == 0 and list(read["n"]) == [3, 3, 3]
    assert read.at["RoPE", "loss inside 128"] == pytest.approx(mean_val_loss("rope"), abs=6e-4)
    assert read.at["ALiBi", "loss inside 128"] == pytest.approx(mean_val_loss("alibi"), abs=6e-4)
    gap = sample.loss("alibi", 0, 256, sample.STEPS) - sample.loss("rope", 0, 256, sample.STEPS)
    assert gap > 0.1 and read.at["ALiBi", "vs RoPE, 256"] == "worse"  # far beyond the seeds, which differ by 0.02


def test_every_format_says_the_same_digits(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = standard.sheet(view(Store(root)), "overview", speaker("en")).frame
    wanted = shown["loss at 256"].tolist()
    latex = export(capsys, root, "--format", "latex")[1]
    web = Cells(export(capsys, root, "--format", "html")[1]).cells
    for text in wanted:
        assert f"| {text} |" in export(capsys, root)[1]
        assert text in web and text.replace("±", r"\pm") in latex


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="no pdflatex here: apt-get install texlive-latex-base")
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_both_tables_compile_in_both_languages(root: Path, capsys, tmp_path: Path, lang: str) -> None:
    for name in ("overview", "compare"):
        compiled(tmp_path, export(capsys, root, "--format", "latex", "--table", name, "--lang", lang)[1])


def test_a_report_runs_nothing_and_loads_nothing(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = export(capsys, root, "--kind", "report")[1]
    tags = Tags(page)
    assert not tags.names & {"script", "link", "img", "iframe", "image", "object", "a"}
    assert tags.names >= {"svg", "table", "details"} and not tags.handlers
    policy = next(attrs["content"] for attrs in tags.metas if attrs.get("http-equiv") == "Content-Security-Policy")
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "url(http" not in page and len(tags.ids) == len(set(tags.ids))
    assert EVIL in tags.text


class Tags(HTMLParser):
    """The elements, the attributes that run something, the ids and the text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.metas: list[dict] = []
        self.ids: list[str] = []
        self.handlers: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list) -> None:
        self.names.add(tag)
        self.metas += [dict(attrs)] if tag == "meta" else []
        self.ids += [value for name, value in attrs if name == "id"]
        self.handlers += [name for name, _ in attrs if name.startswith("on") or name in ("style", "href", "src")]

    def handle_data(self, data: str) -> None:
        self.text += data


def test_a_report_names_runs_rules_commit_and_date(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = Tags(export(capsys, root, "--kind", "report")[1]).text
    for seed in range(3):
        assert f"rope-s{seed}-0a1b2c3d" in text
    assert text.count("0123456+") == 2 and "n=3" in text  # the middle seed of two encodings had changes
    assert "window_loss at the training length" in text and re.search(r"on 20\d\d-\d\d-\d\d\.", text)


def test_a_chinese_report_has_no_english_sentence(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = export(capsys, root, "--kind", "report", "--lang", "zh")[1]
    assert '<html lang="zh-Hans">' in page
    assert not re.findall(r"[A-Za-z]+(?: [a-z]+){3,}", Tags(page).text.replace(style_of(page), ""))


def style_of(page: str) -> str:
    """The style sheet, which is no sentence."""
    return page.partition("<style>")[2].partition("</style>")[0]


@pytest.mark.parametrize(("kind", "begin"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_a_chart_is_written_in_every_kind(root: Path, tmp_path: Path, capsys, kind: str, begin: bytes) -> None:
    file = tmp_path / f"图 {kind}.{kind}"
    assert export(capsys, root, "--kind", "chart", "--out", str(file), "--lang", "zh")[0] == 0
    assert file.read_bytes().startswith(begin)
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


@pytest.mark.parametrize("chart", ["lengths", "curves", "replay", "differences"])
def test_the_json_of_a_chart_draws_by_itself(root: Path, capsys, chart: str) -> None:
    status, out, _ = export(capsys, root, "--kind", "chart", "--chart", chart, "--format", "json")
    spec = json.loads(out)
    assert status == 0 and not re.findall(r'"url"', out)
    draw = vl_convert.vega_to_svg if "/schema/vega/" in spec["$schema"] else vl_convert.vegalite_to_svg
    assert "ALiBi" in draw(out)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--format", "docx"], "choose one of markdown, latex, csv, html"),
        (["--kind", "chart", "--format", "png"], "--out lengths.png"),
        (["--encodings", "ropes"], 'has the encoding "ropes"'),
        (["--against", "ropes"], 'No series is named "ropes"'),
        (["--experiment", "00000000"], 'No experiment is "00000000"'),
        (["--out", "/nowhere/at/all.md"], "mkdir -p /nowhere/at"),
        (["--out", "/dev/full"], "No space left on device"),
        (["--out", "/tmp"], "it is a folder"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(root: Path, capsys, args: list[str], said: str) -> None:
    status, out, err = export(capsys, root, *args)
    assert status == 1 and said in err and err.count("\n") == 1 and out == ""


def test_no_runs_and_no_vl_convert_are_one_sentence(root: Path, tmp_path: Path, capsys, monkeypatch) -> None:
    assert "holds no run; make one with" in export(capsys, tmp_path)[2]
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert "pip install vl-convert-python" in export(capsys, root, "--kind", "report")[2]
    assert export(capsys, root, "--kind", "chart", "--format", "json")[0] == 0


def test_a_failed_write_leaves_the_old_file(root: Path, tmp_path: Path, capsys, monkeypatch) -> None:
    file = tmp_path / "t.md"
    file.write_text("old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    status, _, err = export(capsys, root, "--out", str(file))
    assert status == 1 and "No space left" in err and "free space" in err
    assert file.read_text() == "old" and [path.name for path in tmp_path.iterdir()] == ["t.md"]


def test_the_catalogue_of_the_report_is_that_of_the_pages() -> None:
    from pages.ui.language import TEXT

    assert CATALOGUES.resolve() == TEXT.resolve()
    with pytest.raises(ValueError, match="choose one of en, zh"):
        speaker("fr")
