#!/usr/bin/env python3
"""Turns a Weight puzzle (JSON, see rules.md) into plain data: balance.py FILE

Prints one line per fact:
    leaves N        things 1..N are the leaves, in reading order
    given I V       leaf I weighs V
    bar B A:T A:T   on bar B thing T hangs at distance A
Bars are things too, numbered N+1, N+2, ... in reading order; N+1 is the root.
"""

import json
import sys


def main():
    with open(sys.argv[1]) as file:
        tree = json.load(file)["tree"]

    def count(bar):
        return sum(count(t["bar"]) if "bar" in t else 1 for t in bar)

    leaves = 0
    bars = count(tree)
    givens, lines = [], []

    def walk(bar):
        nonlocal leaves, bars
        bars += 1
        number, place, hooks = bars, len(lines), []
        lines.append("")
        for thing in bar:
            if "bar" in thing:
                hooks.append(f"{thing['at']}:{walk(thing['bar'])}")
                continue
            leaves += 1
            if thing.get("weight"):
                givens.append(f"given {leaves} {thing['weight']}")
            hooks.append(f"{thing['at']}:{leaves}")
        lines[place] = f"bar {number} " + " ".join(hooks)
        return number

    walk(tree)
    print(f"leaves {leaves}", *givens, *lines, sep="\n")


if __name__ == "__main__":
    main()
