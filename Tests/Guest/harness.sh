# How a scenario is written: one file, scenarios/NN-name.sh, whose first line says what must hold. busybox sh runs it
# as root in a folder of its own, after this file; it has failed when a command fails (sh -eu), when it calls `fail`, or
# after 180 s. What it prints, and each *.log in its folder, is shown then. All that it started is ended after it.
# What it leaves in /out is on the host afterwards.

# figure NAME VALUE: shown beside the result.
figure() { echo "$*" >>figures; }

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

# hci INDEX OGF OCF BYTE…: sends an HCI command, by another's hand than ours; fails unless the answer's status is 0.
hci() {
    local index=$1
    shift
    # The line after `> HCI Event: 0x0e` is: commands allowed, opcode (two bytes), status, …
    timeout 3 hcitool -i hci$index cmd "$@" | awk '/^> / { getline; status = $4 } END { exit status != "00" }'
}

# powered INDEX
powered() { hciconfig hci$1 | grep -q 'UP RUNNING'; }
unpowered() { ! powered $1; }

# count PATTERN FILE
count() { grep -c "$1" "$2" || true; }

# scan INDEX FAMILY: a passive scan that is not ours.
scan() {
    if [ $2 = legacy ]; then
        hci $1 0x08 0x000b 00 60 00 60 00 00 00
        hci $1 0x08 0x000c 01 00
    else
        hci $1 0x08 0x0041 00 00 01 00 60 00 60 00
        hci $1 0x08 0x0042 01 00 00 00 00 00
    fi
}

# advertise INDEX FAMILY BYTE…: 30 bytes of advertising data, not connectable, every 100 ms.
advertise() {
    local index=$1 family=$2
    shift 2
    if [ $family = legacy ]; then
        hci $index 0x08 0x0006 a0 00 a0 00 03 00 00 00 00 00 00 00 00 07 00
        hci $index 0x08 0x0008 1e "$@" 00
        hci $index 0x08 0x000a 01
    else
        hci $index 0x08 0x0036 02 10 00 a0 00 00 a0 00 00 07 00 00 00 00 00 00 00 00 00 7f 01 00 01 00 00
        hci $index 0x08 0x0037 02 03 01 1e "$@"
        hci $index 0x08 0x0039 01 01 02 00 00 00
    fi
}

# stop_advertising INDEX FAMILY
stop_advertising() {
    if [ $2 = legacy ]; then hci $1 0x08 0x000a 00; else hci $1 0x08 0x0039 00 00; fi
}

# The advertising data of the demo's visitor, 41c08dfd-b719-4ccb-9d3b-5aa7c3860f89:1:2.
visitor="02 01 06 1a ff 4c 00 02 15 41 c0 8d fd b7 19 4c cb 9d 3b 5a a7 c3 86 0f 89 00 01 00 02 c5"

# management SECONDS INDEX WORD…: btmgmt, which ends early when its standard input does.
management() {
    local seconds=$1 index=$2
    shift 2
    sleep $seconds | timeout $((seconds + 10)) btmgmt --index $index "$@"
}

start_bluetoothd() {
    if [ ! -e /run/dbus/system_bus_socket ]; then
        dbus-daemon --system --nofork --nopidfile 2>dbus.log &
        eventually 5 [ -e /run/dbus/system_bus_socket ]
    fi
    bluetoothd --nodetach --debug >bluetoothd.log 2>&1 &
    bluetoothd=$!
    eventually 10 grep -q "Bluetooth management interface" bluetoothd.log
}

stop_bluetoothd() {
    kill $bluetoothd
    wait $bluetoothd || true
}

# A broker at 127.0.0.1:1883, and all that it carries in the file `messages`: topic, payload.
start_broker() {
    printf 'listener 1883 127.0.0.1\nallow_anonymous true\npersistence false\n' >mosquitto.conf
    mosquitto -c mosquitto.conf >mosquitto.log 2>&1 &
    broker=$!
    eventually 5 mosquitto_pub -t harness -m started
    mosquitto_sub -t '#' -v >messages &
    subscriber=$!
    eventually 5 subscribed
}
subscribed() {
    mosquitto_pub -t harness -m subscribed
    grep -q '^harness' messages
}

stop_broker() {
    kill $subscriber $broker
    wait $subscriber $broker || true
}

# start_gateway <CONFIGURATION: a gateway that knows nothing of one before, until it scans.
start_gateway() {
    cat >gateway.yaml
    beckon-gateway --config gateway.yaml --state "$(mktemp -d state.XXXXXX)" >gateway.log 2>&1 &
    gateway=$!
    eventually 10 grep -q 'bluez: scanning' gateway.log
}

# block INDEX 1|0: by rfkill, or no longer.
block() { echo $2 >$(echo /sys/class/bluetooth/hci$1/rfkill*/soft); }

# Ends the virtual controllers, so that others can be hci0 and so on.
unplug_all() {
    kill $controllers
    wait $controllers || true
    eventually 5 no_controller
}
no_controller() { ! ls /sys/class/bluetooth/hci*; }

# monotonic_ms: milliseconds since boot, as in the file `commands`.
monotonic_ms() { awk '{ printf "%d", $1 * 1000 }' /proc/uptime; }
