# A burst of 20,000 reports a second against a reader that stands still, of each family: what is lost is counted exactly.
controllers legacy extended
# burst CONTROLLER ENABLE: once the scan has begun (the command ENABLE).
burst() {
    local index=$1
    report-counter hci$index 8 >result.$index &
    counter=$!
    eventually 5 grep -q $2 commands
    tell $index rate 100
    sleep 0.5
    kill -STOP $counter
    tell $index rate 20000
    sleep 2
    tell $index rate 100
    kill -CONT $counter
    wait $counter
    tell $index rate 0
    figure "hci$index $(cat result.$index)"
    . ./result.$index
    [ $dropped -gt 0 ] || fail "nothing was dropped"
    [ $lost = $dropped ] || fail "lost $lost, counted $dropped"
}
burst 0 010c20020100
burst 1 0142200601
