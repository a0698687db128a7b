"""Lesson 2, Numbering: a number for every seat, four ways to write it, and the table that ends."""

from core.course.grade import near
from core.course.numbering import AT, INITIAL, Short, first_below, swamped
from core.positions.presets import PRESETS
from pages.ui import numbering as parts
from pages.ui import predict
from pages.ui.language import mark, t
from pages.ui.lesson import onward, say
from pages.ui.show import header

LESSON = "numbering"
LAST = {
    "error": mark("There is no such row: the model cannot go on."),
    "last": mark("It uses the last row once more."),
    "again": mark("It starts again with row 0."),
}
SAME = {"same": mark("nothing changes"), "apart": mark("it becomes another vector")}

header(t("2. Numbering"), t("Each token gets a seat number. How should the number be written?"))
say(LESSON, "question")

say(LESSON, "index")
question = t("At position {at}, how large is the content compared with the position, in percent?", at=AT)
guessed = predict.number_opened("guess_index", question, 0.0, 100.0, "%")
found = swamped(AT, 1.0)
values: dict[str, object] = {"at": AT, "percent": f"{found.ratio:.2%}", "cosine": f"{found.cosine:.4f}"}
values |= {"initial": INITIAL, "tiny": f"{INITIAL / AT:.3%}"}
truth = t("It is 1 part in {at}: {percent}.", at=AT, percent=values["percent"])
predict.graded("guess_index", f"{guessed:g} %", near(guessed / 100, found.ratio, 0.25), truth)
say(LESSON, "index-truth", **values)
parts.signal()
say(LESSON, "index-norm")

say(LESSON, "find")
question = t("At size {size}, from which position on is content at most a thousandth of the position?", size=INITIAL)
found_at = predict.number("guess_find", question, 1, 1023)
if found_at is not None:
    right = first_below(INITIAL, 0.001)
    predict.graded("guess_find", f"{found_at:g}", found_at == right, t("It is position {at}.", at=right))

say(LESSON, "share")
say(LESSON, "binary")
parts.side_by_side()
say(LESSON, "criteria")
parts.judged()
say(LESSON, "criteria-more")

gpt2 = PRESETS["gpt2"].config
own = Short(rows=gpt2["n_positions"], tokens=gpt2["n_positions"] + 1, width=gpt2["n_embd"])
sizes: dict[str, object] = {
    "rows": f"{own.rows:,}",
    "width": own.width,
    "parameters": f"{own.parameters:,}",
    "last": f"{own.rows - 1:,}",
}
say(LESSON, "table", **sizes)
question = t("A text reaches position {at}. What does the model use there?", at=sizes["rows"])
options = {name: t(text) for name, text in LAST.items()}
chosen = predict.opened("guess_last", question, options)
told = t("The rows are numbered 0 to {last}; position {rows} has none.", last=sizes["last"], rows=sizes["rows"])
predict.graded("guess_last", options[chosen], chosen == "error", told)
say(LESSON, "table-truth", **sizes)
parts.too_short()
parts.measured()
say(LESSON, "equal")

say(LESSON, "check-row")
parts.rows_or_places({name: t(text) for name, text in SAME.items()})
say(LESSON, "takeaway")
onward("numbering")
