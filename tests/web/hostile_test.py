#!/usr/bin/env python3
"""Whatever is handed to the page, it goes on: links, recorded runs and texts that somebody has spoilt.

usage: hostile_test.py TILESCOPE PAGE SOURCES [--count N] [--fresh N] [--tab N] [--seed S] [--few]
N of each kind (20) in one tab, and N links (5) each by a page that is loaded anew. What is refused is told in a banner; a
page that has stopped, or takes more memory than it may, fails.
Texts that take long or much may not freeze the page: no task on its thread may work longer than LONGEST, and Esc ends them
within ESC. On a busy machine a task waits for the processor, too: what counts is how long its thread worked, and Esc has as
many times longer as tasks take longer than they work. --few tries some of these texts. With --tab, N such texts at random
follow each other in one tab, each for a second; it prints how many had a task that worked longer than 50 ms.
"""
import base64
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import browser
from browser import Browser, Server, Trouble

SKIPPED = 77
MOST_MEMORY = 600 << 20  # of a tab with its workers
LONGEST = 100  # ms; a busy machine shares its processor's parts, so that half as long is not asked here
ESC = 200  # ms
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


HEAD = "//! out = {{ sides = [{0}] }}\n//! grid = {1}\n//! block = {2}\n__global__ void k(int* out) {{\n  int i = blockIdx.x * {2} + threadIdx.x;\n"


def hogs(few):
    """Texts by name; the first ones suffice for a short try."""
    head = lambda grid, block: HEAD.format(grid * block, grid, block)
    one_line = "".join(f"out[i] += {n % 7}; " for n in range(25000))
    all_of_them = {
        "an endless loop that loads and stores": head(1, 32) + "  while (true) { out[i] += 1; }\n}\n",
        "a line of 400 KB": head(1, 32) + "  " + one_line + "\n}\n",
        "5 MB": head(1, 32) + "  out[i] = 1;\n}\n" + "// a line of a comment that goes on and on\n" * 120000,
        "an endless loop without accesses": head(8, 32) + "  int s = 1;\n  while (true) s = s * 3 % 7 + 1;\n  out[i] = s;\n}\n",
        "10^9 events": head(4096, 256) + "  for (int n = 0; n < 1000000; ++n) out[i] += n;\n}\n",
        "brackets": head(1, 32) + "  out[i] = " + "(" * 200000 + "1" + ")" * 200000 + ";\n}\n",
        "brackets that are not closed": head(1, 32) + "  out[i] = " + "([{" * 130000,
        "a comment of 400 KB in a line": head(1, 32) + "  out[i] = 1;  // " + "word " * 80000 + "\n}\n",
        "a word of 400 KB": head(1, 32) + "  out[i] = 1;  // " + "w" * 400000 + "\n}\n",
        "mistakes in a line of 100 KB": head(1, 32) + "  " + "".join(f"x{n} = y{n}; " for n in range(7000)) + "\n}\n",
        "a local hog": head(1, 32) + "  int x[1 << 28];\n  x[i] = i;\n  out[i] = x[i];\n}\n",
        "a shared hog": head(1, 32) + "  __shared__ int x[1 << 28];\n  x[i] = i;\n  out[i] = x[i];\n}\n",
        "a global hog": head(1 << 20, 1024) + "  out[i] = i;\n}\n",
        "templates without an end": "template <int N> __device__ int f() { return f<N + 1>(); }\n" + head(1, 32) + "  out[i] = f<0>();\n}\n",
        "macros that double": "#define A x x\n" + "".join(f"#define {chr(66 + n)} {chr(65 + n)} {chr(65 + n)}\n" for n in range(25)) + head(1, 32) + "  Z\n}\n",
        "20000 statements": head(1, 32) + "".join(f"  out[i] += {n};\n" for n in range(20000)) + "}\n",
        "1 MB that runs": head(1, 32) + "  out[i] = i;\n}\n" + "// a line of a comment\n" * 45000,
        "2 MB in a line": head(1, 32) + "  out[i] = 1;  // " + "w " * 1000000 + "\n}\n",
    }
    return dict(list(all_of_them.items())[:3]) if few else all_of_them


