"""A table as HTML, every letter of its texts a letter."""

from html import escape

from core.results.formats.sheet import Sheet

_BEGIN = '<!doctype html>\n<meta charset="utf-8">\n'


def write(sheet: Sheet) -> str:
    """The table alone, as a file that a browser opens and a word processor takes in."""
    return _BEGIN + table(sheet)


def table(sheet: Sheet) -> str:
    """The element <table> with its caption; numbers have the class "n"."""
    kinds = [' class="n"' if number else "" for number in sheet.numeric]
    head = "".join(
        f'<th scope="col"{kind}>{escape(name)}</th>' for name, kind in zip(sheet.headings, kinds, strict=True)
    )
    rows = [
        "".join(f"<td{kind}>{escape(text)}</td>" for text, kind in zip(row, kinds, strict=True)) for row in sheet.rows
    ]
    body = "".join(f"<tr>{row}</tr>\n" for row in rows)
    caption = f"<caption>{escape(sheet.caption)}</caption>\n" if sheet.caption else ""
    return f"<table>\n{caption}<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n"
