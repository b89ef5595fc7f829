#!/usr/bin/env python3
"""The page without eyes, and with fingers alone.

usage: words_test.py TILESCOPE PAGE [--few] [--pictures FOLDER]
A lesson is read and a task is solved by the keyboard and by what the browser tells a screen reader, nothing else; the same
by touches. Without a built page (scripts/web) or Chromium it is skipped, and says so.
"""
import sys
import time

import browser
from browser import Checks, Trouble, run_checks

SHIFT, CONTROL = 8, 2
READ_IGNORED = ("none", "generic", "InlineTextBox")


class Reader:
    """What the browser tells a screen reader, and the keyboard."""

    def __init__(self, page):
        self.page = page
        page.call("Accessibility.enable")

    def nodes(self):
        return [node for node in self.page.call("Accessibility.getFullAXTree")["nodes"]
                if not node.get("ignored") and node["role"]["value"] not in READ_IGNORED]

    @staticmethod
    def name(node):
        return node.get("name", {}).get("value", "")

    def text(self):
        return "\n".join(self.name(node) for node in self.nodes() if self.name(node))

    def focused(self):
        for node in self.nodes():
            for each in node.get("properties", []):
                if each["name"] == "focused" and each["value"].get("value"):
                    if node["role"]["value"] != "RootWebArea":
                        return node
        return None

    def until(self, condition, what, seconds=20):
        end = time.monotonic() + browser.PATIENCE * seconds
        while time.monotonic() < end:
            if found := condition():
                return found
            time.sleep(0.2)
        raise Trouble(f"waited {seconds} s for {what}; it reads {self.text()[-1500:]!r}")

    def hears(self, part):
        self.until(lambda: part in self.text(), f"{part!r}")

    def go_to(self, role, part, most=90):
        """Tab until the focus is there; back from the end of the page, since no window is around this browser."""
        seen, way = [], 0
        for _ in range(most):
            node = self.focused()
            if node and node["role"]["value"] == role and part in self.name(node):
                return node
            seen.append(f"{node['role']['value']} {self.name(node)[:30]}" if node else "nothing")
            way = SHIFT - way if node is None else way
            self.page.key("Tab", modifiers=way)
        raise Trouble(f"Tab does not lead to {role} {part!r} but to {seen[-40:]}")

    def press(self, role, part):
        node = self.go_to(role, part)
        self.page.key("Enter", text="\r")
        return node


