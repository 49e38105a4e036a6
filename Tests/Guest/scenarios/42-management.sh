# The kernel's own discovery and advertising, on the wire: what our guard and `emit --mgmt` live with.
for family in legacy extended; do
    controllers $family $family
    tell 0 rate 200
    management 3 0 find -l >find
    found=$(count dev_found find)
    figure $family.found $found
    # The duplicate filter is on, and 50 beacons are there.
    [ $found -ge 45 ] && [ $found -le 50 ] || fail "$found found"

    tell 0 rate 0
    scan 1 $family
    btmon --write capture >/dev/null 2>&1 &
    monitor=$!
    eventually 5 [ -s capture ]
    management 3 0 add-adv -d 0303aafe 1
    kill $monitor
    heard=$(btmon --read capture | count "Advertising Report (0x" -)
    figure $family.heard $heard
    # Every 100 to 150 ms by legacy commands, every 1.28 s by extended ones.
    [ $heard -ge 2 ] || fail "the kernel's own advertising is not heard"
    unplug_all
done
