"""Many threads at once, each with its own arrays, executors, modules: every result is that of one thread.

    python -m tests.fuzz.threads [--threads 24] [--rounds 20]
"""
import argparse
import logging
import sys
import threading
import time

from tests.fuzz import tasks

SEEDS = (1, 20, 300)


def run(threads, rounds):
    """Run tasks in `threads` threads; give (results compared, what went wrong)."""
    jobs = [(task, seed) for seed in SEEDS for task in tasks.TASKS]
    expected = {(task, seed): task(seed) for task, seed in jobs}
    wrong, compared = [], [0] * threads
    start = threading.Barrier(threads)

    def work(number):
        start.wait()
        for turn in range(rounds):
            task, seed = jobs[(number * 7 + turn) % len(jobs)]
            try:
                if not tasks.same(task(seed), expected[task, seed]):
                    wrong.append(f"{task.__name__}({seed}) gives other numbers in thread {number}, round {turn}")
                compared[number] += 1
            except Exception as error:
                wrong.append(f"{task.__name__}({seed}) in thread {number}: {type(error).__name__}: {error}")
    pool = [threading.Thread(target=work, args=(number,)) for number in range(threads)]
    for thread in pool:
        thread.start()
    for thread in pool:
        thread.join()
    return sum(compared), wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--threads", type=int, default=24)
    parser.add_argument("--rounds", type=int, default=20)
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    began = time.perf_counter()
    compared, wrong = run(options.threads, options.rounds)
    print(f"{options.threads} threads: {compared} results compared, {len(wrong)} wrong; "
          f"{time.perf_counter() - began:.0f} s")
    print("\n".join(wrong[:20]))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
