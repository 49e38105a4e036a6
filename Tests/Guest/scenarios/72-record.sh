# What `beckon record` and `beckon scan` take from the air is all of it, opens in btmon, and is nobody's outside a region.
for family in legacy extended; do
    controllers $family
    for format in btsnoop jsonl; do
        beckon record --all --for 4s $family.$format 2>record.log &
        recorder=$!
        eventually 5 [ -e $family.$format ]
        sleep 1
        tell 0 rate 200
        sleep 2
        tell 0 rate 0
        wait $recorder || fail "record ended with status $?"
        reports=$(sed -n 's/.*reports=//p' record.log)
        figure $family.$format $reports
        [ $reports -ge 300 ] || fail "only $reports reports"
        if [ $format = btsnoop ]; then
            [ $(btmon --read $family.btsnoop | count 'RSSI: ' -) = $reports ] || fail "btmon counts others"
        else
            [ $(count '"adapter":"hci0"' $family.jsonl) = $reports ] || fail "not a line a report"
        fi
    done
    tell 0 rate 50
    beckon scan --for 2s >scan.jsonl
    [ $(count '"type":' scan.jsonl) -ge 20 ] || fail "scan shows nothing"
    printf 'regions: [{name: shop, ibeacon: {uuid: 00000000-0000-0000-0000-000000000001}}]\n' >none.yaml
    beckon record --config none.yaml --for 2s $family-none.btsnoop 2>record.log
    grep -q 'reports=0$' record.log || fail "strangers recorded"
    unplug_all
done
