/* Preloaded: while the file KILL_WHILE is there, the process dies by SIGKILL at its KILL_AT-th step from then on. Each
   sync of a file, and each send over the network, has two: just before it and just after it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static int taken;

static void step(const char *what) {
    const char *file = getenv("KILL_WHILE"), *at = getenv("KILL_AT");
    if (!file || !at || access(file, F_OK)) return;
    if (__atomic_add_fetch(&taken, 1, __ATOMIC_SEQ_CST) != atoi(at)) return;
    dprintf(STDERR_FILENO, "killed %s\n", what);
    kill(getpid(), SIGKILL);
    pause();
}

static int is_network(int descriptor) {
    int domain;
    socklen_t size = sizeof domain;
    return !getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &size) && domain == AF_INET;
}

#define STEP(type, name, parameters, arguments, counts)                                                               \
    type name parameters {                                                                                             \
        type(*real) parameters = (type(*) parameters)dlsym(RTLD_NEXT, #name);                                          \
        if (!(counts)) return real arguments;                                                                          \
        step("before " #name);                                                                                         \
        type result = real arguments;                                                                                  \
        step("after " #name);                                                                                          \
        return result;                                                                                                 \
    }

STEP(int, fsync, (int d), (d), 1)
STEP(int, fdatasync, (int d), (d), 1)
STEP(ssize_t, send, (int d, const void *b, size_t n, int f), (d, b, n, f), is_network(d))
STEP(ssize_t, sendto, (int d, const void *b, size_t n, int f, const struct sockaddr *a, socklen_t l),
     (d, b, n, f, a, l), is_network(d))
STEP(ssize_t, sendmsg, (int d, const struct msghdr *m, int f), (d, m, f), is_network(d))
STEP(ssize_t, write, (int d, const void *b, size_t n), (d, b, n), is_network(d))
STEP(ssize_t, writev, (int d, const struct iovec *v, int n), (d, v, n), is_network(d))
