/*
 * calendar.c - the texts of calendar times, in the locale "C", as glibc writes them. The names and offsets of time zones, the number of
 * seconds since the epoch and glibc's flags of strftime are any text.
 */
#include <string.h>
#include <time.h>
#include "calendar.h"
#include "intrinsics.h"

enum { TEXT = 26 }; /* "Thu Jan  1 00:00:00 1970\n" */

const char __heddle_day_names[7][10] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
const char __heddle_month_names[12][10] = {"January", "February", "March",	 "April",   "May",	"June",
					   "July",    "August",	 "September", "October", "November", "December"};

/* Writes two digits, or a blank in place of the first zero. */
static char *__heddle_two_digits(char *to, int n, char zero)
{
	to[0] = n < 10 ? zero : (char)('0' + n / 10);
	to[1] = (char)('0' + n % 10);
	return to + 2;
}

static char *__heddle_letters(char *to, const char *name)
{
	for (int i = 0; i < 3; i++)
		*to++ = name[i];
	return to;
}

/* Whether asctime has a meaning for a time (C11 7.27.3.1). */
static int __heddle_is_calendar(const struct tm *t)
{
	return (unsigned)t->tm_sec <= 60 && (unsigned)t->tm_min < 60 && (unsigned)t->tm_hour < 24 && t->tm_mday >= 1 && t->tm_mday <= 31 &&
	       (unsigned)t->tm_mon < 12 && (unsigned)t->tm_wday < 7 && t->tm_year >= -900 && t->tm_year < 8100;
}

/* Any text of this form for a time outside the range in which the years have four digits. */
static char *__heddle_any_calendar_text(char *to)
{
	for (int i = 0; i < TEXT - 2; i++)
		to[i] = (char)__heddle_pick(' ', 'z');
	to[TEXT - 2] = '\n';
	to[TEXT - 1] = 0;
	return to;
}

static char *__heddle_calendar_text(const struct tm *t, char *to)
{
	char *s = to;
	int year = t->tm_year + 1900;

	if (!__heddle_is_calendar(t))
		return __heddle_any_calendar_text(to);
	s = __heddle_letters(s, __heddle_day_names[t->tm_wday]);
	*s++ = ' ';
	s = __heddle_letters(s, __heddle_month_names[t->tm_mon]);
	*s++ = ' ';
	s = __heddle_two_digits(s, t->tm_mday, ' ');
	*s++ = ' ';
	s = __heddle_two_digits(s, t->tm_hour, '0');
	*s++ = ':';
	s = __heddle_two_digits(s, t->tm_min, '0');
	*s++ = ':';
	s = __heddle_two_digits(s, t->tm_sec, '0');
	*s++ = ' ';
	s = __heddle_two_digits(s, year / 100, '0');
	s = __heddle_two_digits(s, year % 100, '0');
	s[0] = '\n';
	s[1] = 0;
	return to;
}

/* POSIX lets these have one string together, and lets ctime use localtime's result. */
HEDDLE_STATE(asctime_and_ctime);
static char __result_of_asctime_and_ctime[TEXT];

char *asctime(const struct tm *t)
{
	HEDDLE_NOT_THREAD_SAFE(asctime_and_ctime);
	return __heddle_calendar_text(t, __result_of_asctime_and_ctime);
}

char *asctime_r(const struct tm *restrict t, char *restrict to)
{
	return __heddle_calendar_text(t, to);
}

char *ctime(const time_t *t)
{
	return asctime(localtime(t));
}

char *ctime_r(const time_t *t, char *to)
{
	struct tm any;

	return asctime_r(localtime_r(t, &any), to);
}

/* The week of the year, if weeks begin on a day, 0 for Sunday; days before the first such day are in week 0. */
static int __heddle_week(const struct tm *t, int first)
{
	return (t->tm_yday + 7 - (t->tm_wday + 7 - first) % 7) / 7;
}

