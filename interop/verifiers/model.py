"""A language model's place, taken by a script: an OpenAI-compatible endpoint
that plays one episode of corner_books, faster_please, from the task's drawn
values. It is an HTTP server of the standard library."""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def actions(given):
    way, parcel = given["way"]["code"], given["parcel"]["number"]
    yield {"tool_name": "get_order", "arguments": {"order_no": parcel}}
    yield {"tool_name": "change_order_shipping", "arguments": {"order_no": parcel, "shipping": way}}
    yield {"tool_name": "verify", "arguments": {"final_answer": str(given["extra"])}}


class Model(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    script: list = []

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        turn = sum(m["role"] == "assistant" for m in request["messages"])
        action = {"type": "call_tool", **self.script[min(turn, len(self.script) - 1)]}
        message = {"role": "assistant", "content": json.dumps(action)}
        answer = {"id": f"turn-{turn}", "created": 0, "model": request["model"], "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}}
        choice = {"index": 0, "finish_reason": "stop"}
        if request.get("stream"):
            chunk = answer | {"object": "chat.completion.chunk", "choices": [choice | {"delta": message}]}
            self.answer("text/event-stream", f"data: {json.dumps(chunk)}\n\ndata: [DONE]\n\n")
        else:
            self.answer("application/json", json.dumps(answer | {"object": "chat.completion", "choices": [choice | {"message": message}]}))

    def answer(self, kind, text):
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def serve(script):
    """A server that says one action of the script a turn. The caller starts and stops it."""
    handler = type("Scripted", (Model,), {"script": script})
    return ThreadingHTTPServer(("127.0.0.1", 0), handler)

