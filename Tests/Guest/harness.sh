# Read before each scenario, in its own folder.
figure() { echo "$1=$2" >>figures; }
fail() { echo "FAILED: $*" >&2; exit 1; }
