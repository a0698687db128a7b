"""The lengths of a config: the window it declares, the one in training, and what is said where they disagree."""

from core.positions.configs.blocks import Block
from core.positions.configs.families import Family
from core.positions.configs.fields import Fields

ORIGINAL = "original_max_position_embeddings"
MAX = "max_position_embeddings"
# In the order of preference; the first that is there is used.
LENGTHS = (MAX, "n_positions", "max_trained_positions", "max_seq_len", "seq_length", "max_sequence_length", "n_ctx")
BY_ORIGINAL = ("yarn", "llama3", "longrope")  # the rules that go by the original length
TRAINED_BY_NAME = (("llama-2", 4096), ("llama2", 4096), ("llama-3", 8192), ("llama-7b", 2048), ("llama-13b", 2048))


def max_position(fields: Fields, family: Family, model_type: str) -> int | None:
    """The window that the file declares, in positions."""
    key = fields.key(*LENGTHS)
    if key is None:
        if family.max_position:
            fields.findings.add("MAX_POSITION_DEFAULTED", max_position=family.max_position, model_type=model_type)
        return family.max_position
    used = fields.whole(key)
    known = {name: fields.data[name] for name in LENGTHS if isinstance(fields.data.get(name), int)}
    if len(set(known.values())) > 1 and used is not None:
        shown = ", ".join(f"{name} {value:.12g}" if abs(value) < 1e15 else name for name, value in known.items())
        fields.findings.add("LENGTH_FIELDS_DISAGREE", fields=shown, used=key)
    return used


def original(fields: Fields, block: Block, longest: int | None) -> int | None:
    """The length that the block's rule goes by; where it has to be guessed, that is noted."""
    written = fields.whole(ORIGINAL) or block.fields.whole(ORIGINAL)
    if block.rope_type in BY_ORIGINAL:
        if written is None and longest is None:
            fields.findings.add("MISSING_KEY", rope_type=block.rope_type, key=ORIGINAL)
        return written or longest
    if block.rope_type == "linear":
        return written or _already_extended(fields, block, longest)
    return None


def declared(fields: Fields, block: Block) -> bool:
    """Whether the file itself states the original length."""
    return fields.key(ORIGINAL) is not None or block.fields.key(ORIGINAL) is not None


def _already_extended(fields: Fields, block: Block, longest: int | None) -> int | None:
    """The length in training, where the model's name tells it and the declared window is that times the factor."""
    path, factor = fields.data.get("_name_or_path"), block.fields.data.get("factor")
    if not isinstance(path, str) or not longest or isinstance(factor, bool) or not isinstance(factor, int | float):
        return None
    name = path[:200].lower()
    trained = next((length for part, length in TRAINED_BY_NAME if part in name), None)
    if trained is None or factor <= 1 or trained * factor != longest:
        return None
    fields.findings.add("MAX_POS_ALREADY_EXTENDED", max_position=longest, factor=factor, trained=trained)
    return trained
