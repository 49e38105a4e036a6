# By the capabilities of its unit, CAP_NET_RAW and CAP_NET_ADMIN, and no other, the gateway powers its adapter up and hears.
controllers legacy
hciconfig hci0 down
start_broker
cat >config.yaml <<'YAML'
site: shop
broker: {urls: [mqtt://127.0.0.1:1883]}
gateway: {id: shelf, http: {listen: off}}
regions: [{name: shelf, ibeacon: {uuid: 41c08dfd-b719-4ccb-9d3b-5aa7c3860f89}}]
YAML
chmod 755 . && chmod 644 config.yaml
mkdir state && chown beckon:beckon state

# start CAPABILITIES: the gateway as systemd starts it, with these, in the words of setpriv (busybox has a smaller one)
start() {
    /usr/bin/setpriv --reuid beckon --regid beckon --clear-groups --no-new-privs --bounding-set "$1" --inh-caps "$1" \
        --ambient-caps "$1" beckon-gateway --config config.yaml --state state >gateway.log 2>&1 &
    gateway=$!
}
# may CAPABILITIES: what the kernel lets the gateway do, and what it could ever get, in hexadecimal
may() { [ "$(sed -n 's/^Cap\(Eff\|Bnd\):[^0-9a-f]*0*/\1 /p' /proc/$gateway/status)" = "Eff $1
Bnd $1" ]; }
# finds VERDICT PATTERN: the doctor of the running gateway's rights
finds() {
    beckon doctor --config config.yaml --state state --json >findings 2>doctor.log || true
    grep "\"subject\":\"rights\",\"verdict\":\"$1\"" findings | grep -q -- "$2" || { cat findings; fail "no $1: $2"; }
}

start -all,+net_raw,+net_admin
eventually 10 may 3000
eventually 20 powered 0
tell 0 rate 100
eventually 20 grep -q '"state":"online"' messages
finds good 'may scan, and mend its adapter'
kill $gateway
wait $gateway || fail "it does not stop cleanly"

start -all,+net_raw
eventually 10 may 2000
finds fault 'lacks CAP_NET_ADMIN'
kill $gateway
wait $gateway || true
