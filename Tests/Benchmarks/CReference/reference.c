#include "reference.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { NO_SAMPLE = -128, FREE = 0, ARRIVING = 1, PRESENT = 2 };

/// One pair, one cache line.
struct pair {
    uint64_t high, low, rest;  // rest: the identity's lower 48 bits above 16 bits of region
    int64_t last_seen;
    int64_t deadline;
    uint64_t address_and_phase;
    float level, previous;
    uint32_t sample_age;
    uint16_t sightings;
    int8_t sample, measured_power;
};
_Static_assert(sizeof(struct pair) == 64, "a pair fills a cache line");

struct reference {
    struct pair *table;
    size_t mask, count;
    uint64_t seeds[3];
    uint64_t uuid[2];
    uint64_t namespace_id[2];
    uint16_t company;
};

static const int64_t EXIT_AFTER = 30000000, WITHIN = 10000000, COPY_WITHIN = 20000;
static const float TIME_CONSTANT = 2e6f, CLAMP = 10;

static uint64_t big_endian(const uint8_t *bytes, int count) {
    uint64_t value = 0;
    for (int index = 0; index < count; index++) value = value << 8 | bytes[index];
    return value;
}

static uint64_t fold(uint64_t left, uint64_t right) {
    unsigned __int128 product = (unsigned __int128)left * right;
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

struct reference *reference_new(size_t pairs, const uint8_t uuid[16], const uint8_t namespace_id[10], uint16_t company) {
    struct reference *reference = calloc(1, sizeof *reference);
    size_t size = 64;
    while (size < pairs * 2) size *= 2;
    reference->table = aligned_alloc(64, size * sizeof(struct pair));
    memset(reference->table, 0, size * sizeof(struct pair));
    reference->mask = size - 1;
    for (int index = 0; index < 3; index++) reference->seeds[index] = (uint64_t)random() << 32 ^ (uint64_t)random() << 1;
    reference->uuid[0] = big_endian(uuid, 8);
    reference->uuid[1] = big_endian(uuid + 8, 8);
    reference->namespace_id[0] = big_endian(namespace_id, 2);
    reference->namespace_id[1] = big_endian(namespace_id + 2, 8);
    reference->company = company;
    return reference;
}

void reference_free(struct reference *reference) {
    free(reference->table);
    free(reference);
}

static float clamped(float difference) {
    return difference < -CLAMP ? -CLAMP : difference > CLAMP ? CLAMP : difference;
}

static void take_sample(struct pair *pair, int8_t rssi, float weight) {
    pair->sample = rssi;
    pair->sample_age = 0;
    pair->level = isnan(pair->previous) ? rssi : pair->previous + weight * clamped(rssi - pair->previous);
}

static void sight(
    struct reference *reference, uint64_t high, uint64_t low, uint64_t rest, uint64_t address, int8_t rssi, int8_t power,
    int64_t at
) {
    uint64_t hash = fold(fold(low ^ reference->seeds[0], high ^ reference->seeds[1]) ^ reference->seeds[2],
                         rest ^ reference->seeds[1]);
    size_t place = hash & reference->mask;
    struct pair *pair;
    while (true) {
        pair = &reference->table[place];
        if (pair->address_and_phase >> 48 == FREE) break;
        if (pair->high == high && pair->low == low && pair->rest == rest) break;
        place = (place + 1) & reference->mask;
    }
    int8_t sample = rssi < 0 ? rssi : NO_SAMPLE;
    uint64_t phase = pair->address_and_phase >> 48;
    if (phase == FREE) {
        if (reference->count * 4 > reference->mask * 3) return;
        reference->count++;
        pair->high = high, pair->low = low, pair->rest = rest;
        pair->previous = pair->level = NAN;
        pair->last_seen = at;
        phase = ARRIVING;
    } else if (at - pair->last_seen <= COPY_WITHIN && (pair->address_and_phase & 0xFFFFFFFFFFFF) == address) {
        float age = pair->sample_age;
        if (sample > pair->sample) take_sample(pair, sample, age / (age + TIME_CONSTANT));
        return;
    }
    int64_t since = pair->sample_age + (at - pair->last_seen);
    pair->previous = pair->level;
    if (sample == NO_SAMPLE) {
        pair->sample = NO_SAMPLE;
        pair->sample_age = since > UINT32_MAX ? UINT32_MAX : (uint32_t)since;
    } else {
        take_sample(pair, sample, (float)since / ((float)since + TIME_CONSTANT));
    }
    if (phase == ARRIVING && pair->sightings > 0 && at - pair->last_seen <= WITHIN) phase = PRESENT;
    if (power >= -100 && power <= -20) pair->measured_power = power;
    if (pair->sightings < UINT16_MAX) pair->sightings++;
    pair->last_seen = at;
    pair->deadline = at + EXIT_AFTER;
    pair->address_and_phase = phase << 48 | address;
}

static void advertisement(
    struct reference *reference, const uint8_t *data, size_t length, uint64_t address, int8_t rssi, int64_t at
) {
    size_t offset = 0;
    while (offset < length && data[offset] > 0) {
        size_t end = offset + 1 + data[offset];
        if (end > length) return;
        uint8_t type = data[offset + 1];
        const uint8_t *payload = data + offset + 2;
        size_t count = end - offset - 2;
        if (type == 0xFF && count >= 25 && payload[0] == 0x4C && payload[1] == 0 && payload[2] == 2 && payload[3] == 21) {
            uint64_t high = big_endian(payload + 4, 8), low = big_endian(payload + 12, 8);
            if (high == reference->uuid[0] && low == reference->uuid[1])
                sight(reference, high, low, big_endian(payload + 20, 4) << 16, address, rssi, (int8_t)payload[24], at);
        } else if (type == 0xFF && count == 26 && payload[2] == 0xBE && payload[3] == 0xAC) {
            uint64_t company = payload[0] | (uint64_t)payload[1] << 8;
            if (company == reference->company)
                sight(reference, big_endian(payload + 4, 8), big_endian(payload + 12, 8),
                      (company << 32 | big_endian(payload + 20, 4)) << 16 | 1, address, rssi, (int8_t)payload[24], at);
        } else if (type == 0x16 && (count == 20 || count == 22) && payload[0] == 0xAA && payload[1] == 0xFE
                   && payload[2] == 0) {
            uint64_t high = big_endian(payload + 4, 2), low = big_endian(payload + 6, 8);
            int power = (int8_t)payload[3] - 41;
            if (high == reference->namespace_id[0] && low == reference->namespace_id[1])
                sight(reference, high, low, big_endian(payload + 14, 6) << 16 | 2, address, rssi,
                      power < -128 ? -128 : (int8_t)power, at);
        }
        offset = end;
    }
}

void reference_feed(struct reference *reference, const uint8_t *packet, size_t length, int64_t at) {
    if (length < 5 || packet[0] != 0x04 || packet[1] != 0x3E || packet[3] != 0x02 || length < 3u + packet[2]) return;
    const uint8_t *event = packet + 3;
    size_t size = packet[2], offset = 2;
    for (int report = 0; report < event[1]; report++) {
        if (size - offset < 10 || size - offset < 10u + event[offset + 8]) return;
        uint64_t address = 0;
        for (int index = 5; index >= 0; index--) address = address << 8 | event[offset + 2 + index];
        size_t count = event[offset + 8];
        advertisement(reference, event + offset + 9, count, address, (int8_t)event[offset + 9 + count], at);
        offset += 10 + count;
    }
}

size_t reference_pairs(const struct reference *reference) { return reference->count; }
