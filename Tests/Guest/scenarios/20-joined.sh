# What one controller advertises is heard by the other, whatever the families: through the kernel there and back.
for pair in "legacy legacy" "extended legacy" "legacy extended" "extended extended"; do
    controllers $pair
    scan 0 ${pair% *}
    btmon --write capture >/dev/null 2>&1 &
    monitor=$!
    eventually 5 [ -s capture ]
    advertise 1 ${pair#* } $visitor
    sleep 2
    kill $monitor
    # Every 100 ms for 2 s and a little.
    heard=$(btmon --read capture | count "UUID: 890f86c3" -)
    figure "${pair#* }_to_${pair% *}" $heard
    cp capture "/out/${pair#* }-to-${pair% *}.btsnoop"
    [ $heard -ge 18 ] || fail "only $heard heard"
    unplug_all
done
