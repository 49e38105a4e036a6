# `beckon doctor` on each fault of the radio: the right verdict and the mend. The clock of the guest is nobody's to keep.
controllers legacy
start_broker
cat >config.yaml <<'YAML'
site: shop
broker: {urls: [mqtt://127.0.0.1:1883]}
gateway: {id: shelf}
regions: [{name: shelf, ibeacon: {uuid: 41c08dfd-b719-4ccb-9d3b-5aa7c3860f89}}]
YAML
doctor() { beckon doctor --config config.yaml --state state --json >findings 2>doctor.log || true; }
# found SUBJECT VERDICT PATTERN: a finding, whose line holds the pattern.
found() {
    grep "\"subject\":\"$1\",\"verdict\":\"$2\"" findings | grep -q -- "$3" || { cat findings; fail "no $1: $2: $3"; }
}

tell 0 rate 100
doctor
found adapter good hci0
found air warning 'none of a beacon in a region'
found access good 'may write'
found clock fault 'time server'

# A box without a battery wakes up in the past.
now=$(date +%s)
date -s @1000000000 >/dev/null
doctor
date -s @$((now + 6)) >/dev/null
found clock fault 'which is past'

block 0 1
doctor
found 'radio switch' fault 'rfkill unblock bluetooth'
block 0 0

# Somebody begins to search while it listens.
start_bluetoothd
{
    sleep 2
    management 8 0 find -l >/dev/null 2>&1
} &
doctor
found bluetoothd warning 'bluetoothctl scan off'
wait $! || true
stop_bluetoothd

# Whoever has no capabilities is told of them.
chmod 755 . && chmod 644 config.yaml
su messagebus -c "beckon doctor --config $PWD/config.yaml --state /tmp/nobody --json" >findings 2>doctor.log || true
found air fault AmbientCapabilities

tell 0 unplug
eventually 5 [ ! -e /sys/class/bluetooth/hci0 ]
doctor
found adapter fault 'no Bluetooth adapter'
