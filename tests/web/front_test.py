#!/usr/bin/env python3
"""The page around the program: its front page, its addresses, frames in other pages, and what may go wrong.

usage: front_test.py TILESCOPE PAGE [--few] [--firefox] [--pictures FOLDER]
With --firefox only what may go wrong in any browser, in Firefox. Without a built page (scripts/web) or the browser it is
skipped, and says so.
"""
import json
import pathlib
import shutil
import sys
import tempfile
import time

import browser
import firefox
from browser import Checks, Server, run_checks
from firefox import FirefoxPage

SMALL = "#ts1:tiled,naive/4x4x4/t2"
CONTROL = 2
# How many colours the canvas has: a picture of words has many, black boxes have few.
FEWEST = 25
COLOURS = """(() => {
  const canvas = document.getElementById('screen'), flat = document.createElement('canvas');
  flat.width = canvas.width, flat.height = canvas.height;
  const on = flat.getContext('2d');
  on.drawImage(canvas, 0, 0);
  return new Set(new Uint32Array(on.getImageData(0, 0, flat.width, flat.height).data.buffer)).size;
})()"""
LINES = "".join(f"<p>Line {n} of the lecture.</p>" for n in range(40))

SHOWS = "document.querySelectorAll('iframe')[{0}].scrollIntoView({{block: 'center'}})"
MIDDLE = ("(({{x, y, width, height}}) => [x + width / 2, y + height / 2])"
          "(document.querySelectorAll('iframe')[{0}].getBoundingClientRect())")


class InAnyBrowser(Checks):
    """What may go wrong."""

    def no_webgl(self):
        for rest in ("", "?lesson=2"):
            page = self.page(rest, can_draw=False)
            page.wait("/WebGL 2/.test(document.getElementById('told').innerText)", 60)
            self.picture(page, "no-webgl" + ("-lesson" if rest else ""))
            shown = page.evaluate("document.querySelector('#still svg') !== null")
            self.check(f"without WebGL 2 there are words and a picture{' in a lesson' if rest else ''}",
                       "" if shown else "there is no picture")
            page.close()

    def scales(self):
        for scale in (1, 1.5, 2, 3):
            page = self.page("?lesson=2", width=800, height=600, scale=scale)
            page.run("key Ctrl+0")
            for zoom in range(0, 13, 6 if self.few else 1):
                page.wait(f"{COLOURS} > {FEWEST}", 20)
                if zoom in (0, 6, 12):
                    self.picture(page, f"scale-{scale}-zoom-{zoom}")
                page.run(f"key Ctrl+Plus {6 if self.few else 1}")
            page.reload()
            time.sleep(0.5)
            page.ready()
            page.wait(f"{COLOURS} > {FEWEST}", 20)
            self.check(f"words are words at a scale of {scale}, with every zoom and after a reload", "",
                       f"{page.evaluate('tilescope.memory()') / (1 << 20):.0f} MiB")
            page.run("key Ctrl+0")
            page.close()

    def lost_context(self):
        page = self.page("?lesson=2")
        page.evaluate("window.loser = document.getElementById('screen').getContext('webgl2').getExtension('WEBGL_lose_context')")
        for turn in range(3 if self.few else 10):
            page.evaluate("loser.loseContext()")
            page.wait("/released the drawing surface/.test(document.getElementById('told').innerText)", 10)
            page.evaluate("loser.restoreContext()")
            page.wait("document.getElementById('told').innerText === ''", 10)
            page.run("key PageDown")
            page.wait(f"{COLOURS} > {FEWEST}", 10)
        self.picture(page, "restored")
        self.check("a lost drawing comes back", "", f"{page.evaluate('tilescope.memory()') / (1 << 20):.0f} MiB")
        page.close()

    def all(self):
        for does in (self.no_webgl, self.scales, self.lost_context):
            self.run(does.__name__.replace("_", " "), does)


class InFirefox(InAnyBrowser):
    def page(self, rest="", can_draw=True, **how):
        page = FirefoxPage(self.server.address + "index.html" + rest, settings={} if can_draw else {"webgl.disabled": True}, **how)
        if can_draw:
            page.ready()
        return page

    def picture(self, page, name):
        super().picture(page, "firefox-" + name)