class Test(Checks):
    def front(self):
        page = self.chromium.page(self.server.address + "index.html")
        page.ready()
        return page, Reader(page)

    def lesson(self):
        page, reader = self.front()
        reader.press("link", "2. The naive kernel")
        reader.press("button", "In words")
        reader.hears("Step 1 of 8")
        self.picture(page, "words-lesson")
        heard, known, questions = [], set(), 0
        for step in range(1, 9):
            reader.hears(f"Step {step} of 8: ")
            told = {line for line in reader.text().split("\n") if len(line) > 60} - known
            known |= told
            heard.append(max(told, key=len, default=""))
            for _ in range(3):  # a question halts; its answer lets the lesson go on
                if "Show the answer" not in reader.text():
                    break
                reader.press("button", "Show the answer")
                reader.hears("The answer is ")
                questions += 1
                break
            if step < 8:
                for _ in range(3):
                    reader.press("button", "Next step")
                    time.sleep(0.7)
                    if f"Step {step + 1} of 8" in reader.text():
                        break
        problem = "" if all(heard) else f"{heard}"
        self.check("a lesson is read by the keyboard and the accessibility tree alone", problem,
                   f"8 steps, {questions} questions, {sum(map(len, heard))} letters")
        page.close()

    def task(self):
        page, reader = self.front()
        reader.press("button", "Tasks")
        reader.press("link", "The next tile comes too early")
        reader.hears("Not reached: ")
        reader.press("button", "In words")
        reader.press("button", "Give a hint")
        reader.hears("Hint: ")
        field = reader.go_to("textbox", "The source")
        text = field["value"]["value"]
        last = "dot += left[ty][k] * right[k][tx];\n"
        assert text.count(last) == 1, text
        page.key("a", "KeyA", CONTROL)
        page.call("Input.insertText", text=text.replace(last, last + "    __syncthreads();\n"))
        reader.hears("All goals are reached.")
        self.picture(page, "words-task")
        self.check("a task is solved by the keyboard and the accessibility tree alone", "")
        page.key("Escape")
        where = reader.until(reader.focused, "the focus")
        self.check("Escape leads from the field to the drawing", "" if where["role"]["value"] != "textbox" else str(where))
        page.close()

    # --- By fingers. ---

    def tap(self, page, x, y):
        page.touch([(x, y)])
        page.evaluate("(async () => { for (let n = 0; n < 3; ++n) await new Promise(requestAnimationFrame); })()")
        time.sleep(0.3)

    def tap_button(self, page, name):
        page.wait(f"{name!r} in tilescope.state().window.buttons", 10)
        box = page.state()["window"]["buttons"][name]
        self.tap(page, box["x"] + box["w"] / 2, box["y"] + box["h"] / 2)

    def quick_tap(self, page, name):
        """A tap that begins and ends within one frame, as on a slow machine."""
        page.wait(f"{name!r} in tilescope.state().window.buttons", 10)
        box = page.state()["window"]["buttons"][name]
        page.evaluate(f"""(() => {{
          const target = document.getElementById('screen');
          const finger = new Touch({{identifier: 1, target, clientX: {box["x"] + box["w"] / 2}, clientY: {box["y"] + box["h"] / 2}}});
          for (const [name, touches] of [['touchstart', [finger]], ['touchend', []]])
            target.dispatchEvent(new TouchEvent(name, {{touches, changedTouches: [finger], bubbles: true, cancelable: true}}));
        }})()""")

    def touched_lesson(self):
        """All steps of a lesson on a telephone, upright."""
        page = self.chromium.page(self.server.address + "index.html?lesson=2", width=390, height=844, touch=True)
        page.ready()
        seen, small = [], False
        for _ in range(40):
            lesson = page.state()["lesson"]
            seen.append(lesson["step"])
            self.picture(page, f"phone-{lesson['step']}")
            if lesson["step"] == lesson["steps"]:
                break
            question = lesson["question"]
            if question and question["open"] and question["form"] == "number" and not question["revealed"]:
                time.sleep(0.5)
                if "answer: 3" not in page.state()["window"]["buttons"]:  # below an open view
                    narration = page.state()["window"]["parts"]["narration"]
                    self.tap(page, narration["x"] + narration["w"] / 2, narration["y"] + narration["h"] - 72)  # "more below"
                page.wait("'answer: 3' in tilescope.state().window.buttons", 10)
                small = small or min(box[side] for name, box in page.state()["window"]["buttons"].items()
                                     if name.startswith("answer: ") for side in "wh") < 43
                self.tap_button(page, "answer: 3")
                page.wait("tilescope.state().lesson.question.typed === '3'", 5)
                self.tap_button(page, "show the answer (1 to 4 choose)")
            elif question and question["open"] and not question["revealed"]:
                self.tap_button(page, "show the answer (1 to 4 choose)")
            self.tap_button(page, "next step")
            time.sleep(0.5)
        problem = f"{seen}" if seen[-1] != lesson["steps"] else "small digits" if small else ""
        self.check("a lesson is read by touches at 390 x 844", problem, f"{len(seen)} taps")
        page.close()

    def touched_task(self):
        """A barrier is typed with the keyboard of a tablet, which sends letters and no keys."""
        page = self.chromium.page(width=1024, height=768, touch=True)
        page.call("Storage.clearDataForOrigin", origin=self.server.address, storageTypes="local_storage")  # it was solved above
        page.open(self.server.address + "index.html?task=2")
        page.ready()
        page.wait("tilescope.state().task !== null && !tilescope.isBusy()", 20)
        assert not page.state()["task"]["is_solved"]
        self.quick_tap(page, "type in the source")
        page.wait("tilescope.state().editor.has_keys && document.activeElement.id === 'editor'", 10)
        source = page.state()["window"]["parts"]["source"]
        lines = page.state()["editor"]["text"].split("\n")
        wanted = next(n for n, line in enumerate(lines) if "dot +=" in line) + 1
        height, line = source["y"] + source["h"] / 2, 0
        for _ in range(60):
            self.tap(page, source["x"] + source["w"] - 40, height)
            line = page.state()["editor"]["caret"]["line"]
            if line == wanted:
                break
            height += 9 if line < wanted else -9
            if height > source["y"] + source["h"] - 20:
                height = source["y"] + source["h"] / 2
                page.touch(*[[(source["x"] + source["w"] / 2, height - way)] for way in (0, 40, 80, 120)])
                time.sleep(0.5)
        page.wait("document.activeElement.id === 'editor'", 5)
        self.picture(page, "tablet-task")
        caret = page.state()["editor"]["caret"]
        at_end = caret["column"] == len(lines[wanted - 1]) + 1
        page.call("Input.insertText", text="\n    __syncthreads();")
        page.wait("tilescope.state().task.is_solved", 30)
        self.picture(page, "tablet-solved")
        self.check("a task is solved by touches and a keyboard on the screen at 1024 x 768",
                   "" if line == wanted and at_end else f"the caret is at {caret}, line {wanted} was wanted")
        page.close()

    def little_rooms(self):
        """One panel at a time, each reached by a tap; then a file is chosen by taps."""
        shows = {"stage": "stage", "code": "source", "counts": "counters", "views": "explain"}
        for width, height in ((844, 390), (390, 844), (853, 480), (640, 360)):
            page = self.chromium.page(self.server.address + "index.html?lesson=5", width=width, height=height, touch=True)
            page.ready()
            page.wait("tilescope.state().lesson !== null", 20)
            self.tap(page, 5, height - 5)  # from now on, fingers are used
            small, problem = {}, ""
            for panel in ("code", "counts", "views", "stage"):
                self.tap_button(page, "panel: " + panel)
                page.wait(f"{shows[panel]!r} in tilescope.state().window.parts", 5)
                window = page.state()["window"]
                others = [name for name, part in shows.items() if name != panel and part in window["parts"]]
                problem = problem or (f"beside {panel}: {others}" if others else "")
                for name, box in window["buttons"].items():
                    if min(box["w"], box["h"]) < 43:
                        small[name] = f"{box['w']:.0f} x {box['h']:.0f}"
                self.picture(page, f"little-{width}x{height}-{panel}")
            self.check(f"each panel is a tap away at {width} x {height}", problem, f"smaller than 44 pixels: {small or 'none'}")
            page.close()
        page = self.chromium.page(self.server.address + "index.html", width=390, height=844, touch=True)
        page.ready()
        page.call("Page.setInterceptFileChooserDialog", enabled=True)
        page.call("Runtime.evaluate", expression="document.getElementById('explore').click(); tilescope.run('key Ctrl+o')",
                  userGesture=True, awaitPromise=True)
        page.wait("!tilescope.state().window.files", 5)
        chosen = any(event.get("method") == "Page.fileChooserOpened" for event in self.chromium.events)
        self.check("after a press, the browser's list of files opens in place of the program's", "" if chosen else "it did not")
        page.close()

    # --- Of both. ---

    def no_trap(self):
        """From the first control with Tab to the end of the page, and out of it."""
        for rest in ("", "?lesson=2", "?task=2", "?embed&lesson=2"):
            page = self.chromium.page(self.server.address + "index.html" + rest)
            page.ready()
            page.evaluate("document.activeElement.blur()")
            ways = []
            for _ in range(90):
                page.key("Tab")
                ways.append(page.evaluate("document.activeElement.id || document.activeElement.tagName"))
                if len(ways) > 1 and ways[-1] in ("BODY", ways[0]):
                    break
            self.check(f"Tab goes through the page {rest or 'at its front'} and out", "" if len(ways) < 90 else f"{ways[-10:]}",
                       f"{len(ways)} stops")
            page.close()

    def named(self):
        """Every control has a name, and every picture a text."""
        for rest in ("", "?lesson=2", "?task=2"):
            page = self.chromium.page(self.server.address + "index.html" + rest)
            page.ready()
            time.sleep(1)
            reader = Reader(page)
            wanted = ("button", "link", "textbox", "Canvas", "canvas", "image", "img", "application")
            nameless = [node["role"]["value"] for node in reader.nodes() if node["role"]["value"] in wanted and not reader.name(node)]
            zooms = page.evaluate("!/user-scalable *= *no|maximum-scale/.test(document.querySelector('meta[name=viewport]').content)")
            self.check(f"all that has a role has a name, {rest or 'front'}", ", ".join(nameless) or ("" if zooms else "zoom is forbidden"))
            page.close()

    def all(self):
        for does in (self.lesson, self.task, self.touched_lesson, self.touched_task, self.little_rooms, self.no_trap, self.named):
            self.run(does.__name__.replace("_", " "), does)


sys.exit(run_checks(Test))
