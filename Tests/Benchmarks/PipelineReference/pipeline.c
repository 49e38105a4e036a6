#define _GNU_SOURCE
// The delivery pipeline in plain C, beside which deploy/bench measures ours: events on disk at both ends, QoS 1.
//
// pipeline send PORT DATABASE COUNT RATE STATES   makes RATE events a second (0: without a pause); they are committed
//                                                 before they are sent, and go when the broker has them. STATES 1: a
//                                                 retained state goes with each. Prints when it began, Unix seconds.
// pipeline receive PORT DATABASE COUNT VISITS     commits what comes, then acknowledges; hears the states too, as a
//                                                 consumer does. VISITS 1: tells the visit of each, as a consumer does:
//                                                 an event, on disk until the broker has it, and a retained state.
//                                                 Prints when all was there.
#include <errno.h>
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <poll.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WINDOW = 100, BATCH = 100, PAUSE = 200, MOST_PENDING = 20000 };

static double seconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void check(int code, int good, const char *what) {
    if (code == good) return;
    fprintf(stderr, "pipeline: %s: %d\n", what, code);
    exit(1);
}

static sqlite3 *open_database(const char *path, const char *table) {
    sqlite3 *database;
    check(sqlite3_open(path, &database), SQLITE_OK, path);
    check(sqlite3_exec(database, "PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL", 0,
                       0, 0), SQLITE_OK, "pragmas");
    check(sqlite3_exec(database, table, 0, 0, 0), SQLITE_OK, "table");
    return database;
}

static sqlite3_stmt *prepare(sqlite3 *database, const char *sql) {
    sqlite3_stmt *statement;
    check(sqlite3_prepare_v2(database, sql, -1, &statement, 0), SQLITE_OK, sql);
    return statement;
}

static void run(sqlite3_stmt *statement) {
    check(sqlite3_step(statement), SQLITE_DONE, sqlite3_sql(statement));
    sqlite3_reset(statement);
}

static int is_connected, is_subscribed;

static void on_connect(struct mosquitto *client, void *state, int code, int flags, const mosquitto_property *list) {
    (void)client, (void)state, (void)flags, (void)list;
    check(code, 0, "CONNACK");
    is_connected = 1;
}

static struct mosquitto *open_client(const char *id, int is_clean, int port, void *state) {
    mosquitto_lib_init();
    struct mosquitto *client = mosquitto_new(id, is_clean, state);
    mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
    mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1);
    mosquitto_int_option(client, MOSQ_OPT_SEND_MAXIMUM, WINDOW);
    mosquitto_threaded_set(client, true);
    mosquitto_connect_v5_callback_set(client, on_connect);
    mosquitto_property *properties = NULL;
    mosquitto_property_add_int32(&properties, MQTT_PROP_SESSION_EXPIRY_INTERVAL, is_clean ? 0 : 3600);
    mosquitto_property_add_int16(&properties, MQTT_PROP_RECEIVE_MAXIMUM, WINDOW);
    check(mosquitto_connect_bind_v5(client, "127.0.0.1", port, 60, NULL, properties), MOSQ_ERR_SUCCESS, "connect");
    return client;
}

/// Waits, reads all there is, then calls `before`, then writes.
static void turn(struct mosquitto *client, int milliseconds, void (*before)(void)) {
    struct pollfd entry = {mosquitto_socket(client), POLLIN | (mosquitto_want_write(client) ? POLLOUT : 0), 0};
    if (poll(&entry, 1, milliseconds) > 0 && entry.revents & POLLIN)
        // Whatever number it is given, the library reads one packet.
        for (int i = 0; i < WINDOW; i++) {
            errno = 0;
            check(mosquitto_loop_read(client, 1), MOSQ_ERR_SUCCESS, "read");
            if (errno == EAGAIN) break;
        }
    if (before) before();
    if (mosquitto_want_write(client)) check(mosquitto_loop_write(client, 1), MOSQ_ERR_SUCCESS, "write");
    check(mosquitto_loop_misc(client), MOSQ_ERR_SUCCESS, "misc");
}

// MARK: Sending

struct row {
    long long wall;
    int sequence, beacon;
    double level;
};

static int *sequences; // of messages in flight, by their number; 0: a state
static char *is_confirmed;
static int in_flight, confirmed;

static void follow(int count) {
    sequences = calloc(65536, sizeof *sequences);
    is_confirmed = calloc((size_t)count + 2, 1);
}

