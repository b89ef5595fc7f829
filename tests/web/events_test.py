#!/usr/bin/env python3
"""The same launches give the same events in the page's program, run by Node.js, as on the desktop.

usage: events_test.py TILESCOPE PAGE SOURCES [--count N]
N launches at random (200), and every kernel of the language's collection in the folder of sources.
"""
import hashlib
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
FOLDERS = ("tests/instrumentation/language/collection", "tests/instrumentation/forms",
           "tests/instrumentation/warp_kernels", "tests/instrumentation/odd_kernels", "tests/kernels/others",
           "kernels/classics")


def launches(tilescope, count):
    """Products and classics of random sizes, orders and inputs; whether they can be launched is no matter."""
    known = json.loads(subprocess.run([tilescope, "kernels", "--json"], capture_output=True, check=True).stdout)
    names = [each["name"] for each in known["kernels"]]
    chance = random.Random(31)
    for _ in range(count):
        tile = chance.choice((1, 2, 3, 4, 4, 8, 16))
        sides = [chance.randint(1, 4) * tile if chance.random() < 0.7 else chance.randint(1, 40) for _ in range(3)]
        words = ["--kernel", chance.choice(names), "--tile", str(tile)]
        for side, size in zip(("--m", "--n", "--k"), sides):
            words += [side, str(size)]
        yield words + ["--inputs", chance.choice(("counting", "random", "identity")), "--seed",
                       str(chance.randint(1, 1 << 30)), "--schedule",
                       chance.choice(("in_order", "reverse", "warp_interleaved", f"random:{chance.randint(1, 999)}")),
                       "--out-of-bounds", chance.choice(("poison", "zero", "stale"))]


def native(tilescope, words, folder):
    out = folder / "out"
    out.unlink(missing_ok=True)
    done = subprocess.run([tilescope, *words, "-o", out], capture_output=True, text=True, timeout=120)
    if not out.exists():
        return {"problem": done.stderr.strip()}
    return {"digest": hashlib.sha256(out.read_bytes()).hexdigest(), "code": done.returncode}


def main():
    tilescope, page, sources = sys.argv[1:4]
    count = int(sys.argv[sys.argv.index("--count") + 1]) if "--count" in sys.argv else 200
    node = shutil.which("node")
    if not (pathlib.Path(page) / "tilescope.bin").exists() or node is None:
        print("skipped: there is no page (scripts/web builds it), or no Node.js")
        return SKIPPED
    files = [str(file.resolve()) for folder in FOLDERS for file in sorted((pathlib.Path(sources) / folder).rglob("*.cu"))]
    files = files[::max(1, len(files) // count)] if count < 200 else files
    lines = [["dump", *words, "--backend", "cpu"] for words in launches(tilescope, count)]
    lines += [["dump", "--kernel", file, "--backend", "cpu"] for file in files]
    there = subprocess.run([node, pathlib.Path(__file__).with_name("events.js"), page], input=json.dumps(lines),
                           capture_output=True, text=True)
    answers = [json.loads(line) for line in there.stdout.splitlines()]
    if len(answers) != len(lines):
        print(f"FAILED: {len(answers)} of {len(lines)} launches came back: {there.stderr.strip()[-400:]}")
        return 1
    same = refused = 0
    with tempfile.TemporaryDirectory() as folder:
        for line, answer in zip(lines, answers):
            wanted = native(tilescope, line, pathlib.Path(folder))
            same += wanted == answer
            refused += "problem" in wanted
            if wanted != answer:
                print(f"FAILED: {' '.join(line)}: {json.dumps(wanted)[:300]}, in the page {json.dumps(answer)[:300]}")
    print(f"{same} of {len(lines)} launches are the same: {len(lines) - refused} with events, {refused} refused in the same words")
    return 0 if same == len(lines) else 1


sys.exit(main())
