#pragma once
#include <unicode/ucal.h>

/* ICU's functions are macros that append the library's version, which Swift cannot import. */

/* The zone's canonical name as UTF-16 in `canonical`; its length, or -1 where ICU knows no such system zone. */
static inline int32_t beckon_zone(const UChar *zone, int32_t length, UChar *canonical, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    UBool is_system = 0;
    int32_t count = ucal_getCanonicalTimeZoneID(zone, length, canonical, capacity, &is_system, &status);
    return U_SUCCESS(status) && is_system ? count : -1;
}

/* A Gregorian calendar in the zone, or NULL. */
static inline UCalendar *beckon_calendar_open(const UChar *zone, int32_t length) {
    UErrorCode status = U_ZERO_ERROR;
    UCalendar *calendar = ucal_open(zone, length, "en_US_POSIX", UCAL_GREGORIAN, &status);
    if (U_SUCCESS(status)) return calendar;
    if (calendar) ucal_close(calendar);
    return NULL;
}

static inline void beckon_calendar_close(UCalendar *calendar) { ucal_close(calendar); }

/* Fills `fields` with the values of `names` at the instant; 0 where ICU refuses. */
static inline int beckon_calendar_fields(UCalendar *calendar, double unix_milliseconds,
                                         const UCalendarDateFields *names, int32_t *fields, int32_t count) {
    UErrorCode status = U_ZERO_ERROR;
    ucal_setMillis(calendar, unix_milliseconds, &status);
    for (int32_t i = 0; i < count; i++) fields[i] = ucal_get(calendar, names[i], &status);
    return U_SUCCESS(status);
}
