# SPDX-License-Identifier: Apache-2.0
"""pages.py: what docs/FORMATS.md and docs/RULES.md state, as a set of facts.

A fact is a tuple whose first element is its kind, for example
("field", "crokeye.score/1", "board.model") or ("value", "V1", "must_strike",
"depot", "any_opposing", True). Tables are recognised by their header; a table
of any other header only guides the reader and states no fact.
"""
import re

PREFIX_OF_EVENT = "event:"
BOOKS = ("masters", "woodestic", "cancellation", "depot", "solo-teams", "tournament")
GUIDES = {("document",), ("rule",), ("word",), ("file",), ("book",), ("code",), ("event", "data")}


def quoted(cell):
    return re.findall(r"`([^`]*)`", cell)


class Field:
    """One row of a table of fields: where it stands, and what it claims."""

    def __init__(self, document, path, type_cell, default):
        self.document, self.path = document, path
        self.type, self.default = type_cell, default
        self.is_live = None  # of crokeye.match/1: not in `rules play`

    def words(self):
        """The allowed words, or None where the type is another."""
        return quoted(self.type) if "one of" in self.type else None

    def may_be_null(self):
        return "?" in self.type or "or null" in self.type

    def shared(self):
        """The name of the shared object that the type links to, or None."""
        link = re.search(r"\[\w+\]\(#(board|disc|removal)\)(\[\])?", self.type)
        return (link[1], link[2] or "") if link else None

    def nested(self):
        """Is it a document with a schema of its own?"""
        return "(#crokeye" in self.type


