# A beacon on one controller, the gateway on the other, a broker: an enter comes, and when the beacon falls silent an exit.
for family in legacy extended; do
    controllers $family $family
    start_broker
    start_gateway <<'YAML'
site: guest
gateway: {id: guest, source: bluez, adapters: [hci0]}
regions:
  - name: shop
    ibeacon: {uuid: 41c08dfd-b719-4ccb-9d3b-5aa7c3860f89}
    exit: {after: 3s}
YAML
    began=$(monotonic_ms)
    advertise 1 $family $visitor
    eventually 10 grep -q '/enter/shop/' messages
    figure $family.enter_ms $(($(monotonic_ms) - began))
    ! grep -q '/exit/shop/' messages || fail "an exit before the end"
    ended=$(monotonic_ms)
    stop_advertising 1 $family
    eventually 20 grep -q '/exit/shop/' messages
    figure $family.exit_ms $(($(monotonic_ms) - ended))
    [ $(count '/enter/shop/' messages) = 1 ] || fail "more than one enter"
    cat messages
    kill $gateway
    wait $gateway || fail "the gateway ended with status $?"
    stop_broker
    unplug_all
done
