# The real bluetoothd switches a scan that is not its own off when it starts, and the adapter off when it stops.
for family in legacy extended; do
controllers $family
tell 0 rate 100
scan_$family
sleep 1
tell 0 figures
start_bluetoothd
sleep 3
tell 0 figures
stop_bluetoothd
sleep 2
tell 0 figures
hciconfig
cat commands
unplug_all
done
exit 1
