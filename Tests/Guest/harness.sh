# Read before each scenario, which runs in a folder of its own. What it starts is ended after it, its virtual
# controllers with it. A command that fails ends it (sh -e), and so does `fail`.

# figure NAME VALUE: shown beside the result.
figure() { echo "$1=$2" >>figures; }

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

# eventually SECONDS COMMAND…: waits until the command succeeds.
eventually() {
    local tries=$(($1 * 10))
    shift
    until "$@" >/dev/null 2>&1; do
        tries=$((tries - 1))
        [ $tries -gt 0 ] || fail "never: $*"
        sleep 0.1
    done
}

# controllers FAMILY…: virtual controllers that hear each other, powered, as hci0, hci1, …; legacy or extended. What the
# kernel commands is in the file `commands`.
controllers() {
    local index
    virtual-controller serve "$@" >commands 2>controllers.log &
    controllers=$!
    for index in $(seq 0 $(($# - 1))); do
        eventually 5 [ -e /sys/class/bluetooth/hci$index ]
        hciconfig hci$index up
    done
}

# tell CONTROLLER WORD…: see virtual-controller --help.
tell() { virtual-controller tell "$@"; }

# command INDEX OGF OCF BYTE…: sends an HCI command, by another's hand than ours; fails unless the status is 0.
command() {
    local index=$1
    shift
    hcitool -i hci$index cmd "$@" | awk '/^> / { answered = 1; getline; status = $4 } END { exit !(answered && status == "00") }'
}

# powered INDEX
powered() { hciconfig hci$1 | grep -q 'UP RUNNING'; }

# count PATTERN FILE
count() { grep -c "$1" "$2" || true; }

# scan_legacy, scan_extended: a passive scan on hci0 that is not ours.
scan_legacy() {
    command 0 0x08 0x000b 00 60 00 60 00 00 00
    command 0 0x08 0x000c 01 00
}
scan_extended() {
    command 0 0x08 0x0041 00 00 01 00 60 00 60 00
    command 0 0x08 0x0042 01 00 00 00 00 00
}

start_bluetoothd() {
    [ -e /run/dbus/system_bus_socket ] || dbus-daemon --system --nofork --nopidfile 2>dbus.log &
    eventually 5 [ -e /run/dbus/system_bus_socket ]
    bluetoothd --nodetach --debug >bluetoothd.log 2>&1 &
    bluetoothd=$!
    eventually 10 grep -q "Bluetooth management interface" bluetoothd.log
}

stop_bluetoothd() {
    kill $bluetoothd
    wait $bluetoothd || true
}

# Ends the virtual controllers, so that others can be hci0 and so on.
unplug_all() {
    kill $controllers
    wait $controllers || true
    eventually 5 no_controller
}
no_controller() { ! ls /sys/class/bluetooth/hci*; }