class Test(InAnyBrowser):
    def page(self, rest="", can_draw=True, **how):
        if can_draw:
            return super().page(rest, **how)
        return self.without_drawing.page(self.server.address + "index.html" + rest)

    # --- The front page. ---

    def front(self):
        server = Server(self.folder)  # an address of its own, so that nothing is kept there yet
        page = self.chromium.page(server.address)
        page.wait("document.body.className === 'front'", 20)
        words = page.evaluate("document.getElementById('front').innerText")
        lists = page.evaluate("['lessons', 'tasks'].map((id) => document.querySelectorAll('#' + id + ' a').length)")
        self.check("the front page says what it is before the program is there",
                   "" if "CUDA kernel step by step" in words and lists[0] >= 26 and lists[1] >= 28 else f"{lists} {words[:200]}")
        page.ready()
        page.wait("tilescope.state().place.step >= 2", 20)
        self.check("an example plays beside it", "" if not page.evaluate("location.hash") else "it changes the address")
        for width, height in ((1280, 720), (1920, 1080), (390, 844)):
            page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
            self.picture(page, f"front-{width}")
        page.call("Emulation.setDeviceMetricsOverride", width=1280, height=720, deviceScaleFactor=1, mobile=False)
        page.evaluate("document.querySelector('#lessons a[data-name=naive]').click()")
        page.wait("tilescope.state().lesson && tilescope.state().lesson.name === 'naive'", 20)
        page.wait("location.hash.startsWith('#ts1:lesson/naive')", 10)
        page.wait("/^The naive kernel/.test(document.title)", 10)
        titled = page.evaluate("document.title")
        self.check("a lesson opens in place, and names the window",
                   "" if titled.startswith("The naive kernel") and not page.evaluate("document.body.className") else titled)
        page.run("key PageDown\nkey PageDown\nkey PageDown")
        page.wait("/step=/.test(location.hash)", 10)
        step = page.state()["lesson"]["step"]
        time.sleep(1)
        page.evaluate("history.back()")
        page.wait("document.body.className === 'front'", 10)
        reached = page.evaluate("document.querySelector('#lessons a[data-name=naive]').innerText")
        self.check("Back leads to the front page, which tells the step reached", "" if "step" in reached else reached, reached)
        page.evaluate("history.forward()")
        page.wait("document.body.className === ''", 20)
        page.wait(f"tilescope.state().lesson && tilescope.state().lesson.step === {json.dumps(step)}", 20)
        self.check("Forward leads to the step", "")
        page.evaluate("history.back()")
        page.wait("document.body.className === 'front'", 10)
        page.evaluate("document.getElementById('paste').click()")
        page.evaluate("document.getElementById('code').value = " + json.dumps(
            "__global__ void twice(float* a) { a[threadIdx.x] *= 2; }\n"))
        self.picture(page, "front-paste")
        page.evaluate("document.querySelector('#own button').click()")
        page.wait("document.body.className === '' && tilescope.state().launch.kernel === 'pasted.cu'", 20)
        self.check("a pasted kernel is shown", "")
        page.close()
        server.close()

    # --- Addresses. ---

    def addresses(self):
        page = self.page("?lesson=naive")
        page.run("key PageDown 5")
        page.wait("/^#ts1:lesson.naive.step=(?!one-)/.test(location.hash)", 10)
        before = page.evaluate("location.href"), page.state()["lesson"]["step"]
        page.reload()
        time.sleep(0.5)
        page.ready()
        page.wait("tilescope.state().lesson !== null", 20)
        after = page.evaluate("location.href"), page.state()["lesson"]["step"]
        self.check("a reload goes to the same step", "" if before == after else f"{before} became {after}", after[0][-60:])
        page.run("lesson barriers")
        page.wait("/lesson.barriers/.test(location.hash)", 10)
        page.run("task 2")
        page.wait("/^#ts1:task/.test(location.hash)", 20)
        page.evaluate("history.back()")
        page.wait("tilescope.state().lesson && tilescope.state().lesson.name === 'barriers'", 20)
        page.evaluate("history.back()")
        page.wait("tilescope.state().lesson && tilescope.state().lesson.name === 'naive'", 20)
        time.sleep(1)
        self.check("Back goes from lesson to lesson", "" if "lesson/naive" in page.evaluate("location.hash") else "it moved on")
        page.close()

    def wrong_addresses(self):
        for rest, word in (("#top", "#top"), ("#ts1:tiled/999999999999x4x4/t16", "999999999999"), ("?lesson=nosuch", "nosuch"),
                           ("?task=99", "99"), ("#ts1:lesson/nosuch", "nosuch"), ("#ts1:lesson/naive/step=", "link"),
                           ("#ts9:tiled/4x4x4/t2", "version 9"), ("#ts:", "#ts:"), ("#ts1:tiled/4x4x4/t20", "TILE = 20"),
                           ("#ts1:nosuch/4x4x4/t2", "nosuch")):
            page = self.page(rest)
            page.wait("document.body.className === 'front'", 10)
            problem = page.evaluate("document.getElementById('problem').innerText")
            front = page.evaluate("document.body.className")
            terminal = [part for part in ("`", "tilescope lessons", "--") if part in problem]
            self.check(f"{rest[:30]} is told of on the front page",
                       "" if front == "front" and word in problem and not terminal else f"{front}: {problem}", problem[:120])
            page.close()

    def shares(self):
        page = self.page("?lesson=naive")
        page.run("key PageDown 3")
        page.key("l", "KeyL", CONTROL)
        page.wait("document.getElementById('share').open", 5)
        link = page.evaluate("document.getElementById('link').value")
        frame = page.evaluate("document.getElementById('frame').value")
        self.picture(page, "share")
        step = page.state()["lesson"]["step"]
        opened = self.chromium.page(link)
        opened.ready()
        opened.wait("tilescope.state().lesson !== null", 20)
        same = opened.state()["lesson"]["step"] == step and opened.state()["lesson"]["name"] == "naive"
        self.check("Ctrl + L in a lesson gives its link and a frame's code",
                   "" if same and "?embed#ts1:lesson/naive" in frame else f"{link} {frame}", link[-50:])
        opened.close()
        page.close()

    def single_file(self):
        """The single file holds bytes in its own encoding, even if a host says another."""
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(self.folder / "tilescope.html", folder)
            server = Server(folder, [("Content-Type", "text/html; charset=utf-8")])
            for address in (server.address + "tilescope.html", (pathlib.Path(folder) / "tilescope.html").as_uri()):
                page = self.chromium.page(address + SMALL)
                page.ready()
                said = page.evaluate("document.characterSet")
                self.check(f"the single file opens as {said}", "" if page.state()["launch"]["kernel"] == "tiled" else "no launch")
                page.close()
            server.close()

    # --- Frames in other pages. ---

    def lecture(self):
        with tempfile.TemporaryDirectory() as folder:
            inner = self.server.address.replace("127.0.0.1", "localhost") + "index.html?embed"
            frames = ("&frame=0&lesson=5", "&frame=1&source" + SMALL, "&frame=2#ts1:lesson/naive/step=3")
            pathlib.Path(folder, "course.html").write_text(
                "<!DOCTYPE html><body><input id=first>" + LINES +
                "".join(f"<iframe src='{inner}{rest}' width=860 height=480></iframe>{LINES}" for rest in frames) +
                "<input id=last><script>heard = []; addEventListener('message', (event) => heard.push(event.data));</script>")
            other = Server(folder)
            page = self.chromium.page(other.address + "course.html", width=1000, height=720)
            page.wait("document.readyState === 'complete'")
            time.sleep(2)
            heard = page.evaluate("heard.length")
            self.check("a frame out of sight does not load", "" if heard == 0 else f"{heard} have loaded")
            self.unasked(page)
            for number in range(len(frames)):
                self.driven(page, number)
            for _ in range(8):
                page.key("Tab")
                inside = page.evaluate("document.activeElement.tagName")
                if inside != "IFRAME":
                    break
            self.check("Tab goes out of it", "" if inside != "IFRAME" else f"the focus is at {inside}")
            link = page.frame("frame=0").evaluate(
                "(document.getElementById('whole').focus(), document.getElementById('whole').href)")
            self.check("its link keeps the lesson and the step",
                       "" if "#ts1:lesson/phase-by-phase/step=" in link and "embed" not in link else link, link[-60:])
            page.close()
            source = self.page("?embed&source" + SMALL, width=900, height=520)
            shown = source.state()["window"]["parts"].get("source", {"w": 0})["w"]
            self.picture(source, "embed-source")
            self.check("a frame shows the source on wish", "" if shown > 0 else "it does not")
            source.close()
            other.close()

    def unasked(self, page):
        """The first frame comes into sight, and nobody clicks it."""
        page.evaluate(SHOWS.format(0))
        page.wait("heard.length === 1", 60)
        frame = page.frame("frame=0")
        frame.ready()
        time.sleep(1)
        place = page.evaluate("[scrollY, document.activeElement.tagName]")
        page.key("PageDown")
        page.wait(f"scrollY > {place[0]}", 10)
        after = page.evaluate("[scrollY, document.activeElement.tagName]")
        step = frame.state()["lesson"]["step"]
        self.check("it takes neither the focus nor keys",
                   "" if place[1] == "BODY" and after[0] > place[0] and step in (0, 1) else f"{place} {after} {step}")
        height = page.evaluate("heard[0].height")
        self.check("it tells its height", "" if 300 < height < 900 else f"{height}")
        page.evaluate(SHOWS.format(0))
        before = page.evaluate("scrollY")
        x, y = page.evaluate(MIDDLE.format(0))
        page.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=240)
        page.wait(f"scrollY > {before}", 10)
        self.check("the wheel over it scrolls the page", "")
        time.sleep(2)  # it scrolls on for a while

    def driven(self, page, number):
        """A click into a frame, and its keys."""
        page.evaluate(SHOWS.format(number))
        page.wait(f"heard.length > {number}", 60)
        frame = page.frame(f"frame={number}")
        frame.ready()
        time.sleep(1)
        page.click(*page.evaluate(MIDDLE.format(number)))
        frame.wait("document.body.classList.contains('engaged')", 10)
        time.sleep(1)
        before = frame.evaluate("JSON.stringify([tilescope.state().lesson, tilescope.state().place])")
        page.key("ArrowRight")
        frame.wait(f"JSON.stringify([tilescope.state().lesson, tilescope.state().place]) !== {json.dumps(before)}", 10)
        self.check(f"after a click, keys drive frame {number + 1} of the lecture", "")
        self.picture(page, f"lecture-{number + 1}")

    # --- What else may go wrong. ---

    def other_scripts(self):
        """Letters that the packed fonts lack are the browser's, not all the same box."""
        pages = []
        for letters in ("\u2211\u2211\u2211", "\u220f\u220f\u220f"):
            page = self.page(SMALL)
            page.drop("own.cu", f"// {letters}\n__global__ void twice(float* a) {{ a[threadIdx.x] *= 2; }}\n".encode())
            page.wait("tilescope.state().launch.kernel === 'own.cu'", 20)
            pages.append(page)

        def picture(page):
            page.run("picture /tmp/own.png")
            return page.evaluate("Array.from(tilescope.read('/tmp/own.png')).join()")
        end = time.monotonic() + 20 * browser.PATIENCE
        while (same := picture(pages[0]) == picture(pages[1])) and time.monotonic() < end:
            time.sleep(0.5)
        self.picture(pages[0], "letters")
        self.check("letters of other scripts are the browser's", "they are all the same box" if same else "")
        for page in pages:
            page.close()

    def two_tabs(self):
        server = Server(self.folder)
        pages = []
        for _ in range(2):  # one after the other: a browser draws nothing in a tab that is not seen
            pages.append(self.chromium.page(server.address + "index.html?task=2"))
            pages[-1].ready()
            pages[-1].wait("tilescope.state().task !== null", 30)
        self.chromium.call("Target.activateTarget", targetId=pages[0].target)
        pages[0].run("key i\ntype //\ntyped")
        pages[0].wait("Object.keys(JSON.parse(localStorage.tilescope || '{}')).some((name) => /tasks/.test(name))", 20)
        pages[1].wait("/Another tab/.test(JSON.stringify(tilescope.state().banner))", 20)
        self.check("two tabs on one task notice each other", "")
        for page in pages:
            page.close()
        server.close()

    def all(self):
        for does in (self.front, self.addresses, self.wrong_addresses, self.shares, self.single_file, self.lecture,
                     self.other_scripts, self.two_tabs):
            self.run(does.__name__.replace("_", " "), does)
        super().all()


in_firefox = "--firefox" in sys.argv
sys.exit(run_checks(InFirefox if in_firefox else Test, firefox.why_not() if in_firefox else None))
