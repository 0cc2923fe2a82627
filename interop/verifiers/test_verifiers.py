"""verifiers' OpenEnv taskset against a server that awmc generated.

    python test_verifiers.py http://127.0.0.1:8081

The URL is the server's control address; it must have the environment
corner_books. vf-eval and the taskset's own loop play an episode to its reward;
only the model is scripted. Prints "N passed, N failed".
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
import traceback
import urllib.request
from pathlib import Path

import model

ENV, TASK, SEED = "corner_books", "faster_please", 1

CONFIG = """
model = "scripted"
push = false
output_dir = "{folder}"

[client]
base_url = "{model}"
api_key_var = "NO_KEY"

[env.taskset]
id = "openenv"
base_url = "{server}/env/{env}"
resets = [{{seed = {seed}, task_idx = {task}}}]

[env.player.harness]
id = "null"

[env.player.runtime]
type = "subprocess"
"""


def get(url):
    with urllib.request.urlopen(url, timeout=30) as r:
        return json.load(r)


def play(server, script):
    tasks = get(f"{server}/v1/environments/{ENV}/tasks")["tasks"]
    number = [t["name"] for t in tasks].index(TASK)
    endpoint = model.serve(script)
    threading.Thread(target=endpoint.serve_forever, daemon=True).start()
    bin = Path(sys.executable).parent
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "eval.toml"
        address = f"http://127.0.0.1:{endpoint.server_port}/v1"
        config.write_text(CONFIG.format(folder=folder, model=address, server=server, env=ENV, seed=SEED, task=number))
        done = subprocess.run(
            [bin / "vf-eval", "@", config, "--rich", "None"],
            env=os.environ | {"PATH": f"{bin}:{os.environ['PATH']}"}, capture_output=True, text=True, timeout=300,
        )
        traces = [json.loads(line) for path in Path(folder).rglob("traces.jsonl") for line in path.read_text().splitlines()]
    endpoint.shutdown()
    assert done.returncode == 0 and len(traces) == 1, done.stdout[-3000:] + done.stderr[-3000:]
    return traces[0]


def main(server):
    given = get(f"{server}/v1/environments/{ENV}/tasks/{TASK}?seed={SEED}")["given"]
    try:
        trace = play(server, list(model.actions(given)))
        assert trace["ok"], trace["errors"]
        reward = trace["traces"][0]["rewards"]["openenv_reward"]["score"]
        assert reward == 1, f"the reward is {reward}"
    except Exception:
        print(f"{traceback.format_exc()}\n0 passed, 1 failed")
        return 1
    print("1 passed, 0 failed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1].rstrip("/")))