static void on_publish(struct mosquitto *client, void *state, int id, int code, const mosquitto_property *list) {
    (void)client, (void)state, (void)list;
    if (code >= 0x80) check(code, 0, "PUBACK");
    in_flight--;
    if (sequences[id]) is_confirmed[sequences[id]] = 1;
    while (is_confirmed[confirmed + 1]) confirmed++;
}

static void post(struct mosquitto *client, const char *topic, const char *text, int length, int retain, int sequence) {
    int id;
    mosquitto_property *properties = NULL;
    mosquitto_property_add_string(&properties, MQTT_PROP_CONTENT_TYPE, "application/cloudevents+json; charset=utf-8");
    mosquitto_property_add_byte(&properties, MQTT_PROP_PAYLOAD_FORMAT_INDICATOR, 1);
    check(mosquitto_publish_v5(client, &id, topic, length, text, 1, retain, properties), MOSQ_ERR_SUCCESS, "publish");
    mosquitto_property_free_all(&properties);
    sequences[id] = sequence;
    in_flight++;
}

static const char uuid[] = "41c08dfd-b719-4ccb-9d3b-5aa7c3860f89", source[] = "demo-shop/reference";

static void post_event(struct mosquitto *client, const struct row *row, int with_state) {
    char topic[256], text[2048];
    int length;
    if (with_state) {
        snprintf(topic, sizeof topic, "beckon/v1/%s/presence/shop/ibeacon:%s:1:%d", source, uuid, row->beacon);
        length = snprintf(
            text, sizeof text,
            "{\"at\":\"2026-11-30T17:05:12.345Z\",\"state\":\"present\",\"visit\":\"%s:k3v9x2ma:v%d\","
            "\"since\":\"2026-11-30T17:05:12.345Z\",\"last_seen\":\"2026-11-30T17:05:12.345Z\",\"proximity\":\"near\","
            "\"rssi\":%.1f,\"distance_m\":1.3,\"exit_after_s\":28}",
            source, row->sequence, row->level);
        post(client, topic, text, length, 1, 0);
    }
    snprintf(topic, sizeof topic, "beckon/v1/%s/event/enter/shop/ibeacon:%s:1:%d", source, uuid, row->beacon);
    length = snprintf(
        text, sizeof text,
        "{\"specversion\":\"1.0\",\"id\":\"%s:k3v9x2ma:%d\",\"source\":\"%s\",\"type\":\"beckon.enter\","
        "\"subject\":\"ibeacon:%s:1:%d\",\"time\":\"2026-11-30T17:05:12.345Z\",\"datacontenttype\":\"application/json\","
        "\"dataschema\":\"urn:beckon:v1:enter\",\"partitionkey\":\"ibeacon:%s:1:%d\",\"data\":{\"site\":\"demo-shop\","
        "\"gateway\":\"reference\",\"region\":\"shop\",\"visit\":\"%s:k3v9x2ma:v%d\",\"seq\":%d,\"n\":1,"
        "\"reason\":\"arrived\",\"beacon\":{\"format\":\"ibeacon\",\"uuid\":\"%s\",\"major\":1,\"minor\":%d},"
        "\"rssi\":%.1f,\"measured_power\":-59,\"distance_m\":1.3,\"proximity\":\"near\",\"sightings\":2,"
        "\"first_seen\":\"2026-11-30T17:05:12.345Z\",\"last_seen\":\"2026-11-30T17:05:12.345Z\",\"clock_synced\":true,"
        "\"replayed\":false,\"simulated\":false}}",
        source, row->sequence, source, uuid, row->beacon, uuid, row->beacon, source, row->sequence, row->sequence, uuid,
        row->beacon, row->level);
    post(client, topic, text, length, 0, row->sequence);
}

static void commit(sqlite3 *database, const struct row *rows, int from, int to) {
    static sqlite3_stmt *insert, *delete;
    if (!insert) {
        insert = prepare(database, "INSERT INTO outbox VALUES (?, 'enter', ?, ?, ?, 'shop', ?, ?, 1, 'arrived', ?, -59, 1.3,"
                                   " 'near', 2, 0, 0)");
        delete = prepare(database, "DELETE FROM outbox WHERE seq <= ?");
    }
    check(sqlite3_exec(database, "BEGIN IMMEDIATE", 0, 0, 0), SQLITE_OK, "begin");
    sqlite3_bind_int(delete, 1, confirmed);
    run(delete);
    for (int i = from + 1; i <= to; i++) {
        char beacon[80], visit[80];
        snprintf(beacon, sizeof beacon, "ibeacon:%s:1:%d", uuid, rows[i].beacon);
        snprintf(visit, sizeof visit, "%s:k3v9x2ma:v%d", source, i);
        sqlite3_bind_int(insert, 1, i);
        sqlite3_bind_int64(insert, 2, 1);
        sqlite3_bind_int64(insert, 3, rows[i].wall);
        sqlite3_bind_int64(insert, 4, rows[i].wall);
        sqlite3_bind_text(insert, 5, beacon, -1, SQLITE_STATIC);
        sqlite3_bind_text(insert, 6, visit, -1, SQLITE_STATIC);
        sqlite3_bind_double(insert, 7, rows[i].level);
        run(insert);
    }
    check(sqlite3_exec(database, "COMMIT", 0, 0, 0), SQLITE_OK, "commit");
}

