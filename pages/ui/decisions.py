"""The decisions and facts of the overview, each with the figures behind it."""

import pandas as pd
import streamlit as st

from core.results import mean_std, number
from core.results.digits import decimals
from core.results.stretch import factor_of
from pages.ui import continued, data, words
from pages.ui.language import t
from pages.ui.menu import page_file
from pages.ui.plain import plain
from pages.ui.show import written

BASE_COMMAND = "python -m core sweep --encodings rope --seeds 0 1 2 --rope-theta 100"


def three(runs: pd.DataFrame, chosen: data.Experiment) -> None:
    """Encoding, base and extension, side by side."""
    encoding, base, extension = st.columns([5, 9, 5], border=True)  # the second holds a table
    with encoding:
        _head(t("1. Which encoding?"))
        _encoding(chosen)
    with base:
        _head(t("2. Which base for RoPE (rope_theta)?"))
        _base(runs, chosen)
    with extension:
        _head(t("3. How to extend the context?"))
        _extension(runs, chosen)


def _encoding(chosen: data.Experiment) -> None:
    """The lowest loss inside, what is not separated from it, and the smallest rise beyond."""
    means = chosen.table()
    inside = means[means["val_loss_n"] > 0].sort_values("val_loss_mean", kind="stable")
    if not inside.empty:
        best = inside.iloc[0]
        st.markdown(
            t(
                "Lowest loss inside the training length: **{encoding}**, {value} nats/token (n={n}).",
                encoding=plain(words.series(best["series"])),
                value=_cell(best, "val_loss"),
                n=int(best["val_loss_n"]),
            )
        )
        judged = chosen.paired(best["series"], "val_loss")
        near = judged.loc[judged["verdict"] == "not separated", "series"]
        if len(near):
            st.markdown(t("Not separated from it: {encodings}.", encodings=plain("; ".join(map(words.series, near)))))
    if "rise_at_2x_n" in means:
        beyond = means[(means["rise_at_2x_n"] > 0) & (means["split"] == "val")]
        if not beyond.empty:
            least = beyond.loc[beyond["rise_at_2x_mean"].idxmin()]
            st.markdown(
                t(
                    "Smallest rise from {length} to {double} tokens: **{encoding}**, {value} nats/token (n={n}).",
                    length=chosen.train_length,
                    double=2 * chosen.train_length,
                    encoding=plain(words.series(least["series"])),
                    value=_cell(least, "rise_at_2x"),
                    n=int(least["rise_at_2x_n"]),
                )
            )


def _base(runs: pd.DataFrame, chosen: data.Experiment) -> None:
    """RoPE's losses for every base that was trained with otherwise the same settings; else how to train another."""
    inside, beyond = "val_loss", f"tail_loss_{2 * chosen.train_length}"
    headings = {
        inside: t("loss inside {length}", length=chosen.train_length),
        beyond: t("loss at {length}", length=2 * chosen.train_length),
    }
    rows, lowest = [], []
    for theta, of_base in data.bases(runs, chosen).items():
        means, text = of_base.table().iloc[0], of_base.text().iloc[0]
        told = {label: text[name] for name, label in headings.items() if name in text}
        rows.append({"rope_theta": f"{theta:g}"} | told | {"n": int(means["n"])})
        lowest.append((means.get(f"{beyond}_mean", float("nan")), rows[-1]))
    if len(rows) > 1:
        written(pd.DataFrame(rows), "bases")
        _, best = min(lowest, key=lambda each: each[0])
        if headings[beyond] in best:
            st.markdown(
                t(
                    "Lowest loss at {length} tokens: rope_theta **{theta}**, {value} nats/token (n={n}).",
                    length=2 * chosen.train_length,
                    theta=best["rope_theta"],
                    value=best[headings[beyond]],
                    n=best["n"],
                )
            )
        return
    if rows:
        st.markdown(
            t(
                "Only one base was trained here, {theta}: no run speaks for or against another.",
                theta=rows[0]["rope_theta"],
            )
        )
    else:
        st.markdown(t("No RoPE run of this experiment speaks about the base yet."))
    data.nothing_yet(t("Runs with another base are missing."), BASE_COMMAND + chosen.flags)


