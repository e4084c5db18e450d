"""Flushes saved files to disk shortly after the save has returned. Called by atomic_write.

Waiting for the disk takes longer than writing 50 MB. Without any flush, a power failure within half a minute could
leave a checkpoint full of zeros.
"""
import atexit
import logging
import os
import threading
import time


class BackgroundSync:
    """Keeps recently saved files open, and syncs each after ``delay`` seconds or at exit.

    A file that is saved again before it is synced is dropped: its old bytes no longer matter. From exit on a file is
    synced at once: objects that are dropped while the interpreter shuts down save too (a writer that was left open),
    and waiting there for a new thread to start would never end.
    """

    def __init__(self, delay: float) -> None:
        self.delay = delay
        self._forget()
        atexit.register(self._at_exit)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._forget)

    def _forget(self) -> None:
        # In a forked child: the parent syncs its files, and its lock may have been held.
        self._lock = threading.RLock()      # re-entrant, for saves made in a signal handler
        self._pending: dict[str, int] = {}
        self._worker: threading.Thread | None = None
        self._exiting = False

    def add(self, path: str, handle: int) -> None:
        """Take over an open descriptor of a file that was saved under ``path``."""
        if self._exiting:   # and no lock, which a thread that the interpreter has stopped may hold
            self._sync(path, handle)
            return
        with self._lock:
            older = self._pending.pop(path, None)
            self._pending[path] = handle
            if self._worker is None:
                self._worker = threading.Thread(target=self._run, name="background sync", daemon=True)
                try:
                    self._worker.start()
                except RuntimeError:        # no more threads
                    self._worker = None
                    self.flush()
        if older is not None:
            os.close(older)

    def _at_exit(self) -> None:
        self._exiting = True
        self.flush()

    def flush(self) -> None:
        """Wait until the disk has every file saved so far."""
        with self._lock:
            pending, self._pending = self._pending, {}
        for path, handle in pending.items():
            self._sync(path, handle)

    @staticmethod
    def _sync(path: str, handle: int) -> None:
        try:
            os.fsync(handle)
        except OSError as error:
            logging.getLogger(__name__).error("the disk did not take %s: %s", path, error)
        finally:
            os.close(handle)

    def _run(self) -> None:
        while True:
            time.sleep(self.delay)
            with self._lock:
                if not self._pending:
                    self._worker = None
                    return
            self.flush()


background_sync: BackgroundSync = BackgroundSync(delay=1.0)
