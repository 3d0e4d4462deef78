"""The rows of the table: those of `crates/studio/benches/goals.rs` that solve, with the same files."""

import dataclasses
import os
import pathlib

INSTANCES = pathlib.Path(__file__).resolve().parent.parent / "instances"
CORPUS = pathlib.Path(os.environ["EQUIPOISE_CORPUS"]) if "EQUIPOISE_CORPUS" in os.environ else None


@dataclasses.dataclass
class Row:
    title: str
    work: str  # verdict, first, or search (first, and no construction)
    patterns: list
    total: bool = False  # the sum over the files counts, not the worst

    def files(self):
        found = []
        for pattern in self.patterns:
            root, _, name = pattern.rpartition(":")
            if root and CORPUS is None:
                continue
            root = CORPUS if root else INSTANCES
            matches = sorted(root.glob(f"{name}.json"))
            # An empty triangle needs no file.
            found += matches or ([root / f"{name}.json"] if "/empty" in name else [])
        return found


TABLE = [
    Row("whole corpus, verdict, in all", "verdict", ["corpus:*/*"], total=True),
    Row("weight seeds, verdict", "verdict", ["weight/seed*"]),
    Row("weight rand010..040, first", "first", ["weight/rand0[123]*", "weight/rand040*"]),
    Row("weight rand050, 060, first", "first", ["weight/rand050*", "weight/rand060*"]),
    Row("weight mid030..050, verdict", "verdict", ["weight/mid*"]),
    Row("weight thin 14, verdict", "verdict", ["corpus:weight/mathmagic_thin_14"]),
    Row("gap seeds, verdict", "verdict", ["gap/seed*"]),
    Row("gap full100, verdict", "verdict", ["gap/full100*"]),
    Row("gap empty100, half100, first", "first", ["gap/empty100", "gap/half100*"]),
    Row("gap full150, verdict", "verdict", ["gap/full150*"]),
    Row("gap full200, verdict", "verdict", ["gap/full200*"]),
    Row("aztec 6 rows, verdict", "verdict", ["aztec/seed_[ab]6"]),
    Row("trid no sums 50, by search", "search", ["trid/empty050"]),
    Row("trid no sums 90, by search", "search", ["trid/empty090"]),
    Row("trid no sums 100, by search", "search", ["trid/empty100"]),
    Row("trid no sums 200, by search", "search", ["trid/empty200"]),
    Row("trid no sums 500, constructed", "first", ["trid/empty500"]),
    Row("trid sums101, first", "first", ["trid/sums101_50", "trid/sums101_200"]),
    Row("trid sums031_200, verdict", "verdict", ["trid/sums031_200"]),
    Row("multibalance demo, 81, 84, 62, verdict", "verdict",
        [f"corpus:multibalance/friedman_{name}" for name in ("demo", "81", "84", "62")]),
    Row("multibalance gen10, verdict", "verdict", ["multibalance/gen10*"]),
    Row("multibalance gen12_0, 1, verdict", "verdict", ["multibalance/gen12_[01]"]),
    Row("multibalance gen14, verdict", "verdict", ["multibalance/gen14*"]),
    Row("multibalance gen12_2, verdict", "verdict", ["multibalance/gen12_2"]),
    Row("multibalance gen13_2, verdict", "verdict", ["multibalance/gen13_2"]),
]

# How time grows with size: the name of a plot, what the size is, the work and the files.
PLOTS = [
    ("weight", "leaves", Row("Weight: random trees, first solution", "first", ["weight/rand*"])),
    ("gap", "side", Row("Gap: boards with all clues, verdict", "verdict", ["gap/full*"])),
    ("trid", "side", Row("Trid: no sums, first solution by search", "search", ["trid/empty*"])),
    ("multibalance", "digits", Row("Multi-Balance: made boards, verdict", "verdict", ["multibalance/gen*"])),
]


def tasks(wanted=None):
    """The files of all rows, or of those whose titles have one of these texts, by work and kind, each once."""
    found = {}
    for row in [*TABLE, *(row for _, _, row in PLOTS)]:
        if not wanted or any(text in row.title for text in wanted):
            for file in row.files():
                found.setdefault((row.work, file.parent.name), {})[file] = None
    return {key: list(files) for key, files in found.items()}
