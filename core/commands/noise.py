"""`noise`: the noise floor that a folder of runs gives."""

from core.commands.results import RUNS, values_below
from core.results import noise as floors


def noise(runs: str = RUNS, record: bool = False) -> int:
    """Print how far runs of one seed lie apart when they differ in --precision alone.

    Args:
        runs: Folder or URL of the run files.
        record: Keep it as the floor of every verdict, in core/results/noise_floor.json.
    """
    found = floors.measured(values_below(runs))
    seeds = ", ".join(map(str, found.seeds))
    print(f"{found.series}, {found.between[0]} against {found.between[1]}, seeds {seeds}; root mean square difference:")
    for one in found.floors:
        length = "" if one.eval_length is None else str(one.eval_length)
        print(f"{one.metric:18}{length:>6}  {one.floor:.4g}")
    if record:
        floors.RECORD.write_text(found.to_json())
        print(f"Recorded in {floors.RECORD.name}.")
    return 0
