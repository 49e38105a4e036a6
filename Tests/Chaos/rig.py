"""A broker, a gateway, a consumer and a witness in a folder of their own: shared by deploy/chaos, soak and bench."""
import contextlib, datetime, getpass, json, os, random, re, shutil, signal, socket, sqlite3, struct, subprocess, sys, tempfile
import threading, time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
UUID = "41c08dfd-b719-4ccb-9d3b-5aa7c3860f89"
os.environ["PATH"] += ":/usr/sbin"


def free_port():
    """Below those that the kernel gives to connections: one of these could have it before the server does."""
    while True:
        port = random.randrange(20_000, 32_000)
        with contextlib.suppress(OSError), socket.socket() as s:
            s.bind(("127.0.0.1", port))
            return port


# Told to stop, it cleans up.
signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))


@contextlib.contextmanager
def database(path):
    db = sqlite3.connect(path)
    try:
        yield db
        db.commit()
    finally:
        db.close()


class Proxy:
    """Between gateway and broker: cuts the line, or lets a few bytes through at a time."""

    def __init__(self, target):
        self.target, self.port, self.mode, self.pairs = target, free_port(), "open", []
        self.listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            try:
                if self.mode == "cut":
                    raise OSError
                broker = socket.create_connection(("127.0.0.1", self.target), 2)
                broker.settimeout(None)
            except OSError:
                client.close()
                continue
            self.pairs = [p for p in self.pairs if p[0].fileno() >= 0] + [(client, broker)]
            for a, b in ((client, broker), (broker, client)):
                threading.Thread(target=self.copy, args=(a, b), daemon=True).start()

    def copy(self, a, b):
        try:
            while True:
                slow = self.mode == "slow"
                data = a.recv(100 if slow else 65536)
                if not data:
                    break
                b.sendall(data)
                if slow:
                    time.sleep(0.02)
        except OSError:
            pass
        for s in (a, b):
            try:
                s.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            s.close()

    def cut(self, seconds):
        self.mode = "cut"
        for pair in self.pairs:
            for s in pair:
                try:
                    s.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
        time.sleep(seconds)
        self.mode = "open"

    def throttle(self, seconds):
        self.mode = "slow"
        time.sleep(seconds)
        self.mode = "open"


def ibeacon(minor, uuid=UUID):
    return bytes.fromhex(f"0201061aff4c000215{uuid.replace('-', '')}0001{minor:04x}c5")


