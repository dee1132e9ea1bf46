"""A second implementation of Ralph's table, written from the rules without regard for speed.

Cards are names; a row is a mapping from columns to stacks. It plays the moves of whole games, asks nothing itself and
believes whatever it is told.
"""

ORDER = "RVKYJ"


def number(card):
    return int(card[1:])


class SlowTable:
    def __init__(self, seats, turned, *, close_empty_columns):
        self.seats = seats
        self.rows = []
        self.won = [set() for _ in range(seats)]
        self.burned = set()
        self.close_empty_columns = close_empty_columns
        first, second = [card for card in turned if card[0] != "J"]
        if first[0] == second[0]:
            left, right = sorted((first, second), key=number)
            self.rows = [{0: [left], 1: [right]}]
        else:
            self.rows = [{0: [first]}, {0: [second]}]

    def round(self, chosen, answers):
        """Resolve the cards *chosen* by seat, with the *answers* of the seats in order."""
        answers = list(answers)
        for card in sorted(chosen, key=lambda card: (-number(card), ORDER.index(card[0]))):
            self.resolve(chosen.index(card), card, answers)
        assert not answers

    def owner(self, row):
        return next((card[0] for stack in row.values() for card in stack if card[0] != "J"), None)

    def resolve(self, seat, card, answers):
        owners = [self.owner(row) for row in self.rows]
        orphans = [row for row in self.rows if self.owner(row) is None]
        suit = card[0]
        if suit == "J":
            there = sorted({owner for owner in owners if owner})
            if not there:
                self.burned.add(card)
                return
            suit = there[0] if len(there) == 1 else answers.pop(0).removeprefix("as ")
        if suit in owners:
            row = self.rows[owners.index(suit)]
        elif orphans:
            row = orphans[0]
            if len(orphans) > 1:
                named = answers.pop(0).removeprefix("adopt ")
                row = next(row for row in orphans if any(named in stack for stack in row.values()))
        else:
            row = {}
            self.rows.append(row)
            self.begin(row, card, answers)
            self.take(seat, answers)
            return
        self.put(row, card)
        self.take(seat, answers)

    def begin(self, row, card, answers):
        tops = {stack[-1]: column for each in self.rows for column, stack in each.items()}
        distance = {top: abs(number(top) - number(card)) for top in tops}
        near = [top for top in tops if distance[top] == min(distance.values())]
        columns = {tops[top] for top in near} or {0}
        row[columns.pop() if len(columns) == 1 else tops[answers.pop(0).removeprefix("at ")]] = [card]

    def put(self, row, card):
        tops = {column: number(row[column][-1]) for column in sorted(row)}
        below = [column for column, top in tops.items() if top <= number(card)]
        if not below:
            row[min(row) - 1] = [card]
        elif number(card) > max(tops.values()):
            row[max(row) + 1] = [card]
        else:
            row[max(below)].append(card)

    def take(self, seat, answers):
        while True:
            full = [row for row in self.rows if len(row) == 4]
            across = [
                column
                for column in {c for row in self.rows for c in row}
                if sum(column in row for row in self.rows) == 4
            ]
            stacks = [(row, column) for row in self.rows for column, stack in row.items() if len(stack) == 4]
            if not full and not across and not stacks:
                return
            lines = [(row, column) for row in self.rows for column in row if row in full or column in across]
            for row, column in [*lines, *stacks]:
                self.won[seat].update(row[column])
            for row, column in [*lines, *stacks]:
                del row[column]
            for gone in sorted(across, reverse=True):
                for row in self.rows:
                    self.move(row, [column for column in row if column > gone], -1)
            for row, gone in stacks:
                right, left = [c for c in row if c > gone], [c for c in row if c < gone]
                if right and left:
                    if answers.pop(0) == "close left":
                        self.move(row, left, 1)
                    else:
                        self.move(row, right, -1)
            self.rows = [row for row in self.rows if row]
            self.close_columns()

    def close_columns(self):
        if not self.close_empty_columns:
            return
        there = sorted({column for row in self.rows for column in row})
        for row in self.rows:
            moved = {there.index(column): stack for column, stack in row.items()}
            row.clear()
            row.update(moved)

    @staticmethod
    def move(row, columns, by):
        moved = {column + by: row.pop(column) for column in columns}
        row.update(moved)

    def picture(self):
        """The rows in any order, columns counted from the leftmost."""
        first = min((column for row in self.rows for column in row), default=0)
        return sorted(sorted((column - first, stack) for column, stack in row.items()) for row in self.rows)
