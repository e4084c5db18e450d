"""A process of one interpreter that answers cases sent as JSON lines; campaigns that compare have two."""
import json
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path

STARTING = 120  # seconds that an import may take on a busy machine


class Side:
    """A worker process of one interpreter; started again after a case that ends it."""

    def __init__(self, python, path, script, patience=120):
        self.python, self.path, self.script = python, path, str(script)
        self.patience = patience  # seconds for one case; a case that takes longer counts as hung
        self.process, self.answers, self.hello = None, None, None

    def start(self):
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": self.path}
        self.process = subprocess.Popen(
            [self.python, self.script], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, env=environment)
        self.answers = queue.Queue()
        threading.Thread(target=self._read, args=(self.process, self.answers), daemon=True).start()
        hello = self.answers.get(timeout=max(self.patience, STARTING))
        if hello is None:
            sys.exit(f"{self.python} does not import mxnet")
        self.hello = json.loads(hello)
        return self.hello

    def must_not_be(self, root):
        """End where a reference turns out to be this project."""
        if Path(self.hello["file"]).is_relative_to(Path(root) / "mxnet"):
            sys.exit(f"{self.python} imports this project, not the real MXNet")

    @staticmethod
    def _read(process, answers):
        for line in process.stdout:
            answers.put(line)
        answers.put(None)

    def compute(self, case):
        """Give the answer as it came, as text for JSON."""
        self.send(case)
        return self.receive()

    def send(self, case):
        """Hand a case over; the process works at it while this one does something else."""
        try:
            self.process.stdin.write(json.dumps(case) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:  # `receive` meets the end of the process, too
            pass

    def receive(self):
        """Wait for the answer to the case that was sent last."""
        try:
            answer = self.answers.get(timeout=self.patience)
        except queue.Empty:
            self.stop()
            self.start()
            return {"error": f"hung: no answer in {self.patience} s"}
        if answer is None:
            code = self.process.wait()
            self.start()
            return {"error": f"crashed: exit {code}"}
        return json.loads(answer)

    def stop(self):
        self.process.kill()
        self.process.wait()
