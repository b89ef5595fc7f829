"""Drives a headless Chromium over a pipe, and serves a folder to it: all that tests of the page need, without packages."""
import base64
import fcntl
import functools
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time

PATIENCE = 3  # on a busy machine, all takes longer
NAMES = ("chromium", "chromium-browser", "google-chrome")


def find():
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def why_not(folder):
    """Why a page in this folder cannot be tried here; None: it can."""
    if not (folder / "index.html").exists():
        return f"skipped: there is no {folder}/index.html; scripts/web builds it"
    return None if find() else "skipped: there is no Chromium"


# What a browser cannot know alike: who records, and what the machine has.
def comparable(state):
    if isinstance(state, dict):
        return {key: comparable(value) for key, value in state.items()
                if key not in ("file", "why_not_gpu", "frame_ms", "seconds", "fps", "renderer")}
    if isinstance(state, list):
        return [comparable(each) for each in state]
    return round(float(state), 3) if isinstance(state, (int, float)) and not isinstance(state, bool) else state


def differences(one, other, place=""):
    if type(one) is not type(other):
        yield f"{place}: {one!r} and {other!r}"
    elif isinstance(one, dict):
        for key in sorted(set(one) | set(other)):
            yield from differences(one.get(key), other.get(key), f"{place}/{key}")
    elif isinstance(one, list):
        if len(one) != len(other):
            yield f"{place}: {len(one)} and {len(other)} of them"
        for n, (a, b) in enumerate(zip(one, other)):
            yield from differences(a, b, f"{place}/{n}")
    elif one != other:
        yield f"{place}: {one!r} and {other!r}"


class Trouble(Exception):
    pass


class Server:
    """Serves a folder on this machine; knows what was asked for. Headers may be added to each answer."""

    def __init__(self, folder, headers=()):
        asked = self.asked = []

        class Handler(http.server.SimpleHTTPRequestHandler):
            def do_GET(self):
                asked.append(self.path)
                super().do_GET()

            def end_headers(self):
                for name, value in headers:
                    self.send_header(name, value)
                super().end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def above_four(end):
    """The same end of a pipe by another number."""
    other = fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10)
    os.close(end)
    return other


class Browser:
    def __init__(self, *more):
        self.folder = tempfile.mkdtemp(prefix="tilescope-web-")
        to_read, self.out = os.pipe()
        self.into, to_write = os.pipe()
        to_read, to_write = above_four(to_read), above_four(to_write)

        def give_pipes():  # it reads from 3 and writes to 4, whatever these are here
            os.dup2(to_read, 3)
            os.dup2(to_write, 4)

        started = [find(), "--headless=new", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox",
                   "--remote-debugging-pipe", f"--user-data-dir={self.folder}", "--no-first-run", "--hide-scrollbars",
                   "--disable-background-networking", "--disable-component-update",
                   "--blink-settings=preferredColorScheme=0", "--window-size=1280,720", *more]
        self.process = subprocess.Popen(started, close_fds=False, preexec_fn=give_pipes, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.number, self.left, self.events = 0, b"", []

    def close(self):
        try:
            self.call("Browser.close")
        except (Trouble, OSError):
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def read(self):
        while b"\0" not in self.left:
            more = os.read(self.into, 1 << 20)
            if not more:
                raise Trouble("the browser has gone")
            self.left += more
        text, self.left = self.left.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") != self.number:
                self.events.append(answer)
                continue
            if "error" in answer:
                raise Trouble(f"{method}: {answer['error']['message']}")
            return answer["result"]

    def page(self, address="about:blank", width=1280, height=720, scale=1, touch=False):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        page = Page(self, target, self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])
        for domain in ("Page", "Runtime", "Network", "Log"):
            page.call(domain + ".enable")
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=touch)
        page.call("Emulation.setTouchEmulationEnabled", enabled=touch)
        if address != "about:blank":
            page.open(address)
        return page


