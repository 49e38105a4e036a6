# The kernel takes virtual controllers of both families for real ones.
controllers legacy extended
for index in 0 1; do powered $index || fail "hci$index is not up"; done
hciconfig hci0 | grep -q "C0:15:AA:00:00:01" || fail "hci0 has another address"
hciconfig hci1 | grep -q "C0:15:AA:00:00:02" || fail "hci1 has another address"
figure commands "$(count hci0 commands)+$(count hci1 commands)"

# Families are not mixed: what the kernel began with is what counts.
hci 0 0x08 0x000b 00 60 00 60 00 00 00 || fail "the legacy controller refuses a legacy scan"
hci 1 0x08 0x000b 00 60 00 60 00 00 00 && fail "the extended controller mixes the families"
hci 1 0x08 0x0041 00 00 01 00 60 00 60 00 || fail "the extended controller refuses an extended scan"
