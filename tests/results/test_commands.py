"""`summary` and `verdict` on the command line."""

import json

import pytest

from core.commands.main import main


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
