#!/usr/bin/env python3
"""Makes the page: index.html with its files, and tilescope.html, which has all of them in itself.

usage: pack.py OUT PROGRAM.js ASSETS
"""
import base64
import gzip
import io
import json
import lzma
import pathlib
import sys

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


def parts_of(program, assets):
    parts = {"tilescope.wasm": program.with_suffix(".wasm").read_bytes()}
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
    here = pathlib.Path(__file__).parent
    out.mkdir(parents=True, exist_ok=True)
    parts = parts_of(program, assets)
    pack = packed(parts)
    page, style, script, offline, unpack = (
        (here / name).read_text() for name in ("index.html", "page.css", "page.js", "offline.js", "unpack.js"))
    unpack = unpack.replace("@program@", base64.b64encode(program.with_name("unpack.wasm").read_bytes()).decode())
    scripts = {"tilescope.js": program.read_text(), "unpack.js": unpack, "page.js": script}
    (out / "tilescope.bin").write_bytes(pack)
    for name, text in {**scripts, "offline.js": offline, "page.css": style}.items():
        (out / name).write_text(text)
    (out / "index.html").write_text(
        page.replace("<!--style-->", '<link rel="stylesheet" href="page.css">')
        .replace("<!--scripts-->", "\n".join(f'<script src="{name}"></script>' for name in scripts)))
    inline = "".join("<script>" + each.replace("</script", "<\\/script") + "</script>\n" for each in scripts.values())
    (out / "tilescope.html").write_text(
        page.replace("<!--style-->", f"<style>\n{style}</style>")
        .replace("<!--scripts-->", f'<script type="text/plain" id="pack">{base64.b64encode(pack).decode()}</script>\n'
                 + inline))
    tell_sizes(out, parts)


main()
