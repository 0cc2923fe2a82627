"""OpenEnv's own clients against a server that awmc generated.

    python test_openenv.py http://127.0.0.1:8081 [ENVIRONMENT] [EPISODES]

The URL is the server's control address. It needs the package openenv (or
openenv-core 0.2.3) and nothing of awmc; any environment will do. Prints what
failed, and "N passed, N failed".
"""

import asyncio
import contextlib
import json
import subprocess
import sys
import traceback
import urllib.error
import urllib.request
from pathlib import Path

import websockets
from awm_client import AWMEnv
from openenv.cli._validation import validate_running_environment
from openenv.core.env_server.mcp_types import CallToolAction, ListToolsAction
from openenv.core.generic_client import GenericEnvClient
from openenv.core.mcp_client import MCPToolClient

TESTS = []


def test(f):
    TESTS.append(f)
    return f


def http(url, body=None, method=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as r:
            return r.status, json.loads(r.read() or b"null")
    except urllib.error.HTTPError as e:
        return e.code, json.loads(e.read() or b"null")


class Server:
    def __init__(self, url, env, episodes):
        self.url = url.rstrip("/")
        self.env = env or http(self.url + "/list_environments")[1][0]
        self.at = f"{self.url}/env/{self.env}"
        self.episodes = episodes

    def ws(self, query=""):
        return self.at.replace("http", "ws", 1) + "/ws" + query


def example(schema):
    """Some value that a schema allows."""
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "integer" | "number":
            return schema.get("minimum", 1)
        case "boolean":
            return True
        case "array":
            return [example(schema["items"]) for _ in range(schema.get("minItems", 0))]
        case "object":
            return {n: example(schema["properties"][n]) for n in schema.get("required", [])}
    return {"date": "2026-01-02", "date-time": "2026-01-02T03:04:05Z"}.get(schema.get("format"), "x" * schema.get("minLength", 1))


def readable(tools):
    """A tool that can be called without arguments, and they."""
    for t in tools:
        if not t["input_schema"].get("required"):
            return t["name"], {}
    return tools[0]["name"], example(tools[0]["input_schema"])


async def ask(ws, message):
    await ws.send(message if isinstance(message, str) else json.dumps(message))
    return json.loads(await asyncio.wait_for(ws.recv(), 30))


@test
async def generic_client(s):
    async with GenericEnvClient(base_url=s.at) as env:
        before = await env.step({"type": "list_tools"})
        assert before.observation["tools"], "list_tools must work before reset"
        r = await env.reset(seed=3, task_idx=0, episode_id="e1")
        assert r.observation["metadata"]["task"] and r.reward is None and r.done is False
        tools = (await env.step({"type": "list_tools"})).observation["tools"]
        assert all(set(t) == {"name", "description", "input_schema"} for t in tools)
        assert all(t["input_schema"]["type"] == "object" and "properties" in t["input_schema"] for t in tools)
        name, args = readable(tools)
        r = await env.step({"type": "call_tool", "tool_name": name, "arguments": args, "metadata": {}})
        assert set(r.observation) <= {"tool_name", "result", "error", "metadata"} and r.reward == 0
        assert r.observation["error"] is not None or "data" in r.observation["result"]
        assert await env.state() == {"episode_id": "e1", "step_count": 2}
        v = await env.step({"type": "call_tool", "tool_name": "verify", "arguments": {}})
        again = await env.step({"type": "call_tool", "tool_name": "verify", "arguments": {"final_answer": "x"}})
        assert v.done and v.reward is not None and v.reward < 1, "an idle agent must not be paid"
        assert (again.reward, again.observation) == (v.reward, v.observation), "verdicts don't change"
        after = await env.step({"type": "call_tool", "tool_name": name, "arguments": args})
        assert after.done and not after.reward


@test
async def seeds_repeat(s):
    async with GenericEnvClient(base_url=s.at) as env:
        def told(r):
            return {k: v for k, v in r.observation["metadata"].items() if k not in ("instance", "episode_id")}
        first = told(await env.reset(seed=5, task_idx=0))
        other = told(await env.reset(seed=6, task_idx=0))
        assert told(await env.reset(seed=5, task_idx=0)) == first and other["seed"] == 6


@test
async def mcp_tool_client(s):
    async with MCPToolClient(base_url=s.at) as env:
        r = await env.reset(seed=1, task_idx=0)
        assert r.observation.metadata["task"], "the base client keeps of a reset only its metadata"
        tools = [t.model_dump() for t in await env.list_tools()]
        assert tools
        name, args = readable(tools)
        result = await env.call_tool(name, **args)
        assert isinstance(result, dict)
        r = await env.step(CallToolAction(tool_name=name, arguments=args))
        assert r.observation.tool_name == name and r.observation.result == {"data": result}
        r = await env.step(CallToolAction(tool_name="no_such_tool"))
        assert r.observation.error.error_type.value == "tool_not_found"
        r = await env.step(CallToolAction(tool_name=name, arguments={"no such parameter": 1}))
        assert r.observation.error.error_type.value == "invalid_args"
        with contextlib.suppress(RuntimeError):
            await env.call_tool("no_such_tool")
            raise AssertionError("a tool that isn't there must raise an error")
        assert (await env.state()).step_count >= 4
        r = await env.step(CallToolAction(tool_name="done"))
        assert r.done and r.reward is not None


@test
async def awm_client(s):
    async with AWMEnv(base_url=s.url) as env:
        r = await env.step(CallToolAction(tool_name="__list_scenarios__", arguments={}))
        assert len(r.observation.scenarios) == r.observation.total >= 1
        listed = {x["name"]: x for x in r.observation.scenarios}[s.env]
        assert listed["num_tasks"] == len(listed["tasks"])
        r = await env.reset(scenario=s.env, task_idx=0, llm_base_url=None, reward_config={"complete": 2, "incomplete": 0.5, "format_error": -3})
        o = r.observation
        assert (o.reward_type, o.scenario, o.task_idx) == ("reset_ok", s.env, 0) and o.task and o.has_verifier["code"]
        tools = (await env.step(ListToolsAction())).observation.tools
        assert len(tools) == o.num_tools and not {"verify", "done"} & {t.name for t in tools}
        name, args = readable([t.model_dump() for t in tools])
        r = await env.step(CallToolAction(tool_name=name, arguments=args))
        assert r.observation.reward_type == "tool_call_ok" and r.observation.tool_name == name and r.reward == 0
        r = await env.step(CallToolAction(tool_name="no_such_tool", arguments={}))
        assert (r.observation.reward_type, r.reward, r.done) == ("tool_not_found", -3, False)
        r = await env.step(CallToolAction(tool_name="verify", arguments={"verifier_mode": "nonsense"}))
        assert r.observation.reward_type == "invalid_args" and not r.done
        for mode in "code", "sql":
            r = await env.step(CallToolAction(tool_name="verify", arguments={"verifier_mode": mode, "final_answer": "?"}))
            assert r.observation.reward_type in ("incomplete", "others") and r.observation.verify_result["execution_status"] == "success"
            assert r.reward == {"incomplete": 0.5, "others": 0}[r.observation.reward_type]
        r = await env.step(CallToolAction(tool_name="done", arguments={"keep_session": False}))
        assert r.done and r.observation.reward_type == "episode_done" and r.reward == 0
        r = await env.step(CallToolAction(tool_name=name, arguments=args))
        assert r.done and r.observation.reward_type == "episode_already_done"
        r = await env.reset(scenario="no_such_scenario")
        assert r.observation.reward_type == "reset_error" and r.observation.error
        r = await env.reset(scenario=s.env, task_idx=1000)
        assert r.observation.reward_type == "reset_error" and "out of range" in r.observation.error


@test
async def error_frames(s):
    async with websockets.connect(s.ws(), proxy=None) as ws:
        for message, code in [
            ("{", "INVALID_JSON"),
            ("[]", "VALIDATION_ERROR"),
            ({"type": "dance"}, "UNKNOWN_TYPE"),
            ({}, "UNKNOWN_TYPE"),
            ({"type": "state", "extra": 1}, "VALIDATION_ERROR"),
            ({"type": "step"}, "VALIDATION_ERROR"),
            ({"type": "step", "data": {"type": "call_tool"}}, "VALIDATION_ERROR"),
            ({"type": "step", "data": {"type": "list_tools", "colour": "red"}}, "VALIDATION_ERROR"),
            ({"type": "reset", "data": {"seed": "many"}}, "VALIDATION_ERROR"),
            ({"type": "reset", "data": {"task": "no_such_task"}}, "VALIDATION_ERROR"),
        ]:
            r = await ask(ws, message)
            assert r["type"] == "error" and r["data"]["code"] == code and r["data"]["message"], (message, r)
        big = await ask(ws, json.dumps({"type": "reset", "data": {"x": "x" * (20 << 20)}}))
        assert big["data"]["code"] == "VALIDATION_ERROR" and "bytes" in big["data"]["message"]
        assert (await ask(ws, {"type": "state"}))["data"] == {"episode_id": None, "step_count": 0}
        with contextlib.suppress(asyncio.TimeoutError):
            raise AssertionError(f"nobody asked for {await asyncio.wait_for(ws.recv(), 0.5)}")


@test
async def dropped_socket(s):
    ws = await websockets.connect(s.ws(), proxy=None)
    await ask(ws, {"type": "reset", "data": {"episode_id": "dropped", "seed": 2}})
    await ask(ws, {"type": "step", "data": {"type": "list_tools"}})
    ws.transport.abort()
    async with websockets.connect(s.ws(), proxy=None) as ws:
        r = await ask(ws, {"type": "reset", "data": {"episode_id": "dropped", "resume": True}})
        assert r["data"]["observation"]["metadata"]["step_count"] == 1, r
        assert (await ask(ws, {"type": "state"}))["data"] == {"episode_id": "dropped", "step_count": 1}
        await ws.send(json.dumps({"type": "close"}))
        with contextlib.suppress(websockets.ConnectionClosed):
            raise AssertionError(f"close is not answered: {await asyncio.wait_for(ws.recv(), 10)}")
    async with websockets.connect(s.ws(), proxy=None) as ws:
        r = await ask(ws, {"type": "reset", "data": {"episode_id": "dropped", "resume": True}})
        assert r["type"] == "error", "an episode that was closed is over"


@test
async def mcp_frames(s):
    async with websockets.connect(s.ws(), proxy=None) as ws:
        r = await ask(ws, {"type": "mcp", "data": {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}})
        assert r["type"] == "mcp" and r["data"]["id"] == 1 and r["data"]["result"]["tools"]
        r = await ask(ws, {"type": "mcp", "data": {"id": 1}})
        assert r["data"]["error"]["code"] == -32600


@test
async def mcp_itself(s):
    try:
        from mcp import ClientSession
        from mcp.client.streamable_http import streamablehttp_client
    except ImportError:
        return
    async with streamablehttp_client(s.at + "/mcp") as (read, write, _):
        async with ClientSession(read, write) as session:
            await session.initialize()
            tools = (await session.list_tools()).tools
            name, args = readable([{"name": t.name, "input_schema": t.inputSchema} for t in tools])
            assert (await session.call_tool(name, args)).structuredContent is not None


@test
async def over_http(s):
    assert http(s.at + "/health") == (200, {"status": "healthy"})
    status, meta = http(s.at + "/metadata")
    assert status == 200 and meta["name"] == s.env and isinstance(meta["description"], str)
    status, schema = http(s.at + "/schema")
    assert status == 200 and schema["action"]["title"] == "CallToolAction" and {"observation", "state"} <= set(schema)
    status, r = http(s.at + "/reset", {"seed": 1, "episode_id": "h1"})
    assert status == 200 and r["observation"]["task"]
    status, r = http(s.at + "/step", {"action": {"type": "list_tools"}, "timeout_s": 30, "request_id": "r", "episode_id": "h1"})
    assert status == 200 and r["observation"]["tools"]
    assert http(s.at + "/state?episode_id=h1") == (200, {"episode_id": "h1", "step_count": 1})
    assert http(s.at + "/state") == (200, {"episode_id": None, "step_count": 0})
    assert http(s.at + "/step", {"action": {"type": "list_tools"}})[0] == 200
    assert http(s.at + "/step", {"action": {"type": "dance"}})[0] == 422
    assert http(s.at + "/step", {})[0] == 422
    assert http(s.url + "/env/no_such_environment/reset", {})[0] == 404
    status, r = http(s.at + "/mcp", {})
    assert status == 200 and r["jsonrpc"] == "2.0"


@test
async def openenv_validate(s):
    program = Path(sys.executable).with_name("openenv")
    done = subprocess.run([program, "validate", "--url", s.url, "--timeout", "30"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    report = validate_running_environment(s.at, timeout_s=30)
    assert report["passed"] and report["mode"] == "simulation", report


@test
async def side_by_side(s):
    async def episode(i):
        async with GenericEnvClient(base_url=s.at, connect_timeout_s=60) as env:
            r = await env.reset(seed=i % 7, task_idx=0, episode_id=f"side-{i}")
            task = r.observation["task"]
            tools = (await env.step({"type": "list_tools"})).observation["tools"]
            name, args = readable(tools)
            for _ in range(3):
                r = await env.step({"type": "call_tool", "tool_name": name, "arguments": args})
                seen = r.observation["result"]
            assert await env.state() == {"episode_id": f"side-{i}", "step_count": 4}
            r = await env.step({"type": "call_tool", "tool_name": "verify", "arguments": {}})
            assert r.done
            return i % 7, task, json.dumps(seen), r.reward

    results = await asyncio.gather(*(episode(i) for i in range(s.episodes)))
    assert len(set(results)) == min(7, s.episodes), "the same seed must give the same episode"


def main(url, env=None, episodes="200"):
    server, failed = Server(url, env, int(episodes)), 0
    for t in TESTS:
        try:
            asyncio.run(t(server))
        except Exception:
            failed += 1
            print(f"{t.__name__}: FAILED\n{traceback.format_exc()}")
    print(f"{len(TESTS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