class Rig:
    """A folder with a broker, a gateway that hears a busy shop, a consumer, and a witness that subscribes."""

    REGIONS = "{name: shop, exit: {after: 2s}}, {name: shelf, exit: {after: 2s, rssi: -90}, notify: {dwell: []}}"

    def __init__(self, options, state=None, outbox="", regions=REGIONS, enters=5000, proxied=False):
        self.options, self.folder = options, tempfile.mkdtemp(prefix="beckon-chaos-")
        self.state = state or self.folder
        self.processes, self.started = {}, {}
        self.broker_port = free_port()
        self.proxy = Proxy(self.broker_port) if proxied else None
        self.write("mosquitto.conf", self.broker_settings())
        self.write("config.yaml", f"""
include: {ROOT}/deploy/demo/config.yaml
broker: {{urls: ["mqtt://127.0.0.1:{self.broker_port}"]}}
gateway: {{broker: {{urls: ["mqtt://127.0.0.1:{self.proxy.port if proxied else self.broker_port}"]}}}}
presence: {{limits: {{enters: {enters}/s}}}}
regions: [{regions}]
ranging: off
outbox: {{confirm: {options.confirm}{outbox}}}
""")

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w") as f:
            f.write(text)

    def append(self, name, text):
        with open(self.path(name), "a") as f:
            f.write(text)

    def broker_settings(self):
        # As another user it could not write into this folder.
        user = f"user {getpass.getuser()}\n"
        text = f"listener {self.broker_port} 127.0.0.1\nallow_anonymous true\n{user}"
        if self.options.broker == "shipped":
            with open(os.path.join(ROOT, "deploy/broker/mosquitto.conf")) as f:
                shipped = f.read().split("\nlistener")[0]
            text += re.sub(r"(?m)^(per_listener_settings|persistence_location) .*$", "", shipped)
            text += f"\npersistence_location {self.folder}/\n"
        return text

    def capture(self, name, seconds, visitors=50, identities=50_000):
        """`visitors` beacons a second come for a moment, each into two regions: four events apiece. Eight stay."""
        end = int(seconds * 1e6)
        heard = []
        for n in range(int(seconds * visitors)):
            at, minor = int(n * 1e6 / visitors), 1000 + n % identities
            heard += [(at, ibeacon(minor)), (at + 300_000, ibeacon(minor))]
        for minor in range(1, 9):
            heard += [(at + minor * 1000, ibeacon(minor)) for at in range(0, end, 500_000)]
        return self.record(name, heard or [(0, ibeacon(0, "00" * 16))])

    def record(self, name, heard, level=-50):
        """A capture (btsnoop of H4) of what is heard: microseconds, and advertising data."""
        with open(self.path(name), "wb") as f:
            f.write(b"btsnoop\0" + struct.pack(">II", 1, 1002))
            for at, data in sorted(heard):
                # The sender's address is the end of what it says.
                report = bytes([2, 1, 3, 1]) + data[-6:] + bytes([len(data)]) + data + bytes([256 + level])
                packet = bytes([4, 0x3E, len(report)]) + report
                stamp = 0x00DCDDB30F2F8000 + 1_700_000_000_000_000 + at
                f.write(struct.pack(">IIIIq", len(packet), len(packet), 3, 0, stamp) + packet)
        return "replay:" + self.path(name)

    def start(self, name, *command, environment={}):
        log = open(self.path(name + ".log"), "ab")
        self.processes[name] = subprocess.Popen(
            command, stdout=log, stderr=log, env={**os.environ, **environment}, cwd=self.folder)

    def broker(self):
        self.start("broker", "mosquitto", "-c", self.path("mosquitto.conf"))
        for _ in range(100):
            try:
                return socket.create_connection(("127.0.0.1", self.broker_port), 1).close()
            except OSError:
                time.sleep(0.05)
        sys.exit("the broker does not start")

    def gateway(self, source, environment={}, start=None):
        """`start`: Unix seconds at which the first packet is heard."""
        self.source, self.environment = source, environment
        self.start(
            "gateway", os.path.join(self.options.bin, "beckon-gateway"), "--config", self.path("config.yaml"),
            "--state", os.path.join(self.state, "gateway"), "--gateway-id", "demo-gateway", "--source", source,
            *([] if start is None else ["--start-at", time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(start))]),
            environment=environment)

    def consumer(self, environment={}):
        self.start(
            "consumer", os.path.join(self.options.bin, "beckon-consumer"), "--config", self.path("config.yaml"),
            "--state", os.path.join(self.folder, "consumer"), environment=environment)

    def witness(self):
        self.start(
            "witness", "stdbuf", "-oL", "mosquitto_sub", "-p", str(self.broker_port), "-c", "-i", "witness", "-q", "1",
            "-t", "beckon/v1/+/+/event/#", "-t", "beckon/v1/+/+/lost", "-t", "beckon-user/v1/+/notify",
            "-F", "%U\t%t\t%p")

    def kill(self, name, number):
        process = self.processes[name]
        process.send_signal(number)
        process.wait(20)
        return process.returncode

    def close(self):
        for process in self.processes.values():
            if process.poll() is None:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    # What came of it

    def words(self):
        with open(self.path("witness.log"), errors="replace") as f:
            for line in f:
                fields = line.rstrip("\n").split("\t", 2)
                if len(fields) == 3 and fields[2].startswith("{"):
                    try:
                        yield float(fields[0]), fields[1], json.loads(fields[2])
                    except ValueError:
                        pass

    def settle(self, patience=240):
        """Until the witness has heard nothing for ten seconds."""
        size, quiet = -1, 0
        for _ in range(patience):
            now = os.path.getsize(self.path("witness.log"))
            size, quiet = (now, 0) if now != size else (size, quiet + 1)
            if quiet >= 10:
                return
            time.sleep(1)

    @contextlib.contextmanager
    def handling(self):
        """Tells, each time that it is asked, how many events the consumer has committed. One connection serves all
        the asking: who asks often must not slow down what it looks at."""
        with database(self.path("consumer/consumer.sqlite")) as db:
            def handled():
                (count,), = db.execute("SELECT coalesce(sum(seq + above), 0) FROM watermarks")
                return count
            yield handled

    def handled(self):
        """The same, once; 0: it has not begun."""
        try:
            with self.handling() as handled:
                return handled()
        except sqlite3.OperationalError:
            return 0

    def backlog(self, count):
        """Fills the outbox with at least so many events of 48 hours: real rows, multiplied, each copy with its own
        visits. Returns how many there are."""
        self.gateway(self.capture("shop.btsnoop", 5))
        time.sleep(12)
        self.kill("gateway", signal.SIGTERM)
        with database(os.path.join(self.state, "gateway", "outbox.db")) as db:
            (first, last), = db.execute("SELECT min(seq), max(seq) FROM outbox")
            (own,), = db.execute("SELECT count(*) FROM outbox")
            names = [row[1] for row in db.execute("PRAGMA table_info(outbox)")]
            if own < 8 or own != last - first + 1:
                sys.exit(f"the gateway left {own} rows, from {first} to {last}")
            copies = -(-count // own)
            # Back from now; the first copy the furthest.
            ago = f"(:copies - :copy) * {48 * 3_600_000 // copies}"
            change = {
                "seq": f"seq + :copy * {own}", "wall": f"wall - {ago}", "monotonic": f"monotonic - {ago}",
                "visit": "visit || '-' || :copy"}
            for copy in range(1, copies):
                db.execute(
                    f"INSERT INTO outbox SELECT {', '.join(change.get(n, n) for n in names)} FROM outbox "
                    f"WHERE seq <= {last}", {"copy": copy, "copies": copies})
            db.execute(
                f"UPDATE outbox SET wall = wall - {ago}, monotonic = monotonic - {ago} WHERE seq <= {last}",
                {"copy": 0, "copies": copies})
            db.execute("UPDATE gateway SET last_seq = (SELECT max(seq) FROM outbox)")
        return copies * own

    def usage(self, name):
        """Resident bytes and processor seconds of a process."""
        pid = self.processes[name].pid
        with open(f"/proc/{pid}/statm") as f:
            resident = int(f.read().split()[1]) * os.sysconf("SC_PAGESIZE")
        with open(f"/proc/{pid}/stat") as f:
            fields = f.read().rsplit(")", 1)[1].split()
        return resident, (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def outbox(self):
        with database(os.path.join(self.state, "gateway", "outbox.db")) as db:
            (epoch, last), = db.execute("SELECT epoch, last_seq FROM gateway")
            (rows,), = db.execute("SELECT count(*) FROM outbox")
        return epoch, last, rows


def verdict(rig, consumer=True):
    """Figures and faults, from the gateway's last number, the consumer's database and what the witness heard."""
    epoch, last, rows = rig.outbox()
    faults, events, copies, lost, notified = [], {}, 0, [], {}
    for _, topic, word in rig.words():
        if topic.endswith("/notify"):
            notified.setdefault(topic, set()).add(word["id"])
        elif topic.endswith("/lost"):
            lost.append(word["data"])
        elif word["id"] in events:
            copies += 1
            same = ("type", "subject", "time")
            if any(events[word["id"]][k] != word[k] for k in same):
                faults.append(f"{word['id']} says two things")
        else:
            events[word["id"]] = word
    numbers = [int(id.rsplit(":", 1)[1]) for id in events if f":{epoch}:" in id]
    gone = set()
    for note in {(n["from_seq"], n["to_seq"], n["count"]) for n in lost}:
        gone |= set(range(note[0], note[1] + 1))
        if note[2] != note[1] - note[0] + 1:
            faults.append(f"a note of loss counts {note[2]} from {note[0]} to {note[1]}")
    missing = set(range(1, last + 1)) - set(numbers) - gone
    beacons, visits, disordered = {}, {}, 0
    for word in events.values():
        data = word["data"]
        key = (word["subject"], data["region"])
        if data["seq"] < beacons.get(key, 0):
            faults.append(f"{word['id']} came after a later one of its beacon")
            disordered += 1
        beacons[key] = data["seq"]
        visits.setdefault(data["visit"], []).append((data["n"], word["type"]))
    if not gone:
        odd = [v for v, story in visits.items() if story != [(1, "beckon.enter"), (2, "beckon.exit")]]
        faults += [f"visit {v}: {visits[v]}" for v in odd[:3]]
    twice = [topic for topic, ids in notified.items() if len(ids) > 1]
    figures = {
        "events": last, "heard by the witness": len(numbers), "lost": len(missing), "told as lost": len(gone),
        "overlap of the two": len(gone & set(numbers)), "copies": copies, "out of order": disordered,
        "visits": len(visits),
        "left in the outbox": rows, "notifications": sum(map(len, notified.values())),
        "shoppers told twice": len(twice)}
    if consumer:
        with database(rig.path("consumer/consumer.sqlite")) as db:
            (mark, above), = db.execute(
                "SELECT seq, above FROM watermarks WHERE source = 'demo-shop/demo-gateway' AND epoch = ?", (epoch,))
            (doubled,), = db.execute(
                "SELECT count(*) FROM (SELECT 1 FROM sends GROUP BY user_id, visit HAVING count(*) > 1)")
        figures["handled by the consumer"], figures["effects doubled"] = mark + above, doubled
        # A broker that is killed may lose what it acknowledged since its last save: the consumer's word closes that.
        if rig.options.confirm == "consumer" and (mark != last or above):
            faults.append(f"the consumer handled {mark} without a gap, of {last}")
        if doubled:
            faults.append(f"{doubled} effects doubled")
    if missing and rig.options.confirm == "consumer":
        faults.append(f"lost: {sorted(missing)[:10]}")
    if twice:
        faults.append(f"told twice: {twice}")
    if rows:
        faults.append(f"{rows} rows left in the outbox")
    if not last:
        faults.append("no event at all")
    for name, figure in figures.items():
        print(f"{name:26}{figure}")
    for fault in faults[:20]:
        print("FAULT", fault)
    return not faults


def programs(options, *products):
    """Builds programs as they are shipped, unless `options.bin` names a folder that has them."""
    if not options.bin:
        release = [os.path.join(ROOT, "deploy/release"), *(products or ("beckon-gateway", "beckon-consumer"))]
        options.bin = subprocess.run(release, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    options.bin = os.path.abspath(options.bin)


def seconds_of(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()
