"""A filter over runs, written as pandas writes it: `encoding == "rope" and val_loss < 1.7`.

The text is parsed and checked node by node, and what is left is evaluated here, column by column: no name is looked up
anywhere but among the columns, and nothing can be called.
"""

import ast
import difflib
import math
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd

from core.results.refusal import EXAMPLE, QueryError

LONGEST = 500  # characters
DEEPEST = 40  # parentheses and operators within one another
LARGEST_EXPONENT = 64
TICKS = re.compile(r""" "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*' | `([^`]*)` """, re.X)  # a backtick in a text is text

_COMPARE: dict[type, Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_ARITHMETIC: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}


def matches(text: str, columns: Mapping[str, pd.Series]) -> np.ndarray:
    """Whether each row of the columns fits the query, shape (rows,); QueryError says what is wrong and where.

    A column is numbers, texts or yes/no; a cell that is missing, or of another kind than it is compared with, fits
    only `!=`, `not` and `not in`, as NaN does. Arithmetic is float64.
    """
    tree, named = _parsed(text)
    rows = len(next(iter(columns.values()))) if columns else 0
    with np.errstate(all="ignore"):
        return _Reading(columns, named, rows).truth(tree)


def names_in(text: str) -> set[str]:
    """The names of the columns that a query asks for; QueryError where it is no expression."""
    tree, named = _parsed(text)
    return {named.get(node.id, node.id) for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _parsed(text: str) -> tuple[ast.expr, dict[str, str]]:
    """The expression, and by placeholder the names that stood between backticks, as pandas has them."""
    if len(text) > LONGEST:
        raise QueryError("LONG", LONGEST + 1, length=len(text), most=LONGEST)
    named: dict[str, str] = {}

    def hold(found: re.Match[str]) -> str:
        if found.group(1) is None:
            return found.group(0)
        held = f"ǂ{len(named)}".ljust(len(found.group(0)), "_")  # as long, so that a place in the text stays that place
        named[held] = found.group(1)
        return held

    plain = TICKS.sub(hold, " ".join(text.splitlines()))
    start = len(plain) - len(plain.lstrip())
    try:
        tree = ast.parse(plain[start:], mode="eval").body
    except SyntaxError as error:
        place = max(1, min(len(text), start + (error.offset or len(text))))
        raise QueryError("INCOMPLETE", place, example=EXAMPLE) from error
    except (ValueError, MemoryError, RecursionError) as error:
        raise QueryError("UNREADABLE", 1, example=EXAMPLE) from error
    told = plain[start:].encode()
    for node in ast.walk(tree):
        if isinstance(node, ast.expr):  # ast counts bytes, a reader characters
            node.col_offset = start + len(told[: node.col_offset].decode("utf-8", "ignore"))
    return tree, named


def _cells(column: pd.Series) -> np.ndarray:
    """A column as float64 where it is numbers, and as objects (text, True, False, None) where it is not."""
    if pd.api.types.is_numeric_dtype(column) and not pd.api.types.is_bool_dtype(column):
        return column.to_numpy(np.float64, na_value=np.nan)
    return np.array([None if _missing(cell) else cell for cell in column], dtype=object)


def _missing(cell: Any) -> bool:
    return cell is None or cell is pd.NA or cell is pd.NaT or (isinstance(cell, float) and math.isnan(cell))


class _Reading:
    """One evaluation: the columns, and how deep in the expression it is."""

    def __init__(self, columns: Mapping[str, pd.Series], named: dict[str, str], rows: int):
        self.columns, self.named, self.rows, self.depth = columns, named, rows, 0

    def truth(self, node: ast.expr) -> np.ndarray:
        """The node as yes or no for each row."""
        if isinstance(node, ast.BoolOp):
            parts = [self._deeper(self.truth, part) for part in node.values]
            return np.logical_and.reduce(parts) if isinstance(node.op, ast.And) else np.logical_or.reduce(parts)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return ~self._deeper(self.truth, node.operand)
        if isinstance(node, ast.Compare):
            return self._compared(node)
        value = self.value(node)
        if value.dtype == object and all(cell is None or isinstance(cell, bool) for cell in value):
            return np.array([cell is True for cell in value], bool)
        raise _wrong(node, "VALUE")

    def value(self, node: ast.expr) -> np.ndarray:
        """The node as a value for each row: float64, or objects."""
        if isinstance(node, ast.Name):
            return self._column(node)
        if isinstance(node, ast.Constant):
            return self._constant(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
            numbers = self._numbers(node.operand)
            return -numbers if isinstance(node.op, ast.USub) else numbers
        if isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC:
            if isinstance(node.op, ast.Pow) and not _small(node.right):
                raise _wrong(node.right, "EXPONENT", most=LARGEST_EXPONENT)
            left, right = self._numbers(node.left), self._numbers(node.right)
            return _ARITHMETIC[type(node.op)](left, right)
        if isinstance(node, ast.Compare | ast.BoolOp) or (
            isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
        ):
            return np.array([bool(cell) for cell in self.truth(node)], object)
        raise _wrong(node, _refused(node))

    def _deeper(self, read: Callable[[ast.expr], np.ndarray], node: ast.expr) -> np.ndarray:
        self.depth += 1
        if self.depth > DEEPEST:
            raise _wrong(node, "DEEP", most=DEEPEST)
        found = read(node)
        self.depth -= 1
        return found

    def _column(self, node: ast.Name) -> np.ndarray:
        name = self.named.get(node.id, node.id)
        if name not in self.columns:
            near = difflib.get_close_matches(name, self.columns, 1)
            if near:
                raise _wrong(node, "NEAR", name=name, near=near[0])
            raise _wrong(node, "UNKNOWN", name=name, example=EXAMPLE)
        return _cells(self.columns[name])

    def _constant(self, node: ast.Constant) -> np.ndarray:
        if isinstance(node.value, bool | str) or node.value is None:
            return np.full(self.rows, node.value, dtype=object)
        if isinstance(node.value, int | float):
            try:
                return np.full(self.rows, float(node.value))
            except OverflowError as error:
                raise _wrong(node, "LARGE") from error
        raise _wrong(node, _refused(node))

    def _numbers(self, node: ast.expr) -> np.ndarray:
        value = self._deeper(self.value, node)
        if value.dtype == object:
            raise _wrong(node, "TEXT")
        return value

    def _compared(self, node: ast.Compare) -> np.ndarray:
        """A comparison, which may be a chain, 1 < x < 2: every link of it must hold."""
        held = np.full(self.rows, True)
        sides = [node.left, *node.comparators]
        for left, op, right in zip(sides, node.ops, sides[1:], strict=False):
            if isinstance(op, ast.In | ast.NotIn):
                found = self._among(left, right)
                held &= found if isinstance(op, ast.In) else ~found
            elif type(op) in _COMPARE:
                held &= _link(op, self._deeper(self.value, left), self._deeper(self.value, right))
            else:
                raise _wrong(right, "IS")
        return held

    def _among(self, left: ast.expr, right: ast.expr) -> np.ndarray:
        """Whether the left side is one of a list; or, where the right side is a text, a part of it."""
        value = self._deeper(self.value, left)
        if isinstance(right, ast.List | ast.Tuple | ast.Set):
            among = [_link(ast.Eq(), value, self._deeper(self.value, item)) for item in right.elts]
            return np.logical_or.reduce(among) if among else np.full(self.rows, False)
        within = self._deeper(self.value, right)
        pairs = zip(value, within, strict=True)
        if within.dtype == object and value.dtype == object:
            return np.array([isinstance(a, str) and isinstance(b, str) and a in b for a, b in pairs], bool)
        raise _wrong(right, "IN")


def _link(op: ast.cmpop, left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """One comparison for each row; what cannot be compared fits only !=."""
    compare = _COMPARE[type(op)]
    if left.dtype != object and right.dtype != object:
        return compare(left, right)
    alike = [type(a) is type(b) or (_real(a) and _real(b)) for a, b in zip(left, right, strict=True)]
    pairs = zip(left, right, alike, strict=True)
    other = isinstance(op, ast.NotEq)
    return np.array([bool(compare(a, b)) if same and a is not None else other for a, b, same in pairs], bool)


def _real(cell: Any) -> bool:
    return isinstance(cell, int | float) and not isinstance(cell, bool)


def _small(node: ast.expr) -> bool:
    """Whether an exponent is a plain number of ordinary size."""
    inner = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(inner, ast.Constant) and _real(inner.value) and abs(inner.value) <= LARGEST_EXPONENT  # type: ignore


def _refused(node: ast.expr) -> str:
    """The code of why a kind of expression has no place in a query."""
    kinds = {ast.Call: "CALL", ast.Attribute: "DOT", ast.BinOp: "BITS", ast.UnaryOp: "TILDE"}
    return kinds.get(type(node), "OTHER")


def _wrong(node: ast.expr, code: str, **values: object) -> QueryError:
    return QueryError(code, node.col_offset + 1, **values)
