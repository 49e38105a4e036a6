# `beckon emit` on one controller, the gateway on the other, a broker: an enter comes; when it ends, an exit.
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
    beckon emit --adapter hci1 --state emit --uuid 41c08dfd-b719-4ccb-9d3b-5aa7c3860f89 --major 1 2>emit.log &
    emitter=$!
    eventually 10 grep -q '/enter/shop/' messages
    figure $family.enter_ms $(($(monotonic_ms) - began))
    # Its minor was made at random, and kept.
    identity="ibeacon:41c08dfd-b719-4ccb-9d3b-5aa7c3860f89:1:$(sed 's/.*://' emit/ibeacon)"
    grep -q "/enter/shop/$identity " messages || fail "not $identity"
    ! beckon emit --adapter hci1 --state emit 2>second.log || fail "two of one identity"
    grep -q "in use by process $emitter" second.log
    ended=$(monotonic_ms)
    kill -INT $emitter
    wait $emitter || fail "emit ended with status $?"
    figure $family.stop_ms $(($(monotonic_ms) - ended))
    eventually 20 grep -q '/exit/shop/' messages
    [ $(count '/enter/shop/' messages) = 1 ] || fail "more than one enter"
    kill $gateway
    wait $gateway || fail "the gateway ended with status $?"
    stop_broker
    unplug_all
done
