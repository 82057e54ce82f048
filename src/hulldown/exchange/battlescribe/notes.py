"""What an import says and asks: remarks of the same text are one, answers stand where they were given."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hulldown.catalogue import quote
from hulldown.exchange.model import Answers, ImportFault, ImportQuestion, Remark, RemarkKind

NAMED = 4  # places that a remark names; of more it says the number
MOST_REMARKS, MOST_QUESTIONS = 1000, 3000
LONGEST = 300  # letters of a remark


class Notes:
    """The remarks and questions of an import, in the order in which they come up."""

    def __init__(self, file: str, answers: Answers) -> None:
        self.file, self.answers = file, answers
        self._places: dict[tuple[RemarkKind, str], dict[str, None]] = {}
        self._questions: dict[str, ImportQuestion] = {}
        self._more = 0

    # ------------------------------------------------------------ remarks

    def remark(self, kind: RemarkKind, where: str, text: str) -> None:
        """Name what was not taken word for word."""
        if (kind, text) in self._places or len(self._places) < MOST_REMARKS:
            self._places.setdefault((kind, text[:LONGEST]), {})[where[:LONGEST]] = None
        else:
            self._more += 1

    def leave_out(self, where: str, text: str) -> None:
        """Name what was not taken."""
        self.remark(RemarkKind.LEFT, where, text)

    def default(self, where: str, text: str) -> None:
        """Name what was not there."""
        self.remark(RemarkKind.DEFAULT, where, text)

    def suggested(self, where: str, text: str) -> None:
        """Name what looks like something that the rules know."""
        self.remark(RemarkKind.SUGGESTED, where, text)

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """All remarks; equal texts are one, with their places."""
        remarks = [Remark(kind, joined(places), text) for (kind, text), places in self._places.items()]
        if self._more:
            remarks.append(Remark(RemarkKind.LEFT, "elsewhere", f"{self._more} more such things"))
        return tuple(remarks)

    # ------------------------------------------------------------ questions

    def ask(self, id: str, text: str, choices: Sequence[str], usual: str, depends: bool = False) -> str:
        """What a person decided, or what holds without. ImportFault for an answer that is no choice.

        Where choices depend on other answers, one that is none any more gives way to the usual one.
        """
        if len(self._questions) >= MOST_QUESTIONS:
            raise ImportFault(f"{self.file}: its entries have more than {MOST_QUESTIONS} choices")
        answer = self.answers.get(id, usual)
        if answer not in choices:
            if not depends:
                named = ", ".join(quote(choice) for choice in choices)
                raise ImportFault(f"{id}: must be one of {named}, not {quote(answer)}")
            answer = usual
        self._questions[id] = ImportQuestion(id, text, tuple(choices), answer)
        return answer

    def free_id(self, id: str) -> str:
        """An id that no question has yet: the second of the same name has a number."""
        number, free = 1, id
        while free in self._questions:
            number += 1
            free = f"{id}_{number}"
        return free

    @property
    def questions(self) -> tuple[ImportQuestion, ...]:
        """All questions."""
        return tuple(self._questions.values())


def joined(places: Iterable[str]) -> str:
    """Places in a line: the first few, and how many more there are."""
    names = list(places)
    if len(names) <= NAMED + 1:
        return ", ".join(names)
    return f"{', '.join(names[:NAMED])} and {len(names) - NAMED} more"
