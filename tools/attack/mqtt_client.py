"""MQTT 3.1.1, as far as probes need it: QoS 0 and 1, no wills."""

import socket
import struct
import time

TIMEOUT = 10


def text(value):
    content = value.encode()
    return struct.pack(">H", len(content)) + content


class Refused(Exception):
    """The broker has refused the connection, or closed it."""


class Client:
    def __init__(self, address, client_id, user=None, password=None, clean=True):
        self._stream = socket.create_connection(address, timeout=TIMEOUT)
        self._read, self._packet_id, self.messages = b"", 0, []
        flags = (0x02 if clean else 0) | (0x80 if user is not None else 0) | (0x40 if password is not None else 0)
        body = text("MQTT") + bytes([4, flags]) + struct.pack(">H", 60) + text(client_id)
        body += (text(user) if user is not None else b"") + (text(password) if password is not None else b"")
        self._send(0x10, body)
        kind, body = self._packet(TIMEOUT)
        if kind != 0x20 or body[1] != 0:
            raise Refused(f"{kind:x} {body!r}")
        self.session_present = bool(body[0] & 1)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._stream.close()

    def subscribe(self, topic):
        """Whether it was granted. Being granted says nothing yet: what is delivered is asked for again."""
        self._packet_id += 1
        self._send(0x82, struct.pack(">H", self._packet_id) + text(topic) + b"\1")
        return self._until(0x90)[2] < 0x80

    def publish(self, topic, content=b"x"):
        """QoS 1. Mosquitto acknowledges what the rights refuse, too."""
        self._packet_id += 1
        self._send(0x32, text(topic) + struct.pack(">H", self._packet_id) + content)
        self._until(0x40)

    def heard(self, topic_and_content, seconds):
        """Whether the message arrives in this time."""
        end = time.monotonic() + seconds
        while topic_and_content not in self.messages:
            if not self._next(end - time.monotonic()):
                return False
        return True

    def is_connected(self):
        """The broker answers a ping."""
        try:
            self._send(0xC0, b"")
            self._until(0xD0)
            return True
        except (Refused, OSError):
            return False

    def _until(self, kind):
        end = time.monotonic() + TIMEOUT
        while True:
            packet = self._next(end - time.monotonic())
            if not packet:
                raise Refused("no answer")
            if packet[0] == kind:
                return packet[1]

    def _next(self, seconds):
        """The next packet; messages are kept and acknowledged."""
        packet = self._packet(seconds)
        if packet and packet[0] & 0xF0 == 0x30:
            head, body = packet
            length = struct.unpack(">H", body[:2])[0]
            rest = body[2 + length :]
            if head & 0x06:
                self._send(0x40, rest[:2])
                rest = rest[2:]
            self.messages.append((body[2 : 2 + length].decode(), rest))
        return packet

    def _send(self, kind, body):
        length, size = b"", len(body)
        while True:
            size, digit = size >> 7, size & 127
            length += bytes([digit | (128 if size else 0)])
            if not size:
                break
        self._stream.sendall(bytes([kind]) + length + body)

    def _packet(self, seconds):
        """Kind and content; None when none comes in this time."""
        end = time.monotonic() + max(seconds, 0.01)
        while True:
            found = self._parse()
            if found:
                return found
            left = end - time.monotonic()
            if left <= 0:
                return None
            self._stream.settimeout(left)
            try:
                content = self._stream.recv(65536)
            except TimeoutError:
                return None
            if not content:
                raise Refused("closed")
            self._read += content

    def _parse(self):
        size, shift, start = 0, 0, 1
        while True:
            if len(self._read) <= start:
                return None
            digit = self._read[start]
            size, shift, start = size | (digit & 127) << shift, shift + 7, start + 1
            if not digit & 128:
                break
        if len(self._read) < start + size:
            return None
        packet = self._read[0], self._read[start : start + size]
        self._read = self._read[start + size :]
        return packet
