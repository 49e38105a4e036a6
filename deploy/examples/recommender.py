#!/usr/bin/env python3
"""A recommender for Beckon round an engine that is there already: put yours into rank(). Standard library alone.

    deploy/examples/recommender.py 8080
    # config.yaml: consumer: {recommender: {kind: http, url: "http://127.0.0.1:8080"}}
"""
import json, sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def rank(user, items, context):
    """The items' ids, the best first, each with how likely the visitor likes it (0 … 1). Here: by what they like."""
    likes = {like for like in user["likes"] if "&" not in like}
    def features(item):
        return {f"style:{item['style']}", f"family:{item['family']}", *(f"tag:{tag}" for tag in item["tags"])}
    scored = [(item["id"], 0.6 + 0.1 * min(len(likes & features(item)), 4)) for item in items]
    return sorted(scored, key=lambda pair: -pair[1])


class Recommender(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/v1/feedback":  # hand the events to your engine; count each event_id once
            self.answer(202)
        elif "candidates" not in body:  # an engine that knows the selection need not ask for them
            self.answer(409, {"title": "Conflict", "status": 409, "code": "unknown_selection"})
        else:
            ranked = rank(body["user"], body["candidates"], body["context"])[: body["limit"]]
            self.answer(200, {"request_id": body["request_id"], "model": "example/1", "score_kind": "probability",
                              "items": [{"id": id, "score": score} for id, score in ranked], "ttl_s": 60})

    def do_GET(self): self.answer(200 if self.path == "/v1/health" else 404)
    def do_DELETE(self): self.answer(204)  # /v1/users/{id}: forget them in your engine

    def answer(self, status, value=None):
        body = b"" if value is None else json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json" if status < 400 else "application/problem+json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Recommender).serve_forever()
