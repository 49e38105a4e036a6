# In the box of `boot`: what systemd and the kernel say of the two daemons: NAME.PROPERTY=VALUE, a line each; then the log.
units="beckon-gateway beckon-consumer"
tell() { for word in "${@:2}"; do systemctl show "$1" -p "$word" | sed "s/^/$1./"; done; }
# until SECONDS COMMAND…
until_() {
    for ((i = $1 * 10; i > 0; i--)); do
        if "${@:2}" >/dev/null 2>&1; then return 0; fi
        sleep 0.1
    done
    echo "never: ${*:2}"
}
connected() { journalctl -q -u "$1" -o cat | grep -q 'mqtt: connected'; }
readAgain() { journalctl -q -u "$1" -o cat | grep -q 'configuration: read again'; }
restarted() { [[ $(systemctl show "$1" -p NRestarts --value) == 1 ]] && systemctl is-active "$1"; }

for unit in $units; do
    until_ 30 connected $unit
    tell $unit ActiveState NRestarts
    sed -n "s/^\(Cap[A-Z][a-z]*\|NoNewPrivs\|Seccomp\):[[:space:]]*/$unit.\1=/p" "/proc/$(systemctl show $unit -p MainPID --value)/status"
    systemctl reload $unit
    until_ 10 readAgain $unit
done
sleep 35
for unit in $units; do
    # Alive by their own word, for longer than the watchdog waits.
    echo "$unit.alive=$(systemctl is-active $unit)"
    tell $unit NRestarts
    # And one that stands still is started again.
    kill -STOP "$(systemctl show $unit -p MainPID --value)"
done
for unit in $units; do
    until_ 60 restarted $unit
    echo "$unit.restarts=$(systemctl show $unit -p NRestarts --value)"
    systemctl stop $unit
    tell $unit Result ExecMainStatus
done
journalctl -q -b -o short -u beckon-gateway -u beckon-consumer
