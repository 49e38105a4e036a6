#pragma once
// What Linux has and Swift's Glibc module leaves out.
#include <stdbool.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timex.h>

// Declared here, since <pthread.h> hides it without _GNU_SOURCE.
extern int pthread_setname_np(pthread_t thread, const char *name);

/// Whether the kernel says that the wall clock follows a time source.
static inline bool beckon_clock_synchronised(void) {
    struct timex state = {0};
    return adjtimex(&state) != TIME_ERROR && !(state.status & STA_UNSYNC);
}
