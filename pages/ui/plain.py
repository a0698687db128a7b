"""Text from files and users inside Markdown: shown letter by letter, never as a format, a link, a formula or HTML."""

import re

_SAID = re.compile(r"\\(.)|\*\*|`")
_MARKS = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~$:&=])")


def plain(text: str) -> str:
    """The text with every mark of Markdown escaped and its line breaks as spaces."""
    return _MARKS.sub(r"\\\1", " ".join(text.split()))


def letters(markdown: str) -> str:
    """What a reader sees of a sentence in Markdown: without escapes, bold and code marks, for what is no Markdown."""
    return _SAID.sub(lambda found: found[1] or "", markdown)
