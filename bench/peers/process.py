"""A running solver that is asked one puzzle after the other."""

import ctypes
import dataclasses
import json
import os
import pathlib
import resource
import select
import signal
import subprocess
import sys

import check
import data
from solvers import PEERS, SECOND, STACKS

TICK = os.sysconf("SC_CLK_TCK")
PR_SET_PDEATHSIG = 1
MEMORY = 6 << 30
ANSWERED = ("none", "unique", "several", "solved")


@dataclasses.dataclass
class Answer:
    """`outcome` is one of `ANSWERED`, `limit`, `failed` (the process died) or `wrong`."""

    outcome: str
    seconds: float
    faults: list = dataclasses.field(default_factory=list)


class Solver:
    """Solves puzzles of one kind; starts again when a puzzle was too much for it. Short work is
    repeated until `spend` milliseconds of CPU time are spent."""

    def __init__(self, peer, kind, work, limit, spend):
        self.peer, self.work, self.limit = peer, work, limit
        wanted = "2" if work == "verdict" else "1"
        self.command = [*(PEERS | SECOND)[peer](kind, limit), wanted, str(spend)]
        self.process = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def ask(self, puzzle):
        if self.process is None:
            # Node reserves more addresses than it ever uses.
            memory = resource.RLIM_INFINITY if self.peer in SECOND else MEMORY
            self.process = Process(self.command, memory, search=self.work == "search")
        # The Prologs read terms, the solvers in WebAssembly MiniZinc's data, all others the project's JSON.
        if self.peer.endswith("Prolog"):
            line = data.prolog(puzzle)
        elif self.peer in SECOND:
            line = json.dumps({"kind": puzzle["puzzle"], "data": data.minizinc(puzzle)})
        else:
            line = json.dumps(puzzle)
        # Gecode's driver minds the limit itself, for each of the programs that it calls.
        end, seconds, answers = self.process.ask(line, None if self.peer == "Gecode" else self.limit)
        if end != "end":
            if self.peer != "Gecode":
                self.stop()
            return Answer(end, seconds)
        faults = [fault for fault in (check.wrong(puzzle, answer) for answer in answers) if fault]
        if len(set(map(tuple, answers))) < len(answers):
            faults.append("the same answer twice")
        if faults:
            return Answer("wrong", seconds, faults)
        if self.work == "verdict":
            return Answer(("none", "unique", "several")[len(answers)], seconds)
        return Answer("solved" if answers else "none", seconds)

    def stop(self):
        if self.process is not None:
            self.process.end()
        self.process = None


def confine(memory):
    """Run in a solver's process before the solver: it gets so much memory, and ends when we do."""
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class Process:
    """A child: its lines, and the CPU time it has used."""

    def __init__(self, command, memory, search=False):
        environment = {**os.environ, **STACKS} | ({"SEARCH": "1"} if search else {})
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                      env=environment, preexec_fn=lambda: confine(memory), start_new_session=True)
        self.buffer, self.closed = b"", False

    def ask(self, puzzle, limit):
        """What came of a puzzle: how it ended, its seconds and the answers."""
        try:
            self.child.stdin.write(puzzle.encode() + b"\n")
            self.child.stdin.flush()
        except BrokenPipeError:
            sys.exit(f"{self.child.args[0]} does not run; has `setup` been?")
        answers, start = [], None
        while True:
            line = self.line(None if start is None or limit is None else start + limit)
            if line is None:
                if start is None:
                    sys.exit(f"{self.child.args[0]} does not run; has `setup` been?")
                # The process died of this puzzle, for want of memory as a rule.
                return "failed", 0.0, []
            word, *rest = line.split()
            match word:
                case "start":
                    start = self.cpu()
                case "solution":
                    answers.append([int(number) for number in rest])
                case "end":
                    return "end", float(rest[0]), answers
                case "limit":
                    return "limit", float(limit or 0), []

    def line(self, until):
        """The next line, None at the end; `limit` when the CPU time has come first."""
        while b"\n" not in self.buffer:
            if self.closed:
                return None
            ready, _, _ = select.select([self.child.stdout], [], [], 0.05)
            if ready:
                chunk = os.read(self.child.stdout.fileno(), 1 << 16)
                self.closed = not chunk
                self.buffer += chunk
            elif until is not None and self.cpu() > until:
                return "limit"
        line, _, self.buffer = self.buffer.partition(b"\n")
        return line.decode()

    def cpu(self):
        try:
            fields = pathlib.Path(f"/proc/{self.child.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / TICK

    def end(self):
        if self.child.poll() is None:
            os.killpg(self.child.pid, signal.SIGKILL)
        self.child.wait()
