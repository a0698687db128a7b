"""What was measured on runs that fit a model, beside what is computed of it."""

from collections.abc import Callable

import pandas as pd
import streamlit as st

from core.positions.extension import COMPARED
from core.results import StoreError, on_texts
from core.results.fitting import Model, most_common_model, rotary_runs
from core.results.stretch import factor_of, nearest_factor
from pages.ui import data
from pages.ui.alt import described
from pages.ui.by_length import by_length
from pages.ui.evidence import provenance
from pages.ui.language import language, t
from pages.ui.live import written
from pages.ui.menu import page_file
from pages.ui.plain import plain
from pages.ui.show import show

Take = Callable[[float, int, int], None]


def measured(model: Model, factor: float, take: Take) -> None:
    """The loss by length of the runs that fit, read directly and under every rule at the factor nearest to this one.

    Where none fits the page says so and how to make some; `take` sets the page to the runs that there are.
    """
    try:
        runs = on_texts(data.store().index().runs)
    except StoreError as error:
        st.error(t("The runs cannot be listed. Check POSITION_LAB_RUNS, then reload.") + " " + plain(str(error)))
        return
    mine = rotary_runs(runs, model)
    if mine.empty:
        _none_fits(runs, model, take)
        return
    whole = data.Experiment(str(mine["experiment"].iloc[0]), mine)
    nearest = nearest_factor(mine["scaling"], factor)
    _picture(whole.narrowed(mine["scaling"].map(lambda name: _fits(name, nearest))), nearest, factor)


def _fits(name: str, nearest: float | None) -> bool:
    """Whether this is a rule of the page at that factor; a rule that is for training alone would dwarf the others."""
    return name.partition(" ")[0] in COMPARED and factor_of(name) in (None, nearest)


def _picture(chosen: data.Experiment, nearest: float | None, factor: float) -> None:
    try:
        chart = by_length(chosen.key, language(), chosen.train_length, chosen.values())
    except ValueError:
        data.nothing_yet(t("None of these runs has finished with such a loss."), data.COMMAND)
        return
    if nearest is None:
        note = t("These runs were read directly only. This command reads them under the rules:")
    elif nearest == factor:
        note = t("Measured at the factor {factor}, without any training under the rules.", factor=f"{nearest:g}")
    else:
        note = t(
            "Measured at the factor {nearest}, the nearest to {factor} that was, without any training under the rules.",
            nearest=f"{nearest:g}",
            factor=f"{factor:g}",
        )
    alt = t(
        "Loss of the last 64 tokens by evaluation length, one line for each rule; direct is RoPE as it was trained."
    )
    show(chart, "extension_measured", described(chart.table, "eval_length", alt), note)
    if nearest is None:
        run = str(chosen.runs["run_id"].iloc[0])
        st.code(f"python -m core evaluate {run} --scaling linear ntk yarn --factor {factor:g}", language="bash")
    else:
        st.page_link(page_file("extended"), label=t("Every rule and factor"), icon=":material/arrow_forward:")
    provenance(chosen.values(), ("tail_loss",), "extension", chosen.runs)


def _none_fits(runs: pd.DataFrame, model: Model, take: Take) -> None:
    rope_theta, head_dim, native_length = model
    st.info(
        t(
            "No run here has rope_theta {base}, head_dim {head_dim} and a training length of {length}.",
            base=written(rope_theta),
            head_dim=head_dim,
            length=f"{native_length:,}",
        )
    )
    flags = f"--rope-theta {written(rope_theta)} --d-model {4 * head_dim} --heads 4 --train-length {native_length}"
    st.caption(t("This command trains one, at the cost that such a length has; the second reads it under the rules."))
    st.code(
        f"python -m core train --encoding rope {flags}\npython -m core evaluate RUN", language="bash", wrap_lines=True
    )
    known = most_common_model(runs)
    if known:
        base, dim, length = known
        st.button(
            t(
                "Show the model of the measured runs: rope_theta {base}, head_dim {head_dim}, {length} tokens",
                base=written(base),
                head_dim=dim,
                length=length,
            ),
            on_click=take,
            args=known,
            key="take_measured",
        )
