# Two adapters of which one is pulled; one for us alone; one whose kernel passes on iBeacons only; and no right to any.
controllers legacy extended legacy
start_broker
region='regions: [{name: shop, ibeacon: {uuid: 41c08dfd-b719-4ccb-9d3b-5aa7c3860f89}, exit: {after: 5s}}]'
advertise 2 legacy $visitor
entered() { [ $(count '/event/enter/' messages) = $1 ]; }
stop_gateway() {
    kill $gateway
    wait $gateway || fail "the gateway ended with status $?"
}

start_gateway <<YAML
site: guest
gateway: {id: several, source: bluez, adapters: [hci0, hci1]}
$region
YAML
eventually 10 entered 1
tell 0 unplug
eventually 5 grep -q 'several/status .*"degraded".*no Bluetooth adapter hci0' messages
sleep 6
! grep -q '/event/exit/' messages || fail "an exit, though one adapter heard on"
! grep -q 'scanner_down' messages || fail "deaf, though one adapter heard on"
grep -c '"online"' messages >online
tell 0 plug
online_again() { [ $(count '"online"' messages) -gt "$(cat online)" ]; }
eventually 5 online_again
stop_gateway

start_bluetoothd
eventually 5 bluetoothctl show C0:15:AA:00:00:02
start_gateway <<YAML
site: guest
gateway: {id: alone, source: bluez, adapters: ["C0:15:AA:00:00:02"], scan: {exclusive: true}}
$region
YAML
eventually 10 entered 2
grep -q 'alone/status .*"mode":"passive exclusive"' messages || fail "not alone"
bluetoothctl list | grep -q C0:15:AA:00:00:02 && fail "bluetoothd still has the adapter"
stop_gateway
eventually 5 bluetoothctl show C0:15:AA:00:00:02
stop_bluetoothd

start_gateway <<YAML
site: guest
gateway: {id: ibeacons, source: bluez, adapters: [hci0], scan: {mode: active, profile: wifi, ibeacon_only: on}}
$region
YAML
eventually 10 entered 3
grep -q 'ibeacons/status .*"mode":"active wifi"' messages || fail "not as configured"
grep -q 'hci0 010b200701a00060000000' commands || fail "not the parameters that were asked for"
stop_gateway

chmod 777 .
start-stop-daemon -S -c messagebus -x /usr/bin/beckon-gateway -- --config gateway.yaml --state powerless >powerless.log 2>&1 &
powerless=$!
eventually 5 grep -q 'AmbientCapabilities=CAP_NET_RAW CAP_NET_ADMIN' powerless.log
kill $powerless
wait $powerless || fail "without rights it ended with status $?"
cat messages
stop_broker
