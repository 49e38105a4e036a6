#pragma once
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <pthread.h>
#include <sys/eventfd.h>

// _GNU_SOURCE only, which Swift does not see.
int pthread_setname_np(pthread_t, const char *);

static inline void beckon_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }
