#include "guard.h"
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

/// Where a failed assertion on this thread leads to; NULL: to the end of the process, as usual.
static _Thread_local jmp_buf *way_out;

int beckon_loop_read(struct mosquitto *handle, int packets) {
    jmp_buf here;
    if (setjmp(here)) {
        way_out = NULL;
        return MOSQ_ERR_MALFORMED_PACKET;
    }
    way_out = &here;
    int code = mosquitto_loop_read(handle, packets);
    way_out = NULL;
    return code;
}

/// Takes the place of the C library's for all that the program has loaded. The library holds no lock where it asserts;
/// what it had allocated for the packet is lost.
_Noreturn void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function) {
    if (way_out) longjmp(*way_out, 1);
    fprintf(stderr, "%s:%u: %s: assertion `%s' failed\n", file, line, function, assertion);
    abort();
}
