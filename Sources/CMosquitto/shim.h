#pragma once
#include <dlfcn.h>
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <pthread.h>
#include <sys/eventfd.h>

// _GNU_SOURCE only, which Swift does not see.
int pthread_setname_np(pthread_t, const char *);

static inline void beckon_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

/// Whether the handshake of TLS is over. Of OpenSSL, which libmosquitto has loaded.
static inline bool beckon_is_secured(struct mosquitto *handle) {
    void *ssl = mosquitto_ssl_get(handle), *scope = dlopen(NULL, RTLD_LAZY);
    int (*finished)(const void *) = scope ? (int (*)(const void *))dlsym(scope, "SSL_is_init_finished") : NULL;
    if (scope) dlclose(scope);
    return ssl && finished && finished(ssl);
}

/// What OpenSSL has against the server's certificate; NULL: nothing.
static inline const char *beckon_certificate_fault(struct mosquitto *handle) {
    void *ssl = mosquitto_ssl_get(handle), *scope = dlopen(NULL, RTLD_LAZY);
    if (!scope) return NULL;
    long (*result)(const void *) = (long (*)(const void *))dlsym(scope, "SSL_get_verify_result");
    const char *(*text)(long) = (const char *(*)(long))dlsym(scope, "X509_verify_cert_error_string");
    dlclose(scope);
    long code = ssl && result && text ? result(ssl) : 0;
    return code ? text(code) : NULL;
}

/// Has the server's certificate checked for `name` instead of the host that is connected to. libmosquitto has no
/// option for that; OpenSSL, which it has loaded, does. Nothing is changed unless all of it succeeds.
static inline int beckon_expect_server(struct mosquitto *handle, const char *name) {
    void *scope = dlopen(NULL, RTLD_LAZY);
    if (!scope) return MOSQ_ERR_TLS;
    const void *(*method)(void) = (const void *(*)(void))dlsym(scope, "TLS_client_method");
    void *(*new)(const void *) = (void *(*)(const void *))dlsym(scope, "SSL_CTX_new");
    void (*free)(void *) = (void (*)(void *))dlsym(scope, "SSL_CTX_free");
    void *(*parameters)(void *) = (void *(*)(void *))dlsym(scope, "SSL_CTX_get0_param");
    int (*expect)(void *, const char *, size_t) =
        (int (*)(void *, const char *, size_t))dlsym(scope, "X509_VERIFY_PARAM_set1_host");
    dlclose(scope);
    void *context = method && new && free && parameters && expect ? new(method()) : NULL;
    if (!context) return MOSQ_ERR_TLS;
    int code = MOSQ_ERR_TLS;
    if (expect(parameters(context), name, 0) == 1) {
        code = mosquitto_void_option(handle, MOSQ_OPT_SSL_CTX, context);
        if (!code) code = mosquitto_int_option(handle, MOSQ_OPT_SSL_CTX_WITH_DEFAULTS, 1);
        // Its own check is of the host; OpenSSL's has taken its place.
        if (!code) code = mosquitto_tls_insecure_set(handle, true);
    }
    free(context);
    return code;
}
