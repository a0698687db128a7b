"""RunConfig says what is wrong, survives its footer, and names its run."""

import json
from dataclasses import replace

import pytest

from core.training.config import RunConfig


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("encoding", "ropes", "choose one of none, learned"),
        ("steps", 0, "steps is 0; it must be at least 1"),
        ("seed", -1, "0 or more"),
        ("heads", 3, "heads of an even size"),
        ("learning_rate", float("nan"), "finite number above 0"),
        ("clip_norm", 0.0, "clip_norm is 0.0"),
        ("eval_lengths", (256,), "must hold train_length, 128"),
        ("rope_theta", 1.0, "rope_theta is 1.0"),
        ("precision", "float16", "choose auto, float32 or bfloat16"),
    ],
)
def test_wrong_values_are_named(field: str, value: object, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        RunConfig(**{field: value})  # type: ignore[arg-type]


def test_survives_json_and_unknown_fields() -> None:
    config = RunConfig(encoding="alibi", seed=3, rope_theta=20.0)
    said = json.loads(json.dumps(config.to_dict())) | {"field_of_tomorrow": 1}
    assert RunConfig.from_dict(said) == config


def test_run_id_is_of_the_whole_config() -> None:
    config = RunConfig(encoding="rope", seed=2)
    assert config.run_id().startswith("rope-s2-") and config.run_id() == RunConfig(encoding="rope", seed=2).run_id()
    assert replace(config, steps=999).run_id() != config.run_id()
