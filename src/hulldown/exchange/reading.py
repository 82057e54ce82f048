"""A table being read: its lines become entries, judged one by one and together; what is said and asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import Any

from pydantic import BaseModel

from hulldown.catalogue import CatalogueError, ValidationIssue, quote
from hulldown.catalogue.layout import layout, order_of
from hulldown.catalogue.load import LARGEST_FILE, format_place
from hulldown.catalogue.overlay import Layer
from hulldown.catalogue.pack import plain_word
from hulldown.exchange.columns import (
    EACH,
    ID,
    NAMES,
    TEXTS,
    CellField,
    Path,
    dotted,
    general,
    titled,
    words_of,
)
from hulldown.exchange.model import (
    ImportFault,
    ImportQuestion,
    Preview,
    PreviewRow,
    Remark,
    RemarkKind,
)
from hulldown.exchange.rows import (
    PROSE,
    CellFault,
    RowDraft,
    gaps,
    in_words,
    listed,
    nearest,
    put,
    set_at,
    value_at,
    value_of,
)
from hulldown.exchange.sheets import (
    BLANKS,
    Row,
    text_in,
)
from hulldown.exchange.unit_tables import COLUMN, Header, Table, TableColumn
from hulldown.rulesets.api.ruleset import Ruleset

LIKE, EVERY = "like", "every_"  # ids of questions
NEAREST = "nearest"
ROUNDS = 8  # of judging: each mends or leaves out all lines that the one before names
SEARCHES = 64  # for lines that make something wrong elsewhere
GUESSES = 40  # columns without a field whose header is compared with all names
LONGEST_CELL = 200  # letters of a cell in a preview
FEW = 40  # numbers that a question lists
SHOWN_ROWS = 200  # lines of a preview


@dataclass
class Reading:
    """A table being read: the lines that are kept, and what is to be said of it."""

    ruleset: Ruleset
    table: Table
    header: Header
    name: str
    answers: dict[str, str]
    drafts: list[RowDraft] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    searches: int = 0

    @property
    def entries(self) -> list[RowDraft]:
        """The lines without a fault that say something new."""
        return [draft for draft in self.drafts if not draft.faults and draft.entry]

    @cached_property
    def columns(self) -> dict[Path, TableColumn]:
        """The columns that fill something, by what they fill."""
        return {column.path: column for column in self.header.columns if column.path}

    @cached_property
    def first_keys(self) -> set[str]:
        """The first keys of everything that has a column."""
        return {path[0] for path in self.columns}

    def field_of(self, column: TableColumn) -> CellField | None:
        """The field that a column fills."""
        return self.table.field_at(column.path)

    # ---- line by line

    def run(self, commas: bool) -> None:
        """Read every line, and judge all of them together until nothing is wrong with those that are left."""
        for row in self.header.rows:
            draft = self.draft_of(row, commas)
            self.drafts.append(draft)
            filled = [cell for cell in row.cells if cell.strip(BLANKS)]
            if len(filled) == 1 and len(self.columns) > 2:
                draft.faults[()] = (
                    f"only {quote(filled[0].strip(BLANKS))} stands here, as over a group of lines"
                )
        self.identify()
        for draft in self.drafts:
            if not draft.faults:
                self.complete(draft)
                self.validate(draft)
        for _ in range(ROUNDS):
            if not self.entries or not self.judge():
                break
        else:
            raise ImportFault(f"{self.name}: its lines stand in each other's way; import fewer at a time")
        self.remark()

    def draft_of(self, row: Row, commas: bool) -> RowDraft:
        """The cells of a line as data, and what is wrong with them."""
        draft = RowDraft(row.line, row.cells)
        for path, column in self.columns.items():
            cell = row.cells[column.number - 1] if column.number <= len(row.cells) else ""
            try:
                if path == ID:
                    draft.id = text_in(cell)
                    continue
                cell_field = self.field_of(column)
                value = value_of(cell_field, cell, commas) if cell_field else None
            except CellFault as wrong:
                draft.faults[path] = str(wrong)
                continue
            if value is not None:
                put(draft.data, path, value)
        listed(draft, draft.data)
        return draft

    def complete(self, draft: RowDraft) -> None:
        """Fill what a line does not say and an entry needs: from an answer, else from a printed entry."""
        table, data = self.table, draft.data
        for path, cell_field in table.fields.items():
            word = self.answers.get(f"{EVERY}{dotted(path)}")
            if word and path not in self.columns and EACH not in path:
                put(data, path, int(word) if cell_field.kind == "whole" else word)
        if draft.id in table.printed:  # what has no column stays as it is printed
            entries = {
                key: value for key, value in table.printed[draft.id].items() if key not in self.first_keys
            }
            data |= {key: value for key, value in entries.items() if key not in data}
        key = self.answers.get(LIKE, NEAREST)
        key = key if key in table.printed else nearest(data, table.printed, table.fields)
        like = table.printed.get(key, {})
        wanted = list(gaps(table.schema, table.schema, data))
        wanted += [
            path
            for path, cell_field in table.fields.items()
            if len(path) == 1
            and cell_field.nullable
            and path[0] not in self.first_keys | set(data)
            and path[0] in like
        ]
        for place in wanted:
            value = value_at(like, place)
            if place == (TEXTS,):
                set_at(data, place, f"From {self.name}."[:200])
                draft.filled[place] = quote(data[TEXTS])
            elif place[-1] != NAMES and value is not None:
                set_at(data, place, value)
                draft.filled[place] = f"{in_words(value)}, as {like.get(NAMES) or key} has"

    def identify(self) -> None:
        """Give every line the key of its entry: its own, that of a printed one of its name, or a new one."""
        taken: dict[str, int] = {}
        for draft in self.drafts:
            if draft.faults:
                continue
            if not draft.name:
                draft.faults[(NAMES,)] = "has no name; every line needs one"
                continue
            if draft.id and (draft.id in taken or not draft.id.isprintable() or len(draft.id) > 64):
                line = taken.get(draft.id)
                draft.faults[ID] = (
                    f"line {line} has this id" if line else "an id has 1 to 64 letters that can be seen"
                )
                continue
            if not draft.id:
                word = plain_word(draft.name)
                wish = self.table.keys.get(word) or word[:60] or f"unit_{draft.line}"
                draft.id = next(id for id in numbered_ids(wish) if id not in taken)
                if draft.id != wish:
                    self.say(
                        RemarkKind.SUGGESTED,
                        f"line {draft.line}",
                        f"line {taken[wish]} is {quote(draft.name)}, too; both are taken",
                    )
            taken[draft.id] = draft.line

    def validate(self, draft: RowDraft) -> None:
        """Judge an entry by itself; of a printed one, a pack says what differs."""
        try:
            whole = self.table.whole(draft.data)
        except CatalogueError as wrong:
            for issue in wrong.issues:
                self.blame(draft, issue, issue.place)
            return
        printed = self.table.printed_whole.get(draft.id)
        draft.entry = draft.data
        if printed is not None:
            draft.entry = {key: value for key, value in whole.items() if value != printed[key]}
            for key in (key for key, value in draft.entry.items() if value is None):
                draft.faults[(key,)] = (
                    f"{draft.id} comes with {in_words(printed[key])}; give the unit another name"
                )

    def blame(self, draft: RowDraft, issue: ValidationIssue, place: tuple[str | int, ...]) -> None:
        """Note what is wrong with a line, at the column that says it."""
        rule = f" ({issue.rule})" if issue.rule else ""
        path = draft.path_of(place)
        column = self.column_of(path)
        draft.faults.setdefault(column.path if column else path, f"{issue.what}{rule}")

    # ---- all together

    def judge(self) -> bool:
        """Lay the entries over the ruleset as a pack does; whether a line was mended or left out."""
        size = len(self.text(self.entries).encode()) // 1024
        if size >= LARGEST_FILE // 1024:
            raise ImportFault(
                f"{self.name}: makes {size} KiB of units, and a pack takes {LARGEST_FILE // 1024}; "
                "divide it into several tables"
            )
        issues = self.issues(self.entries)
        drafts = {draft.id: draft for draft in self.entries}
        blamed = False
        for issue in issues:
            table, key = (str(part) for part in (*issue.place, "", "")[:2])
            if table == self.table.name and key in drafts:
                self.mend(drafts[key], issue, issue.place[2:])
                blamed = True
        if blamed or not issues:
            return blamed
        for draft in self.culprits(self.entries):  # what is wrong shows elsewhere in the file
            self.blame(
                draft, issues[0]._replace(what=f"{format_place(issues[0].place)}: {issues[0].what}"), ()
            )
        return True

    def issues(self, drafts: list[RowDraft]) -> list[ValidationIssue]:
        """What is wrong in the files of the ruleset with these lines over them."""
        layer = Layer(self.table.file, self.text(drafts), self.name)
        laid = self.ruleset.under((*self.ruleset.layers, layer))
        try:
            laid.files.units()
        except CatalogueError as wrong:
            return list(wrong.issues) or [ValidationIssue((), line) for line in wrong.lines]
        keys = {draft.id for draft in drafts}
        return [issue for issue in laid.files.sums() if issue.place[1] in keys]

    def culprits(self, drafts: list[RowDraft]) -> list[RowDraft]:
        """Those of some lines that make something wrong elsewhere; all of them where none does alone."""
        self.searches += 1
        if len(drafts) == 1 or self.searches > SEARCHES:
            return drafts
        halves = drafts[: len(drafts) // 2], drafts[len(drafts) // 2 :]
        return [draft for half in halves if self.issues(half) for draft in self.culprits(half)] or drafts

    def mend(self, draft: RowDraft, issue: ValidationIssue, place: tuple[str | int, ...]) -> None:
        """Put right what the table does not say, or spells otherwise; else the line has a fault."""
        path = draft.path_of(place)
        word = self.printed_word(path, value_at(draft.data, place))
        if issue.right is not None and path not in self.columns:
            set_at(draft.data, place, issue.right)
            draft.filled[place] = f"{issue.right}, as its parts come to"
            self.validate(draft)
        elif word is not None and word != value_at(draft.data, place):
            set_at(draft.data, place, word)
            self.validate(draft)
            if path in self.columns:
                self.say(RemarkKind.SUGGESTED, self.where(draft, path), f"is taken as {quote(word)}")
        else:
            self.blame(draft, issue, place)

    def printed_word(self, path: Path, value: Any) -> str | None:
        """How printed entries spell a word of this field, in whatever letters it is written."""
        if path in PROSE:
            return None
        words = {plain_word(word): word for word in self.printed_words(general(path))}
        return words.get(plain_word(value)) if isinstance(value, str) else None

    def printed_words(self, path: Path) -> Iterator[str]:
        """The texts of printed entries at a place outside of lists."""
        for entry in self.table.printed.values():
            if isinstance(value := value_at(entry, path), str):
                yield value

    def text(self, drafts: list[RowDraft]) -> str:
        """The entries of lines as the text of a file."""
        entries = {draft.id: draft.entry for draft in drafts}
        order = order_of([{self.table.name: dict(self.table.printed)}])
        return layout({self.table.name: entries}, order)

    def texts(self) -> dict[str, str]:
        """The files of a pack with the entries."""
        return {self.table.file: self.text(self.entries)} if self.entries else {}

    # ---- what is said

    def say(self, kind: RemarkKind, where: str, text: str) -> None:
        """Note something that was not taken word for word."""
        self.remarks.append(Remark(kind, where, text))

    def where(self, draft: RowDraft, path: Path) -> str:
        """Where a person finds something: "line 3, Armour"."""
        column = self.column_of(path)
        title = column.title if column else titled(path)
        return f"line {draft.line}, {title}" if title else f"line {draft.line}"

    def column_of(self, path: Path) -> TableColumn | None:
        """The column that a fault is about: the one of its path, of what lies below it, or of its list."""
        below = (column for known, column in self.columns.items() if path and known[: len(path)] == path)
        above = (self.columns.get(path[:count]) for count in range(len(path) - 1, 0, -1))
        return self.columns.get(path) or next(below, None) or next(filter(None, above), None)

    def remark(self) -> None:
        """Everything that is not taken word for word: columns, lines, what stands for what is not said."""
        columns = [remark for column in self.header.columns if (remark := self.of_column(column))]
        lines = [
            Remark(RemarkKind.LEFT, self.where(draft, path), text)
            for draft in self.drafts
            for path, text in draft.faults.items()
        ]
        same = [draft for draft in self.drafts if not draft.faults and not draft.entry]
        if same:
            lines.append(Remark(RemarkKind.LEFT, lines_of(same), "says what is printed already"))
        known = [draft for draft in self.entries if draft.id in self.table.printed]
        changed = [
            Remark(
                RemarkKind.SUGGESTED,
                f"line {draft.line}",
                f"{quote(draft.name)} comes with the game; this changes it: {', '.join(keyed(draft.entry))}",
            )
            for draft in known
        ]
        self.remarks = [*columns, *lines, *self.remarks, *changed, *self.defaults()]

    def of_column(self, column: TableColumn) -> Remark | None:
        """What is to be said of a column that fills nothing."""
        if column.path or not any(
            row.cells[column.number - 1 : column.number] not in ((), ("",)) for row in self.header.rows
        ):
            return None
        title = column.title or f"column {column.number}"
        near = self.near(column)
        if near:
            text = f"is left out; it looks like {quote(dotted(near))}"
            return Remark(RemarkKind.SUGGESTED, title, text)
        return Remark(RemarkKind.LEFT, title, "is left out: no field is called so, or another column has it")

    def near(self, column: TableColumn) -> Path | None:
        """The field whose name is nearest to a header."""
        if column.number > GUESSES:
            return None
        names = {
            " ".join(words): min(ranks, key=lambda path: ranks[path])
            for words, ranks in self.table.headers.by_words.items()
        }
        near = get_close_matches(" ".join(words_of(column.title)[0]), names, n=1, cutoff=0.75)
        path = self.table.fields[names[near[0]]].at([1] * 4) if near else None
        return path if path and path not in self.columns else None

    def defaults(self) -> Iterator[Remark]:
        """What stands where the table says nothing, alike lines together."""
        alike: dict[tuple[Path, str], list[RowDraft]] = {}
        for draft in self.entries:
            for place, text in draft.filled.items():
                alike.setdefault((draft.path_of(place), text), []).append(draft)
        for (path, text), drafts in alike.items():
            where = "every line" if len(drafts) == len(self.entries) else lines_of(drafts)
            why = "says nothing" if self.column_of(path) else "has no column"
            yield Remark(RemarkKind.DEFAULT, f"{where}, {titled(path)}", f"{why}: {text}")
        left = [
            f"{titled((key,))}: {in_words(info.get_default(call_default_factory=True))}"
            for key, info in self.table.model.model_fields.items()
            if not info.is_required()
            and key not in self.first_keys
            and info.default not in ("", (), None)
            and not isinstance(info.default, BaseModel)
        ]
        if left and self.entries:
            yield Remark(RemarkKind.DEFAULT, "every line", f"has no column for it: {'; '.join(left)}")

    # ---- what is asked

    def questions(self) -> Iterator[ImportQuestion]:
        """What each column is, and what stands where the table says nothing."""
        choices = tuple(dict.fromkeys(self.choices()))
        nameless = NAMES not in self.first_keys and ID not in self.columns
        for column in self.header.columns:
            if column.title or column.path:
                text = f"What the column {quote(column.title)} is"
                yield ImportQuestion(f"{COLUMN}{column.number}", text, choices, dotted(column.path), nameless)
        for path, cell_field in self.table.fields.items():
            few = self.few(path, cell_field)
            if cell_field.needed and few and path not in self.columns:
                key = f"{EVERY}{dotted(path)}"
                text = f"What stands in every line as {titled(path)}, which no column says"
                yield ImportQuestion(key, text, ("", *few), self.answers.get(key, ""))
        yield ImportQuestion(
            LIKE,
            "From which printed entry a line takes what it does not say",
            (NEAREST, *self.table.printed),
            self.answers.get(LIKE, NEAREST),
        )

    def few(self, path: Path, cell_field: CellField) -> tuple[str, ...]:
        """What may stand in a field of every line, where that is little."""
        if cell_field.kind == "list" or EACH in path or path in PROSE:
            return ()
        if (
            cell_field.kind == "whole"
            and cell_field.low is not None
            and cell_field.high is not None
            and cell_field.high - cell_field.low <= FEW
        ):
            return tuple(str(number) for number in range(int(cell_field.low), int(cell_field.high) + 1))
        words = tuple(dict.fromkeys(self.printed_words(path)))
        return cell_field.choices or (words if len(words) * 2 <= len(self.table.printed) else ())

    def choices(self) -> Iterator[str]:
        """What a column can be: each field, those of lists up to one entry more than the columns name."""
        yield ""
        yield dotted(ID)
        for path, cell_field in self.table.fields.items():
            if EACH in path:
                at = path.index(EACH)
                firsts = [
                    int(known[at]) for known in self.columns if general(known)[: at + 1] == path[: at + 1]
                ]
                last = min(cell_field.most[0], max(firsts, default=0) + 1)
                yield from (dotted(cell_field.at([number, *[1] * 3])) for number in range(1, last + 1))
            else:
                yield dotted(path)
        yield from (dotted(path) for path in self.columns if self.table.field_at(path))

    def preview(self) -> Preview:
        """The first lines, those in which something is wrong in any case."""
        wrong = [draft for draft in self.drafts if draft.faults][:SHOWN_ROWS]
        rest = [draft for draft in self.drafts if not draft.faults][: SHOWN_ROWS - len(wrong)]
        rows = sorted([*wrong, *rest], key=lambda draft: draft.line)
        width = len(self.header.columns)
        return Preview(
            tuple(column.title for column in self.header.columns),
            tuple(
                PreviewRow(
                    draft.line,
                    tuple(cell[:LONGEST_CELL] for cell in (*draft.cells, *[""] * width)[:width]),
                    {self.cell(path): text for path, text in draft.faults.items()},
                    not draft.faults and bool(draft.entry),
                )
                for draft in rows
            ),
            len(self.drafts),
        )

    def cell(self, path: Path) -> int:
        """The number of the cell that a fault is about, from 0; -1 for the whole line."""
        column = self.column_of(path)
        return column.number - 1 if column else -1


def keyed(entry: Mapping[str, Any]) -> list[str]:
    """The first keys of an entry as headings."""
    return [titled((key,)) for key in entry]


def lines_of(drafts: list[RowDraft]) -> str:
    """Lines by their numbers, the first of many: "lines 2, 3 and 8 more"."""
    numbers = [str(draft.line) for draft in drafts]
    if len(numbers) == 1:
        return f"line {numbers[0]}"
    if len(numbers) <= 4:
        return f"lines {', '.join(numbers[:-1])} and {numbers[-1]}"
    return f"lines {', '.join(numbers[:3])} and {len(numbers) - 3} more"


def numbered_ids(wish: str) -> Iterator[str]:
    """An id, then the same with numbers behind it."""
    yield wish
    for number in range(2, 10**6):
        yield f"{wish}_{number}"