def _extension(runs: pd.DataFrame, chosen: data.Experiment) -> None:
    """The best rule at the largest factor that was measured, and its cost; else that none was measured here yet."""
    whole = data.extended(runs, chosen).only(["rope"])
    factor = max((factor for name in whole.runs["scaling"] if (factor := factor_of(name))), default=None)
    if factor is None:
        st.markdown(
            t(
                "Not measured here yet: every run was evaluated beyond its training length as it was trained, without "
                "a scaling rule such as PI, NTK or YaRN. What the picture shows at {double} tokens and beyond is that "
                "starting point.",
                double=2 * chosen.train_length,
            )
        )
        return
    length = int(factor * chosen.train_length)
    fitting = whole.narrowed(whole.runs["scaling"].map(lambda name: factor_of(name) in (None, factor)))
    means = fitting.table().set_index("series")
    direct, best = means.loc["rope"], means.loc[means[f"tail_loss_{length}_mean"].idxmin()]
    st.markdown(
        t(
            "Without further training, at {length} tokens: lowest with **{rule}**, {value} nats/token; "
            "read directly {direct} (n={n}). Inside {train_length} tokens that rule gives {inside} instead of "
            "{inside_direct}.",
            length=f"{length:,}",
            rule=plain(words.extension(best["scaling"])) if best["scaling"] != "none" else t("no rule"),
            value=_cell(best, f"tail_loss_{length}"),
            direct=_cell(direct, f"tail_loss_{length}"),
            n=int(best[f"tail_loss_{length}_n"]),
            train_length=chosen.train_length,
            inside=_cell(best, f"tail_loss_{chosen.train_length}"),
            inside_direct=_cell(direct, f"tail_loss_{chosen.train_length}"),
        )
    )
    st.markdown(continued.best(runs, chosen))
    st.page_link(page_file("extended"), label=t("Every rule and factor"), icon=":material/arrow_forward:")


def facts(chosen: data.Experiment) -> None:
    """How far a model without positions is behind, and what forcing a learned table longer does."""
    none, learned = st.columns(2, border=True)
    with none:
        _head(t("What a model loses without any position encoding"))
        _none_behind_rope(chosen)
    with learned:
        _head(t("A learned table does not go on"))
        _forced(chosen)


def _none_behind_rope(chosen: data.Experiment) -> None:
    """The paired difference of none and rope, and why it is no larger."""
    judged = chosen.paired("rope", "val_loss")
    row = judged[(judged["series"] == "none") & (judged["pairs"] > 0)]
    if row.empty:
        data.nothing_yet(
            t("Runs of none and rope with the same seed are missing."),
            "python -m core sweep --encodings none rope --seeds 0 1 2" + chosen.flags,
        )
        return
    one = row.iloc[0]
    places = decimals(one["std"]) if one["pairs"] > 1 else 3
    told = {name: number(one[name], places) for name in ("mean_difference", "lo", "hi")}
    st.metric(t("none minus RoPE, loss inside the training length (nats/token)"), _signed(told["mean_difference"]))
    if one["pairs"] > 1:
        st.markdown(
            t(
                "95% t interval {lo} to {hi}, paired over n={n} seeds; verdict: {verdict}.",
                lo=told["lo"],
                hi=told["hi"],
                n=int(one["pairs"]),
                verdict=words.verdict(one["verdict"]),
            )
        )
    else:
        st.markdown(t("One pair of seeds (n=1): no interval and no verdict."))
    st.markdown(
        t(
            "Attention alone cannot tell order, but the causal mask lets it leak: the first token sees one token, the "
            "tenth sees ten. Whatever a layer averages over its visible past changes with how much past there is, "
            "and the next layers can read the position from that."
        )
    )


def _forced(chosen: data.Experiment) -> None:
    """The losses of a learned table at, at twice and at eight times its length."""
    means, train_length = chosen.table(), chosen.train_length
    forced = means[means["series"] == "learned, forced"]
    if forced.empty or not forced["n"].iloc[0]:
        command = "python -m core sweep --encodings learned --seeds 0 1 2" + chosen.flags
        data.nothing_yet(t("Runs of a learned table are missing."), command)
        return
    row = forced.iloc[0]
    lengths = [factor * train_length for factor in (1, 2, 8) if f"tail_loss_{factor * train_length}_mean" in forced]
    for place, length in zip(st.columns(len(lengths)), lengths, strict=True):
        name = f"tail_loss_{length}"
        mean, _, spread = _cell(row, name).partition(" ± ")
        place.metric(t("at {length} tokens", length=length), mean, f"± {spread}", delta_color="off", delta_arrow="off")
    st.markdown(
        t(
            "The table has {length} trained rows. Beyond them there is nothing to look up, and the model raises an "
            "error. Here it was forced: the missing rows keep their untrained initial values (mean ± standard "
            "deviation of the last 64 tokens' loss, n={n}).",
            length=train_length,
            n=int(row["n"]),
        )
    )


def _head(text: str) -> None:
    """The heading of a card."""
    st.markdown(f"**{text}**")


def _cell(row: pd.Series, quantity: str) -> str:
    """Mean and standard deviation of one quantity of a row of the seed-averaged table."""
    return mean_std(row[f"{quantity}_mean"], row[f"{quantity}_std"], int(row[f"{quantity}_n"]))


def _signed(text: str) -> str:
    """The number with its sign, also where it is above 0."""
    return text if text.startswith(("-", "N")) else f"+{text}"
