#!/usr/bin/env python3
"""The page in the ways that people come by it, and what goes on while it works.

usage: ways_test.py TILESCOPE PAGE SOURCES [--few] [--pictures FOLDER]
Long recordings beside the frames, keys that the browser keeps, a task that is handed in as a file, what is exported, kept,
copied, picked and fetched, notes in a window of their own, without a network, from a file, in a frame of another page, in
a handout, on a dense display, by touch, and pictures beside the desktop's. Without a built page (scripts/web) or Chromium
it is skipped, and says so.
"""
import base64
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import browser
from browser import Checks, Server, Trouble, run_checks

SMALL = "#ts1:tiled,naive/4x4x4/t2"
ALT, CONTROL, SHIFT = 1, 2, 8
LONG = """//! out = { sides = [16384] }
//! grid = 64
//! block = 256
__global__ void k(int* out) {
  int s = 0;
  for (int i = 0; i < 400000; ++i) s += i * 3 % 7;
  out[blockIdx.x * 256 + threadIdx.x] = s;
}
"""
# How long each frame took, from here on.
WATCH = """(() => {
  const watch = window.watch = {all: [], last: performance.now()};
  const tick = (now) => {
    if (window.watch !== watch) return;
    watch.all.push(now - watch.last);
    watch.last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
})()"""
# Of two pictures: how large the difference of a channel is in the middle, from 0 to 1, and of how many pixels it is large.
DIFFERENCE = """async (pictures) => {
  const pixels = await Promise.all(pictures.map(async (picture) => {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(image.width, image.height), on = canvas.getContext('2d');
    on.drawImage(image, 0, 0);
    return on.getImageData(0, 0, image.width, image.height);
  }));
  const [one, other] = pixels;
  if (one.width !== other.width || one.height !== other.height) return {sizes: pixels.map((p) => [p.width, p.height])};
  let sum = 0, large = 0;
  for (let n = 0; n < one.data.length; n += 4) {
    let most = 0;
    for (let channel = 0; channel < 3; ++channel) {
      const far = Math.abs(one.data[n + channel] - other.data[n + channel]);
      sum += far;
      most = Math.max(most, far);
    }
    large += most > 64;
  }
  return {mean: sum / 255 / 3 / (one.data.length / 4), large: large / (one.data.length / 4)};
}"""
SCENES = {
    "first steps": "launch --kernel tiled --m 8 --n 8 --k 8 --tile 4\nkey Right 7\nclick t01",
    "lesson": "lesson 4\nkey PageDown 3",
    "findings": "launch --kernel tiled_no_first_barrier --m 8 --n 8 --k 8 --tile 4\nseek end\nkey f",
    "warps": "launch --kernel tiled --m 32 --n 32 --k 32 --tile 16\nseek step 40\nkey w",
    "cube": "seek end\nkey v",
    "text": "key e\ntype x",
    "task": "task 3",
    "light": "theme light\nseek step 5",  # last: a theme is kept
}


