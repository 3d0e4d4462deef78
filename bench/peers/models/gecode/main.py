"""main.py LIMIT SOLUTIONS MILLISECONDS: solves the puzzles on standard input, one a line, with Gecode
through MiniZinc, one thread.

MiniZinc compiles each puzzle, which counts as start-up; then fzn-gecode solves it. The time told is
the CPU time of fzn-gecode, less what it takes for a model without variables: the least of as many
runs as fit into so many milliseconds, three at most. LIMIT, in CPU seconds, is for each of the two
programs.
"""

import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
sys.path.append(str(HERE.parents[1]))
import data  # noqa: E402

LIBRARY = HERE.parents[3] / "crates/fd/benches/gecode/gecode.msc"


def timed(command, limit, stdout):
    """Runs a command to its end; its exit status and CPU seconds."""
    allow = lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
    for _ in range(3):
        child = subprocess.Popen(command, stdout=stdout, stderr=subprocess.DEVNULL, preexec_fn=allow)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = status
        seconds = usage.ru_utime + usage.ru_stime
        # On a busy machine a run fails now and then for no reason of its own.
        if status == 0 or seconds > limit / 2:
            break
    return status, seconds


def solve(wanted, spend, limit, puzzle, folder, startup):
    """The answers and the seconds they took; no answers when the limit was reached."""
    dzn, fzn, ozn, out = (folder / f"puzzle.{end}" for end in ("dzn", "fzn", "ozn", "out"))
    dzn.write_text(data.minizinc(puzzle))
    model = HERE / f"{puzzle['puzzle']}.mzn"
    status, _ = timed(["minizinc", "--solver", LIBRARY, "-c", "-o", fzn, "--ozn", ozn, model, dzn], limit, None)
    if status:
        return None, limit
    times = []
    while len(times) < 3 and sum(times) < spend:
        with out.open("w") as sink:
            status, seconds = timed(["fzn-gecode", "-p", "1", "-n", wanted, fzn], limit, sink)
        if status:
            return None, limit
        times.append(max(0, seconds - startup))
    text = subprocess.run(["minizinc", "--ozn-file", ozn], stdin=out.open(), capture_output=True, text=True).stdout
    found = [line for line in text.splitlines() if line and not line.startswith(("---", "===", "%"))]
    return found, min(times)


def main():
    limit, wanted, spend = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]) / 1000
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        empty = folder / "empty.fzn"
        empty.write_text("solve satisfy;\n")
        startup = min(timed(["fzn-gecode", empty], limit, subprocess.DEVNULL)[1] for _ in range(10))
        for line in sys.stdin:
            print("start", flush=True)
            found, seconds = solve(wanted, spend, limit, json.loads(line), folder, startup)
            if found is None:
                print("limit", flush=True)
                continue
            for answer in found:
                print("solution", answer)
            print("end", seconds, flush=True)


main()
