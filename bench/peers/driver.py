"""What the solvers driven from Python share: `main.py SOLUTIONS MILLISECONDS` solves the puzzles on
standard input, one a line, looking for that many solutions.

After each, the CPU time from the puzzle in memory to the answer: the mean of as many runs as fit into
so many milliseconds.
"""

import json
import sys
import time


def main(prepare, solve):
    """`prepare` makes of a puzzle what `solve` wants in memory; `solve` gives the answers as check.py
    wants them."""
    wanted, spend = int(sys.argv[1]), int(sys.argv[2]) / 1000
    for line in sys.stdin:
        puzzle = prepare(json.loads(line))
        print("start", flush=True)
        start, runs = time.process_time(), 0
        while runs == 0 or time.process_time() - start < spend:
            answers = solve(puzzle, wanted)
            runs += 1
        seconds = (time.process_time() - start) / runs
        for answer in answers:
            print("solution", *answer)
        print("end", seconds, flush=True)
