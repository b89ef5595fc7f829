#!/usr/bin/env python3
"""Makes the page: index.html with its files, and tilescope.html, which has all of them in itself.

usage: pack.py OUT PROGRAM.js ASSETS
"""
import base64
import gzip
import io
import json
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


def pack(program, assets):
    parts = {"tilescope.wasm": program.with_suffix(".wasm").read_bytes()}
    for path in sorted(assets.rglob("*")):
        if path.is_file():
            is_font = path.suffix in (".otf", ".ttf")
            parts[str(path.relative_to(assets))] = subset(path) if is_font else path.read_bytes()
    head = json.dumps([[name, len(part)] for name, part in parts.items()]).encode()
    plain = len(head).to_bytes(4, "little") + head + b"".join(parts.values())
    return parts, gzip.compress(plain, 9, mtime=0)


def main():
    out, program, assets = (pathlib.Path(word) for word in sys.argv[1:4])
    here = pathlib.Path(__file__).parent
    out.mkdir(parents=True, exist_ok=True)
    parts, packed = pack(program, assets)
    page, style, script = ((here / name).read_text() for name in ("index.html", "page.css", "page.js"))
    code = program.read_text()
    (out / "tilescope.bin").write_bytes(packed)
    (out / "tilescope.js").write_text(code)
    (out / "page.js").write_text(script)
    (out / "page.css").write_text(style)
    (out / "index.html").write_text(
        page.replace("<!--style-->", '<link rel="stylesheet" href="page.css">')
        .replace("<!--scripts-->", '<script src="tilescope.js"></script>\n<script src="page.js"></script>'))
    inline = "".join("<script>" + each.replace("</script", "<\\/script") + "</script>\n" for each in (code, script))
    (out / "tilescope.html").write_text(
        page.replace("<!--style-->", f"<style>\n{style}</style>")
        .replace("<!--scripts-->", f'<script type="text/plain" id="pack">{base64.b64encode(packed).decode()}</script>\n'
                 + inline))
    kinds = {}
    for name, part in parts.items():
        kind = name.split("/")[0]
        kinds[kind] = kinds.get(kind, 0) + len(gzip.compress(part, 9, mtime=0))
    sizes = {"tilescope.bin": len(packed), "tilescope.js": len(gzip.compress(code.encode(), 9)),
             "page.js": len(gzip.compress(script.encode(), 9)), "tilescope.html": (out / "tilescope.html").stat().st_size}
    for name, size in {**{f"  of it {k}": v for k, v in kinds.items()}, **sizes}.items():
        print(f"{name:24} {size:10,} bytes compressed" if name != "tilescope.html" else f"{name:24} {size:10,} bytes")


main()
