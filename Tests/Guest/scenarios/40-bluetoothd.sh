# The real bluetoothd ends a scan that is not its own when it starts, and powers the adapter off when it stops.
for family in legacy extended; do
    [ $family = legacy ] && disable=010c20020000 || disable=014220060000
    controllers $family
    tell 0 rate 100
    scan 0 $family
    grep -q "hci0 $disable" commands && fail "the scan was ended before bluetoothd came"
    started=$(monotonic_ms)
    start_bluetoothd
    eventually 5 grep -q "hci0 $disable" commands
    figure $family.ends_after_ms $(($(grep -m1 "hci0 $disable" commands | cut -d' ' -f1) - started))
    powered 0 || fail "bluetoothd powered hci0 off too early"
    bluetoothctl show | grep -q "Controller C0:15:AA:00:00:01" || fail "bluetoothd does not know hci0"
    stop_bluetoothd
    eventually 5 unpowered 0
    unplug_all
done
