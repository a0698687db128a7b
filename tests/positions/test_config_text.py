"""What stands in a file's way before it is a config, and what a hostile file must not do."""

import json
import re
import string
from pathlib import Path

import pytest

from core.positions import configs
from core.positions.config_report import report
from core.positions.configs.sentences import ERRORS, NOTES, TEMPLATES, WARNINGS
from core.positions.configs.text import LIMIT
from core.positions.model_config import ModelPositions, read

LLAMA = {"model_type": "llama", "head_dim": 8, "max_position_embeddings": 4096, "rope_theta": 10000.0}


def codes(described: ModelPositions) -> list[str]:
    return [one.code for one in described.findings]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "EMPTY"),
        (" \n\t", "EMPTY"),
        ("null", "NOT_AN_OBJECT"),
        ("[1, 2]", "NOT_AN_OBJECT"),
        ('"config.json"', "NOT_AN_OBJECT"),
        ("NaN", "NOT_AN_OBJECT"),
        ("{'model_type': 'llama'}", "NOT_JSON"),
        ('{"head_dim": 8,}', "NOT_JSON"),
        ('{"head_dim": 8', "NOT_JSON"),
        ("config.json", "NOT_JSON"),
        ("[" * 200_000, "TOO_DEEP"),
        ('{"a":' * 100_000 + "1" + "}" * 100_000, "TOO_DEEP"),
        (b"\xff\xfe{\x00}\x00", "NOT_UTF8"),
        ('{"model_type": "møt"}'.encode("latin-1"), "NOT_UTF8"),
        ("x" * (LIMIT + 1), "FILE_TOO_LARGE"),
        (b'{"a": "' + b"x" * 10_000_000 + b'"}', "FILE_TOO_LARGE"),
        ("é".encode() * (2 * LIMIT + 1), "FILE_TOO_LARGE"),  # a file is read only so far, and cut within a letter
    ],
)
def test_what_is_no_config_is_one_clear_error(text: str | bytes, code: str) -> None:
    described = read(text)
    assert [one.code for one in described.errors] == [code]
    assert described.position_encoding == "unknown" and not described.ropes
    assert len(described.errors[0].tell) < 300


def test_a_path_that_leads_nowhere_and_a_folder(tmp_path: Path) -> None:
    assert codes(read(tmp_path / "config.json")) == ["FILE_MISSING"]
    assert codes(read(tmp_path)) == ["FILE_IS_FOLDER"]
    assert codes(read(Path("config\0.json"))) == ["FILE_UNREADABLE"]
    assert codes(read(tmp_path / ("x" * 5000))) == ["FILE_UNREADABLE"]


def test_text_bytes_file_and_mapping_say_the_same(tmp_path: Path) -> None:
    text = json.dumps(LLAMA)
    (tmp_path / "config.json").write_text(text)
    sources = (LLAMA, text, text.encode(), tmp_path / "config.json")
    reports = [json.dumps(report(read(source))) for source in sources]
    assert len(set(reports)) == 1 and read(LLAMA).ropes


def test_a_byte_order_mark_is_read_over_and_said() -> None:
    described = read("\ufeff" + json.dumps(LLAMA))
    assert codes(described) == ["BYTE_ORDER_MARK"] and described.head_dim == 8
    assert codes(read(b"\xef\xbb\xbf" + json.dumps(LLAMA).encode())) == ["BYTE_ORDER_MARK"]


def test_the_last_of_two_equal_names_counts_and_is_said() -> None:
    described = read('{"model_type": "llama", "head_dim": 8, "max_position_embeddings": 64, "rope_theta": 1e4, '
                     '"rope_theta": 5e5}')  # fmt: skip
    assert described.ropes[0].base == 500_000
    assert [one.code for one in described.warnings] == ["DUPLICATE_KEY"] and "rope_theta" in described.warnings[0].tell


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "9" * 500, "1" + "0" * 5000, "-1e400"])
def test_numbers_that_json_or_a_float_cannot_hold_count_as_missing(number: str) -> None:
    described = read(f'{{"model_type": "llama", "head_dim": 8, "max_position_embeddings": 64, "rope_theta": {number}}}')
    assert described.ropes[0].base == 10_000
    assert {"JSON_CONSTANT", "NUMBER_TOO_LONG"} & set(codes(described)) and "THETA_DEFAULTED" in codes(described)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -1, 0, 10**400, 1, True, [10000], {}, "ten"])
def test_a_base_that_rope_cannot_have_is_an_error_and_counts_as_missing(value: object) -> None:
    described = read(LLAMA | {"rope_theta": value})
    assert {"FIELD_RANGE", "FIELD_NOT_NUMBER"} & {one.code for one in described.errors}
    assert described.ropes[0].base == 10_000


def test_sentences_repeat_no_long_value_and_no_control_character() -> None:
    hostile = "\x1b[31m" + "evil" * 100_000
    described = read(LLAMA | {"rope_scaling": {"rope_type": hostile, "factor": hostile}, "head_dim": hostile})
    assert described.errors
    for one in described.findings:
        assert len(one.tell) < 600 and "\x1b" not in one.tell


def test_a_mistake_a_hundred_thousand_times_is_said_a_few_times() -> None:
    text = ",".join(f'{{"a{index}": 1, "a{index}": 2}}' for index in range(20_000))
    described = read(f'{{"model_type": "gpt2", "n_positions": 8, "list": [{text}]}}')
    assert 1 <= codes(described).count("DUPLICATE_KEY") <= 10


def test_many_kinds_of_layers_are_not_all_computed() -> None:
    kinds = {f"kind{index}": {"rope_type": "default", "rope_theta": 1e4 + index} for index in range(5000)}
    described = read(LLAMA | {"layer_types": list(kinds), "rope_parameters": kinds})
    assert "TOO_MANY_KINDS" in codes(described) and len(described.ropes) == 16


@pytest.mark.parametrize("rotated", [2, 4])
def test_another_meaning_that_cannot_be_computed_is_left_out(rotated: int) -> None:
    described = read(LLAMA | {"head_dim": rotated, "rope_scaling": {"rope_type": "ntk", "factor": 2.0}})
    assert [one.code for one in described.errors] == ["UNKNOWN_ROPE_TYPE"]
    assert len(described.readings) == (rotated > 2)  # the rule raises the base to the power d / (d - 2)


def test_nothing_in_a_config_is_imported_or_fetched() -> None:
    trap = {"AutoConfig": "os.system", "AutoModel": "https://example.org/x.py"}
    assert codes(read(LLAMA | {"auto_map": trap, "_name_or_path": "https://example.org"})) == []


def test_every_code_has_one_sentence_with_named_values() -> None:
    assert len(TEMPLATES) == len(ERRORS) + len(WARNINGS) + len(NOTES)
    folder = Path(configs.__file__).parent
    source = "".join(path.read_text("utf-8") for one in (folder, folder.parent) for path in one.glob("*.py"))
    assert set(re.findall(r'\.add\(\s*"([A-Z0-9_]+)"', source)) == set(TEMPLATES)
    for code, template in TEMPLATES.items():
        names = [name for _, name, _, _ in string.Formatter().parse(template) if name is not None]
        assert all(name.isidentifier() for name in names), code
        assert template.rstrip()[-1] in ".}", code