def heavy(chance):
    """What a text at random takes much of, and the text."""
    blocks, threads = chance.choice((1, 2, 8, 64, 4096)), chance.choice((1, 32, 64, 256, 1024))
    many = lambda least, most: round(10 ** chance.uniform(least, most))
    does = chance.choice(("out[i] += {0};", "out[i] = out[i] * 3 + {0};", "s = s * 7 + {0};", "atomicAdd(&out[i], {0});"))
    loop = chance.choice(("while (true) {{ {0} }}", "for (;;) {{ {0} }}", "do {{ {0} }} while (s != -1);",
                          "for (int n = 0; n >= 0; n += 0) {{ {0} }}"))
    each = lambda count, end: "".join(does.format(n) + end for n in range(count))
    kinds = {
        "endless": lambda: loop.format(does.format(1)),
        "many events": lambda: f"for (int n = 0; n < {many(5, 9)}; ++n) {does.format('n')}",
        "deep brackets": lambda: "s = " + chance.choice("([{") * many(2, 5.3) + "1" + ")" * many(2, 5.3) + ";",
        "one line": lambda: each(many(3, 4.4), " "),
        "one word": lambda: "s = 1;  // " + chance.choice(("w", "w ", "\u4e2d", "\\")) * many(4, 5.6),
        "a memory hog": lambda: chance.choice(("", "__shared__ ")) + f"int x[{many(6, 9)}];\n  x[i] = i;\n  s = x[i];",
        "a large grid": lambda: "s = i;",
        "many statements": lambda: each(many(3, 4.4), "\n  "),
        "many mistakes": lambda: "".join(f"x{n} = y{n};" + chance.choice((" ", "\n")) for n in range(many(2, 3.8))),
        "templates": lambda: f"s = grow<{many(0, 4)}>();",
        "calls of itself": lambda: "s = tree(i);",
        "endless barriers": lambda: "while (true) { __syncthreads(); " + does.format(1) + " }",
    }
    kind = chance.choice(list(kinds))
    helpers = {"templates": "template <int N> __device__ int grow() { return grow<N + 1>() + grow<N + 2>(); }\n",
               "calls of itself": "__device__ int tree(int n) { return tree(n + 1) + tree(n - 1); }\n"}
    cells, blocks = (many(6, 9), many(3, 6)) if kind == "a large grid" else (blocks * threads, blocks)
    return kind, (helpers.get(kind, "") + HEAD.format(cells, blocks, threads) + "  int s = i;\n  " + kinds[kind]() +
                  "\n  out[i] = s;\n}\n")


