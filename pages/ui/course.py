"""Cards of the course's map: each lesson with the reader's progress, and each generation of position encodings."""

import pandas as pd
import streamlit as st

from core.course import chain
from core.course.numbering import AT, INITIAL, UNIT, swamped
from core.results import mean_std
from pages.ui import predict
from pages.ui.language import mark, t
from pages.ui.lesson import ended, say
from pages.ui.menu import COURSE, Entry, page_file
from pages.ui.path import NAMES
from pages.ui.reference_runs import means_of

LESSON = "start"
LESSONS = ("vectors", "order", "numbering", "sinusoids", "rotation", "fork", "long-context", "decision")
ERAS = ("none", "index", "learned", "sinusoid", "relative", "rope", "scaling", "partial")
SEQUELS = {"long-context": "longer-windows"}  # a lesson in two parts
HERE = "course"
FLOW = {
    "text": mark("lesson 0"),
    "token": mark("lesson 0"),
    "id": mark("lesson 0"),
    "vector": mark("lesson 0"),
    "position": mark("lessons 1 to 6: what this course is about"),
    "layer": mark("attention, as far as positions need it"),
    "chances": mark("not in this course"),
}
STAGES = NAMES | {"chances": mark("chances of the next token")}


def pages() -> list[Entry]:
    """The pages of the course but its map, in their order."""
    return [entry for entry in COURSE if entry.url_path != HERE]


def progress() -> None:
    """What the reader has done in this visit, and the lesson to go on with."""
    say(LESSON, "progress")
    done = [entry for entry in pages() if _done(entry.url_path)]
    made = len(predict.committed())
    st.markdown(
        t(
            "Lessons read to the end: {done} of {all}. Guesses made: {made}.",
            done=len(done),
            all=len(pages()),
            made=made,
        )
    )
    st.progress(len(done) / max(1, len(pages())))
    left = [entry for entry in pages() if entry not in done]
    if left:
        label = t("Go on with {title}", title=t(left[0].title))
        st.page_link(page_file(left[0].url_path), label=label, icon=":material/arrow_forward:")
    st.markdown(
        t("This is kept while this visit lasts, and your guesses in the address of each page; there is no account.")
    )


def flow() -> None:
    """The stages of a model, and where each is treated."""
    say(LESSON, "flow")
    rows = [(t(STAGES[name]), t(where)) for name, where in FLOW.items()]
    st.table(pd.DataFrame(rows, columns=[t("stage"), t("where")]))
    st.page_link(
        page_file("vectors"),
        label=t("Each stage with its shapes and its number of parameters: lesson 0"),
        icon=":material/arrow_forward:",
        query_params={"stage": "position"},
    )


def lessons() -> None:
    """A card for each lesson: its question, the number on which the plain answer fails, and how far the reader is."""
    say(LESSON, "chain")
    numbers = _lesson_numbers()
    titles = {entry.url_path: entry for entry in pages()}
    for name in LESSONS:
        with st.container(border=True):
            say(LESSON, f"lesson-{name}", **numbers.get(name, {}))
            if name == "sinusoids":
                _sinusoid_runs()
            for part in (name, SEQUELS.get(name)):
                if part in titles:
                    st.page_link(page_file(part), label=_status(titles[part]), icon=":material/arrow_forward:")


def eras() -> None:
    """A card for each generation: what it solved, and the number on which it got stuck."""
    say(LESSON, "map")
    numbers = _era_numbers()
    for start in range(0, len(ERAS), 2):
        for place, name in zip(st.columns(2), ERAS[start : start + 2], strict=True):
            with place.container(border=True, height="stretch"):
                say(LESSON, f"era-{name}", **numbers.get(name, {}))


def _done(url_path: str) -> bool:
    return ended(url_path) and predict.made_on(url_path)[1] == 0


def _status(entry: Entry) -> str:
    """The title of a lesson, and what the reader has done in it."""
    made, still = predict.made_on(entry.url_path)
    title = t(entry.title)
    if _done(entry.url_path):
        return t("{title}: read to the end, guesses made: {made}", title=title, made=made)
    if made or still:
        return t("{title}: begun, guesses made: {made}", title=title, made=made)
    return title


def _sinusoid_runs() -> None:
    found = means_of("rise_at_2x", ("sinusoidal",))
    if found:
        say(LESSON, "lesson-sinusoids-runs", rise=mean_std(*found["sinusoidal"]), n=found["sinusoidal"][2])


def _lesson_numbers() -> dict[str, dict[str, object]]:
    before, after = chain.added_scores()
    qwen3 = chain.slow_qwen3()
    rows, _ = chain.learned_table()
    return {
        "order": {"gap": f"{chain.unmoved():.1e}"},
        "numbering": {"at": AT, "rows": f"{rows:,}"},
        "rotation": {"shift": chain.SHIFT, "before": f"{before:.3f}", "after": f"{after:.3f}"},
        "long-context": {"window": f"{qwen3.window:,}", "slow": qwen3.slow, "pairs": qwen3.pairs},
    }


def _era_numbers() -> dict[str, dict[str, object]]:
    before, after = chain.added_scores()
    qwen3, qwen38 = chain.slow_qwen3(), chain.slow_qwen38()
    rows, width = chain.learned_table()
    turned, head = chain.turned_share()
    windows: dict[str, object] = {"window": f"{qwen3.window:,}", "window38": f"{qwen38.window:,}"}
    slow = {"slow": qwen3.slow, "pairs": qwen3.pairs, "slow38": qwen38.slow, "pairs38": qwen38.pairs}
    share, initial = (swamped(AT, size).ratio for size in (UNIT, INITIAL))
    shares = {"share": f"{share:.1%}", "initial": f"{initial:.3%}"}
    return {
        "none": {"gap": f"{chain.unmoved():.1e}"},
        "index": {"at": AT, "size": INITIAL, **shares},
        "learned": {"rows": f"{rows:,}", "width": width, "parameters": f"{rows * width:,}"},
        "sinusoid": {"before": f"{before:.3f}", "after": f"{after:.3f}"},
        "rope": windows | slow,
        "scaling": windows | {"four": f"{qwen3.window * 4:,}", "four38": f"{qwen38.window * 4:,}"},
        "partial": {"turned": turned, "head": head, "percent": f"{turned / head:.0%}"},
    }
