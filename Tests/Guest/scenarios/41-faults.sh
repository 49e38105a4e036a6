# The faults that a virtual controller is told reach the kernel, which deals with them as with real ones.
reset_twice() { [ $(count 'hci0 01030c00' commands) = 2 ]; }
for family in legacy extended; do
    controllers $family $family

    # The kernel resets an adapter when it comes up, and again when it reports a hardware error.
    tell 0 hardware-error 3
    eventually 5 reset_twice
    eventually 5 powered 0

    tell 0 mute on
    ! hci 0 0x04 0x0009 || fail "a mute controller answers"
    tell 0 mute off
    eventually 5 hci 0 0x04 0x0009

    tell 0 status 1009 1f
    ! hci 0 0x04 0x0009 || fail "a forced status has no effect"
    tell 0 status 1009 0

    block 0 1
    eventually 2 unpowered 0
    ! hciconfig hci0 up || fail "a blocked adapter came up"
    block 0 0
    hciconfig hci0 up

    # Under another index.
    tell 0 unplug
    tell 1 unplug
    [ "$(tell 1 plug)" = hci0 ] || fail "the second controller is not hci0"
    [ "$(tell 0 plug)" = hci1 ] || fail "the first controller is not hci1"
    eventually 2 [ -e /sys/class/bluetooth/hci1 ]
    hciconfig hci1 up
    hciconfig hci1 | grep -q C0:15:AA:00:00:01 || fail "hci1 has another address"
    unplug_all
done
