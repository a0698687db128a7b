"""Lesson 0, From text to vectors: what a model computes with, before it knows any order."""

from core.course.vectors import pieces
from pages.ui import predict
from pages.ui.language import t
from pages.ui.lesson import onward, say
from pages.ui.path import path
from pages.ui.rows import LESSON, rows
from pages.ui.show import header

header(t("0. From text to vectors"), t("What does a model compute with, before it knows any order?"))
say(LESSON, "question")
word = t("naïve")
question = t("Our models cut a text into bytes. How many tokens is “{word}” for them?", word=word)
guessed = predict.number_opened("guess_bytes", question, 1, 40)
count = len(pieces(word))
truth = t("{letters} characters are {count} bytes, and so {count} tokens.", letters=len(word), count=count)
predict.graded("guess_bytes", f"{guessed:g}", guessed == count, truth)
say(LESSON, "bytes-truth")
rows(path())
say(LESSON, "takeaway")
onward("vectors")
