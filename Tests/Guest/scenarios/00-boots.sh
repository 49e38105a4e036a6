# The kernel is Debian's and has Bluetooth.
figure kernel "$(uname -r)"
[ -e /dev/vhci ]
echo hello >/out/hello
