/* Preloaded: every fsync takes 25 ms, as on an SD card. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

static int slow(const char *name, int descriptor) {
    int (*sync)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    usleep(25000);
    return sync(descriptor);
}

int fsync(int descriptor) { return slow("fsync", descriptor); }
int fdatasync(int descriptor) { return slow("fdatasync", descriptor); }