# What the browser itself says of long tasks.
OBSERVE = """(() => {
  window.seen = [];
  new PerformanceObserver((list) => list.getEntries().forEach((each) => seen.push(Math.round(each.duration))))
    .observe({type: 'longtask'});
})()"""
# What is pasted or dropped is made before tasks are measured: in a browser, another process makes it. Then it is given, in
# a task of its own.
COPY = """(text) => {
  const copied = new DataTransfer();
  copied.setData('text/plain', text);
  window.gives = () => setTimeout(() => document.dispatchEvent(new ClipboardEvent('paste', {clipboardData: copied})));
  seen.length = 0;
}"""
DRAG = """(text) => {
  const dragged = new DataTransfer();
  dragged.items.add(new File([text], 'own.cu'));
  window.gives = () => setTimeout(() => document.dispatchEvent(new DragEvent('drop', {dataTransfer: dragged})));
  seen.length = 0;
}"""
# Esc closes what is open before it ends what is going on.
END = """(async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  let worst = 0, presses = 0;
  const was = tilescope.isBusy();
  await frame();
  for (; tilescope.isBusy() && presses < 4; ++presses) {
    const begin = performance.now();
    for (const kind of ['keydown', 'keyup'])
      document.getElementById('screen').dispatchEvent(new KeyboardEvent(kind, {key: 'Escape', code: 'Escape', bubbles: true}));
    await frame();
    await frame();
    worst = Math.max(worst, performance.now() - begin);
  }
  return {was, worst: Math.round(worst), presses, is: tilescope.isBusy(), longest: Math.max(0, ...seen),
          trouble: document.getElementById('told').className === 'trouble'};
})()"""


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
        shown = page.evaluate(f"tilescope.run({lines}).then(() => (({{launch, banner}}) => ({{launch, banner}}))(tilescope.state()))")
        alive = shown["launch"] is not None and shown["launch"]["m"] == 8
        page.close()
        self.failed += bool(stopped) or not alive or memory > MOST_MEMORY
        if not alive:
            print(f"FAILED: {name}: in the end it shows {shown}")
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
                failed = trouble or (problem == "" and link != "") or not shows
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

    def traced(self, page, prepares):
        """What is prepared is given, and ended after a second. What the end tells, the longest work of a task on a page's
        thread in milliseconds, and how many times longer tasks took than they worked."""
        page.evaluate(prepares)
        self.chromium.events.clear()
        self.chromium.call("Tracing.start", transferMode="ReportEvents",
                           traceConfig={"includedCategories": ["toplevel"], "excludedCategories": ["*"]})
        page.evaluate("gives()")
        time.sleep(1)
        told = page.evaluate(END)
        self.chromium.call("Tracing.end")
        while not any(event.get("method") == "Tracing.tracingComplete" for event in self.chromium.events):
            self.chromium.events.append(self.chromium.read())
        all_of_them = [each for event in self.chromium.events if event.get("method") == "Tracing.dataCollected"
                       for each in event["params"]["value"]]
        self.chromium.events.clear()
        threads = {(each["pid"], each["tid"]) for each in all_of_them
                   if each.get("name") == "thread_name" and each["args"]["name"] == "CrRendererMain"}
        tasks = [(each["dur"], each["tdur"]) for each in all_of_them
                 if "RunTask" in each.get("name", "") and "tdur" in each and (each["pid"], each["tid"]) in threads]
        assert tasks, "the trace has no tasks"
        return told, max(work for _, work in tasks) / 1000, sum(time for time, _ in tasks) / sum(work for _, work in tasks)

    def memory_of_tabs(self):
        """The most that any of them had, in bytes."""
        most = 0
        for process in self.chromium.call("SystemInfo.getProcessInfo")["processInfo"]:
            if process["type"] == "renderer":
                status = pathlib.Path(f"/proc/{process['id']}/status").read_text()
                most = max(most, int(status.split("VmHWM:")[1].split()[0]) << 10)
        return most

    def one_tab(self, count, chance):
        """Many such texts follow each other in one tab."""
        page = self.fresh()
        page.evaluate(OBSERVE)
        long_ones, slow_ends, refuses, worst, longest_end, most = {}, 0, 0, 0, 0, 0
        for number in range(count):
            kind, text = heavy(chance)
            told, longest, busy = self.traced(page, f"({DRAG})({json.dumps(text)})")
            most = max(most, page.evaluate("tilescope.memory()"))
            is_slow = told["was"] and told["worst"] > ESC * max(1, busy)
            problem = ("the page has stopped" if told["trouble"] else "Esc does not end it" if told["is"] else
                       f"Esc took {told['worst']} ms" if is_slow else "")
            if longest > 50:
                long_ones.setdefault(kind, []).append(round(longest))
            worst, longest_end = max(worst, longest), max(longest_end, told["worst"] if told["was"] else 0)
            slow_ends, refuses = slow_ends + is_slow, refuses + told["is"]
            if problem:
                print(f"{number}: {kind}, {len(text)} bytes: {problem} (tasks take {busy:.1f} times as long as they work)",
                      flush=True)
            if told["trouble"]:
                self.failed += 1
                page.close()
                page = self.fresh()
                page.evaluate(OBSERVE)
            if number % 100 == 99:
                print(f"  {number + 1}: {sum(map(len, long_ones.values()))} with a task over 50 ms", flush=True)
        page.run("launch --kernel tiled --size 8 --tile 4")
        alive = page.state()["launch"]["m"] == 8
        self.failed += not alive or slow_ends > 0 or refuses > 0 or most > MOST_MEMORY
        print(f"one tab: {count} texts, {'alive' if alive else 'DEAD'}; the longest task worked {worst:.0f} ms; Esc took at most "
              f"{longest_end} ms, {slow_ends} times too long, {refuses} times in vain; at most {most >> 20} MiB of WebAssembly; "
              f"tasks over 50 ms: {long_ones or 'none'}", flush=True)
        page.close()

    def freezes(self, few):
        """What takes long or much is done beside the frames, and Esc ends it."""
        for name, text in hogs(few).items():
            page = self.fresh()
            page.evaluate(OBSERVE)
            told, longest, busy = self.traced(page, f"({COPY})({json.dumps(text)})")
            memory = self.memory_of_tabs()
            page.run("launch --kernel tiled --size 8 --tile 4")
            alive = page.state()["launch"]["m"] == 8
            problem = ("the page has stopped" if told["trouble"] or not alive else
                       f"a task worked {longest:.0f} ms" if longest > LONGEST else
                       f"Esc took {told['worst']} ms" if told["worst"] > ESC * max(1, busy) else
                       "Esc does not end it" if told["is"] else
                       f"it took {memory >> 20} MiB" if memory > MOST_MEMORY else "")
            self.failed += bool(problem)
            print(f"{'FAILED' if problem else 'ok'}: {name}{': ' + problem if problem else ''}: the longest task worked "
                  f"{longest:.0f} ms (and took {told['longest']} ms; tasks take {busy:.1f} times as long as they work), " +
                  (f"Esc {told['worst']} ms, {told['presses']} times, " if told["was"] else "done before Esc, ") +
                  f"the tab at most {memory >> 20} MiB", flush=True)
            page.close()
            self.chromium.events.clear()


def main():
    tilescope, folder, sources = sys.argv[1:4]
    number = lambda name, usual: int(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else usual
    count, chance = number("--count", 20), random.Random(number("--seed", 1))
    if why_not := browser.why_not(pathlib.Path(folder)):
        print(why_not)
        return SKIPPED
    packed = lambda content: base64.b64encode(content).decode()
    server, chromium = Server(folder), Browser()
    try:
        slow = Test(chromium, server.address + "index.html")
        if many := number("--tab", 0):
            slow.one_tab(many, chance)
        else:
            slow.freezes("--few" in sys.argv)
    finally:
        chromium.close()
    chromium = Browser("--disable-frame-rate-limit", "--disable-gpu-vsync")
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
    return 1 if test.failed + slow.failed else 0


sys.exit(main())
