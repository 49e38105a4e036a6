#pragma once
#include <mosquitto.h>

/// `mosquitto_loop_read`, from which it comes back whatever the broker has sent: where an assertion of the library fails
/// (in Debian 12 one does at a property that it does not know), the packet counts as malformed. Then nothing but
/// `mosquitto_destroy` may be called with the handle.
int beckon_loop_read(struct mosquitto *handle, int packets);
