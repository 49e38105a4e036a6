# What one controller advertises is heard by the other, whatever the families: the kernel's own path there and back.
advertise_legacy() {
    command 1 0x08 0x0006 a0 00 a0 00 03 00 00 00 00 00 00 00 00 07 00
    command 1 0x08 0x0008 04 03 ff ff ff 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
    command 1 0x08 0x000a 01
}
advertise_extended() {
    command 1 0x08 0x0036 02 10 00 a0 00 00 a0 00 00 07 00 00 00 00 00 00 00 00 00 7f 01 00 01 00 00
    command 1 0x08 0x0037 02 03 01 04 03 ff ff ff
    command 1 0x08 0x0039 01 01 02 00 00 00
}
for pair in "legacy legacy" "extended legacy" "legacy extended" "extended extended"; do
    controllers $pair
    scan_${pair% *}
    btmon --write "$pair" >/dev/null 2>&1 &
    monitor=$!
    sleep 1
    advertise_${pair#* }
    sleep 3
    kill $monitor
    # Every 100 ms for 3 s and a little.
    heard=$(btmon --read "$pair" | count "Company: .*65535" -)
    figure "$pair" $heard
    [ $heard -ge 28 ] || fail "$pair: $heard heard"
    unplug_all
done
