#!/usr/bin/env python3
"""How long the page takes, in headless Chromium on this machine, beside the desktop's program where both do the same.

usage: bench.py TILESCOPE PAGE [--times N]
Each figure is the median of N (9), with the least and the most. Frames are watched for five seconds each.
"""
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import browser
from browser import Browser, Server

SMALL = "ts1:tiled,naive/4x4x4/t2"
STEP = "#ts1:lesson/naive/step=3"
SIZES = (64, 96, 128)
SCENES = {
    "a product of 8, playing": "launch --kernel tiled --m 8 --n 8 --k 8 --tile 4\nkey Space",
    "a product of 64, playing": "launch --kernel tiled --m 64 --n 64 --k 64 --tile 16\nkey Space",
    "a lesson, its cube turning": "lesson 4\nkey v\nkey Space",
}
FRAMES = """new Promise((done) => {
  const all = [];
  let last = performance.now();
  const begin = last;
  requestAnimationFrame(function tick(now) {
    all.push(now - last);
    last = now;
    if (now - begin < 5000) requestAnimationFrame(tick);
    else done(all.slice(1).sort((a, b) => a - b));
  });
})"""


def told(all_of_them, unit="ms"):
    return f"{statistics.median(all_of_them):.0f} {unit} ({min(all_of_them):.0f} to {max(all_of_them):.0f})"


def until_open(chromium, address, rest):
    """To the first words, and to the program with what the address names, from navigation, in a tab of its own and without
    anything that is kept; milliseconds."""
    page = chromium.page()
    page.call("Network.setCacheDisabled", cacheDisabled=True)
    page.call("Network.setBypassServiceWorker", bypass=True)
    page.open(address + rest)
    page.ready()
    if rest:
        page.wait("tilescope.state().lesson !== null")
    opened = "performance.now()" if rest else "performance.getEntriesByName('tilescope ready')[0].startTime"
    times = page.evaluate(f"[performance.getEntriesByName('first-contentful-paint')[0].startTime, {opened}]")
    page.close()
    chromium.events.clear()
    return times


def launch(size):
    return f"launch --kernel tiled --m {size} --n {size} --k {size} --tile 16\n"


def natively(tilescope, size, times):
    """What a launch takes in the program that runs already: many in it, less none."""
    def seconds(lines):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "script")
            script.write_text(lines)
            begin = time.monotonic()
            subprocess.run([tilescope, "render", SMALL, "--script", script, "-o", pathlib.Path(folder, "p.png")], check=True,
                           capture_output=True)
            return time.monotonic() - begin
    other = f"launch --kernel naive --m {size} --n {size} --k {size} --tile 16\n"
    both, one = [], []
    for _ in range(times):
        one.append(seconds(launch(size)))
        both.append(seconds((launch(size) + other) * 2 + launch(size)))
    return (statistics.median(both) - statistics.median(one)) / 4 * 1000


def in_page(page, size, times):
    other = f"launch --kernel naive --m {size} --n {size} --k {size} --tile 16\n"
    all_of_them = []
    for _ in range(times):
        lines = json.dumps((launch(size) + other) * 2)
        all_of_them.append(page.evaluate(f"(async () => {{ const begin = performance.now(); await tilescope.run({lines}); "
                                         "return performance.now() - begin; })()") / 4)
    return statistics.median(all_of_them)


def main():
    words = sys.argv[1:]
    times = int(words[words.index("--times") + 1]) if "--times" in words else 9
    tilescope, folder = words[0], pathlib.Path(words[1])
    if why_not := browser.why_not(folder):
        print(why_not)
        return
    server, chromium = Server(folder), Browser()
    address = server.address + "index.html"
    until_open(chromium, address, "")
    firsts = [until_open(chromium, address, "") for _ in range(times)]
    print("to the front page's words:", told([words for words, _ in firsts]))
    print("to the program:", told([ready for _, ready in firsts]))
    print("to a lesson's step by a link:", told([until_open(chromium, address, STEP)[1] for _ in range(times)]))
    for size in SIZES:
        page = chromium.page(address + "#" + SMALL)
        page.ready()
        its, own = in_page(page, size, times), natively(tilescope, size, times)
        print(f"a launch of {size} x {size} x {size}, tiled and naive: {its:.0f} ms, natively {own:.0f} ms, "
              f"{own / its:.2f} of its rate")
        page.close()
    for name, lines in SCENES.items():
        page = chromium.page(address + "#" + SMALL)
        page.ready()
        page.run(lines)
        frames = page.evaluate(FRAMES)
        print(f"{name}, 1280 x 720: {len(frames)} frames, half within {frames[len(frames) // 2]:.0f} ms, "
              f"95 of 100 within {frames[len(frames) * 95 // 100]:.0f}, the longest {frames[-1]:.0f}", flush=True)
        page.close()
    chromium.close()
    server.close()


main()
