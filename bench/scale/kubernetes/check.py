"""Are the files what Kubernetes expects, and do their commands do what they are for?

The files are checked against the schema of Kubernetes, where no field may be unknown. Their commands
are then run as the pods would run them, one after the other, for fewer and smaller puzzles; the result
must be that of one process.
"""

import os
import pathlib
import subprocess
import tempfile

import kubernetes_validate
import yaml

# The oldest version in which `podReplacementPolicy` is stable, and the newest that we know.
VERSIONS = ["1.34", "1.37"]
# What is made instead of a million puzzles: 64 shards of 10 or 11.
COUNT = 650

here = pathlib.Path(__file__).parent


def documents():
    files = sorted(here.glob("*.yaml"))
    assert len(files) == 3, files
    return {file.stem: yaml.safe_load(file.read_text()) for file in files}


def check_schema(documents):
    for name, document in documents.items():
        for version in VERSIONS:
            kubernetes_validate.validate(document, version, strict=True)
        # The check itself must be able to fail.
        broken = {**document, "spec": {**document["spec"], "paralellism": 1}}
        try:
            kubernetes_validate.validate(broken, VERSIONS[0], strict=True)
        except kubernetes_validate.ValidationError:
            continue
        raise AssertionError(f"{name}: a misspelt field is accepted")


def check_agreement(documents):
    """The parts of several files that must fit each other."""
    claim = documents["puzzles"]["metadata"]["name"]
    image = (here / "Containerfile").read_text()
    for name in ("generate", "merge"):
        pod = documents[name]["spec"]["template"]["spec"]
        container = pod["containers"][0]
        assert f"--tag {container['image']} " in image
        assert [volume["persistentVolumeClaim"]["claimName"] for volume in pod["volumes"]] == [claim]
        assert [mount["mountPath"] for mount in container["volumeMounts"]] == ["/puzzles"]
        assert f"USER {pod['securityContext']['fsGroup']}:" in image


def run(command, folder, **variables):
    path = f"{folder}/bin:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, **variables}
    return subprocess.run(command, env=environment, check=True, stderr=subprocess.DEVNULL)


def check_commands(documents):
    def command(name):
        container = documents[name]["spec"]["template"]["spec"]["containers"][0]
        return [*container["command"], *container["args"]]

    def smaller(text, folder):
        return text.replace("--count 1000000", f"--count {COUNT}").replace("/puzzles/", f"{folder}/")

    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "bin").mkdir()
        (pathlib.Path(folder) / "bin/equipoise").symlink_to(pathlib.Path(os.environ["EQUIPOISE"]).resolve())
        generate = [smaller(word, folder) for word in command("generate")]
        assert any(f"--count {COUNT}" in word for word in generate), generate
        for index in range(documents["generate"]["spec"]["completions"]):
            run(generate, folder, JOB_COMPLETION_INDEX=str(index))
        run([smaller(word, folder) for word in command("merge")], folder)
        made = (pathlib.Path(folder) / "all.jsonl").read_text().splitlines()
        # One process leaves out twins as `merge` does, so it makes as many as were kept.
        whole = ["equipoise", "generate", *"gap --size 10 --seed 1 --count".split(), str(len(made))]
        run([*whole, "--out", f"{folder}/whole.jsonl"], folder)
        assert made == (pathlib.Path(folder) / "whole.jsonl").read_text().splitlines()
        print(f"{COUNT} puzzles by {documents['generate']['spec']['completions']} pods: {len(made)}, as one process makes them")


found = documents()
check_schema(found)
check_agreement(found)
check_commands(found)
print(f"{len(found)} files, as the schemas of Kubernetes {' and '.join(VERSIONS)} have them")