class Page:
    def __init__(self, browser, target, session):
        self.browser, self.target, self.session = browser, target, session

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)

    def frame(self, part="", seconds=30):
        """The page within the frame whose address has this part, wherever the browser runs that."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for child in self.call("Page.getFrameTree")["frameTree"].get("childFrames", []):
                if part not in child["frame"]["url"]:
                    continue
                name = child["frame"]["id"]
                for event in self.browser.events:
                    context = event.get("params", {}).get("context", {})
                    if event.get("method") == "Runtime.executionContextCreated" and context["auxData"].get("frameId") == name:
                        return Frame(self, context["id"])
            for each in self.browser.call("Target.getTargets")["targetInfos"]:
                if each["type"] == "iframe" and part in each["url"]:
                    session = self.browser.call("Target.attachToTarget", targetId=each["targetId"], flatten=True)["sessionId"]
                    return Page(self.browser, each["targetId"], session)
            time.sleep(0.2)
        raise Trouble(f"no frame within {seconds} s")

    def open(self, address):
        self.call("Page.navigate", url=address)

    def reload(self):
        self.call("Page.reload")

    def evaluate(self, text, **where):
        answer = self.call("Runtime.evaluate", expression=text, awaitPromise=True, returnByValue=True, **where)
        if "exceptionDetails" in answer:
            thrown = answer["exceptionDetails"]
            raise Trouble(thrown.get("exception", {}).get("description", thrown["text"]).split("\n")[0])
        return answer["result"].get("value")

    def wait(self, text, seconds=30):
        end = time.monotonic() + PATIENCE * seconds
        while True:
            try:
                if self.evaluate(text):
                    return
            except Trouble:
                pass
            if time.monotonic() > end:
                raise Trouble(f"waited {seconds} s for {text}; the page says {self.evaluate('document.body.innerText')!r}")
            time.sleep(0.05)

    def ready(self, seconds=60):
        """Opened and drawn; else what it says instead."""
        self.wait("window.tilescope && (window.isOpen || (window.isOpen = 'no', tilescope.ready.then("
                  "() => { window.isOpen = 'yes'; }), 'no')) === 'yes'", seconds)

    def run(self, script):
        self.evaluate(f"tilescope.run({json.dumps(script)})")

    def state(self):
        return self.evaluate("tilescope.state()")

    def drop(self, name, content):
        """A file, given as bytes, as if somebody let it fall on the page."""
        self.evaluate(f"""(() => {{
          const all = new DataTransfer();
          const bytes = Uint8Array.from(atob({json.dumps(base64.b64encode(content).decode())}), (each) => each.charCodeAt(0));
          all.items.add(new File([bytes], {json.dumps(name)}));
          document.dispatchEvent(new DragEvent('drop', {{dataTransfer: all}}));
        }})()""")

    def picture(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def key(self, key, code=None, modifiers=0, text=None):
        numbers = {"Tab": 9, "PageDown": 34, "a": 65}  # without its number, a browser does nothing by itself at a key
        parts = {"key": key, "code": code or key, "modifiers": modifiers, "windowsVirtualKeyCode": numbers.get(key, 0)}
        self.call("Input.dispatchKeyEvent", type="keyDown", **parts, **({"text": text} if text else {}))
        self.call("Input.dispatchKeyEvent", type="keyUp", **parts)

    def touch(self, *ways):
        """Fingers, as a list of places for each moment."""
        points = lambda all_of_them: [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(all_of_them)]
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=points(ways[0]))
        for places in ways[1:]:
            time.sleep(0.1)
            self.call("Input.dispatchTouchEvent", type="touchMove", touchPoints=points(places))
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def click(self, x, y):
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)


class Frame(Page):
    """A frame that the browser runs together with the page around it."""

    def __init__(self, page, context):
        super().__init__(page.browser, page.target, page.session)
        self.context = context

    def evaluate(self, text):
        return super().evaluate(text, contextId=self.context)


class Checks:
    """Checks of a page in a folder, each told in a line; with pictures, if a folder for them is given."""

    def __init__(self, tilescope, folder, pictures, few):
        self.tilescope, self.folder, self.pictures, self.few = tilescope, folder, pictures, few
        self.server = Server(folder)
        self.failed = 0

    @functools.cached_property
    def chromium(self):
        return Browser()

    @functools.cached_property
    def without_drawing(self):
        return Browser("--disable-3d-apis")

    def close(self):
        for started in self.__dict__.keys() & {"chromium", "without_drawing"}:
            self.__dict__[started].close()
        self.server.close()

    def check(self, name, problem, told=""):
        self.failed += bool(problem)
        print(f"{'FAILED' if problem else 'ok'}: {name}{': ' + str(problem) if problem else ''}{': ' + told if told else ''}",
              flush=True)

    def page(self, rest="", **how):
        page = self.chromium.page(self.server.address + "index.html" + rest, **how)
        page.ready()
        return page

    def picture(self, page, name):
        if self.pictures:
            time.sleep(0.5)
            page.picture(self.pictures / f"{name}.png")

    def run(self, name, does):
        try:
            does()
        except (Trouble, AssertionError, KeyError, TypeError) as trouble:
            self.check(name, f"{type(trouble).__name__}: {trouble}")
        if "chromium" in self.__dict__:
            self.chromium.events.clear()


SKIPPED = 77


def run_checks(make, why_else=None):
    """Makes the checks that the words after TILESCOPE and PAGE ask for, and runs them all; the exit code."""
    tilescope, folder, *words = sys.argv[1:]
    pictures = pathlib.Path(words[words.index("--pictures") + 1]) if "--pictures" in words else None
    if reason := why_not(pathlib.Path(folder)) or why_else:
        print(reason)
        return SKIPPED
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
    test = make(tilescope, pathlib.Path(folder), pictures, "--few" in words)
    try:
        test.all()
    finally:
        test.close()
    return 1 if test.failed else 0
