"""A client of MQTT 3.1.1 in one thread, which stamps what it sends and gets itself: for deploy/bench."""
import select, socket, struct, time


def text(value):
    return struct.pack(">H", len(value.encode())) + value.encode()


class Client:
    def __init__(self, port, name):
        self.socket = socket.create_connection(("127.0.0.1", port), 5)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer, self.number = b"", 0
        self.send(0x10, text("MQTT") + b"\4\2\0\0" + text(name))
        self.wait(0x20)

    def send(self, kind, body):
        length, head = len(body), bytes([kind])
        while True:
            head += bytes([length % 128 | (128 if length > 127 else 0)])
            length //= 128
            if not length:
                break
        self.socket.sendall(head + body)

    def subscribe(self, pattern):
        self.send(0x82, b"\0\1" + text(pattern) + b"\1")
        self.wait(0x90)

    def publish(self, topic, payload, retained=False):
        """At QoS 1, without waiting."""
        self.number = self.number % 65535 + 1
        self.send(0x33 if retained else 0x32, text(topic) + struct.pack(">H", self.number) + payload)

    def receive(self, seconds):
        """The messages that come in that time, or the first ones: when, topic, payload. Acknowledges them."""
        if select.select([self.socket], [], [], max(seconds, 0))[0]:
            self.buffer += self.socket.recv(1 << 20)
        now, messages = time.monotonic(), []
        for kind, body in self.packets():
            if kind >> 4 == 3:
                size, = struct.unpack(">H", body[:2])
                topic, rest = body[2:2 + size].decode(), body[2 + size:]
                if kind >> 1 & 3:
                    self.send(0x40, rest[:2])
                    rest = rest[2:]
                messages.append((now, topic, rest))
        return messages

    def packets(self):
        while len(self.buffer) > 1:
            length, at = 0, 1
            while True:
                if at >= len(self.buffer):
                    return
                length |= (self.buffer[at] & 127) << 7 * (at - 1)
                at += 1
                if self.buffer[at - 1] < 128:
                    break
            if len(self.buffer) < at + length:
                return
            packet = self.buffer[0], self.buffer[at:at + length]
            self.buffer = self.buffer[at + length:]
            yield packet

    def wait(self, kind):
        while True:
            self.buffer += self.socket.recv(1 << 16)
            if any(packet[0] & 0xF0 == kind for packet in self.packets()):
                return
