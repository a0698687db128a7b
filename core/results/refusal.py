"""Why a query cannot be read: a sentence for each reason, and where in the text the trouble begins."""

EXAMPLE = 'encoding == "rope" and val_loss < 1.7'

# Pages translate a template and fill in the values of the same names, so each is whole sentences.
REFUSALS = {
    "LONG": "The query has {length} characters; {most} are the most.",
    "INCOMPLETE": "This is no complete expression; write it as in {example}.",
    "UNREADABLE": "This cannot be read; write it as in {example}.",
    "DEEP": "The query is nested more than {most} deep; write it in fewer parentheses.",
    "VALUE": "This is a value and no condition; compare it with something, as in steps > 100.",
    "EXPONENT": "An exponent is a number from -{most} to {most}.",
    "NEAR": 'No run has a field or metric "{name}"; did you mean "{near}"?',
    "UNKNOWN": 'No run has a field or metric "{name}"; put a text in quotes, as in {example}.',
    "LARGE": "This number is too large; floats end at 1.8e308.",
    "TEXT": "This is no number, and one can only reckon with numbers.",
    "IS": "Write == in place of is, and != in place of is not.",
    "IN": 'Write a list after in, as in seed in [0, 1], or look for a text in one: "x" in tags.',
    "CALL": "Nothing can be called in a query; compare fields with values.",
    "DOT": "A dot has no place in a query; put a name with a dot between backticks: `train.seed`.",
    "BITS": "Write and in place of &, or in place of |; other such operators have no place in a query.",
    "TILDE": "Write not in place of ~.",
    "OTHER": "This has no place in a query: fields, values, comparisons, and, or, not, in and arithmetic do.",
}
PLACE = "{sentence} (at character {place})"


class QueryError(ValueError):
    """The query cannot be read: the code and values of the sentence, and the character of the text, from 1."""

    def __init__(self, code: str, place: int, **values: object):
        self.template, self.place, self.values = REFUSALS[code], place, values
        self.sentence = self.template.format(**values)
        super().__init__(PLACE.format(sentence=self.sentence, place=place))
