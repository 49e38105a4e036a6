#pragma once
#include <microhttpd.h>
#include <pthread.h>
#include <string.h>
#include <sys/eventfd.h>

// _GNU_SOURCE only, which Swift does not see.
int pthread_setname_np(pthread_t, const char *);

static inline void beckon_name_http_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

/// Leaves the target of a request as it came: it is decoded in one place, in Swift, which refuses what is malformed.
static size_t beckon_unescape_nothing(void *state, struct MHD_Connection *connection, char *text) {
    (void)state;
    (void)connection;
    return strlen(text);
}

/// The callbacks of a daemon; all get `state`.
struct beckon_http {
    void *state;
    MHD_AccessHandlerCallback access;
    void *(*target)(void *state, const char *target, struct MHD_Connection *connection);
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connection;
};

/// A daemon that runs only in `MHD_run`; NULL with errno. Here since the call is variadic.
static inline struct MHD_Daemon *beckon_http_start(int socket, unsigned connections, unsigned connections_per_address,
                                                   size_t connection_memory, const struct beckon_http *callbacks) {
    return MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, callbacks->access, callbacks->state,
        MHD_OPTION_LISTEN_SOCKET, socket, MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, connections_per_address, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        connection_memory, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_UNESCAPE_CALLBACK, beckon_unescape_nothing, NULL,
        MHD_OPTION_URI_LOG_CALLBACK, callbacks->target, callbacks->state, MHD_OPTION_NOTIFY_COMPLETED,
        callbacks->completed, callbacks->state, MHD_OPTION_NOTIFY_CONNECTION, callbacks->connection, callbacks->state,
        MHD_OPTION_END);
}

/// Readable when `MHD_run` has something to do; -1 on error.
static inline int beckon_http_descriptor(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -1;
}

static inline int beckon_http_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}
