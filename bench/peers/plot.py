"""Line plots (SVG): time against size, and how many files have which ratio; logarithmic scales."""

import math
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 760, 440
LEFT, RIGHT, TOP, BOTTOM = 70, 150, 44, 48
# Colours that people with any colour vision can tell apart (Okabe and Ito); ours is black.
COLOURS = ["#000000", "#d55e00", "#e69f00", "#009e73", "#0072b2", "#cc79a7", "#56b4e9"]


def growth(title, size, lines, limit):
    """`lines` has for each solver the seconds at each size; infinity, where it was not done within the
    limit, becomes a cross at the limit."""
    sizes = sorted({size for line in lines.values() for size in line})
    times = [time for line in lines.values() for time in line.values() if 0 < time < math.inf]
    if not times:
        return ""
    low, high = math.floor(math.log10(min(times))), math.ceil(math.log10(max(limit, *times)))
    x = lambda value: LEFT + (WIDTH - LEFT - RIGHT) * (value - sizes[0]) / max(1, sizes[-1] - sizes[0])
    y = lambda value: HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (math.log10(value) - low) / (high - low)

    out = opening(title)
    for power in range(low, high + 1):
        level = y(10.0 ** power)
        out.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{level:.1f}" y2="{level:.1f}" stroke="#dddddd"/>')
        out.append(f'<text x="{LEFT - 8}" y="{level + 4:.1f}" text-anchor="end">{unit(power)}</text>')
    for value in spread(sizes, x):
        out.append(f'<text x="{x(value):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{value}</text>')
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">{escape(size)}</text>')

    labels = []
    for i, (colour, (solver, line)) in enumerate(zip(COLOURS, lines.items())):
        for value in (value for value, time in line.items() if time == math.inf):
            # Side by side, so that none hides another.
            px, py = x(value) + 5 * (i - len(lines) // 2), y(limit)
            out.append(f'<path d="M{px - 3:.1f},{py - 4:.1f}l6,8m0,-8l-6,8" stroke="{colour}" stroke-width="1.6"/>')
        points = [(x(value), y(time)) for value, time in line.items() if 0 < time < math.inf]
        if not points:
            continue
        path = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
        stroke = 3 if solver == "ours" else 1.6
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{stroke}"/>')
        out += [f'<circle cx="{px:.1f}" cy="{py:.1f}" r="{stroke + 1}" fill="{colour}"/>' for px, py in points]
        labels.append([points[-1][1], solver, colour])
    return "\n".join([*out, *names(labels), "</svg>", ""])



def distribution(title, curves):
    """`curves` has the ratios of each kind, rising: the share of the files that have at most so large a ratio."""
    curves = {kind: ratios for kind, ratios in curves.items() if ratios}
    if not curves:
        return ""
    low = min(0, math.floor(math.log10(min(ratios[0] for ratios in curves.values()))))
    high = max(1, math.ceil(math.log10(max(ratios[-1] for ratios in curves.values()))))
    x = lambda ratio: LEFT + (WIDTH - LEFT - RIGHT) * (math.log10(ratio) - low) / (high - low)
    y = lambda share: HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share

    out = opening(title)
    for quarter in range(5):
        level = y(quarter / 4)
        out.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{level:.1f}" y2="{level:.1f}" stroke="#dddddd"/>')
        out.append(f'<text x="{LEFT - 8}" y="{level + 4:.1f}" text-anchor="end">{25 * quarter} %</text>')
    for power in range(low, high + 1):
        place = x(10.0 ** power)
        # Left of 1 we are behind.
        out.append(f'<line x1="{place:.1f}" x2="{place:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}" '
                   f'stroke="{"#000000" if power == 0 else "#dddddd"}"/>')
        out.append(f'<text x="{place:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{10.0 ** power:g}</text>')
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">at most so many times ours</text>')
    labels = []
    for i, (colour, (kind, ratios)) in enumerate(zip(COLOURS[1:], curves.items())):
        points = [(x(ratio), y(k / len(ratios))) for k, ratio in enumerate(ratios, 1)]
        path = " ".join(f"{px:.1f},{py:.1f}" for px, py in [(points[0][0], y(0)), *points])
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        labels.append([TOP + 16 * i, f"{kind} ({len(ratios)})", colour])
    return "\n".join([*out, *names(labels), "</svg>", ""])


def opening(title):
    return [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
            f'<text x="{LEFT}" y="24" font-size="16">{escape(title)}</text>']


def names(labels):
    """Names at the right, from (height, name, colour): in the order of the heights, and none upon another."""
    labels.sort()
    for above, label in zip([None, *labels], labels):
        label[0] = label[0] if above is None else max(label[0], above[0] + 16)
    excess = max(0, labels[-1][0] - (HEIGHT - BOTTOM))
    return [f'<text x="{WIDTH - RIGHT + 14}" y="{place - excess + 4:.1f}" fill="{colour}">{escape(name)}</text>'
            for place, name, colour in labels]


def unit(power):
    """A power of ten seconds, as people say it."""
    for least, name in ((0, "s"), (-3, "ms"), (-6, "µs")):
        if power >= least:
            return f"{10 ** (power - least)} {name}"
    return f"1e{power} s"


def spread(sizes, x):
    """As many of the sizes as leave room between their figures."""
    kept = []
    for size in sizes:
        if not kept or x(size) - x(kept[-1]) >= 26:
            kept.append(size)
    return kept
