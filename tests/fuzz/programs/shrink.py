"""Makes a program that shows a difference as short as it will go."""
import ast
import re


def shrink(lines, shows, tries=400):
    """Give a shorter program for which `shows(lines)` still holds; at most `tries` are made."""
    left = [tries]

    def still(candidate):
        if left[0] <= 0:
            return False
        left[0] -= 1
        return shows(candidate)

    lines = without_chunks(lines, still)
    changed = True
    while changed and left[0] > 0:
        lines = without_aliases(lines, still)
        changed = False
        for place in reversed(range(len(lines))):
            if place >= len(lines):
                continue
            for other in simpler(lines[place]):
                candidate = [*lines[:place], *other, *lines[place + 1:]]
                if still(candidate):
                    lines, changed = candidate, True
                    break
    return without_aliases(without_chunks(lines, still), still)


def without_aliases(lines, still):
    """Put what a statement `x = y` names in the place of x."""
    place = 0
    while place < len(lines):
        alias = re.fullmatch(r"(\w+) = (\w+(\[\d+\])?)", lines[place])
        if alias:
            name = re.compile(rf"\b{alias[1]}\b(?!['=])")
            candidate = lines[:place] + [name.sub(alias[2], line) for line in lines[place + 1:]]
            if still(candidate):
                lines = candidate
                continue
        place += 1
    return lines


def without_chunks(lines, still):
    """Drop runs of statements, longer ones first."""
    size = max(1, len(lines) // 2)
    while size:
        place = len(lines) - size
        while place >= 0:
            candidate = lines[:place] + lines[place + size:]
            if candidate and still(candidate):
                lines = candidate
            place -= size
        size //= 2
    return lines


def simpler(line):
    """Yield what may stand for a statement: a name among those it uses, less of its arguments."""
    try:
        tree = ast.parse(line)
    except SyntaxError:
        return
    if not tree.body:  # a comment, where files change sides
        return
    statement = tree.body[0]
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
        target = statement.targets[0].id
        inner = statement.value
        for part in ast.walk(inner):
            if part is not inner and isinstance(part, (ast.Name, ast.Subscript, ast.Call, ast.BinOp)) \
                    and not (isinstance(part, ast.Name) and part.id in ("sym", "nd", "mx", "np")):
                yield [f"{target} = {ast.unparse(part)}"]
    for part in ast.walk(tree):
        if isinstance(part, ast.Call) and part.keywords and \
                getattr(part.func, "id", "") not in ("var", "array", "draw"):
            kept = part.keywords
            for keyword in kept:
                part.keywords = [other for other in kept if other is not keyword]
                yield [ast.unparse(tree)]
            part.keywords = kept
        if isinstance(part, ast.Dict) and part.keys:
            keys, values = part.keys, part.values
            for place in range(len(keys)):
                part.keys, part.values = keys[:place] + keys[place + 1:], values[:place] + values[place + 1:]
                yield [ast.unparse(tree)]
            part.keys, part.values = keys, values
