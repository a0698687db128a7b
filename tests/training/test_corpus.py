"""Corpora and the windows that are cut from them."""

import hashlib
from pathlib import Path

import numpy as np
import pytest

from core.training import corpus as module
from core.training.corpus import Corpus, eval_ends, load_corpus, training_starts, windows


def test_pydoc_needs_no_network_and_is_split_nine_to_one(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pooch.retrieve", lambda *_: pytest.fail("no download"))
    again = load_corpus("pydoc")
    assert again.sha256 == corpus.sha256
    total = len(corpus.train) + len(corpus.val)
    assert len(corpus.train) == int(0.9 * total) and total > 300_000
    assert hashlib.sha256(corpus.train.tobytes() + corpus.val.tobytes()).hexdigest() == corpus.sha256


def test_any_file_is_a_corpus(tmp_path: Path) -> None:
    path = tmp_path / "名 字.bin"
    path.write_bytes(bytes(range(256)) * 8)
    loaded = load_corpus(str(path))
    assert loaded.name == "名 字.bin" and loaded.train[255] == 255


@pytest.mark.parametrize("missing", ["no/such/file", "/", ""])
def test_missing_file_is_one_sentence(missing: str) -> None:
    with pytest.raises(ValueError, match="neither tinyshakespeare nor pydoc nor a readable file"):
        load_corpus(missing)


def test_wrong_tinyshakespeare_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "other.txt"
    path.write_text("To be or not to be", encoding="utf-8")
    monkeypatch.setenv(module.PATH_VARIABLE, str(path))
    with pytest.raises(ValueError, match="its sha256 differs"):
        load_corpus("tinyshakespeare")
    monkeypatch.setenv(module.PATH_VARIABLE, str(tmp_path / "gone.txt"))
    with pytest.raises(ValueError, match="use --corpus pydoc"):
        load_corpus("tinyshakespeare")


def test_auto_takes_what_is_at_hand(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(module.PATH_VARIABLE, raising=False)
    monkeypatch.setattr("pooch.os_cache", lambda _: tmp_path)
    assert load_corpus("auto").name == "pydoc"


def test_windows_hold_inputs_and_targets() -> None:
    data = np.arange(50, dtype=np.uint8)
    np.testing.assert_array_equal(windows(data, np.array([0, 7]), 3), [[0, 1, 2, 3], [7, 8, 9, 10]])


def test_a_seed_fixes_the_order_of_data(corpus: Corpus) -> None:
    first = training_starts(corpus, 3, 10, 4, 16)
    np.testing.assert_array_equal(first, training_starts(corpus, 3, 10, 4, 16))
    np.testing.assert_array_equal(first[:5], training_starts(corpus, 3, 5, 4, 16))
    assert (first != training_starts(corpus, 4, 10, 4, 16)).any()
    assert first.min() >= 0 and first.max() + 16 < len(corpus.train)


def test_windows_of_every_length_end_at_the_same_targets(corpus: Corpus) -> None:
    ends = eval_ends(corpus, 5, 1024)
    tails = [windows(corpus.val, ends - length, length)[:, -64:] for length in (128, 512, 1024)]
    for tail in tails[1:]:
        np.testing.assert_array_equal(tail, tails[0])


def test_short_corpus_is_refused() -> None:
    short = Corpus("short", "", np.zeros(20, np.uint8), np.zeros(10, np.uint8))
    with pytest.raises(ValueError, match="training split has 20 bytes"):
        training_starts(short, 0, 1, 1, 20)
    with pytest.raises(ValueError, match="longest eval_length, 64"):
        eval_ends(short, 3, 64)
