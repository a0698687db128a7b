"""What a reader does with runs: pin, hide, note, tag, archive, delete and bring back; and views that are kept."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from urllib.parse import parse_qs, urlencode

import streamlit as st

from core.results import StoreError
from core.results.marks import Mark, Marks, change_marks, may_write, tags_in
from core.results.trash import in_trash, put_back, throw_away
from pages.ui import link
from pages.ui.language import t
from pages.ui.menu import page_file
from pages.ui.place import store
from pages.ui.plain import plain
from pages.ui.show import folded

SHOWN = 20  # runs in the trash that are offered at once


def actions(names: list[str], noted: Marks, changeable: bool) -> None:
    """What can be done with the selected runs."""
    with st.container(horizontal=True):
        _toggle("pin", names, t("Pin"), t("Unpin"))
        _toggle("hide", names, t("Hide"), t("Show"))
        if changeable:
            away = all(noted.of(name).archived for name in names)
            if st.button(t("Restore") if away else t("Archive"), key="archive"):
                _change(lambda marks: marks.changed(names, lambda mark: replace(mark, archived=not away)))
            if st.button(
                t("Delete"), key="delete", help=t("The files go to the trash, from where they can come back.")
            ):
                _tried(lambda: throw_away(store(), names))
    if changeable:
        _notes(names, noted)


def _toggle(key: str, names: list[str], on: str, off: str) -> None:
    """A button that puts the runs into the URL under the key, or takes them out."""
    said = link.carried(key)
    inside = set(names) <= set(said)
    if st.button(off if inside else on, key=f"{key}_button"):
        link.keep(key, [name for name in said if name not in names] + ([] if inside else names))
        st.rerun()


def _notes(names: list[str], noted: Marks) -> None:
    """The form of the tags and the note that the selected runs share."""
    first = noted.of(names[0]) if len({noted.of(name) for name in names}) == 1 else Mark()
    with st.form(f"notes_{hash((tuple(names), first))}", border=False):
        tags, note, save = st.columns([3, 5, 1], vertical_alignment="bottom")
        told = tags.text_input(t("Tags, parted by commas"), ", ".join(first.tags))
        text = note.text_input(t("Note"), first.note)
        if save.form_submit_button(t("Save")):
            made = tags_in(told)
            _change(lambda marks: marks.changed(names, lambda mark: replace(mark, tags=made, note=text.strip())))


def views(noted: Marks, changeable: bool) -> None:
    """The views that were kept, each a link, and a form that keeps the present one."""
    with folded(t("Saved views"), "views") as wanted:
        if not wanted:
            return
        for name, query in sorted(noted.views.items()):
            with st.container(horizontal=True, vertical_alignment="center"):
                st.page_link(page_file("runs"), label=plain(name), query_params=parse_qs(query))
                if changeable and st.button(t("Forget"), key=f"forget_{name}", type="tertiary"):
                    _change(partial(_without_view, name))
        if not noted.views:
            st.caption(t("None yet. A view is what this page's address says: filter, grouping, pins and selection."))
        if changeable:
            with st.form("view", border=False):
                named, save = st.columns([5, 1], vertical_alignment="bottom")
                name = named.text_input(t("Name of the present view")).strip()
                if save.form_submit_button(t("Keep")) and name:
                    query = urlencode([(key, v) for key in st.query_params for v in st.query_params.get_all(key)])
                    _change(lambda marks: replace(marks, views=marks.views | {name: query}))


def _without_view(name: str, marks: Marks) -> Marks:
    return replace(marks, views={key: query for key, query in marks.views.items() if key != name})


def trash(changeable: bool) -> None:
    """The runs in the trash, each with the button that brings it back; nothing where there are none."""
    thrown = in_trash(store()) if changeable else []
    if not thrown:
        return
    with folded(t("Trash: {n} runs", n=len(thrown)), "trash") as wanted:
        for one in thrown[:SHOWN] if wanted else []:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(plain(one.name))
                if st.button(t("Bring back"), key=f"back_{one.at}_{one.name}", type="tertiary"):
                    _tried(partial(put_back, store(), one))
        if wanted:
            st.caption(t("The trash is the folder .trash below the runs. Nothing empties it but you."))


def unchangeable() -> bool:
    """Whether the runs can only be read; then the page says so."""
    if may_write(store()):
        return False
    st.caption(t("These runs can only be read, so notes, tags, archive and delete are not offered."))
    return True


def _change(change: Callable[[Marks], Marks]) -> None:
    _tried(lambda: change_marks(store(), change))


def _tried(act: Callable[[], object]) -> None:
    """Do it and draw the page anew; where it cannot be done, say why."""
    try:
        act()
    except StoreError as error:
        st.error(plain(str(error)))
        return
    st.rerun()
