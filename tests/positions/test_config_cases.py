"""77 real configurations and bug reports: what the reader says against what was derived from papers and by hand.

The numbers were computed with another programme, in float64 and again with 30 digits, and most agree with transformers.
"""

import json
import math
from pathlib import Path
from typing import Any

import pytest

from core.positions import precision, rope
from core.positions.config_report import report, rotation
from core.positions.model_config import ModelPositions, read

CASES = {case["id"]: case for case in json.loads((Path(__file__).parent / "cases/rope_cases.json").read_text("utf-8"))}
PROBES = ("neox-fp16-angle", "bf16-position")
CONFIGS = [name for name in CASES if name not in PROBES]

# Keys of `expected` that compare two readings or describe a wrong one; each has a test of its own below.
DERIVED = {
    "label", "pairs_that_differ", "max_rel_change", "unguarded_multiplier_at_512", "wrong_constant_theta",
    "sequence_of_lengths", "intended_original_max", "intended_ramp", "variants",
}  # fmt: skip
WRONG = {
    # The file has no sliding_window. Gemma3TextConfig of transformers 5.24.0 takes 4096 then; 1024 is what the released
    # 4B model writes, and nothing in this file says that it is that model.
    ("gemma3-same-theta", "turns"): "sliding_window is absent, and the class default is 4096",
    # modeling_llama4.py of transformers 5.24.0 reshapes the last axis to (..., -1, 2) and multiplies complex numbers,
    # so neighbours are a pair; the case llama4-scout says so too.
    ("llama4-no-rope-int", "pairing"): "Llama 4 turns neighbouring channels whatever no_rope_layers holds",
}


def codes(described: ModelPositions) -> set[str]:
    return {finding.code for finding in described.findings}


def assert_close(found: Any, expected: Any, where: str) -> None:
    """Numbers at a relative 1e-6, listed indices of a list, all else equal; what is found may have more keys."""
    if isinstance(expected, dict) and set(expected) == {"index", "value"}:
        for index, value in zip(expected["index"], expected["value"], strict=True):
            assert_close(found[index], value, f"{where}[{index}]")
    elif isinstance(expected, dict):
        for key in expected.keys() - DERIVED:
            assert key in found, f"{where} lacks {key}"
            assert_close(found[key], expected[key], f"{where}.{key}")
    elif isinstance(expected, list):
        assert len(found) == len(expected), where
        for index, value in enumerate(expected):
            assert_close(found[index], value, f"{where}[{index}]")
    elif isinstance(expected, int | float) and not isinstance(expected, bool):
        assert math.isclose(found, expected, rel_tol=1e-6), f"{where}: {found} is not {expected}"
    else:
        assert found == expected, where


def shared(name: str) -> dict[str, Any]:
    """What is expected of the whole model, without what is compared otherwise."""
    expected = dict(CASES[name]["expected"])
    if isinstance(expected.get("effective_theta"), list):
        del expected["effective_theta"]
    return {key: value for key, value in expected.items() if (name, key) not in WRONG}


@pytest.mark.parametrize("name", CONFIGS)
def test_the_description(name: str) -> None:
    found = report(read(CASES[name]["config"]))
    assert_close(json.loads(json.dumps(found, allow_nan=False)), shared(name), name)


VARIANTS = [(name, index) for name in CONFIGS for index, _ in enumerate(CASES[name]["expected"].get("variants", ()))]


