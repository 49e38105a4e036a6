# The kernel is Debian's and has Bluetooth without hardware.
figure kernel "$(uname -r)"
[ -e /dev/vhci ]
