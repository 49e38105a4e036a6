#!/usr/bin/env python3
"""Answers every POST with STATUS, or for STATUS 0 never, and writes each request to FILE as a line of JSON.

With PyPI's standardwebhooks at hand, webhooks are verified by it, and "verified" says so; else by RFC 2104 alone.
Usage: receiver.py PORT STATUS FILE [SECRET]
"""
import base64, hashlib, hmac, json, sys, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

try:
    from standardwebhooks import Webhook
except ImportError:
    Webhook = None
port, status, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
secret = sys.argv[4] if len(sys.argv) > 4 else None


def verified(headers, body):
    if Webhook:
        try:
            Webhook(secret).verify(body.decode(), {name.lower(): value for name, value in headers.items()})
            return True
        except Exception as error:
            return str(error)
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    code = hmac.new(base64.b64decode(secret.removeprefix("whsec_")), signed, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(code).decode()}" in headers["webhook-signature"].split(" ")


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        line = {"path": self.path, "headers": dict(self.headers), "body": body.decode(), "by": str(Webhook)}
        if secret and "webhook-signature" in self.headers:
            line["verified"] = verified(self.headers, body)
        with open(path, "a") as file:
            file.write(json.dumps(line) + "\n")
        if not status:
            time.sleep(600)
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments): pass


ThreadingHTTPServer(("127.0.0.1", port), Receiver).serve_forever()
