# 2,000 reports a second for 30 s through the product's keeper, of both families at once: none is lost.
controllers legacy extended
for index in 0 1; do
    tell $index rate 2000
    report-counter hci$index 30 >result.$index &
    eval counter$index=$!
done
wait $counter0 $counter1
for index in 0 1; do
    figure "hci$index $(cat result.$index)"
    . ./result.$index
    [ $lost = 0 ] || fail "lost $lost"
    [ $dropped = 0 ] || fail "dropped $dropped"
    [ $rate -ge 1800 ] || fail "heard only $rate a second"
    tell $index figures
done
