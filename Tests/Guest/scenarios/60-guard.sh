# Beside others on the same adapter (discoveries, an auto-connect device, bluetoothd starting and stopping) the longest
# time without a report is half a second, and nothing that they ask for fails.
controllers legacy extended
for index in 0 1; do
    tell $index rate 200
    report-counter hci$index 45 >result.$index 2>trace.$index.log &
    eval counter$index=$!
done
scanning_both() { grep -q ' scanning' trace.0.log && grep -q ' scanning' trace.1.log; }
eventually 5 scanning_both

# nothing_failed FILE: btmgmt's words.
nothing_failed() { ! grep -iE 'fail|status|busy|unable' $1 || fail "a command of the other party"; }

# A discovery to its end, which comes after 10.24 s.
for index in 0 1; do management 12 $index find -l >find.$index & eval find$index=$!; done
wait $find0 $find1
for index in 0 1; do
    found=$(count dev_found find.$index)
    figure "discovery.$index: $found found"
    # With the duplicate filter each of the 50 beacons comes once; ours takes it off.
    [ $found -gt 200 ] || fail "the discovery on hci$index was not kicked: $found"
    nothing_failed find.$index
done
# Five that are stopped half way.
for index in 0 1; do
    for turn in 1 2 3 4 5; do
        management 2 $index find -l >>find.$index &
        sleep 1
        management 1 $index stop-find -l >>find.$index
        wait $!
    done &
    eval find$index=$!
done
wait $find0 $find1
for index in 0 1; do nothing_failed find.$index; done
# A device to connect to when it comes: the kernel's own scan hears only that one.
for index in 0 1; do
    management 1 $index add-device -a 2 -t 2 C0:FF:EE:00:00:77 >device.$index
    management 1 $index del-device -t 2 C0:FF:EE:00:00:77 >>device.$index
    nothing_failed device.$index
done
start_bluetoothd
sleep 2
stop_bluetoothd
sleep 2
wait $counter0 $counter1
for index in 0 1; do
    figure "hci$index: $(cat result.$index)"
    . ./result.$index
    [ $gap_ms -le 500 ] || fail "hci$index was deaf for $gap_ms ms"
    [ $restarts -gt 0 ] && [ $kicks -gt 0 ] && [ $takeovers -gt 0 ] && [ $power_ups -gt 0 ] || fail "something was not tried"
    [ $dropped = 0 ] || fail "dropped $dropped"
done
