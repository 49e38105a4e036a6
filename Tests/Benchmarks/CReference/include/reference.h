#ifndef REFERENCE_H
#define REFERENCE_H

#include <stddef.h>
#include <stdint.h>

/// What the hot path costs in plain C: HCI report bytes, AD structures, identity, region, hash, and the same 64 bytes
/// of state a pair as `Presence` keeps. It keeps each pair's deadline but fires none, and says nothing.
struct reference;

/// The regions: one iBeacon UUID, one Eddystone namespace (10 bytes), one AltBeacon company.
struct reference *reference_new(size_t pairs, const uint8_t uuid[16], const uint8_t namespace_id[10], uint16_t company);
void reference_free(struct reference *reference);
void reference_feed(struct reference *reference, const uint8_t *packet, size_t length, int64_t microseconds);
size_t reference_pairs(const struct reference *reference);

/// Allocations of this process so far, by whatever library.
uint64_t allocation_count(void);
/// Bytes of heap in use.
size_t heap_bytes(void);

#endif
