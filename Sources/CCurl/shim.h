#pragma once
#include <curl/curl.h>

/* curl_easy_setopt and curl_easy_getinfo are variadic, which Swift cannot call. */
static inline CURLcode beckon_curl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode beckon_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode beckon_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

/* Copies the body; a length first, since a body may hold zeros. */
static inline CURLcode beckon_curl_set_body(CURL *handle, const void *bytes, size_t count) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    return code ? code : curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, count ? bytes : "");
}

static inline CURLcode beckon_curl_set_writer(
    CURL *handle, CURLoption option, size_t (*writer)(char *, size_t, size_t, void *)) {
    return curl_easy_setopt(handle, option, writer);
}

static inline CURLcode beckon_curl_set_opener(
    CURL *handle, curl_socket_t (*opener)(void *, curlsocktype, struct curl_sockaddr *)) {
    return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, opener);
}

static inline long beckon_curl_status(CURL *handle) {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

/* Seconds; 0: the server said nothing of it. */
static inline curl_off_t beckon_curl_retry_after(CURL *handle) {
    curl_off_t seconds = 0;
    curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, &seconds);
    return seconds;
}

/* Belongs to the handle; NULL: the server said nothing of it. */
static inline const char *beckon_curl_content_type(CURL *handle) {
    const char *type = NULL;
    curl_easy_getinfo(handle, CURLINFO_CONTENT_TYPE, &type);
    return type;
}

/* Whether the connection stood, with TLS, and the request may have left. */
static inline int beckon_curl_was_sent(CURL *handle) {
    curl_off_t microseconds = 0;
    curl_easy_getinfo(handle, CURLINFO_PRETRANSFER_TIME_T, &microseconds);
    return microseconds > 0;
}
