#!/usr/bin/env python3
"""Makes the page: index.html with its files, and tilescope.html, which has all of them in itself.

usage: pack.py OUT PROGRAM.js ASSETS [ADDRESS]

ADDRESS is where the page will be, for the pictures of links to it.
"""
import base64
import gzip
import html
import io
import json
import lzma
import pathlib
import re
import shutil
import sys
import tomllib
import urllib.parse

# As app/gl/fonts.cpp loads them.
LETTERS = [(0x20, 0x7E), (0xA0, 0x17F), (0x386, 0x3CE), (0x401, 0x45F), (0x490, 0x491), (0x25A1, 0x25A1),
           (0x2013, 0x2014), (0x2018, 0x2019), (0x201C, 0x201D), (0x2022, 0x2022), (0x2026, 0x2026),
           (0x2190, 0x2193), (0x2212, 0x2212), (0x2260, 0x2260), (0x2264, 0x2265), (0x2713, 0x2713)]


def subset(path):
    """The letters of a font that are drawn; all of it where fontTools is not there."""
    try:
        from fontTools import subset as cutter
        from fontTools.ttLib import TTFont
    except ImportError:
        return path.read_bytes()
    options = cutter.Options()
    options.layout_features = []
    options.name_IDs = [0, 1, 2, 13]
    options.notdef_outline = True
    options.hinting = True
    options.desubroutinize = False
    font = TTFont(path)
    cut = cutter.Subsetter(options)
    cut.populate(unicodes=[code for first, last in LETTERS for code in range(first, last + 1)])
    cut.subset(font)
    for table in ("GPOS", "GSUB", "GDEF", "DSIG", "kern", "BASE"):
        if table in font:
            del font[table]
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


# As unpack.c has it: how long it was, and LZMA.
def squeezed(plain):
    how = {"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "lp": 0, "pb": 2, "nice_len": 273,
           "dict_size": 1 << 24}
    return len(plain).to_bytes(4, "little") + lzma.compress(plain, format=lzma.FORMAT_RAW, filters=[how])


# The bytes as they can stand in a page whose encoding gives each byte a letter. HTML changes three of them (zero,
# carriage return, and the beginning of a tag); these and the escape itself are escaped.
def escaped(plain):
    return re.sub(rb"[\x00\r<=]", lambda byte: bytes([ord("="), byte[0][0] ^ 64]), plain)


PURPOSE = ("Run a CUDA kernel step by step, forwards and backwards, and see what each thread reads, writes and waits "
           "for. No GPU is needed.")


def plain(text):
    return html.escape(re.sub(r"[*`{}]", "", text))


# A list of lessons or tasks, each as a link that the page opens.
def links(folder, kind):
    items = []
    for path in sorted(folder.glob("*.toml")):
        with path.open("rb") as file:
            table = tomllib.load(file)
        name, title = re.sub(r"^[0-9]+-", "", path.stem), plain(table["title"])
        items.append(f'<li><a href="?{kind}={name}" data-link="ts1:{kind}/{name}" data-name="{name}" data-title="{title}" '
                     f'data-steps="{len(table.get("step", []))}">{table["number"]}. {title}</a>'
                     f'<small>{plain(table["summary"])}</small></li>')
    return "\n".join(items)


def front_page(assets, address):
    here = pathlib.Path(__file__).parent
    icon = (here.parent.parent / "assets/desktop/tilescope.svg").read_text()
    icon = "data:image/svg+xml," + urllib.parse.quote(re.sub(r"<!--.*?-->|\n *", "", icon))
    picture = f'<meta property="og:image" content="{html.escape(address)}preview.png">' if address else ""
    page = (here / "index.html").read_text()
    for mark, text in (("@purpose@", PURPOSE), ("@icon@", icon), ("<!--preview-->", picture), ("<!--still-->", ""),
                       ("@lessons@", links(assets / "lessons", "lesson")), ("@tasks@", links(assets / "tasks", "task"))):
        page = page.replace(mark, text)
    return page


def parts_of(program, assets):
    still = pathlib.Path(__file__).parent.parent.parent / "docs/pictures/stage-light.svg"
    parts = {"tilescope.wasm": program.with_suffix(".wasm").read_bytes(), "still.svg": still.read_bytes()}
    for path in sorted(assets.rglob("*")):
        if path.is_file():
            is_font = path.suffix in (".otf", ".ttf")
            parts[str(path.relative_to(assets))] = subset(path) if is_font else path.read_bytes()
    return parts


def packed(parts):
    head = json.dumps([[name, len(part)] for name, part in parts.items()]).encode()
    return squeezed(len(head).to_bytes(4, "little") + head + b"".join(parts.values()))


def tell_sizes(out, parts):
    """Of the pack by parts, each as if it were alone; of the others as a host compresses them."""
    kinds = {}
    for name, part in parts.items():
        kinds.setdefault(name.split("/")[0], []).append(part)
    for kind, all_of_it in kinds.items():
        whole = b"".join(all_of_it)
        print(f"  {kind:22} {len(squeezed(whole)):10,} bytes packed, {len(whole):10,} plain")
    for path in sorted(out.iterdir()):
        told = path.read_bytes()
        sent = told if path.suffix == ".bin" else gzip.compress(told, 9)
        print(f"{path.name:24} {len(sent):10,} bytes to load, {len(told):10,} plain")


def main():
    out, program, assets = (pathlib.Path(word) for word in sys.argv[1:4])
    address = sys.argv[4].rstrip("/") + "/" if len(sys.argv) > 4 else ""
    here = pathlib.Path(__file__).parent
    out.mkdir(parents=True, exist_ok=True)
    parts = parts_of(program, assets)
    pack = packed(parts)
    page = front_page(assets, address)
    style, front, words, workers, script, offline, unpack = (
        (here / name).read_text() for name in
        ("page.css", "front.js", "words.js", "worker.js", "page.js", "offline.js", "unpack.js"))
    unpack = unpack.replace("@program@", base64.b64encode(program.with_name("unpack.wasm").read_bytes()).decode())
    scripts = {"front.js": front, "words.js": words, "worker.js": workers, "page.js": script, "unpack.js": unpack,
               "tilescope.js": program.read_text()}
    (out / "tilescope.bin").write_bytes(pack)
    for name, text in {**scripts, "offline.js": offline, "page.css": style}.items():
        (out / name).write_text(text)
    (out / "index.html").write_text(
        page.replace("<!--style-->", '<link rel="stylesheet" href="page.css">')
        .replace("<!--scripts-->", "\n".join(f'<script src="{name}" defer></script>' for name in scripts)))
    inline = "".join("<script>" + each.replace("</script", "<\\/script") + "</script>\n"
                     for each in (unpack, front, words, workers, script))
    pack_of_all = packed({**parts, "tilescope.js": program.read_bytes()})
    whole = (page.replace('charset="utf-8"', 'charset="windows-1252"')
             .replace("<!--style-->", f"<style>\n{style}</style>")
             .replace("<!--scripts-->", '<script type="text/plain" id="pack"><!--pack--></script>\n' + inline))
    (out / "tilescope.html").write_bytes(whole.encode("ascii").replace(b"<!--pack-->", escaped(pack_of_all)))
    if address:
        shutil.copy(here.parent.parent / "docs/pictures/tiled-dark.png", out / "preview.png")
    tell_sizes(out, parts)


main()
