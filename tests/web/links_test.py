#!/usr/bin/env python3
"""A link leads back to what was shown, in the page and on the desktop, with the text of one's own file.

usage: links_test.py TILESCOPE PAGE SOURCES [--count N] [--seed S]
N situations at random (200): a kernel, mostly in a text of one's own, a moment, a selection and a view. The state that the
page has then, the state of a new tab that opens its link, and the desktop's after the same link are the same, and the
link of the new tab is the same link. Then the longest files of 300 lines that are there.
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import browser
from browser import Checks, Trouble, comparable, differences

SKIPPED = 77
BEGIN = "ts1:tiled,naive/4x4x4/t2"
SIZE = ("--width", "1280", "--height", "720")
PRODUCTS = ("tiled", "naive", "tiled_bounded", "tiled_transposed", "register_tiled", "tiled_no_first_barrier")
# A link does not hold a message, what the editor does, or how far panels are scrolled.
LEFT_OUT = ("banner", "editor", "line_to_copy")
LONGEST = 8 << 10


def texts(sources):
    """Small kernels whose launch is found quickly."""
    folders = ("kernels/classics", "kernels/product", "tests/instrumentation/forms")
    return [file for folder in folders for file in sorted((pathlib.Path(sources) / folder).rglob("*.cu"))]


def own(chance, file):
    """The text, made one's own by comments in several scripts."""
    remarks = ("// my own \u00fc\u00df \u03b1\u03b2 \u4e2d\u6587 'quoted' \"twice\" \\ %41 & # / ?", "/* a = b; */", "//\tafter a tab")
    lines = file.read_text().splitlines()
    return "\n".join([*lines, *chance.sample(remarks, chance.randint(1, 3)), f"// {chance.random()}"]) + "\n"


def moves(chance):
    """What somebody may do before sending a link."""
    yield chance.choice(("seek begin", "seek end", f"seek moment {chance.randint(0, 60)}", f"key Right {chance.randint(1, 20)}"))
    if chance.random() < 0.5:
        yield "key " + chance.choice("fwhdvk")
    if chance.random() < 0.5:
        yield "click t0" + chance.choice("01")
    if chance.random() < 0.3:
        yield f"key {chance.choice('123')}"


class Test(Checks):
    @staticmethod
    def of_link(state):
        state = {name: value for name, value in comparable(state).items() if name not in LEFT_OUT}
        del state["window"]["scrolls"]
        return state

    def state(self, page):
        page.wait("!tilescope.state().recording && tilescope.state().explain?.ready !== false", 60)
        return self.of_link(page.state())

    def fresh(self, link):
        page = self.chromium.page()
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
        page.open(f"{self.server.address}index.html#{link}")
        page.ready()
        return page

    def on_desktop(self, link, folder):
        script, state = folder / "script", folder / "state.json"
        script.write_text(f"state {state}\n")
        done = subprocess.run([self.tilescope, "render", link, *SIZE, "--script", script, "-o", folder / "picture.png"],
                              capture_output=True, text=True, timeout=120)
        if done.returncode != 0:
            raise Trouble(done.stderr.strip())
        return self.of_link(json.loads(state.read_text()))

    def situation(self, chance, files, folder):
        """What differs; None if this has no link."""
        page, done = self.fresh(BEGIN), []
        try:
            if chance.random() < 0.75:
                told = chance.choice(files)
                page.evaluate(f"tilescope.write('/files/own.cu', new TextEncoder().encode({json.dumps(own(chance, told))}))")
                lines = ["open /files/own.cu"]
            else:
                told = chance.choice(PRODUCTS)
                side = 4 * chance.randint(1, 4)
                lines = [f"launch --kernel {told} --size {side} --tile {chance.choice((2, 4))}"]
            for line in lines + list(moves(chance)):
                try:
                    page.run(line)
                except Trouble:  # this kernel has no such thread or view
                    pass
                done.append(line)
            if page.state()["editor"] is not None:  # this text does not run; the stage shows what was there before
                return None, told, 0
            sent, link = self.state(page), page.evaluate("tilescope.link()")
        finally:
            page.close()
        if not link:
            return None, told, 0
        page = self.fresh(link)
        try:
            found, again = self.state(page), page.evaluate("tilescope.link()")
        finally:
            page.close()
        problems = [f"page: {each}" for each in differences(sent, found)]
        problems += [f"desktop: {each}" for each in differences(found, self.on_desktop(link, folder))]
        problems += [f"its link is {again[:80]}"] if again != link else []
        return problems, f"{told} after {'; '.join(done)}", len(link)

    def situations(self, sources, count, seed):
        files, chance = texts(sources), random.Random(seed)
        same, without, longest = 0, 0, 0
        with tempfile.TemporaryDirectory() as folder:
            for number in range(count):
                problems, told, length = self.situation(chance, files, pathlib.Path(folder))
                self.chromium.events.clear()
                longest = max(longest, length)
                if problems is None:
                    without += 1
                elif problems:
                    self.check(f"situation {number} of {told}", "; ".join(problems[:4])[:800])
                else:
                    same += 1
        self.check("situations are the same after a link", "" if same + without == count and without <= count // 5 else
                   f"{count - same - without} differ", f"{same} of {count} are, {without} texts do not run as one's own, the longest has {longest} letters")

    def long_texts(self, sources, most):
        """Whole files of about 300 lines, as far as they run."""
        collection = sorted((pathlib.Path(sources) / "tests/instrumentation/language/collection").rglob("*.cu"))
        texts = [text for text in (file.read_text() for file in collection) if 270 <= text.count("\n") <= 330]
        page, lengths = self.fresh(BEGIN), []
        for text in texts[:most]:
            page.evaluate(f"tilescope.write('/files/own.cu', new TextEncoder().encode({json.dumps(text)}))")
            page.run("open /files/own.cu")
            if (link := page.evaluate("tilescope.link()")).startswith("ts1:own.cu"):
                lengths.append(len(link))
        page.close()
        self.check("a text of 300 lines fits in a link of 8 KB", "" if lengths and max(lengths) <= LONGEST else f"{lengths}",
                   f"{len(lengths)} texts, at most {max(lengths, default=0)} letters")


def main():
    tilescope, folder, sources = sys.argv[1:4]
    number = lambda name, usual: int(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else usual
    if why_not := browser.why_not(pathlib.Path(folder)):
        print(why_not)
        return SKIPPED
    test = Test(tilescope, pathlib.Path(folder), None, "--count" in sys.argv)
    try:
        test.run("situations", lambda: test.situations(sources, number("--count", 200), number("--seed", 1)))
        test.run("long texts", lambda: test.long_texts(sources, number("--count", 200)))
    finally:
        test.close()
    return 1 if test.failed else 0


sys.exit(main())
