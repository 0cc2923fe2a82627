"""The training loop of docs/training.md, extracted and run against a fleet.

    python test_training.py http://127.0.0.1:8081 FLEET

The URL is the fleet's control address, FLEET its program. The loop runs once as
it is printed, and one step with a policy that solves every other episode.
Prints "N passed, N failed".
"""

import asyncio
import json
import re
import subprocess
import sys
import tempfile
import traceback
import types
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "training.md"


def extract():
    [code] = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.M | re.S)
    assert code.count("\n") < 80, "the skeleton is no skeleton any more"
    return code


def tasks(fleet, *args):
    return subprocess.run([fleet, "tasks", "--jsonl", *args], check=True, capture_output=True, text=True).stdout


def as_printed(url, fleet):
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "train.py").write_text(extract())
        lines = tasks(fleet, "--seeds", "1").splitlines()[:16]
        (Path(folder) / "train.jsonl").write_text("\n".join(lines) + "\n")
        done = subprocess.run([sys.executable, "train.py", "train.jsonl", url], cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    steps = re.findall(r"^step (\d+): (\d+) episodes, reward (-?[\d.]+)$", done.stdout, re.M)
    assert [(s, n) for s, n, _ in steps] == [("0", "64"), ("1", "64")], done.stdout + done.stderr


def learns(url, fleet):
    train = types.ModuleType("train")
    exec(compile(extract(), str(PAGE), "exec"), train.__dict__)
    lines = [json.loads(line) for line in tasks(fleet, "corner_books", "--seeds", "8").splitlines()]
    chosen = [t for t in lines if t["task"] == "faster_please"]
    given = {t["ask"]: t["given"] for t in chosen}
    learnt = []

    class Half(train.Policy):
        count = 0

        async def act(self, messages, tools):
            g, turn = given[messages[1]["content"]], len(messages) // 2
            if turn == 1:
                return "call", "get_order", {"order_no": g["parcel"]["number"]}
            if turn == 2:
                Half.count += 1
                if Half.count % 2:
                    return "call", "change_order_shipping", {"order_no": g["parcel"]["number"], "shipping": g["way"]["code"]}
            return "answer", str(g["extra"])

        def update(self, episodes):
            learnt.extend(episodes)

    asyncio.run(train.step(train.Fleet(url), Half(), chosen))
    assert len(learnt) == 64, len(learnt)
    for e in learnt:
        solved = any("change_order_shipping" in m["content"] for m in e["messages"])
        assert (e["outcome"] == "complete") == solved, e
        assert e["reward"] == (1 if solved else 0), e
        assert (e["advantage"] > 0) == solved or e["advantage"] == 0, e
    assert any(e["advantage"] > 0 for e in learnt) and any(e["advantage"] < 0 for e in learnt)


def main(url, fleet):
    failed = 0
    for f in (as_printed, learns):
        try:
            f(url, fleet)
        except Exception:
            failed += 1
            print(f"{f.__name__}: FAILED\n{traceback.format_exc()}")
    print(f"{2 - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
