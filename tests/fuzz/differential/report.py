"""Counts what a journal holds, and groups the differences that have no reason."""
from collections import Counter, defaultdict

from tests.fuzz.differential.known import Found, explain
from tests.fuzz.differential.schedule import case_of, program_of


def differences(entry):
    """Give (Found, reason or None) for all that differs in a case; a refusal has the reason of that in another mode."""
    name, label, _ = entry["key"]
    items = [Found(name, label, *item) for item in entry.get("found", ())]
    reasons = [explain(item) for item in items]
    refused = next((reason for item, reason in zip(items, reasons) if reason and item.kind == "refused there"), None)
    return [(item, reason or (refused if item.kind == "refused there" else None))
            for item, reason in zip(items, reasons)]


def reason_of(entry):
    """Name the reason of a case that differs; None where a part of it has none."""
    if entry["key"][0] == "program":
        return None
    reasons = [reason for _, reason in differences(entry)]
    return None if None in reasons else reasons[0].name


def unexplained(journal):
    """Give the entries that differ for no known reason."""
    return [entry for entry in journal.entries.values() if entry["outcome"] == "differ" and reason_of(entry) is None]


def text(journal, shown=None):
    """Say how the runs of a journal came out."""
    entries = [entry for entry in journal.entries.values() if entry["theirs"]]
    cases = [entry for entry in entries if entry["key"][0] != "program"]
    outcomes = Counter()
    for entry in entries:
        kind = entry["outcome"]
        if kind == "differ":
            reason = reason_of(entry)
            kind = f"differs: {reason}" if reason else "DIFFERS without a reason"
        outcomes["programs" if entry["key"][0] == "program" else "cases", kind] += 1
    lines = [f"{len(cases)} cases of {len({entry['key'][0] for entry in cases})} operators, "
             f"{len(entries) - len(cases)} programs; runs: ours {journal.total('ours')}, "
             f"the reference {journal.total('theirs')}"]
    lines += [f"  {count:7d} {what}: {kind}" for (what, kind), count in sorted(outcomes.items(), key=lambda i: -i[1])]
    groups = defaultdict(list)
    for entry in unexplained(journal):
        if entry["key"][0] == "program":
            groups["program", entry["key"][1], entry["found"][0][1]].append((entry, entry["found"][0][2]))
            continue
        for found, reason in differences(entry):
            if reason is None:
                groups[found.operator, found.label, found.kind].append((entry, f"{found.mode}: {found.said}"))
    lines.append(f"{len(groups)} distinct differences without a reason")
    for (name, label, kind), items in sorted(groups.items())[:shown]:
        entry, said = min(items, key=lambda item: size(item[0]))
        lines.append(f"\n{name} | {label} | {kind} | {len({tuple(item[0]['key']) for item in items})} cases; "
                     f"number {entry['key'][2]}: {said}")
        lines += [f"    {line}" for line in reproducer(entry)]
    return "\n".join(lines)


def size(entry):
    return sum(len(line) for line in reproducer(entry))


def reproducer(entry):
    """Give the lines that show a case."""
    if entry["key"][0] == "program":
        return program_of(entry["key"])
    case = case_of(entry["key"])
    inputs = ", ".join(f"{spec['dtype']}{spec['shape']} {spec.get('draw', 'normal')}" for spec in case["inputs"])
    params = ", ".join(f"{key}={value}" for key, value in case["params"].items())
    around = f"{case['before']} {case['after']}" if case.get("before") or case.get("after") else ""
    return [f"{case['op']}({inputs}; {params}) {around} seed {case['seed']}"]
