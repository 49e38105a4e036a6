#pragma once
#include <bluetooth/bluetooth.h>
#include <bluetooth/hci.h>
#include <bluetooth/hci_lib.h>
#include <linux/filter.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

enum { beckon_batch_slots = 128 };

/// The kernel's mmsghdr: libc's is hidden without _GNU_SOURCE, which Swift's own view of libc does not bear.
struct beckon_message {
    struct msghdr header;
    unsigned int length;
};

/// Fills up to 128 slots of `slot` bytes with one packet each, without waiting: their lengths, and the kernel's time
/// stamps (realtime µs; -1 where it gave none). The number of packets, or -1 with errno. Here since the
/// CMSG macros do not reach Swift.
static inline int beckon_receive_batch(int fd, uint8_t *bytes, size_t slot, uint32_t *lengths, int64_t *stamps) {
    struct beckon_message messages[beckon_batch_slots];
    struct iovec vectors[beckon_batch_slots];
    union {
        struct cmsghdr align;
        char bytes[CMSG_SPACE(sizeof(struct timeval))];
    } controls[beckon_batch_slots];
    memset(messages, 0, sizeof messages);
    for (int i = 0; i < beckon_batch_slots; i++) {
        vectors[i] = (struct iovec){bytes + i * slot, slot};
        messages[i].header.msg_iov = &vectors[i];
        messages[i].header.msg_iovlen = 1;
        messages[i].header.msg_control = controls[i].bytes;
        messages[i].header.msg_controllen = sizeof controls[i].bytes;
    }
    int count = (int)syscall(SYS_recvmmsg, fd, messages, beckon_batch_slots, MSG_DONTWAIT, NULL);
    for (int i = 0; i < count; i++) {
        lengths[i] = messages[i].length;
        stamps[i] = -1;
        for (struct cmsghdr *c = CMSG_FIRSTHDR(&messages[i].header); c; c = CMSG_NXTHDR(&messages[i].header, c)) {
            struct timeval time;
            if (c->cmsg_level == SOL_HCI && c->cmsg_type == HCI_CMSG_TSTAMP && c->cmsg_len >= CMSG_LEN(sizeof time)) {
                memcpy(&time, CMSG_DATA(c), sizeof time);
                stamps[i] = (int64_t)time.tv_sec * 1000000 + time.tv_usec;
            }
        }
    }
    return count;
}