static void send_all(int port, const char *path, int count, double rate, int with_states) {
    sqlite3 *database = open_database(
        path, "CREATE TABLE outbox (seq INTEGER PRIMARY KEY, kind TEXT, boot INTEGER, monotonic INTEGER, wall INTEGER,"
              " region TEXT, beacon TEXT, visit TEXT, number INTEGER, reason TEXT, level REAL, measured_power INTEGER,"
              " distance REAL, proximity TEXT, sightings INTEGER, first_seen INTEGER, last_seen INTEGER)");
    struct row *rows = calloc((size_t)count + 1, sizeof *rows);
    follow(count);
    struct mosquitto *client = open_client("reference", 1, port, NULL);
    mosquitto_publish_v5_callback_set(client, on_publish);
    while (!is_connected) turn(client, 100, NULL);
    printf("%.6f\n", seconds(CLOCK_REALTIME));
    fflush(stdout);
    double start = seconds(CLOCK_MONOTONIC), committed_at = 0;
    int made = 0, committed = 0, sent = 0;
    while (confirmed < count) {
        double now = seconds(CLOCK_MONOTONIC);
        double due = rate > 0 ? (now - start) * rate : count;
        while (made < count && made < due && made - committed < MOST_PENDING) {
            made++;
            rows[made] = (struct row){1700000000000 + made, made, made % 60000, -60 - made % 20};
        }
        if (made > committed && (made - committed >= BATCH || now - committed_at >= PAUSE / 1e3 || made == count)) {
            commit(database, rows, committed, made);
            committed = made;
            committed_at = now;
        }
        while (sent < committed && in_flight < WINDOW - with_states) post_event(client, &rows[++sent], with_states);
        turn(client, sent < committed && in_flight < WINDOW - with_states ? 0 : 1, NULL);
    }
    mosquitto_disconnect(client);
    mosquitto_loop_write(client, 1);
}

// MARK: The receiver

static sqlite3 *inbox;
static sqlite3_stmt *keep, *keep_visit, *forget_visits;
static int kept, is_open;
static char (*visits)[80]; // whose they are, by number; NULL: they are not told
static int told;

static void on_subscribe(struct mosquitto *client, void *state, int id, int n, const int *q, const mosquitto_property *l) {
    (void)client, (void)state, (void)id, (void)n, (void)q, (void)l;
    is_subscribed = 1;
}

static void on_message(
    struct mosquitto *client, void *state, const struct mosquitto_message *message, const mosquitto_property *list) {
    (void)client, (void)state, (void)list;
    // For each acknowledgement the library writes into a pipe that nobody reads: once full, that leaves EAGAIN.
    errno = 0;
    const char *text = message->payload, *id = memmem(text, (size_t)message->payloadlen, "\"id\":\"", 6);
    const char *end = id ? memchr(id + 6, '"', (size_t)(text + message->payloadlen - id - 6)) : NULL;
    if (!end) return;
    if (!is_open) check(sqlite3_exec(inbox, "BEGIN IMMEDIATE", 0, 0, 0), SQLITE_OK, "begin");
    is_open = 1;
    sqlite3_bind_text(keep, 1, id + 6, (int)(end - id - 6), SQLITE_STATIC);
    sqlite3_bind_int64(keep, 2, (sqlite3_int64)time(NULL));
    run(keep);
    if (!sqlite3_changes(inbox)) return;
    kept++;
    const char *subject = memmem(text, (size_t)message->payloadlen, "\"subject\":\"", 11);
    if (!visits || !subject || sscanf(subject + 11, "%79[^\"]", visits[kept]) != 1) return;
    sqlite3_bind_int(keep_visit, 1, kept);
    sqlite3_bind_text(keep_visit, 2, visits[kept], -1, SQLITE_STATIC);
    sqlite3_bind_text(keep_visit, 3, id + 6, (int)(end - id - 6), SQLITE_STATIC);
    run(keep_visit);
}

