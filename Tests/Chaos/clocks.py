#!/usr/bin/env python3
"""Runs the static consumer through each change of the clocks of 2026, in Helsinki and in New York, by a wall clock that
is shifted: a phone at the shelf is told nothing just before it, in quiet hours, and a beer just after.

Usage: clocks.py BIN
"""
import argparse, concurrent.futures, datetime, json, os, subprocess, sys, time

from mqtt import Client
from rig import ROOT, Rig, seconds_of

CHANGES = [
    ("Europe/Helsinki", "02:00-04:00", "2026-03-29T01:00:00Z"),  # 02:59:59, then 04:00
    ("Europe/Helsinki", "03:30-08:00", "2026-10-25T01:00:00Z"),  # 03:59:59, then 03:00 again
    ("America/New_York", "01:00-03:00", "2026-03-08T07:00:00Z"),  # 01:59:59, then 03:00
    ("America/New_York", "01:30-08:00", "2026-11-01T06:00:00Z"),  # 01:59:59, then 01:00 again
]
# How long before the change the consumer starts, and is asked; how long after it.
EARLY, BEFORE, AFTER = 8, 2, 1


class Crossing:
    def __init__(self, options, zone, quiet, change):
        self.zone, self.change, self.rig = zone, change, Rig(options)
        self.rig.append("config.yaml", f"""
consumer: {{http: {{listen: off}}, rules: {{quiet_hours: "{quiet}"}}, sites: {{demo-shop: {{time_zone: {zone}}}}}}}
""")
        self.rig.broker()
        self.client = Client(self.rig.broker_port, "phone")
        self.client.subscribe("beckon-user/v1/+/notify")
        shim, source = self.rig.path("clock.so"), os.path.join(ROOT, "Tests/Chaos/shifted-clock.c")
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", shim, source, "-ldl"], check=True)
        self.shift = round(seconds_of(change) - EARLY - time.time())
        self.rig.consumer({"LD_PRELOAD": shim, "SHIFT": str(self.shift)})

    def ask(self, second):
        """A phone at the shelf speaks so many seconds after the change; what it is told in the second after."""
        time.sleep(max(seconds_of(self.change) + second - self.shift - time.time(), 0))
        now = datetime.datetime.fromtimestamp(time.time() + self.shift, datetime.timezone.utc)
        places = [{"uuid": "5a9e2c04-6b1d-4f38-9c57-d2e81a7b3f60", "major": 1, "minor": 1}]
        self.client.publish("beckon-user/v1/q4x9-stout/encounter", json.dumps({
            "specversion": "1.0", "id": str(second), "source": "phone/q4x9-stout", "type": "beckon.encounter",
            "subject": "q4x9-stout", "time": f"{now:%Y-%m-%dT%H:%M:%S}.{now.microsecond // 1000:03}Z",
            "data": {"event": "inside", "beacons": places}}).encode())
        told, end = [], time.time() + 1
        while (left := end - time.time()) > 0:
            told += self.client.receive(left)
        return told

    def verdict(self):
        early, late = self.ask(-BEFORE), self.ask(AFTER)
        with open(self.rig.path("consumer.log")) as f:
            log = f.read()
        good = not early and len(late) == 1 and log.count("reason=quiet_hours") == 1
        print(f"{self.zone}, {self.change}: the consumer told " + (
            "nothing before it, and a beer after it" if good else f"{early}, then {late}\n{log}"))
        return good


def cross(options, change):
    crossing = Crossing(options, *change)
    try:
        return crossing.verdict()
    finally:
        crossing.rig.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin")
    options = parser.parse_args()
    options.bin = os.path.abspath(options.bin)
    options.confirm, options.broker = "broker", "plain"
    with concurrent.futures.ThreadPoolExecutor(len(CHANGES)) as pool:
        verdicts = list(pool.map(lambda change: cross(options, change), CHANGES))
    sys.exit(0 if all(verdicts) else 1)


main()
