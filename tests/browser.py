"""A headless Chromium driven through its debugging pipe, with nothing but the standard library."""
import base64
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time

COMMAND = next((found for found in map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))
                if found), None)
_FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
          "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
          "--disable-dev-shm-usage", "--remote-debugging-pipe", "--window-size=1400,900"]
# The browser reads from descriptor 3 and writes to 4, which may be taken here: first out of the way.
_START = """
import fcntl, os, sys
reading, writing = (fcntl.fcntl(int(word), fcntl.F_DUPFD, 20) for word in sys.argv[1:3])
os.dup2(reading, 3), os.dup2(writing, 4)
os.execv(sys.argv[3], sys.argv[3:])
"""


class Browser:
    """One tab. ``errors`` collects what the page's console complains of, ``requests`` what it asks for."""

    def __init__(self):
        self.folder = tempfile.mkdtemp()
        to_browser, self.sending = os.pipe()
        self.receiving, from_browser = os.pipe()
        command = [sys.executable, "-c", _START, str(to_browser), str(from_browser), COMMAND, *_FLAGS,
                   f"--user-data-dir={self.folder}"]
        self.process = subprocess.Popen(command, pass_fds=(to_browser, from_browser), stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.number, self.session = b"", 0, None
        self.errors, self.requests, self.results = [], [], {}
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.sending, json.dumps(message).encode() + b"\0")
        wanted = self.number
        self._read(lambda: wanted in self.results)
        answer = self.results.pop(wanted)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def _read(self, done, limit=60):
        end = time.monotonic() + limit
        while not done():
            ready, _, _ = select.select([self.receiving], [], [], max(end - time.monotonic(), 0))
            if not ready:
                raise TimeoutError("the browser does not answer")
            part = os.read(self.receiving, 1 << 16)
            if not part:
                raise RuntimeError("the browser is gone")
            *messages, self.buffer = (self.buffer + part).split(b"\0")
            for message in map(json.loads, messages):
                self._take(message)

    def _take(self, message):
        method, params = message.get("method"), message.get("params", {})
        if "id" in message:
            self.results[message["id"]] = message
        elif method == "Runtime.exceptionThrown":
            self.errors.append(params["exceptionDetails"].get("exception", {}).get("description", "exception"))
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.errors.append(params["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])

    def open(self, path, mark="", ready="document.documentElement.dataset.ready === 'yes'"):
        """Load a file, and wait until a script says that it is ready; ``mark`` is what follows its name."""
        self.call("Page.navigate", url=f"file://{path}{mark}")
        self.until(f"document.readyState === 'complete' && {ready}")

    def screen(self, width, height, dark=False):
        """Show pages as on a screen of so many pixels; up to 600 it is a phone's."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=width <= 600)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def too_wide(self):
        """Name what makes a page scroll sideways, the innermost elements; nothing if it does not."""
        return self.run("""(() => {
          const wide = document.documentElement.clientWidth;
          if (document.documentElement.scrollWidth <= wide) return [];
          const out = [...document.body.querySelectorAll('*')].filter(e => e.getBoundingClientRect().right > wide + 1);
          return out.filter(e => !out.some(o => o !== e && e.contains(o))).slice(0, 5)
            .map(e => e.tagName + '.' + e.className + ': ' + (e.textContent || '').trim().slice(0, 60));
        })()""")

    def run(self, script):
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"].get("exception", {}).get("description")))
        return answer["result"].get("value")

    def until(self, script, limit=20):
        end = time.monotonic() + limit
        while not self.run(script):
            if time.monotonic() > end:
                raise TimeoutError(script)
            time.sleep(0.05)

    def click(self, selector):
        x, y = self.run(f"(() => {{const r = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
                        "return [r.x + r.width / 2, r.y + r.height / 2]})()")
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def drag(self, x0, y0, x1, y1):
        self.call("Input.dispatchMouseEvent", type="mousePressed", x=x0, y=y0, button="left", clickCount=1)
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x1, y=y1, button="left", buttons=1)
        self.call("Input.dispatchMouseEvent", type="mouseReleased", x=x1, y=y1, button="left", clickCount=1)

    def wheel(self, x, y, amount):
        self.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=amount)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def key(self, key, code=0):
        typed = {"text": "\r"} if key == "Enter" else {}  # without it no form is sent
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, **typed)

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.sending)
        os.close(self.receiving)
        shutil.rmtree(self.folder, ignore_errors=True)