static void end_batch(void) {
    if (is_open && visits) {
        sqlite3_bind_int(forget_visits, 1, confirmed);
        run(forget_visits);
    }
    if (is_open) check(sqlite3_exec(inbox, "COMMIT", 0, 0, 0), SQLITE_OK, "commit");
    is_open = 0;
}

static void tell_visit(struct mosquitto *client, int number) {
    char topic[256], text[2048];
    snprintf(topic, sizeof topic, "beckon/v1/demo-shop/_site/visit/enter/_store/%s", visits[number]);
    int length = snprintf(
        text, sizeof text,
        "{\"specversion\":\"1.0\",\"id\":\"demo-shop/_site:k3v9x2ma:%d\",\"source\":\"demo-shop/_site\","
        "\"type\":\"beckon.site.enter\",\"subject\":\"%s\",\"time\":\"2026-11-30T17:05:12.345Z\","
        "\"datacontenttype\":\"application/json\",\"dataschema\":\"urn:beckon:v1:site.enter\",\"partitionkey\":\"%s\","
        "\"data\":{\"site\":\"demo-shop\",\"zone\":\"_store\",\"visit\":\"%s:k3v9x2ma:v%d\","
        "\"beacon\":{\"format\":\"ibeacon\",\"uuid\":\"%s\",\"major\":1,\"minor\":%d},"
        "\"since\":\"2026-11-30T17:05:12.345Z\",\"reason\":\"arrived\"}}",
        number, visits[number], visits[number], source, number, uuid, number);
    post(client, topic, text, length, 0, number);
    snprintf(topic, sizeof topic, "beckon/v1/demo-shop/_site/presence/%s", visits[number]);
    length = snprintf(
        text, sizeof text,
        "{\"at\":\"2026-11-30T17:05:12.345Z\",\"zone\":\"_store\",\"since\":\"2026-11-30T17:05:12.345Z\","
        "\"visit\":\"%s:k3v9x2ma:v%d\"}",
        source, number);
    post(client, topic, text, length, 1, 0);
}

static void receive_all(int port, const char *path, int count, int with_visits) {
    inbox = open_database(
        path, "CREATE TABLE inbox (id TEXT PRIMARY KEY, at INTEGER) WITHOUT ROWID;"
              "CREATE TABLE visits (number INTEGER PRIMARY KEY, beacon TEXT, visit TEXT)");
    keep = prepare(inbox, "INSERT INTO inbox VALUES (?, ?) ON CONFLICT DO NOTHING");
    keep_visit = prepare(inbox, "INSERT INTO visits VALUES (?, ?, ?)");
    forget_visits = prepare(inbox, "DELETE FROM visits WHERE number <= ?");
    if (with_visits) visits = calloc((size_t)count + 1, sizeof *visits);
    follow(count);
    struct mosquitto *client = open_client("receiver", 0, port, NULL);
    mosquitto_message_v5_callback_set(client, on_message);
    mosquitto_publish_v5_callback_set(client, on_publish);
    mosquitto_subscribe_v5_callback_set(client, on_subscribe);
    while (!is_connected) turn(client, 100, NULL);
    mosquitto_subscribe_v5(client, NULL, "beckon/v1/+/+/presence/#", 1, MQTT_SUB_OPT_NO_LOCAL, NULL);
    mosquitto_subscribe(client, NULL, "beckon/v1/+/+/event/#", 1);
    while (!is_subscribed) turn(client, 100, NULL);
    printf("ready\n");
    fflush(stdout);
    while (kept < count) {
        while (visits && told < kept && in_flight < WINDOW - 1) tell_visit(client, ++told);
        turn(client, 100, end_batch);
    }
    printf("%.6f\n", seconds(CLOCK_REALTIME));
}

int main(int count, char **words) {
    if (count == 7 && !strcmp(words[1], "send"))
        send_all(atoi(words[2]), words[3], atoi(words[4]), atof(words[5]), atoi(words[6]));
    else if (count == 6 && !strcmp(words[1], "receive"))
        receive_all(atoi(words[2]), words[3], atoi(words[4]), atoi(words[5]));
    else
        return fprintf(stderr, "usage: pipeline send PORT DATABASE COUNT RATE STATES | receive PORT DATABASE COUNT VISITS\n"), 64;
    return 0;
}
