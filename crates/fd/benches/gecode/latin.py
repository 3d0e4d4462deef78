#!/usr/bin/env python3
"""Makes a Latin square with holes: latin.py ORDER HOLES SEED

Prints ORDER lines of ORDER numbers, 0 for a hole. The full square is drawn by
the Markov chain of Jacobson and Matthews (Generating uniformly distributed
random Latin squares, 1996); the holes are a uniform choice of cells. Random
numbers come from splitmix64, so that a seed names the same square anywhere.
"""

import sys


class Random:
    """splitmix64 with an unbiased below()."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return z ^ (z >> 31)

    def below(self, n):
        limit = (1 << 64) - (1 << 64) % n
        while True:
            r = self.next()
            if r < limit:
                return r % n


def latin(n, random):
    """A random Latin square, as the cube of its incidences."""
    cube = [[[int((r + c) % n == v) for v in range(n)] for c in range(n)]
            for r in range(n)]
    improper = None
    moves = 0
    # n^3 moves mix well; the chain may only stop on a proper square.
    while moves < n**3 or improper:
        moves += 1
        if improper:
            r, c, v = improper
        else:
            while True:
                r, c, v = random.below(n), random.below(n), random.below(n)
                if cube[r][c][v] == 0:
                    break
        # In an improper cell's lines there are two ones: take either.
        pick = lambda line: line[random.below(len(line))]
        r2 = pick([i for i in range(n) if cube[i][c][v] == 1])
        c2 = pick([i for i in range(n) if cube[r][i][v] == 1])
        v2 = pick([i for i in range(n) if cube[r][c][i] == 1])
        for i, j, k, change in [
            (r, c, v, 1), (r, c2, v2, 1), (r2, c, v2, 1), (r2, c2, v, 1),
            (r2, c, v, -1), (r, c2, v, -1), (r, c, v2, -1), (r2, c2, v2, -1),
        ]:
            cube[i][j][k] += change
        improper = (r2, c2, v2) if cube[r2][c2][v2] < 0 else None
    return [[line.index(1) + 1 for line in row] for row in cube]


def main():
    n, holes, seed = map(int, sys.argv[1:])
    random = Random(seed)
    square = latin(n, random)
    cells = list(range(n * n))
    for i in range(holes):
        j = i + random.below(n * n - i)
        cells[i], cells[j] = cells[j], cells[i]
        square[cells[i] // n][cells[i] % n] = 0
    for row in square:
        print(" ".join(f"{v:2}" for v in row))


if __name__ == "__main__":
    main()
