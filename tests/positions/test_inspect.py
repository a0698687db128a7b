"""`python -m core inspect` in a terminal, as JSON and from standard input."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from core.commands.main import main
from pages.ui.menu import ROOT
from tests.positions.test_config_cases import CASES, assert_close, shared

LLAMA = CASES["llama3.1-8b"]["config"]


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    status = main(["inspect", *args])
    said = capsys.readouterr()
    return status, said.out, said.err


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "config.json"
    path.write_text(json.dumps(LLAMA))
    return path


def test_json_has_the_keys_of_the_cases_and_every_frequency(capsys, file):
    status, out, err = run(capsys, str(file), "--json")
    said = json.loads(out)
    assert (status, err) == (0, "") and len(said["inv_freq"]) == said["n_pairs"] == 64
    assert_close(said, shared("llama3.1-8b"), "llama3.1-8b")
    assert said["errors"] == [] and all({"code", "tell"} <= set(one) for one in said["warnings"])


def test_text_says_the_same_and_then_the_findings(capsys, file):
    status, out, _ = run(capsys, str(file))
    assert status == 0 and "inv_freq" not in out
    assert "rope_type: llama3" in out and "bands: kept 29, blended 6, divided 29" in out
    assert out.index("rope_type") < out.index("Note ORIGINAL_VS_MAX: The rule goes by")


@pytest.mark.parametrize("name", [name for name in CASES if CASES[name].get("expected_error")])
@pytest.mark.parametrize("more", [(), ("--json",)], ids=["text", "json"])
def test_an_error_is_status_1_and_is_said(capsys, tmp_path, name, more):
    path = tmp_path / "config.json"
    path.write_text(json.dumps(CASES[name]["config"]))
    status, out, _ = run(capsys, str(path), *more)
    assert status == 1 and CASES[name]["expected_error"]["code"] in out


def test_a_missing_file_is_an_error_as_json_too(capsys, tmp_path):
    status, out, _ = run(capsys, str(tmp_path / "no.json"), "--json")
    assert status == 1 and json.loads(out)["errors"][0]["code"] == "FILE_MISSING"


def test_a_dash_reads_standard_input(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(LLAMA).encode())))
    status, out, _ = run(capsys, "-", "--json")
    assert status == 0 and json.loads(out)["factor"] == 8


def test_length_decides_where_a_rule_goes_by_it(capsys, tmp_path):
    path, config = tmp_path / "config.json", {"model_type": "llama", "head_dim": 64, "max_position_embeddings": 2048}
    config |= {"rope_theta": 10000.0, "rope_scaling": {"rope_type": "dynamic", "factor": 4.0}}
    path.write_text(json.dumps(config))
    slowest = {}
    for length in (1024, 2048, 8192):
        said = json.loads(run(capsys, str(path), "--json", "--length", str(length))[1])
        assert said["seq_len"] == length and "variants" not in said
        slowest[length] = said["inv_freq"][-1]
    assert slowest[1024] == slowest[2048]
    # Dynamic NTK divides the slowest pair by factor * length / native - (factor - 1), here 13.
    assert slowest[2048] / slowest[8192] == pytest.approx(13, rel=1e-9)
    status, _, err = run(capsys, str(path), "--length", "0")
    assert status == 1 and "at least 1" in err


def test_the_command_starts_without_torch(file):
    code = "import sys; from core.commands.main import main; main(sys.argv[1:]); sys.exit('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code, "inspect", str(file)], cwd=ROOT, capture_output=True, text=True,
                          timeout=120, check=False)  # fmt: skip
    assert done.returncode == 0 and "rope_type: llama3" in done.stdout, done.stderr[-2000:]
