"""`summary` and `verdict` on the command line."""

import json

import pytest

from core.commands import results
from core.commands.main import main
from core.positions.encodings import ENCODINGS


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    """Exit status and what was printed on both streams."""
    status = main(list(args))
    said = capsys.readouterr()
    return status, said.out, said.err


def fill(put) -> None:
    for seed in range(3):
        put("rope", seed, {128: 1.6 + seed / 100, 256: 1.8 + seed / 100})
        put("none", seed, {128: 1.9 + seed / 90, 256: 2.0 + seed / 90})


def test_summary_as_json_has_the_promised_keys(store, put, capsys):
    fill(put)
    status, out, _ = run(capsys, "summary", "--json", "--runs", str(store.root))
    rows = {row["encoding"]: row for row in json.loads(out)}
    assert status == 0 and list(rows) == ["none", "rope"] and rows["rope"]["n"] == 3
    assert rows["rope"]["val_loss"] == {
        "mean": pytest.approx(2.11),
        "std": pytest.approx(0.01),
    }  # window_loss is tail_loss + 0.5 here
    assert rows["rope"]["rise_at_2x"]["mean"] == pytest.approx(0.2)
    assert set(rows["rope"]["tail_loss"]) == {"128", "256"}
    assert rows["rope"]["tail_loss"]["256"]["mean"] == pytest.approx(1.81)


def test_one_seed_has_no_std(store, put, capsys):
    put("rope", 0, {128: 1.6})
    _, out, _ = run(capsys, "summary", "--json", "--runs", str(store.root))
    assert json.loads(out)[0]["val_loss"] == {"mean": pytest.approx(2.1), "std": None}


def test_summary_and_verdict_as_text(store, put, capsys):
    fill(put)
    _, out, _ = run(capsys, "summary", "--runs", str(store.root))
    assert "1.610 ± 0.010" in out and "nats/token" in out
    _, out, _ = run(capsys, "summary", "--markdown", "--runs", str(store.root))
    assert out.startswith("| series")
    status, out, _ = run(capsys, "verdict", "--against", "rope", "--runs", str(store.root))
    assert status == 0 and "worse" in out and "0.301" in out
    _, out, _ = run(capsys, "verdict", "--json", "--runs", str(store.root))
    assert json.loads(out)[0]["pairs"] == 3


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["summary"], "holds no run"),
        (["verdict"], "holds no run"),
    ],
)
def test_empty_store_is_one_sentence(store, capsys, args, said):
    status, _, err = run(capsys, *args, "--runs", str(store.root))
    assert status == 1 and said in err and err.count("\n") == 1


def test_unknown_baseline_and_metric_are_named(store, put, capsys):
    fill(put)
    root = str(store.root)
    assert 'No run of "ropes"' in run(capsys, "verdict", "--against", "ropes", "--runs", root)[2]
    assert "choose one of val_loss" in run(capsys, "verdict", "--metric", "speed", "--runs", root)[2]
    assert "say which one as eval_length" in run(capsys, "verdict", "--metric", "tail_loss", "--runs", root)[2]


def test_the_readmes_table_is_what_the_committed_runs_say(monkeypatch, tmp_path, capsys):
    before = results.README.read_text()
    copy = tmp_path / "README.md"
    copy.write_text(before.replace("RoPE", "rope"))
    monkeypatch.setattr(results, "README", copy)
    assert main(["summary", "--readme"]) == 0
    rows = [line for line in copy.read_text().splitlines() if line.startswith("| ")]
    assert rows == [line for line in before.splitlines() if line.startswith("| ")]
    _, out, _ = run(capsys, "summary", "--json")
    told = next(row for row in json.loads(out) if row["encoding"] == "alibi")
    cells = next(row for row in rows if row.startswith("| ALiBi")).strip("| ").split(" | ")
    assert cells[1] == str(told["n"])
    assert [float(cell.split(" ± ")[0]) for cell in cells[2:]] == [
        pytest.approx(one["mean"], abs=5e-3) for one in told["tail_loss"].values()
    ]


