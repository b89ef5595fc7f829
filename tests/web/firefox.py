"""Drives a Firefox by its Marionette protocol, on a display of its own: what the tests of the page need of it."""
import base64
import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

from browser import PATIENCE, Page, Trouble

NAMES = ("firefox-esr", "firefox")


def find():
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def why_not():
    """Why Firefox cannot be driven here; None: it can."""
    if not find():
        return "skipped: there is no Firefox"
    return None if shutil.which("Xvfb") else "skipped: there is no Xvfb"


class Firefox:
    """One page for each: its scale and what it may draw with are chosen at its start."""

    def __init__(self, width=1280, height=720, scale=1, settings=()):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tilescope-firefox-"))
        chosen = {"layout.css.devPixelsPerPx": str(scale), "marionette.port": 0, "browser.shell.checkDefaultBrowser": False,
                  "datareporting.policy.dataSubmissionEnabled": False, "toolkit.telemetry.enabled": False,
                  "app.update.enabled": False, "ui.systemUsesDarkTheme": 1, "webgl.force-enabled": True, **dict(settings)}
        (self.folder / "user.js").write_text(
            "".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in chosen.items()))
        display, told = os.pipe()
        self.screen = subprocess.Popen(["Xvfb", "-noreset", "-displayfd", str(told), "-screen", "0", f"{width}x{height}x24"],
                                       pass_fds=[told], stderr=subprocess.DEVNULL)
        os.close(told)
        with os.fdopen(display) as line:
            number = line.readline().strip()
        self.process = subprocess.Popen(
            [find(), "--marionette", "--no-remote", "--kiosk", "--profile", self.folder, "about:blank"],
            env={**os.environ, "DISPLAY": f":{number}", "HOME": str(self.folder)},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.socket, self.left, self.number = None, b"", 0
        try:
            self.socket = self.connected()
            self.read()
        except Trouble:
            self.close()
            raise
        self.call("WebDriver:NewSession", strictFileInteractability=True)

    def connected(self):
        """Firefox writes the port that it has chosen into its profile."""
        end = time.monotonic() + PATIENCE * 60
        while time.monotonic() < end and self.process.poll() is None:
            try:
                port = int((self.folder / "MarionetteActivePort").read_text())
                return socket.create_connection(("127.0.0.1", port))
            except (OSError, ValueError):
                time.sleep(0.2)
        raise Trouble("Firefox did not start")

    def read(self):
        while b":" not in self.left or len(self.left.split(b":", 1)[1]) < int(self.left.split(b":", 1)[0]):
            more = self.socket.recv(1 << 20)
            if not more:
                raise Trouble("Firefox has gone")
            self.left += more
        length, rest = self.left.split(b":", 1)
        self.left = rest[int(length):]
        return json.loads(rest[:int(length)])

    def call(self, name, **parameters):
        self.number += 1
        message = json.dumps([0, self.number, name, parameters]).encode()
        self.socket.sendall(str(len(message)).encode() + b":" + message)
        _, _, error, result = self.read()
        if error:
            raise Trouble(f"{name}: {error['message']}")
        return result

    def close(self):
        for process in (self.process, self.screen):
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if self.socket:
            self.socket.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class FirefoxPage(Page):
    def __init__(self, address, **how):
        self.firefox = Firefox(**how)
        self.firefox.call("WebDriver:Navigate", url=address)

    def close(self):
        self.firefox.close()

    def reload(self):
        self.firefox.call("WebDriver:Refresh")

    def evaluate(self, text):
        answer = self.firefox.call("WebDriver:ExecuteAsyncScript", args=[text], script="""
          const [text, done] = arguments;
          (async () => window.eval(text))().then((value) => done(JSON.stringify([value ?? null])),
                                                 (error) => done(JSON.stringify({error: String(error)})));""")
        told = json.loads(answer["value"])
        if isinstance(told, dict):
            raise Trouble(told["error"])
        return told[0]

    def picture(self, path):
        pathlib.Path(path).write_bytes(base64.b64decode(self.firefox.call("WebDriver:TakeScreenshot", full=False)["value"]))
