#!/usr/bin/env python3
"""The page shows what the desktop shows: the same scripts give the same states, and the same launches the same events.

usage: page_test.py TILESCOPE PAGE [--few] [--pictures FOLDER]
Without a built page (scripts/web) or Chromium it is skipped, and says so.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import browser
from browser import Browser, Server, Trouble, comparable, differences

SKIPPED = 77
SIZE = ("--width", "1280", "--height", "720")
BEGIN = "ts1:tiled,naive/4x4x4/t2"
POLICY = ("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; "
          "style-src 'self' 'unsafe-inline'; worker-src blob:")


def scripts():
    """Name and lines."""
    for number in range(1, 27):
        yield f"lesson {number}", f"lesson {number}\nkey PageDown 2"
    for number in range(1, 34):
        yield f"task {number}", f"task {number}"
    launches = {
        "tiled, step by step": "launch --kernel tiled --m 8 --n 8 --k 8 --tile 4\nkey Right 7\nclick t01",
        "ragged": "launch --kernel tiled --m 5 --n 7 --k 6 --tile 4\nseek end\nclick C[1][1]",
        "naive, by phases": "launch --kernel naive --m 4 --n 4 --k 4\nkey 3\nkey Right",
        "typed": "key e\ntype x",
    }
    for name, lines in launches.items():
        yield name, lines
    for key in "fwhldvkc":
        yield f"view {key}", f"seek end\nkey {key}"


def native_state(tilescope, lines, folder):
    script, state = folder / "script", folder / "state.json"
    script.write_text(f"{lines}\nstate {state}\n")
    done = subprocess.run([tilescope, "render", BEGIN, *SIZE, "--script", script, "-o", folder / "picture.png"],
                          capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        raise Trouble(done.stderr.strip())
    return json.loads(state.read_text())


class Test:
    def __init__(self, tilescope, page, pictures):
        self.tilescope, self.folder, self.pictures = tilescope, page, pictures
        self.failed = 0

    def check(self, name, problem, told=""):
        self.failed += bool(problem)
        print(f"{'FAILED' if problem else 'ok'}: {name}{': ' + problem if problem else ''}{' ' + told if told else ''}",
              flush=True)

    def picture(self, page, name):
        if self.pictures:
            page.picture(self.pictures / f"{name}.png")

    def opens(self, chromium, server):
        begin = time.monotonic()
        page = chromium.page(server.address + "index.html")
        page.ready()
        seconds = time.monotonic() - begin
        shown = page.state()["launch"]["kernel"] if page.evaluate("document.body.className") == "front" else "no front page"
        self.check("opens the front page beside an example", "" if shown == "tiled" else shown, f"in {seconds:.1f} s")
        self.picture(page, "front")
        asked = sorted({path.split("?")[0] for path in server.asked})
        others = [each["params"]["request"]["url"] for each in chromium.events
                  if each.get("method") == "Network.requestWillBeSent"
                  and not each["params"]["request"]["url"].startswith((server.address, "data:", "blob:"))]
        self.check("loads its own files alone", ", ".join(others), " ".join(asked))
        page.close()

    def states(self, chromium, server, step):
        same = tried = 0
        with tempfile.TemporaryDirectory() as folder:
            for name, lines in list(scripts())[::step]:
                tried += 1
                page = chromium.page()
                # As pictures have it: nothing slides.
                page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
                page.open(f"{server.address}index.html#{BEGIN}")
                try:
                    try:
                        wanted = comparable(native_state(self.tilescope, lines, pathlib.Path(folder)))
                    except Trouble as trouble:
                        wanted = str(trouble)
                    page.ready()
                    try:
                        # At once: else what plays would go on in between.
                        found = comparable(page.evaluate(f"tilescope.run({json.dumps(lines)}).then(() => tilescope.state())"))
                    except Trouble as trouble:
                        found = str(trouble)
                    if isinstance(wanted, str) or isinstance(found, str):
                        problem = f"{wanted if isinstance(wanted, str) else 'runs'}; in the page " \
                                  f"{found if isinstance(found, str) else 'it runs'}"
                    else:
                        problem = "; ".join(list(differences(wanted, found))[:4])
                    same += not problem
                    if problem:
                        self.check(name, problem[:600])
                except Trouble as trouble:
                    self.check(name, str(trouble))
                page.close()
                chromium.events.clear()
        print(f"states: {same} of {tried} are the same")


def main():
    words = sys.argv[1:]
    step = 10 if "--few" in words else 1
    pictures = pathlib.Path(words[words.index("--pictures") + 1]) if "--pictures" in words else None
    tilescope, folder = words[0], pathlib.Path(words[1])
    if why_not := browser.why_not(folder):
        print(why_not)
        return SKIPPED
    server = Server(folder, [("Content-Security-Policy", POLICY)])
    chromium = Browser()
    test = Test(tilescope, folder, pictures)
    try:
        test.opens(chromium, server)
        test.states(chromium, server, step)
    finally:
        chromium.close()
        server.close()
    return 1 if test.failed else 0


sys.exit(main())