def variant(name: str, index: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """What is expected of one kind of layer or one length, and what is found."""
    expected, described = dict(CASES[name]["expected"]["variants"][index]), read(CASES[name]["config"])
    label = expected.get("layer_type", described.ropes[0].layer_type)
    found = rotation(next(one for one in described.ropes if one.layer_type == label), expected.get("seq_len"))
    if expected.get("layers") == "every 4th: 3, 7, ... 63":
        expected["layers"] = list(range(3, 64, 4))
    return expected, json.loads(json.dumps(found, allow_nan=False))


@pytest.mark.parametrize(("name", "index"), VARIANTS)
def test_each_kind_of_layer_and_each_length(name: str, index: int) -> None:
    expected, found = variant(name, index)
    if (name, expected["turns"]["window"]) == ("gemma3-same-theta", 1024):
        del expected["turns"]
    assert_close(found, expected, f"{name} {index}")


@pytest.mark.xfail(strict=True, reason=WRONG["gemma3-same-theta", "turns"])
def test_window_of_a_gemma3_that_does_not_state_it() -> None:
    expected, found = variant("gemma3-same-theta", 1)
    assert_close(found["turns"], expected["turns"], "gemma3-same-theta")


@pytest.mark.xfail(strict=True, reason=WRONG["llama4-no-rope-int", "pairing"])
def test_pairing_of_a_refused_llama4() -> None:
    assert read(CASES["llama4-no-rope-int"]["config"]).pairing == "half"


@pytest.mark.parametrize("name", [name for name in CONFIGS if CASES[name].get("expected_warning")])
def test_each_expected_warning_is_there(name: str) -> None:
    found = codes(read(CASES[name]["config"]))
    assert {one["code"] for one in CASES[name]["expected_warning"]} <= found


@pytest.mark.parametrize("name", CONFIGS)
def test_errors_are_the_expected_ones_and_no_others(name: str) -> None:
    expected = CASES[name].get("expected_error")
    assert {one.code for one in read(CASES[name]["config"]).errors} == ({expected["code"]} if expected else set())


SERIOUS = {  # warnings beyond the expected ones: each is true of the file and worth its level
    "llama3.2-1b-factor-8-trap": {"FACTOR_NOT_RELEASED"},
    "linear-inverted-factor": {"THETA_DEFAULTED"},  # window 32768 without a base
}


@pytest.mark.parametrize("name", CONFIGS)
def test_no_other_warning_than_the_expected_ones(name: str) -> None:
    expected = {one["code"] for one in CASES[name].get("expected_warning", ())}
    found = {one.code for one in read(CASES[name]["config"]).warnings}
    assert found - expected == SERIOUS.get(name, set())


NOTES = {  # what is said of the files in which nothing is wrong
    "llama3.1-8b": {"FACTOR_BELOW_LENGTH_RATIO", "ORIGINAL_VS_MAX"},
    "llama3.1-8b-v5": {"FACTOR_BELOW_LENGTH_RATIO", "ORIGINAL_VS_MAX"},
    "llama3.2-1b": {"ORIGINAL_VS_MAX"},
    "qwen3-32b-override-loses-theta": {"HEAD_DIM_EXPLICIT", "ORIGINAL_VS_MAX", "STATIC_YARN"},
    "gpt-neox-japanese-half": {"LEGACY_NAME", "THETA_DEFAULTED"},
    "bert-base": {"LEARNED_HARD_LIMIT"},
    "codegeex4-rope-ratio": {"INTERLEAVED_PAIRS", "LEGACY_NAME", "PARTIAL_FROM_FAMILY_DEFAULT", "ROPE_RATIO_BASE"},
    "dynamic-reset": {"DYNAMIC_BELOW_TRAINED", "DYNAMIC_CACHE"},
}
FAULTLESS = [name for name in CONFIGS if not CASES[name].keys() & {"expected_warning", "expected_error"}]


@pytest.mark.parametrize("name", FAULTLESS)
def test_a_file_without_a_fault_gets_notes_at_most(name: str) -> None:
    described = read(CASES[name]["config"])
    assert not described.errors and not described.warnings
    assert {one.code for one in described.notes} == NOTES.get(name, set())


def test_there_are_files_without_a_fault() -> None:
    assert len(FAULTLESS) >= 15 and set(NOTES) <= set(FAULTLESS)


def readings(name: str) -> dict[str, Any]:
    return {one.name: one.rope for one in read(CASES[name]["config"]).readings}


def test_the_pairs_that_a_missing_original_length_moves() -> None:
    name = "qwen2.5-7b-yarn4-no-original"
    expected = CASES[name]["expected"]["intended_if_pretrained_window_is_32768"]["pairs_that_differ"]
    meant = readings(name)["intended_if_pretrained_window_is_32768"].at().inv_freq
    used = read(CASES[name]["config"]).ropes[0].at().inv_freq
    assert sum(not math.isclose(one, other, rel_tol=1e-9) for one, other in zip(used, meant, strict=True)) == expected


def test_what_rounding_the_ramp_would_change() -> None:
    used = read(CASES["gpt-oss-20b"]["config"]).ropes[0].at().inv_freq
    rounded = readings("gpt-oss-20b")["if_truncate_were_true"].at().inv_freq
    expected = CASES["gpt-oss-20b"]["expected"]["if_truncate_were_true"]["max_rel_change"]
    assert max(abs(rounded / used - 1)) == pytest.approx(expected, rel=1e-6)


def test_the_original_length_that_was_meant() -> None:
    expected, meant = (
        CASES["megatron-yarn-wrong-original"]["expected"],
        readings("megatron-yarn-wrong-original")["intended"],
    )
    assert (meant.original, list(meant.ramp)) == (expected["intended_original_max"], expected["intended_ramp"])


def test_the_base_that_an_unknown_ntk_type_may_mean() -> None:
    described = read(CASES["unknown-type"]["config"])
    assert described.readings[0].rope.effective_base() == pytest.approx(20221.3, rel=1e-5)  # 10000 * 2 ** (128 / 126)
    assert "20221.3" in next(one.tell for one in described.notes if one.code == "NTK_BASE")


def test_dynamic_falls_back_after_a_long_text() -> None:
    expected, made = CASES["dynamic-reset"]["expected"], read(CASES["dynamic-reset"]["config"]).ropes[0]
    found = [made.effective_base(length) for length in expected["sequence_of_lengths"]]
    assert found == pytest.approx(expected["effective_theta"], rel=1e-6)


def test_dynamic_is_not_the_constant_that_an_engine_used() -> None:
    expected, made = CASES["dynamic-not-static"]["expected"]["wrong_constant_theta"], 10_000 * 13 ** (128 / 126)
    assert made == pytest.approx(expected, rel=1e-6)  # factor ** 2 - factor + 1 at factor 4, for every length
    dynamic = read(CASES["dynamic-not-static"]["config"]).ropes[0]
    assert dynamic.effective_base(8192) < 0.5 * expected
    assert dynamic.effective_base(16384) == pytest.approx(expected, rel=1e-6)


def test_dynamic_is_guarded_below_the_trained_length() -> None:
    case = CASES["nomic-dynamic-below-trained"]
    assert case["expected"]["unguarded_multiplier_at_512"] == 2 * 512 / 2048 - 1
    assert read(case["config"]).ropes[0].effective_base(512) == pytest.approx(1000)


@pytest.mark.parametrize("name", PROBES)
def test_half_precision(name: str) -> None:
    config, expected = CASES[name]["config"], CASES[name]["expected"]
    found = precision.probe(config["dim"], config["rope_theta"], config["position"], config["pair"], config["dtype"])
    frequencies = rope.inv_freq(config["dim"], config["rope_theta"])
    window = expected["turns"]["window"]
    assert_close(frequencies.tolist(), expected["inv_freq"], name)
    assert rope.wavelengths(frequencies).max() == pytest.approx(expected["longest_wavelength"], rel=1e-6)
    assert rope.slow_pairs(frequencies, window) == expected["turns"]["incomplete_pairs_base_freq"]
    assert {one.code for one in found.findings} == {one["code"] for one in CASES[name]["expected_warning"]}
    if config["dtype"] == "float16":
        numbers = (found.exact, found.rounded, math.cos(found.exact), math.cos(found.rounded))
        keys = ("angle_float64", "angle_float16", "cos_float64", "cos_of_float16_angle")
    else:
        limit = precision.first_inexact_integer("bfloat16")
        numbers = (found.held, math.cos(found.exact), math.cos(found.of_held), limit)
        keys = ("position_in_bfloat16", "cos_exact", "cos_after_rounding", "first_inexact_integer_in_bfloat16")
    for key, number in zip(keys, numbers, strict=True):
        assert math.isclose(number, expected[key], rel_tol=1e-6), key
