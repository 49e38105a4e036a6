#pragma once
#include <stdint.h>

/* ICU's calendar. Its headers stay out of Swift's sight: Foundation, which tests import, carries another ICU, and a
 * compilation that sees both refuses them. */

typedef struct beckon_calendar beckon_calendar;

/* The zone's canonical name as UTF-16 in `canonical`; its length, or -1 where ICU knows no such system zone. */
int32_t beckon_zone(const uint16_t *zone, int32_t length, uint16_t *canonical, int32_t capacity);

/* A Gregorian calendar in the zone, or NULL. */
beckon_calendar *beckon_calendar_open(const uint16_t *zone, int32_t length);

void beckon_calendar_close(beckon_calendar *calendar);

/* Year, month from 0, day, day of the week from Sunday = 1, hour, minute; 0 where ICU refuses. */
int beckon_calendar_fields(beckon_calendar *calendar, double unix_milliseconds, int32_t fields[6]);
