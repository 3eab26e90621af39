/*
 * strptime.c - strptime in the locale "C", as glibc does: it ignores the case of names, skips white space in front of numbers, and
 * derives the day of the week and of the year. Weeks, time zones and seconds since the epoch are unsupported.
 */
#include <ctype.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include "calendar.h"
#include "intrinsics.h"

static const int __heddle_before[13] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};

/* The parts of a format so far. */
struct __heddle_date {
	_Bool date, month, day, weekday, yearday; /* a part of a date, or these */
	_Bool half, afternoon, short_year;	  /* an hour up to 12 */
	int century;				  /* -1: none */
};

static int __heddle_days_before(int month, int year)
{
	return __heddle_before[month] + (month > 1 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
}

/* A number of up to so many digits behind blanks; null: there is none, or it is outside the range. */
static const char *__heddle_date_number(const char *s, int digits, int least, int most, int *to)
{
	int n = 0;

	while (*s == ' ')
		s++;
	if (!isdigit((unsigned char)*s))
		return 0;
	do
		n = n * 10 + (*s++ - '0');
	while (--digits > 0 && n * 10 <= most && isdigit((unsigned char)*s));
	*to = n;
	return n < least || n > most ? 0 : s;
}

/* A name out of a list, whole or its first three letters. */
static const char *__heddle_date_name(const char *s, const char (*names)[10], int n, int *to)
{
	for (int i = 0; i < n; i++) {
		size_t all = strlen(names[i]);

		if (strncasecmp(s, names[i], all) != 0)
			all = 3;
		if (strncasecmp(s, names[i], all) == 0) {
			*to = i;
			return s + all;
		}
	}
	return 0;
}

static const char *__heddle_half(const char *s, struct __heddle_date *d)
{
	if (strncasecmp(s, "am", 2) != 0 && strncasecmp(s, "pm", 2) != 0)
		return 0;
	d->afternoon = *s == 'p' || *s == 'P';
	return s + 2;
}

/* Reads the part of a date that a conversion names. */
static const char *__heddle_date_part(const char *s, char conversion, struct tm *tm, struct __heddle_date *d)
{
	int n = 0;

	d->date |= strchr("bBhCdemyY", conversion) != 0;
	switch (conversion) {
	case 'a':
	case 'A':
		d->weekday = 1;
		return __heddle_date_name(s, __heddle_day_names, 7, &tm->tm_wday);
	case 'b':
	case 'B':
	case 'h':
		d->month = 1;
		return __heddle_date_name(s, __heddle_month_names, 12, &tm->tm_mon);
	case 'C':
		return __heddle_date_number(s, 2, 0, 99, &d->century);
	case 'd':
	case 'e':
		d->day = 1;
		return __heddle_date_number(s, 2, 1, 31, &tm->tm_mday);
	case 'H':
	case 'k':
		d->half = 0;
		return __heddle_date_number(s, 2, 0, 23, &tm->tm_hour);
	case 'I':
	case 'l':
		d->half = 1;
		s = __heddle_date_number(s, 2, 1, 12, &n);
		tm->tm_hour = n % 12;
		return s;
	case 'j':
		d->yearday = 1;
		s = __heddle_date_number(s, 3, 1, 366, &n);
		tm->tm_yday = n - 1;
		return s;
	case 'm':
		d->month = 1;
		s = __heddle_date_number(s, 2, 1, 12, &n);
		tm->tm_mon = n - 1;
		return s;
	case 'M':
		return __heddle_date_number(s, 2, 0, 59, &tm->tm_min);
	case 'p':
		return __heddle_half(s, d);
	case 'S':
		return __heddle_date_number(s, 2, 0, 61, &tm->tm_sec);
	case 'u':
	case 'w':
		d->weekday = 1;
		s = __heddle_date_number(s, 1, conversion == 'u', conversion == 'u' ? 7 : 6, &n);
		tm->tm_wday = n % 7;
		return s;
	case 'y':
		d->short_year = 1;
		s = __heddle_date_number(s, 2, 0, 99, &n);
		tm->tm_year = n >= 69 ? n : n + 100;
		return s;
	case 'Y':
		d->short_year = 0;
		s = __heddle_date_number(s, 4, 0, 9999, &n);
		tm->tm_year = n - 1900;
		return s;
	}
	__heddle_unsupported("conversion in the format of strptime");
	return 0;
}

/* The day of the week of a date in the proleptic Gregorian calendar. */
static int __heddle_weekday(const struct tm *tm)
{
	int year = 1900 + tm->tm_year - (tm->tm_mon < 2);
	int day = 365 * (tm->tm_year - 70) + year / 4 - year / 100 + year / 400 + __heddle_before[tm->tm_mon] + tm->tm_mday - 474;

	return (day % 7 + 7) % 7;
}

/* Derives the other members of the date. */
static void __heddle_derive(struct tm *tm, const struct __heddle_date *d)
{
	int month = 0;

	if (d->half && d->afternoon)
		tm->tm_hour += 12;
	if (d->century >= 0)
		tm->tm_year = (d->short_year ? tm->tm_year % 100 : 0) + (d->century - 19) * 100;
	if (!d->date)
		return;
	if (!d->weekday && d->yearday && !(d->month && d->day)) {
		while (month < 11 && __heddle_days_before(month + 1, 1900 + tm->tm_year) <= tm->tm_yday)
			month++;
		if (!d->month)
			tm->tm_mon = month;
		if (!d->day)
			tm->tm_mday = tm->tm_yday - __heddle_days_before(month, 1900 + tm->tm_year) + 1;
	}
	if (tm->tm_mon < 0 || tm->tm_mon > 11)
		return;
	if (!d->weekday)
		tm->tm_wday = __heddle_weekday(tm);
	if (!d->yearday)
		tm->tm_yday = __heddle_days_before(tm->tm_mon, 1900 + tm->tm_year) + tm->tm_mday - 1;
}

char *strptime(const char *restrict s, const char *restrict format, struct tm *restrict tm)
{
	struct __heddle_date d = {.century = -1};
	const char *behind = 0; /* a format that stands for others */

	for (;;) {
		if (!*format && behind) {
			format = behind;
			behind = 0;
		} else if (!*format) {
			break;
		} else if (isspace((unsigned char)*format)) {
			for (format++; isspace((unsigned char)*s); s++)
				;
		} else if (*format != '%' || format[1] == '%') {
			format += *format == '%';
			if (*format++ != *s++)
				return 0;
		} else if (format[1] == 'n' || format[1] == 't') {
			for (format += 2; isspace((unsigned char)*s); s++)
				;
		} else if (__heddle_longer_format(format[1])) {
			behind = format + 2;
			format = __heddle_longer_format(format[1]);
		} else {
			s = __heddle_date_part(s, format[1], tm, &d);
			if (!s)
				return 0;
			format += 2;
		}
	}
	__heddle_derive(tm, &d);
	return (char *)s;
}