static int __heddle_is_leap(int year)
{
	return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* The week of ISO 8601, which belongs to the year of its Thursday. */
static int __heddle_iso_week(const struct tm *t, int *year)
{
	int thursday = t->tm_yday + 3 - (t->tm_wday + 6) % 7, days;

	*year = t->tm_year + 1900;
	days = 365 + __heddle_is_leap(*year);
	if (thursday < 0) {
		--*year;
		thursday += 365 + __heddle_is_leap(*year);
	} else if (thursday >= days) {
		++*year;
		thursday -= days;
	}
	return thursday / 7 + 1;
}

const char *__heddle_longer_format(char conversion)
{
	switch (conversion) {
	case 'c':
		return "%a %b %e %H:%M:%S %Y";
	case 'D':
	case 'x':
		return "%m/%d/%y";
	case 'F':
		return "%Y-%m-%d";
	case 'r':
		return "%I:%M:%S %p";
	case 'R':
		return "%H:%M";
	case 'T':
	case 'X':
		return "%H:%M:%S";
	}
	return 0;
}

/* The text of a name of days or months; null: the conversion is another. */
static const char *__heddle_name_of(const struct tm *t, char conversion)
{
	switch (conversion) {
	case 'a':
	case 'A':
		return __heddle_day_names[t->tm_wday];
	case 'b':
	case 'B':
	case 'h':
		return __heddle_month_names[t->tm_mon];
	}
	return 0;
}

/* Writes the distance of a time zone from UTC in hours and minutes; null: it has three digits of hours. */
static char *__heddle_zone_offset(char *to, const struct tm *t)
{
	int minutes = (int)(t->tm_gmtoff / 60), east = minutes < 0 ? -minutes : minutes;

	if (t->tm_isdst < 0)
		return to;
	if (t->tm_gmtoff / 360000)
		return 0;
	*to = t->tm_gmtoff < 0 ? '-' : '+';
	return __heddle_two_digits(__heddle_two_digits(to + 1, east / 60, '0'), east % 60, '0');
}

/* Writes the result of one of the other conversions, up to 4 characters, and returns its end; null: it is not known. */
static char *__heddle_convert_date(char *to, const struct tm *t, char conversion)
{
	int year = t->tm_year + 1900, n;

	switch (conversion) {
	case 'C':
		return __heddle_two_digits(to, year / 100, '0');
	case 'd':
		return __heddle_two_digits(to, t->tm_mday, '0');
	case 'e':
		return __heddle_two_digits(to, t->tm_mday, ' ');
	case 'g':
		__heddle_iso_week(t, &year);
		return __heddle_two_digits(to, year % 100, '0');
	case 'G':
		__heddle_iso_week(t, &year);
		return __heddle_two_digits(__heddle_two_digits(to, year / 100, '0'), year % 100, '0');
	case 'H':
		return __heddle_two_digits(to, t->tm_hour, '0');
	case 'I':
		return __heddle_two_digits(to, (t->tm_hour + 11) % 12 + 1, '0');
	case 'j':
		*to = (char)('0' + (t->tm_yday + 1) / 100);
		return __heddle_two_digits(to + 1, (t->tm_yday + 1) % 100, '0');
	case 'm':
		return __heddle_two_digits(to, t->tm_mon + 1, '0');
	case 'M':
		return __heddle_two_digits(to, t->tm_min, '0');
	case 'p':
		to[0] = t->tm_hour < 12 ? 'A' : 'P';
		to[1] = 'M';
		return to + 2;
	case 'S':
		return __heddle_two_digits(to, t->tm_sec, '0');
	case 'U':
		return __heddle_two_digits(to, __heddle_week(t, 0), '0');
	case 'V':
		return __heddle_two_digits(to, __heddle_iso_week(t, &n), '0');
	case 'W':
		return __heddle_two_digits(to, __heddle_week(t, 1), '0');
	case 'y':
		return __heddle_two_digits(to, year % 100, '0');
	case 'Y':
		return __heddle_two_digits(__heddle_two_digits(to, year / 100, '0'), year % 100, '0');
	case 'z':
		return __heddle_zone_offset(to, t);
	}
	*to = conversion == 'n' ? '\n' : conversion == 't' ? '\t' : conversion == '%' ? '%' : 0;
	if (conversion == 'u' || conversion == 'w')
		*to = (char)('0' + (conversion == 'u' && t->tm_wday == 0 ? 7 : t->tm_wday));
	return *to ? to + 1 : 0;
}

/* The rest of a text of which so many characters are known is any that fits, or does not fit. */
static size_t __heddle_any_rest(char *to, size_t size, size_t known)
{
	size_t n = (size_t)__heddle_pick(known, size);

	if (n == size)
		return 0;
	for (size_t i = known; i < n; i++)
		to[i] = (char)__heddle_pick(1, 255);
	to[n] = 0;
	return n;
}

size_t strftime(char *restrict to, size_t size, const char *restrict format, const struct tm *restrict t)
{
	const char *behind = 0; /* a format that stands for others */
	size_t n = 0;

	for (;;) {
		char piece[10], *end = piece, c;
		const char *text = piece;

		if (!*format && behind) {
			format = behind;
			behind = 0;
		}
		if (n >= size)
			return 0;
		c = *format;
		if (!c)
			break;
		format++;
		if (c != '%') {
			*end++ = c;
		} else {
			c = *format++;
			if ((c == 'E' || c == 'O') && *format)
				c = *format++;
			if (!__heddle_is_calendar(t) || (unsigned)t->tm_yday > 365)
				return __heddle_any_rest(to, size, n);
			if (__heddle_longer_format(c)) {
				behind = format;
				format = __heddle_longer_format(c);
				continue;
			}
			text = __heddle_name_of(t, c);
			if (!text) {
				end = __heddle_convert_date(piece, t, c);
				text = piece;
			} else {
				end = (char *)text + (c == 'A' || c == 'B' ? strlen(text) : 3);
			}
			if (!end)
				return __heddle_any_rest(to, size, n);
		}
		for (size_t i = 0; text + i != end; i++) {
			if (n >= size)
				return 0;
			to[n++] = text[i];
		}
	}
	to[n] = 0;
	return n;
}
