"""Children that were forked or spawned, before and after the parent computed, train to the same numbers.

    python -m tests.fuzz.processes [--children 8]
"""
import argparse
import logging
import multiprocessing
import queue
import sys
import time

from tests.fuzz import tasks

PATIENCE = 120  # seconds; a child that takes longer counts as hung
JOBS = [(task, seed) for seed in (3, 40) for task in tasks.TASKS]


def child(answers, number):
    """Run all tasks, each child from another one on, and send what they give."""
    logging.disable(logging.CRITICAL)
    jobs = JOBS[number % len(JOBS):] + JOBS[:number % len(JOBS)]
    answers.put((number, {(task.__name__, seed): task(seed) for task, seed in jobs}))


def run(method, children, warm=True):
    """Start `children` at once; give (results compared, what went wrong).

    With `warm` the parent has computed everything once before, with all its pools, caches and threads.
    """
    if warm:
        for task, seed in JOBS:
            task(seed)
    context = multiprocessing.get_context(method)
    answers = context.Queue()
    started = [context.Process(target=child, args=(answers, number)) for number in range(children)]
    for process in started:
        process.start()
    found, wrong = {}, []
    try:
        for _ in started:
            number, results = answers.get(timeout=PATIENCE)
            found[number] = results
    except queue.Empty:
        missing = sorted(set(range(children)) - set(found))
        codes = [started[number].exitcode for number in missing]
        wrong.append(f"{method}: children {missing} did not answer; exit codes {codes}")
    for process in started:
        process.join(1 if wrong else PATIENCE)
        if process.is_alive():
            process.kill()
            process.join()
    expected = {(task.__name__, seed): task(seed) for task, seed in JOBS}
    for number, results in sorted(found.items()):
        wrong += [f"{method}: {name}({seed}) gives other numbers in child {number}"
                  for (name, seed), result in results.items() if not tasks.same(result, expected[name, seed])]
    return len(found) * len(JOBS), wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--children", type=int, default=8)
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    failed = False
    for method in ("fork", "spawn"):
        for warm in (False, True):
            began = time.perf_counter()
            compared, wrong = run(method, options.children, warm)
            print(f"{method}, {'after' if warm else 'before'} the parent computed: {compared} results compared, "
                  f"{len(wrong)} wrong; {time.perf_counter() - began:.0f} s", flush=True)
            print("\n".join(wrong[:10]), end="\n" if wrong else "")
            failed = failed or bool(wrong)
    return failed


if __name__ == "__main__":
    sys.exit(main())
