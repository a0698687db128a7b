"""The eight questions with which the course ends, and where each is solved."""

from pages.ui.language import mark

SOLVED_IN = (  # each question of the chapter, and the lesson where it is solved with controls
    (mark("The same token stands at two places: why does it still need a position?"), "order"),
    (mark("Row 3 of a matrix: why is that not position 3?"), "numbering"),
    (mark("Absolute and relative position: what is the difference?"), "rotation"),
    (mark("Why many frequencies, and not one?"), "sinusoids"),
    (mark("Why a rotation?"), "rotation"),
    (mark("Why does only n − m remain when a turned query meets a turned key?"), "rotation"),
    (mark("What is that good for?"), "rotation"),
    (mark("Any position can be computed: why is the context not endless?"), "longer-windows"),
)
