# 2,000 reports a second for 30 s through the product's scanner: none is lost.
for family in legacy extended; do
    controllers $family
    tell 0 rate 2000
    report-counter hci0 30 >result
    figure $family "$(cat result)"
    . ./result
    [ $lost = 0 ] || fail "lost $lost"
    [ $dropped = 0 ] || fail "dropped $dropped"
    [ $rate -ge 1800 ] || fail "heard only $rate a second"
    tell 0 figures
    unplug_all
done
