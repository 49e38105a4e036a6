# A burst of 20,000 reports a second against a reader that stands still: what is lost is counted exactly.
controllers legacy
report-counter hci0 8 >result &
counter=$!
eventually 5 grep -q 010c20020100 commands
tell 0 rate 100
sleep 0.5
kill -STOP $counter
tell 0 rate 20000
sleep 2
tell 0 rate 100
kill -CONT $counter
wait $counter
figure counted "$(cat result)"
. ./result
[ $dropped -gt 0 ] || fail "nothing was dropped"
[ $lost = $dropped ] || fail "lost $lost, counted $dropped"
