"""Text columns for several commands."""


def print_table(head: list[str], rows: list[list[str]], right: str = "", footer: bool = False) -> None:
    """Print columns; ``right`` lists the right-aligned ones, as in '>13'."""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]

    def line(row: list[str]) -> str:
        return "  ".join(cell.rjust(width) if str(place) in right else cell.ljust(width)
                         for place, (cell, width) in enumerate(zip(row, widths))).rstrip()
    rule = "-" * (sum(widths) + 2 * (len(widths) - 1))
    print(line(head))
    print(rule)
    for number, row in enumerate(rows):
        if footer and number == len(rows) - 1:
            print(rule)
        print(line(row))
