"""What has been run, a JSON line each: a campaign that is ended at any moment goes on where it was."""
import json
import threading
from collections import Counter


class Journal:
    """Outcomes by key. A line that was cut off is dropped."""

    def __init__(self, path, fresh=False):
        self.path, self.entries, self.lock = path, {}, threading.Lock()
        self.stream, self.mode = None, "w" if fresh else "a"
        if path.exists() and not fresh:
            for line in path.read_text().splitlines():
                try:
                    entry = json.loads(line)
                except ValueError:
                    continue
                self.entries[tuple(entry["key"])] = entry

    def __contains__(self, key):
        return key in self.entries

    def add(self, key, outcome, ours=0, theirs=0, found=()):
        """Note a run: its outcome, how many runs each side made, and (mode, kind, said) of what differs."""
        entry = {"key": list(key), "outcome": outcome, "ours": ours, "theirs": theirs}
        if found:
            entry["found"] = [list(item) for item in found]
        with self.lock:
            self.entries[tuple(key)] = entry
            if self.stream is None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self.stream = open(self.path, self.mode, encoding="utf-8")
                self.stream.write("\n")  # so that a cut line before stays by itself
            self.stream.write(json.dumps(entry, separators=(",", ":")) + "\n")
            self.stream.flush()

    def total(self, side="theirs"):
        with self.lock:
            return sum(entry[side] for entry in self.entries.values())

    def outcomes(self):
        with self.lock:
            return Counter(entry["outcome"] for entry in self.entries.values() if entry["theirs"])

    def close(self):
        if self.stream is not None:
            self.stream.close()
