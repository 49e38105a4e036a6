#include "CLocalTime.h"
#include <unicode/ucal.h>

int32_t beckon_zone(const uint16_t *zone, int32_t length, uint16_t *canonical, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    UBool is_system = 0;
    int32_t count = ucal_getCanonicalTimeZoneID((const UChar *)zone, length, (UChar *)canonical, capacity, &is_system,
                                                &status);
    return U_SUCCESS(status) && is_system ? count : -1;
}

beckon_calendar *beckon_calendar_open(const uint16_t *zone, int32_t length) {
    UErrorCode status = U_ZERO_ERROR;
    UCalendar *calendar = ucal_open((const UChar *)zone, length, "en_US_POSIX", UCAL_GREGORIAN, &status);
    if (U_SUCCESS(status)) return (beckon_calendar *)calendar;
    if (calendar) ucal_close(calendar);
    return NULL;
}

void beckon_calendar_close(beckon_calendar *calendar) { ucal_close((UCalendar *)calendar); }

int beckon_calendar_fields(beckon_calendar *calendar, double unix_milliseconds, int32_t fields[6]) {
    static const UCalendarDateFields names[6] = {UCAL_YEAR,        UCAL_MONTH,       UCAL_DATE,
                                                 UCAL_DAY_OF_WEEK, UCAL_HOUR_OF_DAY, UCAL_MINUTE};
    UErrorCode status = U_ZERO_ERROR;
    ucal_setMillis((UCalendar *)calendar, unix_milliseconds, &status);
    for (int i = 0; i < 6; i++) fields[i] = ucal_get((UCalendar *)calendar, names[i], &status);
    return U_SUCCESS(status);
}