FIRST_SEVEN = ("none", "learned", "sinusoidal", "sinusoidal-raw", "rope", "rope-partial", "alibi")


def test_every_encoding_has_n_and_the_seven_lengths(capsys):
    rows = json.loads(run(capsys, "summary", "--json")[1])
    trained = {row["encoding"]: row for row in rows if len(row["tail_loss"]) == 7 or row["encoding"] == "learned"}
    there = {name for name in ENCODINGS if any((results.ROOT / "runs/reference").glob(f"{name}-s?-????????.parquet"))}
    assert len(there) >= 7
    for name, record in ENCODINGS.items():
        if name not in there:
            continue
        row = trained[f"{name}, forced" if record.learned_table else name]
        assert row["n"] >= (5 if name in FIRST_SEVEN else 3)
        assert list(row["tail_loss"]) == [str(length) for length in (128, 192, 256, 384, 512, 768, 1024)]


def test_a_readme_without_marks_says_which(store, put, capsys, monkeypatch, tmp_path):
    put("rope", 0)
    (tmp_path / "README.md").write_text("no table")
    monkeypatch.setattr(results, "README", tmp_path / "README.md")
    status, _, err = run(capsys, "summary", "--readme", "--runs", str(store.root))
    assert status == 1 and "<!-- end of summary -->" in err


def test_verdict_over_a_family_and_by_other_settings(store, put, capsys):
    fill(put)
    for seed in range(3):
        put("alibi", seed, {128: 1.6 + seed / 95, 256: 1.7 + seed / 90})
        if seed:
            put("rope", seed, {128: 1.5 + seed / 90, 256: 2.8}, name=f"low-{seed}", config={"rope_theta": 100.0})
        put("rope", seed, {128: 1.5 + seed / 99, 256: 2.1}, name=f"rope-yarn-{seed}", scaling="yarn x2")
    root = ("--runs", str(store.root))
    _, out, _ = run(capsys, "verdict", "--family", "alibi", *root)
    assert "correction (1): alibi, each against rope." in out and "sinusoidal" not in out
    assert "a gap under" in out and "Noise floor: none was measured" in out
    _, out, _ = run(capsys, "verdict", "--json", *root)
    rows = {row["series"]: row for row in json.loads(out)}
    assert set(rows) == {"none", "alibi"} and rows["alibi"]["family"] == ["none", "alibi"]
    assert rows["none"]["compared"] == ["encoding"] and "could not have been seen" in rows["alibi"]["power"]
    _, out, _ = run(capsys, "verdict", "--json", "--vary", "scaling", *root)
    assert [(row["series"], row["compared"]) for row in json.loads(out)] == [("rope, yarn x2", ["scaling"])]
    for name in ("rope", "10000", "rope, rope_theta=10000"):
        _, out, _ = run(capsys, "verdict", "--json", "--vary", "rope_theta", "--against", name, *root)
        rows = json.loads(out)
        assert [(row["series"], row["compared"]) for row in rows] == [("rope, rope_theta=100", ["rope_theta"])]
    assert 'No run has a setting "colour"' in run(capsys, "verdict", "--vary", "colour", *root)[2]
    assert 'No series is named "ropes"' in run(capsys, "verdict", "--family", "ropes", *root)[2]


def test_noise_prints_the_floor(store, put, capsys):
    for precision in ("float32", "bfloat16"):
        for seed in range(2):
            put("rope", seed, {128: 2.0 if precision == "float32" else 2.5}, name=f"{precision}-{seed}",
                config={"precision": precision})  # fmt: skip
    _, out, _ = run(capsys, "noise", "--runs", str(store.root))
    assert "rope, float32 against bfloat16, seeds 0, 1" in out and "tail_loss            128  0.5" in out