class Test(Checks):
    def __init__(self, tilescope, folder, sources, pictures, few):
        super().__init__(tilescope, folder, pictures, few)
        self.sources = sources

    # --- Recording beside the frames. ---

    def until_recorded(self, page, seconds=90):
        end = time.monotonic() + seconds
        while (state := page.state())["recording"]:
            if time.monotonic() > end:
                raise Trouble(f"it still records after {seconds} s")
            time.sleep(0.3)
        return state

    def frames(self, page, name, begins, wanted, most_ms=4000):
        page.evaluate(WATCH)
        begin = time.monotonic()
        begins()
        time.sleep(0.2)
        state = self.until_recorded(page)
        seconds = time.monotonic() - begin
        all_of_them = sorted(page.evaluate("watch.all"))
        worst, usual = all_of_them[-1], all_of_them[len(all_of_them) * 95 // 100]
        problem = wanted(state) or (f"a frame took {worst:.0f} ms" if worst > most_ms else "")
        self.check(name, problem, f"{seconds:.1f} s, {len(all_of_them)} frames, 95 of 100 within {usual:.0f} ms, "
                                  f"the longest {worst:.0f} ms, {page.evaluate('tilescope.memory()') / (1 << 20):.0f} MiB")
        return seconds

    def long_recordings(self):
        page = self.page(SMALL)
        side = lambda wanted: lambda state: "" if state["launch"]["m"] == wanted else f"m is {state['launch']['m']}"
        for size in (128,) if self.few else (128, 176, 256):
            there = f"ts1:tiled,naive/{size}x{size}x{size}/t16"
            self.frames(page, f"a product of {size} is recorded beside the frames",
                        lambda: page.evaluate(f"location.hash = '{there}'"), side(size))
        is_text = lambda state: "" if state["launch"]["kernel"] == "long.cu" else f"{state['launch']['kernel']} is open"
        self.frames(page, "a long loop of one's own runs beside the frames", lambda: page.drop("long.cu", LONG.encode()),
                    is_text)
        endless = LONG.replace("i < 400000", "true").replace("grid = 64", "grid = 8")
        comes_to_limit = lambda state: "" if "in an endless loop" in str(state["banner"]) else f"the banner is {state['banner']}"
        self.frames(page, "an endless loop comes to its limit beside the frames",
                    lambda: page.drop("endless.cu", endless.encode()), comes_to_limit)
        # What is asked for next ends what is being recorded.
        page.drop("long.cu", LONG.replace("400000", "40000000").encode())
        time.sleep(1.5)
        was_busy = page.state()["recording"]
        begin = time.monotonic()
        page.evaluate("location.hash = 'ts1:naive/6x6x6/t2'")
        page.wait("tilescope.state().launch.m === 6", 10)
        self.check("what is recorded can be given up", "" if was_busy else "it was not being recorded",
                   f"another launch was there after {time.monotonic() - begin:.1f} s")
        page.close()

    # --- Keys. ---

    def keys(self):
        page = self.page(SMALL)
        page.key("n", "KeyN", ALT)
        page.wait("tilescope.state().window.files === true", 5)
        page.key("Escape")
        page.wait("tilescope.state().window.files === false", 5)
        before = page.state()["place"]
        page.key("n", "KeyN", CONTROL)
        page.key("F12")
        after = page.state()
        kept = after["place"] == before and not after["window"]["files"] and not after["banner"]
        self.check("Alt + N stands for Ctrl + N, which is the browser's", "" if kept else "the page took a browser's key")
        page.key("F9")
        page.wait("/tilescope-0001.png/.test(JSON.stringify(tilescope.state().banner))", 10)
        self.check("F9 saves a picture", "")
        page.key("Escape")
        page.key("F1")
        page.wait("tilescope.state().window.help === true", 5)
        self.picture(page, "help")
        page.close()

    # --- A task, as a student comes to it. ---

    def task(self):
        name = "share-the-loads"
        answer = sorted((self.sources / f"tests/app/tasks/answers/{name}").glob("right*.cu"))[0].read_text()
        with tempfile.TemporaryDirectory() as folder:
            self.chromium.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)
            page = self.page(f"?task={name}")
            begins = page.state()["task"]
            page.key("i", "KeyI", text="i")
            page.key("a", "KeyA", CONTROL)
            page.evaluate(f"""(() => {{
              const copied = new DataTransfer();
              copied.setData('text/plain', {json.dumps(answer)});
              document.dispatchEvent(new ClipboardEvent('paste', {{clipboardData: copied}}));
            }})()""")
            page.wait("(() => { const task = tilescope.state().task; return task.is_solved; })()", 60)
            self.picture(page, "task-solved")
            page.key("s", "KeyS", CONTROL)
            end = time.monotonic() + 20
            while not (files := list(pathlib.Path(folder).glob("*.cu"))):
                if time.monotonic() > end:
                    raise Trouble(f"nothing was downloaded; the banner is {page.state()['banner']}")
                time.sleep(0.2)
            marks = subprocess.run([self.tilescope, "task", name, "--check", files[0], "--json"], capture_output=True, text=True)
            problem = "" if not begins["is_solved"] else "it was solved before it began"
            self.check("a task is solved in the page and marked by the desktop",
                       problem or ("" if marks.returncode == 0 else marks.stdout[-400:] + marks.stderr),
                       f"{files[0].name}, " + " ".join(marks.stdout.split())[:160])
            page.close()

    # --- What goes out of the page and comes into it. ---

    def saved_as(self):
        """A text of one's own, under a name that is asked for."""
        with tempfile.TemporaryDirectory() as folder:
            self.chromium.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)
            page = self.page(SMALL)
            page.run("key e\nkey i\ntype //")
            page.key("S", "KeyS", CONTROL | SHIFT)
            page.wait("tilescope.state().window.files === true", 5)
            time.sleep(0.5)
            self.picture(page, "save-as")
            page.key("Enter")
            self.downloaded(pathlib.Path(folder), ["tiled.cu"])
            self.check("a text is saved as a download", "")
            page.close()

    def downloaded(self, folder, names, seconds=20):
        end = time.monotonic() + seconds
        while missing := [name for name in names if not (folder / name).exists()]:
            if time.monotonic() > end:
                raise Trouble(f"not downloaded: {', '.join(missing)}")
            time.sleep(0.2)

    def exports(self):
        """The same bytes as the desktop writes; a recorded run opens there, and gives the same events."""
        names = ["all.csv", "trace.json", "window.svg", "run.tsc", "window.png"]
        lines = "launch --kernel tiled --size 8 --tile 4\nseek end\nexport all.csv\nexport trace.json\nexport run.tsc\n" \
                "picture window.svg\npicture window.png\n"
        with tempfile.TemporaryDirectory() as there, tempfile.TemporaryDirectory() as here:
            there, here = pathlib.Path(there), pathlib.Path(here)
            (here / "script").write_text(lines)
            subprocess.run([self.tilescope, "render", SMALL[1:], "--width", "1280", "--height", "720", "--script", "script"],
                           check=True, capture_output=True, timeout=120, cwd=here)
            self.chromium.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(there))
            page = self.page(SMALL)
            page.run(lines)
            self.downloaded(there, names)
            page.close()
            others = [name for name in names[:2] if (there / name).read_bytes() != (here / name).read_bytes()]
            events = [subprocess.run([self.tilescope, "dump", folder / "run.tsc"], capture_output=True) for folder in (here, there)]
            others += ["run.tsc"] if events[0].returncode or events[0].stdout != events[1].stdout else []
            others += [] if "<svg" in (there / "window.svg").read_text() else ["window.svg"]
            others += [] if (there / "window.png").read_bytes().startswith(b"\x89PNG") else ["window.png"]
            self.check("exports are downloads, the same as the desktop's", ", ".join(others),
                       " ".join(f"{name} {(there / name).stat().st_size}" for name in names))

    def keeps(self):
        """Settings and a draft, over a reload; an address of its own, so that nothing is kept there yet."""
        server = Server(self.folder)
        page = self.chromium.page(server.address + "index.html" + SMALL)
        page.ready()
        page.run("theme light\nkey e\nkey i\ntype draft")
        time.sleep(1)
        page.evaluate("history.replaceState(null, '', '" + SMALL + "')")  # whose link was closed, not reloaded
        page.call("Page.reload")
        time.sleep(0.5)
        page.ready()
        state = page.state()
        self.check("settings outlive a reload", "" if state["window"]["theme"] == "light" else state["window"]["theme"])
        offered = str(state["banner"])
        page.run("key Enter")
        text = (page.state()["editor"] or {}).get("text", "")
        self.check("a draft is offered after a reload, and opened",
                   "" if "not saved" in offered and text.startswith("draft") else f"{offered}; {text[:60]}", offered)
        self.picture(page, "after-a-reload")
        page.close()
        server.close()

    def comes_in(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "run.tsc")
            subprocess.run([self.tilescope, "record", "--kernel", "tiled", "--size", "12", "--tile", "4", "-o", file], check=True,
                           capture_output=True)
            other = Server(folder, [("Access-Control-Allow-Origin", "*")])
            page = self.page(f"?trace={other.address}run.tsc")
            shown = page.state()["launch"]["m"]
            self.check("a run of another host is fetched", "" if shown == 12 else f"m is {shown}")
            page.open(self.server.address + f"index.html?trace={other.address}none.tsc")
            page.ready()
            banner = str(page.state()["banner"])
            self.check("one that is not there is told of", "" if "404" in banner else banner)
            page.close()
            other.close()
            page = self.page(SMALL)
            node = page.call("DOM.querySelector", nodeId=page.call("DOM.getDocument")["root"]["nodeId"], selector="#files")
            page.call("DOM.setFileInputFiles", files=[str(file)], nodeId=node["nodeId"])
            page.wait("tilescope.state().launch.m === 12", 10)
            self.check("a file is picked", "")
            page.run("launch --kernel tiled --size 8 --tile 4")
            page.drop("run.tsc", file.read_bytes())
            page.wait("tilescope.state().launch.m === 12", 10)
            self.check("a file is dropped", "")
            self.chromium.call("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
            page.call("Page.bringToFront")
            page.run("launch --kernel tiled --size 8 --tile 4")
            page.key("l", "KeyL", CONTROL)
            time.sleep(0.5)
            link = page.evaluate("navigator.clipboard.readText()")
            opened = self.chromium.page(link)
            opened.ready()
            shown = opened.state()["launch"]["m"]
            self.check("Ctrl + L copies a link that opens the same", "" if shown == 8 else f"m is {shown}", link)
            opened.close()
            page.close()

    def notes(self):
        page = self.page("?lesson=2")
        page.call("Page.bringToFront")
        before = {each["targetId"] for each in self.chromium.call("Target.getTargets")["targetInfos"]}
        page.key("P", "KeyP", SHIFT, "P")
        end = time.monotonic() + 10
        while not (new := [each for each in self.chromium.call("Target.getTargets")["targetInfos"]
                           if each["targetId"] not in before and each["type"] == "page"]):
            if time.monotonic() > end:
                raise Trouble(f"no window opens; the banner is {page.state()['banner']}")
            time.sleep(0.2)
        session = self.chromium.call("Target.attachToTarget", targetId=new[0]["targetId"], flatten=True)["sessionId"]
        notes = browser.Page(self.chromium, new[0]["targetId"], session)
        time.sleep(1)
        self.picture(notes, "notes")
        colours = notes.evaluate("""(() => {
          const canvas = document.querySelector('canvas'), flat = document.createElement('canvas');
          flat.width = canvas.width, flat.height = canvas.height;
          const on = flat.getContext('2d');
          on.drawImage(canvas, 0, 0);
          return new Set(new Uint32Array(on.getImageData(0, 0, flat.width, flat.height).data.buffer)).size;
        })()""")
        step = page.state()["lesson"]["step"]
        notes.key("PageDown")
        page.wait(f"JSON.stringify(tilescope.state().lesson.step) !== {json.dumps(json.dumps(step))}", 5)
        step = page.state()["lesson"]["step"]
        notes.click(130 + 60, notes.evaluate("innerHeight") - 33)  # "Page Up: back"
        page.wait(f"JSON.stringify(tilescope.state().lesson.step) !== {json.dumps(json.dumps(step))}", 5)
        notes.close()
        page.wait("tilescope.state().window.notes === false", 5)
        self.check("notes have a window of their own", "" if colours > 20 else f"it is drawn with {colours} colours",
                   "its keys are the page's, its buttons too, and closing it closes them")
        page.close()

    # --- Without a network, from a file, in a frame, on other displays. ---

    def works(self, page):
        """Another lesson, a task and a launch."""
        page.run("lesson 7\nkey PageDown")
        assert page.state()["lesson"]
        page.run("task 2\nlaunch --kernel naive --m 6 --n 6 --k 6 --tile 2\nseek end")
        assert page.state()["launch"]["m"] == 6

    def old_links(self):
        """A lesson's number in a link is the one that it had when the link was made."""
        for number, name in ((17, "scan"), (18, "histogram"), (24, "attention"), ("sort", "sort")):
            page = self.page(f"?lesson={number}")
            page.wait("tilescope.state().lesson !== null", 20)
            opened = page.state()["lesson"]["name"]
            self.check(f"a link to lesson {number} opens {name}", "" if opened == name else f"it opens {opened}")
            page.close()

    def without_network(self):
        server = Server(self.folder)
        page = self.chromium.page(server.address + "index.html" + SMALL)
        page.ready()
        server.close()
        page.call("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=-1, uploadThroughput=-1)
        self.chromium.events.clear()
        self.works(page)
        asked = [each["params"]["request"]["url"] for each in self.chromium.events
                 if each.get("method") == "Network.requestWillBeSent"
                 and not each["params"]["request"]["url"].startswith(("data:", "blob:"))]
        self.check("all goes on without a network", ", ".join(asked))
        page.close()

    def opens_again(self):
        """What was here once opens again when its host is gone."""
        server = Server(self.folder)
        page = self.chromium.page(server.address + "index.html")
        page.ready()
        page.wait("navigator.serviceWorker.controller !== null", 20)
        page.close()
        server.close()
        page = self.chromium.page(server.address + "index.html?lesson=5")
        page.ready()
        title = page.state()["lesson"]
        self.works(page)
        self.check("opens again when its host is gone", "" if title else "no lesson is open")
        page.close()

    def from_file(self):
        page = self.chromium.page((self.folder / "tilescope.html").resolve().as_uri() + "?lesson=3")
        page.ready()
        self.check("opens from a file", "" if page.state()["lesson"] else "no lesson is open")
        self.picture(page, "from-a-file")
        self.works(page)
        page.close()

    def in_frame(self):
        with tempfile.TemporaryDirectory() as folder:
            inner = self.server.address.replace("127.0.0.1", "localhost") + "index.html?embed&lesson=4"
            pathlib.Path(folder, "course.html").write_text(
                "<!DOCTYPE html><body style='font: 18px sans-serif; margin: 30px'><h1>A course</h1><p>Look at this:</p>"
                f"<iframe src='{inner}' width=860 height=480 style='border: 1px solid #888'></iframe><p>And so on.</p>")
            other = Server(folder)
            page = self.chromium.page(other.address + "course.html", width=1000, height=720)
            frame = page.frame()
            frame.ready()
            parts = frame.state()["window"]["parts"]
            link = frame.evaluate("document.getElementById('whole').href")
            frame.run("key PageDown")
            problem = "" if parts["title"] is None or parts["title"]["h"] == 0 else "there is a title"
            self.check("a frame of another origin has few controls, and a link to the whole",
                       problem or ("" if "embed" not in link and "lesson=4" in link or "#ts1" in link else link), link[:120])
            self.picture(page, "in-a-frame")
            page.close()
            other.close()

    def handout(self):
        """A lesson on paper whose pictures can be played with: from a host and from a file."""
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "handout.html")
            subprocess.run([self.tilescope, "render", "--lesson", "2", "--handout", "--live", self.folder / "tilescope.html",
                            "-o", file], check=True, capture_output=True, timeout=120)
            server = Server(folder)
            for where, address in ("a host", server.address + file.name), ("a file", file.as_uri()):
                page = self.chromium.page(address, width=1000, height=900)
                page.wait("document.readyState === 'complete'")
                page.evaluate("document.querySelector('button').click()")
                frame = page.frame()
                frame.ready()
                frame.run("key Right 2")
                place = frame.state()["place"]
                frame.run("key Right")
                page.evaluate("document.querySelector('iframe').scrollIntoView()")
                self.picture(page, f"live-handout-from-{where.split()[-1]}")
                self.check(f"a handout's picture can be played with, from {where}",
                           "" if frame.state()["place"] != place else f"it stays at {place}")
                page.close()
            server.close()

    def displays(self):
        page = self.page(SMALL)
        border = page.state()["window"]["parts"]["timeline"]
        page.call("Input.dispatchMouseEvent", type="mouseMoved", x=border["x"] + border["w"] / 2, y=border["y"] - 4)
        page.wait("document.getElementById('screen').style.cursor === 'ns-resize'", 5)
        self.check("the mouse pointer shows that a border can be dragged", "")
        page.close()
        page = self.page("?lesson=2", scale=2)
        state = page.state()["window"]
        self.check("a dense display is drawn in all its pixels", "" if state["width"] == 2560 else f"{state['width']} wide")
        self.picture(page, "scale-2")
        page.close()
        page = self.page(SMALL, width=1024, height=768, touch=True)
        box = page.state()["window"]["buttons"]["forward"]
        page.touch([(box["x"] + box["w"] / 2, box["y"] + box["h"] / 2)])
        page.wait("tilescope.state().place.step === 1", 5)
        page.run("launch --kernel tiled --size 32 --tile 8")
        before = page.state()
        timeline = before["window"]["parts"]["timeline"]
        at = lambda part: (timeline["x"] + part * timeline["w"], timeline["y"] + 0.7 * timeline["h"])
        page.touch([at(0.2)], [at(0.4)], [at(0.6)])
        page.wait(f"tilescope.state().place.step > {before['place']['step'] + 5}", 5)
        page.touch([at(0.45), at(0.55)], [at(0.4), at(0.6)], [at(0.3), at(0.7)])
        page.wait(f"tilescope.state().window.timeline.steps < {before['window']['timeline']['steps']}", 5)
        self.check("a finger is the mouse, and drags; two of them bring the timeline nearer", "")
        page.run("key r")
        room = page.state()["window"]["parts"]["explain"]
        inside = lambda part: (room["x"] + 0.5 * room["w"], room["y"] + part * room["h"])
        page.touch([inside(0.8)], [inside(0.6)], [inside(0.4)], [inside(0.2)])
        page.wait("tilescope.state().window.scrolls.explain.at > 0", 5)
        self.check("a finger's drag scrolls a panel", "")
        self.picture(page, "touch")
        page.close()

    # --- Pictures. ---

    def beside_desktop(self):
        with tempfile.TemporaryDirectory() as folder:
            worst = (0, 0, "")
            for name, lines in list(SCENES.items())[::3 if self.few else 1]:
                script, own = pathlib.Path(folder, "script"), pathlib.Path(folder, "own.png")
                script.write_text(f"{lines}\npicture {own}\n")
                subprocess.run([self.tilescope, "render", SMALL[1:], "--width", "1280", "--height", "720", "--script", script],
                               check=True, capture_output=True, timeout=120)
                page = self.chromium.page()
                page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
                page.open(self.server.address + "index.html" + SMALL)
                page.ready()
                page.run(f"{lines}\npicture /tmp/own.png")
                its = page.evaluate("btoa(Array.from(tilescope.read('/tmp/own.png'), (b) => String.fromCharCode(b)).join(''))")
                if self.pictures:
                    (self.pictures / f"{name}-page.png").write_bytes(base64.b64decode(its))
                    (self.pictures / f"{name}-desktop.png").write_bytes(own.read_bytes())
                told = page.evaluate(f"({DIFFERENCE})({json.dumps([base64.b64encode(own.read_bytes()).decode(), its])})")
                page.close()
                if "sizes" in told:
                    self.check(f"picture of {name}", str(told["sizes"]))
                    continue
                worst = max(worst, (told["large"], told["mean"], name))
                problem = "too far from the desktop's" if told["large"] > 0.01 or told["mean"] > 0.01 else ""
                self.check(f"picture of {name}", problem,
                           f"{100 * told['mean']:.3f} % in the middle, {100 * told['large']:.3f} % of pixels by more than a quarter")

    def all(self):
        for does in (self.long_recordings, self.keys, self.task, self.saved_as, self.exports, self.keeps, self.comes_in, self.notes,
                     self.old_links, self.without_network, self.opens_again, self.from_file, self.in_frame,
                     self.handout, self.displays, self.beside_desktop):
            self.run(does.__name__.replace("_", " "), does)


sys.exit(run_checks(lambda tilescope, folder, *how: Test(tilescope, folder, pathlib.Path(sys.argv[3]), *how)))
