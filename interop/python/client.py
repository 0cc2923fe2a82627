"""The Python SDK's client lists and calls tools of a server that awmc
generated, over HTTP and stdio, in the protocol version it prefers (which is
2026-07-28) and in the one before, with its handshake.

    python client.py http://127.0.0.1:8081 PROGRAM

The URL is the control address of a server with corner_books; PROGRAM is that
environment's own. Prints what failed, and "N passed, N failed".
"""

import asyncio
import json
import sys
import traceback
import urllib.request

from mcp import Client, StdioServerParameters

CASES = []


def case(f):
    CASES.append(f)
    return f


async def call(client, tool, **arguments):
    r = await client.call_tool(tool, arguments)
    assert json.loads(r.content[0].text) == r.structured_content
    return r.is_error, r.structured_content


@case
async def instructions(c):
    assert "You act for the signed-in customer" in c.instructions


@case
async def tools(c):
    tools = (await c.list_tools()).tools
    assert len(tools) == 42 and all(t.description and t.input_schema["type"] == "object" for t in tools)
    assert next(t for t in tools if t.name == "search_books").annotations.read_only_hint


@case
async def reading(c):
    refused, book = await call(c, "get_book", book_id=1)
    assert not refused and book["id"] == 1


@case
async def writing(c):
    _, before = await call(c, "list_wishlist")
    wished = {i["book_id"] for i in before["items"]}
    _, found = await call(c, "search_books", min_stock=1)
    book = next(b["id"] for b in found["items"] if b["id"] not in wished)
    refused, r = await call(c, "add_to_wishlist", book_id=book)
    assert not refused, r
    _, after = await call(c, "list_wishlist")
    assert {i["book_id"] for i in after["items"]} == wished | {book}


@case
async def refusal(c):
    refused, r = await call(c, "get_book", book_id=99999)
    assert refused and r["error"] == {"code": "not_found", "message": "There is no book 99999.", "parameter": "book_id"}


@case
async def wrong_argument(c):
    refused, r = await call(c, "get_book", book=1)
    assert refused and r["error"]["code"] == "invalid_argument"


@case
async def unknown_tool(c):
    refused, r = await call(c, "get_bok")
    assert refused and "get_book" in r["error"]["message"]


@case
async def at_once(c):
    books = await asyncio.gather(*(call(c, "get_book", book_id=i + 1) for i in range(64)))
    assert [b["id"] for _, b in books] == list(range(1, 65))


def instance(control):
    body, kind = b'{"environment": "corner_books"}', {"Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(control + "/v1/instances", body, kind)) as r:
        return json.load(r)["mcp"]


async def main(control, program):
    passed = failed = 0
    for mode, version in (("auto", "2026-07-28"), ("legacy", "2025-11-25")):
        for way in ("http", "stdio"):
            server = instance(control) if way == "http" else StdioServerParameters(command=program)
            async with Client(server, mode=mode) as client:
                async def spoke(c):
                    assert c.protocol_version == version, c.protocol_version
                for check in [spoke, *CASES]:
                    try:
                        await check(client)
                        passed += 1
                    except Exception:
                        failed += 1
                        print(f"{way} {mode}: {check.__name__}: FAILED\n{traceback.format_exc()}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(asyncio.run(main(*sys.argv[1:])))
