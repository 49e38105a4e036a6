# Whatever becomes of its adapter, the gateway hears again by itself, and tells of no coming or going that was none. A
# gateway for each family; a visitor who stands there all the time.
controllers legacy legacy extended extended
start_broker
visitor_region='regions: [{name: shop, ibeacon: {uuid: 41c08dfd-b719-4ccb-9d3b-5aa7c3860f89}, exit: {after: 15s}}]'
for family in legacy extended; do
    [ $family = legacy ] && address=C0:15:AA:00:00:01 || address=C0:15:AA:00:00:03
    printf 'site: guest\ngateway: {id: %s, source: bluez, adapters: ["%s"]}\n%s\n' \
        $family $address "$visitor_region" >$family.yaml
    beckon-gateway --config $family.yaml --state state.$family >$family.log 2>&1 &
    eval $family=$!
done
advertise 1 legacy $visitor
# seen FAMILY WHAT: how often its gateway has said that.
seen() { grep -c "/guest/$1/.*$2" messages || true; }
both_entered() { [ $(seen legacy event/enter/) = 1 ] && [ $(seen extended event/enter/) = 1 ]; }
eventually 20 both_entered

# From here on, until both hear again: after a gap a region is first of all `settling`.
begin() {
    began=$(monotonic_ms)
    settled_legacy=$(seen legacy '"settling"')
    settled_extended=$(seen extended '"settling"')
}
restored() {
    [ $(seen legacy '"settling"') -gt $settled_legacy ] && [ $(seen extended '"settling"') -gt $settled_extended ]
}
# heals NAME SECONDS
heals() {
    eventually $2 restored
    figure $1: $(($(monotonic_ms) - began)) ms
    sleep 1
    [ $(seen legacy event/) = 1 ] && [ $(seen extended event/) = 1 ] || fail "$1 made an event"
}

begin
tell 0 hardware-error 3
tell 2 hardware-error 3
heals hardware_error 5

block 0 1
block 2 1
sleep 3
grep -q 'rfkill unblock' legacy.log || fail "the log does not say that the radio is blocked"
[ $(seen legacy '"degraded".*rfkill unblock') -ge 1 ] || fail "the status does not say that the radio is blocked"
begin
block 0 0
block 2 0
heals rfkill 5

# Unplugged, and back under another index.
tell 0 unplug
tell 2 unplug
sleep 2
begin
[ "$(tell 2 plug)" = hci0 ] || fail "not under another index"
[ "$(tell 0 plug)" = hci2 ] || fail "not under another index"
heals replug 8

# Mute while somebody ends the scan.
tell 0 mute on
tell 2 mute on
! hci 2 0x08 0x000c 00 00
! hci 0 0x08 0x0042 00 00 00 00 00 00
sleep 7
begin
tell 0 mute off
tell 2 mute off
heals mute 20

# Silent for a minute: after 15 s the visitor has gone, as far as one can know. What comes after is a new visit.
tell 0 silent on
tell 2 silent on
sleep 60
[ $(seen legacy event/exit/) = 1 ] && [ $(seen extended event/exit/) = 1 ] || fail "no exit by silence"
tell 0 silent off
tell 2 silent off
began=$(monotonic_ms)
both_entered_again() { [ $(seen legacy event/enter/) = 2 ] && [ $(seen extended event/enter/) = 2 ]; }
eventually 20 both_entered_again
figure silent: enters after $(($(monotonic_ms) - began)) ms
[ $(seen legacy event/exit/) = 1 ] && [ $(seen extended event/exit/) = 1 ] || fail "more than one exit"

[ $(seen legacy 'telemetry ') -ge 2 ] || fail "no telemetry"
grep '/guest/legacy/telemetry' messages | tail -1
cp messages /out/recovery.messages
kill $legacy $extended
wait $legacy $extended || fail "a gateway ended with status $?"
stop_broker
