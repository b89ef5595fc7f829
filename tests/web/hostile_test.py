#!/usr/bin/env python3
"""Whatever is handed to the page, it goes on: links, recorded runs and texts that somebody has spoilt.

usage: hostile_test.py TILESCOPE PAGE SOURCES [--count N] [--fresh N] [--seed S]
N of each kind (20) in one tab, and N links (5) each by a page that is loaded anew. What is refused is told in a banner; a
page that has stopped, or takes more memory than it may, fails.
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import browser
from browser import Browser, Server, Trouble

SKIPPED = 77
MOST_MEMORY = 2 << 30
AT_ONCE = 25
SIGNS = "{}[]();<>*&|!=+-/%,.:?~^#\"'\\ \n\t\0\x7f"
WORDS = ("__shared__", "__syncthreads();", "while (1);", "for (;;)", "template <class T>", "int x[1 << 30];", "goto a;",
         "#include <a>", "#define A A A", "0x7fffffffffffffff", "1e999", "-1", "//! grid = 4000000000",
         "//! block = [0, 0]", "asm(\"\");", "\xff\xfe", "printf(\"%s%n\");", "__shfl_sync(0, 1, 2)", "float4", "/*", "'''")


def spoilt(chance, text, letters):
    """A few changes: letters that are others, missing or there twice, pieces of itself elsewhere."""
    text = list(text)
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(text) + 1)
        length = chance.randint(1, max(1, len(text) // 8))
        what = chance.randrange(6)
        if what == 0:
            text[at:at + 1] = [chance.choice(letters)]
        elif what == 1:
            del text[at:at + length]
        elif what == 2:
            other = chance.randrange(len(text) + 1)
            text[at:at] = text[other:other + length]
        elif what == 3:
            text[at:at] = [chance.choice(letters)] * chance.randint(1, 40)
        elif what == 4:
            del text[at:]
        else:
            text[at:at] = list(chance.choice((["9"] * 12, ["0"], ["-", "1"]))) if isinstance(letters, str) else [255] * 8
    return text


def links(tilescope, chance, count):
    known = ["ts1:tiled,naive/4x4x4/t2", "ts1:tiled_bounded/7x5x9/t3", "ts1:naive/16x16x16/t4",
             "ts1:register_tiled/64x64x64/t16", "ts1:tiled_no_first_barrier/8x8x8/t4"]
    for words in (["--kernel", "tiled", "--at", "end"], ["--kernel", "kernels/classics/add and copy/add.cu"]):
        told = subprocess.run([tilescope, "share", *words], capture_output=True, text=True).stdout.strip()
        known += [told] if told.startswith("ts1:") else []
    letters = "".join(map(chr, range(0x21, 0x7f))) + "\u00e9\u4e2d%"
    for _ in range(count):
        yield "".join(spoilt(chance, chance.choice(known), letters))


def traces(tilescope, chance, count):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "run.tsc"
        known = []
        for words in (["--kernel", "tiled"], ["--kernel", "tiled_no_first_barrier", "--size", "8", "--tile", "4"]):
            subprocess.run([tilescope, "record", *words, "--backend", "cpu", "-o", file], check=True, capture_output=True)
            known.append(file.read_bytes())
    for _ in range(count):
        yield bytes(spoilt(chance, chance.choice(known), range(256)))


def texts(sources, chance, count):
    known = [file.read_text() for folder in ("kernels/product", "kernels/classics", "tests/instrumentation/forms")
             for file in sorted((pathlib.Path(sources) / folder).rglob("*.cu"))]
    for _ in range(count):
        text = "".join(spoilt(chance, chance.choice(known), SIGNS + "abcxyz0123456789"))
        for _ in range(chance.randint(0, 2)):
            at = chance.randrange(len(text) + 1)
            text = text[:at] + chance.choice(WORDS) + text[at:]
        yield text.encode("utf-8", "replace")


# In the page, so that thousands take minutes: gives each of them, waits some frames, and tells how it looks.
GIVE = """async (all, gives) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  let worst = 0;
  for (const each of all) {
    const begin = performance.now();
    gives(each);
    for (let n = 0; n < 3; ++n) await frame();
    worst = Math.max(worst, performance.now() - begin);
    if (document.getElementById('told').className === 'trouble') return {stopped: each};
  }
  return {worst, memory: tilescope.memory()};
}"""
LINK = "(link) => { location.hash = link; }"
FILE = """([name, content]) => {
  const all = new DataTransfer();
  all.items.add(new File([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], name));
  document.dispatchEvent(new DragEvent('drop', {dataTransfer: all}));
}"""


class Test:
    def __init__(self, chromium, address):
        self.chromium, self.address, self.failed = chromium, address, 0

    def fresh(self):
        page = self.chromium.page(self.address + "#ts1:tiled,naive/4x4x4/t2")
        page.ready()
        return page

    def give(self, name, all_of_them, gives):
        given, banners, worst, memory, stopped = 0, 0, 0, 0, []
        page = self.fresh()
        while some := [each for _, each in zip(range(AT_ONCE), all_of_them)]:
            try:
                told = page.evaluate(f"({GIVE})({json.dumps(some)}, {gives})")
                state = page.state() if "stopped" not in told else {}
            except Trouble as trouble:
                told, state = {"stopped": f"one of {AT_ONCE} (the tab: {trouble})"}, {}
            given += len(some)
            if "stopped" in told:
                stopped.append(told["stopped"])
                print(f"FAILED: {name}: the page has stopped: {json.dumps(told['stopped'])[:2000]}", flush=True)
                page.close()
                page = self.fresh()
                continue
            banners += bool(state.get("banner"))
            worst, memory = max(worst, told["worst"]), max(memory, told["memory"])
            if given % 500 < AT_ONCE:
                print(f"  {name}: {given}", flush=True)
            self.chromium.events.clear()
        # And it does what it is asked for, after all that.
        # At once: what was dropped last may still be read.
        lines = json.dumps("launch --kernel tiled --size 8 --tile 4\nseek end")
        alive = page.evaluate(f"tilescope.run({lines}); tilescope.state().launch.m") == 8
        page.close()
        self.failed += bool(stopped) or not alive or memory > MOST_MEMORY
        print(f"{'FAILED' if stopped or not alive else 'ok'}: {name}: {given} given, {len(stopped)} stopped the page, a banner "
              f"was there {banners} of {(given + AT_ONCE - 1) // AT_ONCE} times that were looked at, at most "
              f"{memory / (1 << 20):.0f} MiB, {worst:.0f} ms for three frames", flush=True)

    def loaded_anew(self, all_of_them):
        """Each link is opened, or the front page says why not."""
        opened = refused = 0
        for link in all_of_them:
            page = self.chromium.page(self.address + "#" + link)
            try:
                page.ready()
                problem = page.evaluate("document.body.className === 'front' && document.getElementById('problem').innerText")
                shows = page.state()["launch"]["kernel"]
                trouble = page.evaluate("document.getElementById('told').className")
                failed = trouble or problem == "" or not shows
                if failed:
                    print(f"FAILED: loaded anew: {json.dumps(link)[:500]}: {trouble} shows {shows}, says {problem}", flush=True)
            except (Trouble, KeyError, TypeError) as trouble:
                failed, problem = True, ""
                print(f"FAILED: loaded anew: {json.dumps(link)[:500]}: {trouble}", flush=True)
            self.failed += bool(failed)
            opened += not failed and problem is False
            refused += bool(problem)
            page.close()
            self.chromium.events.clear()
        print(f"links loaded anew: {opened} opened, {refused} refused on the front page", flush=True)

    def memory(self):
        """What does not fit is refused in words."""
        page = self.fresh()
        told = ""
        try:
            page.run("launch --kernel naive --size 600 --tile 16 --record full")
            told = str(page.state()["banner"])
        except Trouble as trouble:
            told = str(trouble)
        problem = "" if "may be used" in told or "memory" in told else f"it says {told}"
        page.run("launch --kernel tiled --size 8 --tile 4")
        self.failed += bool(problem)
        print(f"{'FAILED' if problem else 'ok'}: memory: {problem or told}")
        page.close()


def main():
    import base64
    tilescope, folder, sources = sys.argv[1:4]
    number = lambda name, usual: int(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else usual
    count, chance = number("--count", 20), random.Random(number("--seed", 1))
    if why_not := browser.why_not(pathlib.Path(folder)):
        print(why_not)
        return SKIPPED
    packed = lambda content: base64.b64encode(content).decode()
    server, chromium = Server(folder), Browser("--disable-frame-rate-limit", "--disable-gpu-vsync")
    test = Test(chromium, server.address + "index.html")
    try:
        test.give("links", links(tilescope, chance, count), LINK)
        test.give("traces", (["run.tsc", packed(each)] for each in traces(tilescope, chance, count)), FILE)
        test.give("texts", (["own.cu", packed(each)] for each in texts(sources, chance, count)), FILE)
        test.loaded_anew(links(tilescope, chance, number("--fresh", 5)))
        test.memory()
    finally:
        chromium.close()
        server.close()
    return 1 if test.failed else 0


sys.exit(main())
