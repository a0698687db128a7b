"""Runs that other programs logged, read into run files of ours."""

from core.results.imports.answers import Answers, Question
from core.results.imports.logged import Found, Logged
from core.results.imports.mapping import fields, questions
from core.results.imports.read import read
from core.results.imports.uploads import read_uploads
from core.results.imports.writing import Imported, put

__all__ = ["Answers", "Found", "Imported", "Logged", "Question", "fields", "put", "questions", "read", "read_uploads"]
