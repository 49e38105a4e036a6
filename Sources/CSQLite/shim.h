#pragma once
#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast, which Swift cannot import: SQLite copies the bytes before these return. */
/* An empty text may have no address, and is no null for that. */
static inline int beckon_bind_text(sqlite3_stmt *statement, int index, const void *text, int bytes) {
    return sqlite3_bind_text(statement, index, text ? (const char *)text : "", bytes, SQLITE_TRANSIENT);
}

static inline int beckon_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}
