"""Records what OpenEnv's own clients say to a server, and what it answers.

    python record.py http://127.0.0.1:8081 FOLDER

The server must serve the shop of the host's tests:
OPENENV_SERVE=127.0.0.1:8081 go test -run TestServe -timeout 0 ./templates/rt/host/openenv
The Go tests replay the recordings (templates/rt/host/openenv/testdata).
"""

import asyncio
import contextlib
import json
import sys
from pathlib import Path
from urllib.parse import urlsplit

from awm_client import AWMEnv
from openenv.core.env_server.mcp_types import CallToolAction, ListToolsAction
from openenv.core.generic_client import GenericEnvClient
from openenv.core.mcp_client import MCPClientBase, MCPToolClient
from websockets.asyncio.client import ClientConnection

LINES = []


def path(url):
    parts = urlsplit(str(url))
    return parts.path + ("?" + parts.query if parts.query else "")


def listen():
    send, recv, request = ClientConnection.send, ClientConnection.recv, MCPClientBase._production_mcp_request

    async def heard_send(self, message, *args, **kwargs):
        if not getattr(self, "heard", False):
            self.heard = True
            LINES.append(f"connect {self.request.path}")
        LINES.append(f"> {message}")
        return await send(self, message, *args, **kwargs)

    async def heard_recv(self, *args, **kwargs):
        message = await recv(self, *args, **kwargs)
        LINES.append(f"< {message}")
        return message

    async def heard_request(self, method, params=None):
        answer = await request(self, method, params)
        body = {"jsonrpc": "2.0", "method": method, "params": params or {}, "id": self._jsonrpc_request_id}
        LINES.extend([f"post {path(self._production_mcp_url())}", f"> {json.dumps(body)}", f"< {json.dumps(answer, ensure_ascii=False)}"])
        return answer

    ClientConnection.send, ClientConnection.recv, MCPClientBase._production_mcp_request = heard_send, heard_recv, heard_request


def call(name, **arguments):
    return CallToolAction(tool_name=name, arguments=arguments)


async def generic(url):
    async with GenericEnvClient(base_url=url) as env:
        await env.step({"type": "list_tools"})
        r = await env.reset(seed=42, episode_id="e1", task_idx=0)
        await env.step({"type": "call_tool", "tool_name": "search_books", "arguments": {"genre": "science"}})
        await env.step({"type": "call_tool", "tool_name": "get_book", "arguments": {"book_id": 99}})
        await env.step({"type": "call_tool", "tool_name": "get_book", "arguments": {"book": 1}, "metadata": {"turn": 3}})
        await env.step({"type": "call_tool", "tool_name": "place_order", "arguments": {"book_id": 1, "qty": "2"}})
        await env.state()
        await env.step({"type": "call_tool", "tool_name": "done", "arguments": {"final_answer": "The Silent Harbour"}})
        with contextlib.suppress(RuntimeError):
            await env.step({"type": "call_tool"})
        with contextlib.suppress(RuntimeError):
            await env.reset(task_idx=7)


async def mcp_tool(url):
    async with MCPToolClient(base_url=url) as env:
        await env.reset(seed=1, task_idx=1)
        await env.list_tools()
        await env.call_tool("echo", number=9007199254740993)
        with contextlib.suppress(RuntimeError):
            await env.call_tool("echoo", number=1)
        with contextlib.suppress(RuntimeError):
            await env.call_tool("get_book", book_id=99)
        await env.step(ListToolsAction())
        await env.step(call("echo", number=5.0))
        await env.step(call("dawdle"))
        await env.step(call("crash"))
        await env.state()
        await env.step(call("verify", final_answer="43"))
        await env.call_tool("verify")


async def awm(url):
    async with AWMEnv(base_url=url) as env:
        await env.step(call("__list_scenarios__"))
        await env.step(call("verify"))
        await env.reset(scenario="Shop", task_idx=0, llm_base_url=None, llm_api_key=None, llm_model=None)
        await env.step(ListToolsAction())
        await env.step(call("search_books", genre="history"))
        await env.step(call("get_book", book_id=99))
        await env.step(call("get_book"))
        await env.step(call("shelve_book"))
        await env.step(call("verify", verifier_mode="maybe"))
        await env.step(call("verify", verifier_mode="code", final_answer="I don't know."))
        await env.step(call("verify", verifier_mode="sql"))
        await env.step(call("done", keep_session=True))
        await env.step(call("get_book", book_id=1))
        await env.reset(scenario="shop", task="Tidy up.", reward_config={"tool_call_ok": 0.25, "format_error": -2})
        await env.step(call("get_book", book_id=1))
        await env.step(call("get_book", book_id="one"))
        await env.step(call("verify"))
        await env.reset(scenario="shop", task_idx=7)
        await env.reset()


async def awm_strict(url):
    async with AWMEnv(base_url=url) as env:
        await env.reset(scenario="shop", task_idx=1, end_on_format_error=True)
        await env.step(call("get_book", book_id=99))
        await env.step(call("get_book", book="99"))
        await env.step(call("verify", final_answer=43))
        await env.step(call("done"))


async def awm_solved(url):
    async with AWMEnv(base_url=url) as env:
        await env.reset(scenario="shop", task_idx=1)
        await env.step(call("search_books"))
        await env.step(call("verify", verifier_mode="code", final_answer="There are 43 books."))
        await env.step(call("done", keep_session=False))


def main(url, folder):
    listen()
    for record, at in [(generic, url), (mcp_tool, url + "/env/shop"), (awm, url), (awm_strict, url), (awm_solved, url)]:
        LINES.clear()
        asyncio.run(record(at))
        Path(folder, record.__name__ + ".txt").write_text("\n".join(LINES) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
