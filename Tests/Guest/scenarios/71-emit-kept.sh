# What takes a beacon out of the air does not keep it out: power, the radio switch, a hardware error, bluetoothd; whether
# it is sent by our own commands or by the kernel's.
heard() { count '41c08dfdb7194ccb9d3b5aa7c3860f8900010002c5' air.jsonl; }
more_than() { [ $(heard) -gt $1 ]; }
hears_again() {
    local began=$(monotonic_ms)
    # Two more: one may have been under way.
    eventually 10 more_than $(($(heard) + 1))
    figure $way.$1_ms $(($(monotonic_ms) - began))
}
silent() {
    sleep 0.5
    local before=$(heard)
    sleep 1
    [ $(heard) = $before ]
}

for way in legacy extended legacy--mgmt extended--mgmt; do
    family=${way%--mgmt}
    controllers $family $family
    rm -f air.jsonl
    beckon record --all --adapter hci0 air.jsonl 2>record.log &
    listener=$!
    eventually 10 [ -e air.jsonl ]
    beckon emit ${way#$family} --adapter hci1 --state emit \
        --uuid 41c08dfd-b719-4ccb-9d3b-5aa7c3860f89 --major 1 --minor 2 2>emit.log &
    emitter=$!
    hears_again start

    management 3 1 power off
    # The kernel does not end legacy advertising when it powers a controller down; the radio sends until its next reset.
    [ $family = legacy ] || silent || fail "sent without power"
    management 3 1 power on
    hears_again power
    # The kernel resets a controller when it comes up, not when it goes down.
    hciconfig hci1 down
    sleep 1
    hciconfig hci1 up
    hears_again down_up
    block 1 1
    sleep 1
    block 1 0
    hciconfig hci1 up
    hears_again rfkill
    tell 1 hardware-error 3
    hears_again hardware_error
    start_bluetoothd
    eventually 5 bluetoothctl show C0:15:AA:00:00:02
    hears_again bluetoothd

    kill -INT $emitter
    wait $emitter || fail "emit ended with status $?"
    silent || fail "still in the air"
    kill -INT $listener
    wait $listener || fail "record ended with status $?"
    stop_bluetoothd
    unplug_all
done