class Page:
    """One pass over the lines of a page."""

    def __init__(self, lines):
        self.facts, self.fields, self.examples = set(), [], []
        self.places = []  # (line number, kind) of each row that states a fact
        self.section = self.part = ""
        self.header = None
        self._read(lines)
        self._expand()

    # ---- lines ----

    def _read(self, lines):
        fence, block = None, []
        for number, line in enumerate(lines):
            if line.startswith("```"):
                if fence is None:
                    fence, block = line[3:].strip(), []
                else:
                    self.examples.append((fence, self._document(), "\n".join(block)))
                    fence = None
            elif fence is not None:
                block.append(line)
            elif line.startswith("#"):
                self._heading(line)
            elif line.startswith("|"):
                self._row(number, [cell.strip() for cell in line.strip().strip("|").split("|")])
            else:
                self.header = None

    def _heading(self, line):
        level, text = line.split(" ", 1)
        if level == "##":
            self.section, self.part = text, ""
        elif level == "###":
            self.part = text
        self.header = None

    def _row(self, number, cells):
        if self.header is None:
            self.header = [cell.lower() for cell in cells]
            return
        if set("".join(cells)) <= set("-: "):
            return
        kind = self._state(cells)
        if kind:
            self.places.append((number, kind))

    # ---- what a row states ----

    def _document(self):
        event = re.match(r"Event `(\w+)`", self.part)
        if event:
            return PREFIX_OF_EVENT + event[1]
        if self.section == "HTTP":
            return "healthz" if "healthz" in self.part else "problem"
        return self.part if self.section == "Shared objects" else self.section

    def _prefix(self):
        part = re.match(r"`(\w+)` of a score", self.part)
        if not part:
            return ""
        return part[1] + ("[]." if part[1] in ("sides", "discs", "maybe", "unseen",
                                             "answered") else ".")

    def _state(self, cells):
        head = tuple(self.header)
        if head[0] == "field":
            return self._field(cells, head)
        if head[:2] == ("id", "setting"):
            return self._setting(cells, head)
        if head[:2] == ("id", "in"):
            self.facts |= {("id in a decision", cells[0], where) for where in quoted(cells[1])}
            return "id in a decision"
        if head[:2] == ("column", "type"):
            self.facts.add(("column", self.part or self.section, quoted(cells[0])[0]))
            return "column"
        if head[:2] == ("address", "answer"):
            self.facts.add(("address", self._address(quoted(cells[0])[0])))
            return "address"
        if head[:2] == ("address", "field"):
            default = "either" if cells[3].startswith("required without") else \
                "required" if cells[3] == "required" else "optional"
            self.facts.add(("request", quoted(cells[0])[0], quoted(cells[1])[0], default))
            return "request"
        if head[0] == "parameter":
            self.facts.add(("parameter", quoted(cells[0])[0]))
            return "parameter"
        if head[:2] == ("status", "code"):
            codes = quoted(cells[1]) or [""]
            self.facts |= {("status", int(cells[0]), code) for code in codes}
            return "status"
        if head[0] == "variable":
            default = quoted(cells[1])
            self.facts.add(("theme variable", quoted(cells[0])[0], default[0] if default else ""))
            return "theme variable"
        if head[:2] == ("table", "column"):
            self.facts.add(("record", quoted(cells[0])[0], quoted(cells[1])[0]))
            return "record"
        if head[:2] == ("setting", "of"):
            of, _, needed = cells[1].partition(", ")
            self.facts.add(("setting of a day", of, quoted(cells[0])[0], needed == "needed"))
            return "setting of a day"
        if head == ("state", "meaning"):
            self.facts.add(("state of a source", quoted(cells[0])[0]))
            return "state of a source"
        if head == ("code", "meaning"):
            self.facts |= {("error code", code) for code in quoted(cells[0])}
            return "error code"
        if head == ("event", "data"):
            self.facts.add(("stream event", quoted(cells[0])[0]))
            return "stream event"
        if head[:2] == ("option", "book"):
            self.facts.add(("option", quoted(cells[0])[0], cells[1], cells[2],
                            tuple(quoted(cells[3]))))
            return "option"
        if head[:2] == ("book", "its source"):
            self.facts.add(("book", quoted(cells[0])[0]))
            return "book"
        if (head[0],) not in GUIDES:
            raise SystemExit(f"a table of unknown header: {' | '.join(self.header)}")
        return None

    def _field(self, cells, head):
        cell = dict(zip(head, cells))
        path = self._prefix() + quoted(cells[0])[0]
        field = Field(self._document(), path, cell["type"], cell.get("default"))
        self.fields.append(field)
        live = cell.get("in")
        if live:
            field.is_live = live == "live"
        return "field"

    def _setting(self, cells, head):
        rule, key = cells[0], quoted(cells[1])[0]
        if head[2].startswith("allowed"):
            numbers = re.match(r"(\d+) to (\d+);", cells[2])
            words = re.findall(r"`(\w+)`:", cells[2])
            if numbers:
                words = [f"{numbers[1]} to {numbers[2]}"]
            self.facts |= {("setting", rule, key)} | {("allowed", key, word) for word in words}
            return "allowed value"
        for book, cell in zip(head[2:], cells[2:]):
            if self.section == "Who says so":
                self.facts.add(("source", rule, key, book, "" if cell == "-" else cell))
            else:
                is_ours = cell.startswith("(")
                self.facts.add(("value", rule, key, book, cell.strip("()"), not is_ours))
        return "source" if self.section == "Who says so" else "value"

    @staticmethod
    def _address(text):
        method, path = text.split(" ")
        last = path.rsplit("/", 1)[1]
        return f"{method} {path[:-len(last)] if re.search('[A-Z]', last) else path}"

    # ---- shared objects ----

    def _expand(self):
        """The facts of the fields, with shared objects put in where linked."""
        by_document = {}
        for field in self.fields:
            by_document.setdefault(field.document, []).append(field)
        self.expanded = []
        for field in self.fields:
            if field.document in ("board", "disc", "removal"):
                continue
            self._put(field, field.path, by_document)
        for field in self.fields:
            if field.document in ("board", "disc", "removal"):
                self._claim(field, field.path)
        self.facts |= {("field", f.document, f.path) for f in self.expanded}
        self.facts |= {("live only", f.document, f.path, f.is_live) for f in self.expanded
                       if f.is_live is not None}

    def _put(self, field, path, by_document):
        self.expanded.append(field)
        self._claim(field, path)
        shared = field.shared()
        if not shared:
            return
        for inner in by_document.get(shared[0], []):
            one = Field(field.document, f"{path}{shared[1]}.{inner.path}", inner.type,
                        inner.default)
            one.is_live = field.is_live
            self.expanded.append(one)

    def _claim(self, field, path):
        self.facts |= {("word", field.document, path, word) for word in field.words() or []}


def read(*texts):
    """The pages' facts and fields together."""
    pages = [Page(text.split("\n")) for text in texts]
    return pages, set().union(*(page.facts for page in pages))
