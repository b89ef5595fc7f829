#!/usr/bin/env python3
"""make_icon.py SVG SIZE PNG: draws an icon made of rectangles with round corners, in pixels."""
import struct
import sys
import xml.etree.ElementTree as xml
import zlib

source, size, target = sys.argv[1], int(sys.argv[2]), sys.argv[3]
fine = 4  # by so many points a pixel is judged, along each side

svg = xml.parse(source).getroot()
unit = float(svg.get("viewBox").split()[2]) / (size * fine)
rectangles = []
for each in svg.iter("{http://www.w3.org/2000/svg}rect"):
    x, y, width, height, round_by = (float(each.get(name)) for name in ("x", "y", "width", "height", "rx"))
    color = tuple(int(each.get("fill")[n:n + 2], 16) for n in (1, 3, 5))
    rectangles.append((x, y, x + width, y + height, round_by, color))


def color_at(x, y):
    """That of the last rectangle that covers the point, or None."""
    for left, top, right, bottom, round_by, color in reversed(rectangles):
        if not (left <= x < right and top <= y < bottom):
            continue
        across = max(left + round_by - x, x - right + round_by, 0)
        down = max(top + round_by - y, y - bottom + round_by, 0)
        if across * across + down * down <= round_by * round_by:
            return color
    return None


rows = bytearray()
for row in range(size):
    rows.append(0)  # no filter
    for column in range(size):
        found = [color_at((column * fine + i + 0.5) * unit, (row * fine + j + 0.5) * unit)
                 for i in range(fine) for j in range(fine)]
        seen = [color for color in found if color]
        rows += bytes(sum(color[n] for color in seen) // max(len(seen), 1) for n in range(3))
        rows.append(255 * len(seen) // len(found))


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


with open(target, "wb") as out:
    out.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)) +
              chunk(b"IDAT", zlib.compress(bytes(rows), 9)) + chunk(b"IEND", b""))
