/*
 * scan.c - the scanf family: white space, literal characters and the conversions of C11
 * with width, assignment suppression and length modifiers. A string is read as it is;
 * from a stream every conversion yields any value. Wide characters are unsupported.
 */
#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "decimal.h"
#include "intrinsics.h"
#include "stream.h"

enum { HEDDLE_FLOAT = 400 }; /* characters of a number that are read */

/* Stores an integer as the length modifier says: -2 hh, -1 h, 0 int, 1 l, 2 ll. */
static void __heddle_store_integer(void *to, int length, long long value)
{
	if (length >= 2)
		*(long long *)to = value;
	else if (length == 1)
		*(long *)to = (long)value;
	else if (length == 0)
		*(int *)to = (int)value;
	else if (length == -1)
		*(short *)to = (short)value;
	else
		*(char *)to = (char)value;
}

static void __heddle_store_float(void *to, int length, double value)
{
	if (length >= 2)
		*(long double *)to = value;
	else if (length == 1)
		*(double *)to = value;
	else
		*(float *)to = (float)value;
}

/* A conversion specification, without its leading %. */
struct __heddle_conversion {
	int suppressed;
	int width; /* 0: none */
	int length;
	char kind;
};

/* Reads a specification; the result points to its last character. */
static const char *__heddle_conversion(const char *f, struct __heddle_conversion *c)
{
	c->suppressed = *f == '*';
	f += c->suppressed;
	c->width = 0;
	for (; *f >= '0' && *f <= '9'; f++)
		c->width = c->width * 10 + (*f - '0');
	c->length = 0;
	for (;; f++) {
		if (*f == 'l')
			c->length++;
		else if (*f == 'h')
			c->length--;
		else if (*f == 'z' || *f == 't')
			c->length = sizeof(size_t) == 8 ? 2 : 0;
		else if (*f == 'j' || *f == 'q' || *f == 'L')
			c->length = 2;
		else
			break;
	}
	c->kind = *f;
	return f;
}

/*
 * Scans an integer of at most width characters, for the conversion d, i, o, u, x or X. The result is where it ends, or
 * null when there is none.
 */
static const char *__heddle_scan_integer(const char *s, int width, char kind, long long *value)
{
	int base = kind == 'i' ? 0 : kind == 'o' ? 8 : kind == 'x' || kind == 'X' ? 16 : 10;
	char text[72];
	char *end;
	int n = 0;

	if (width == 0 || width > 71)
		width = 71;
	while (n < width && s[n] && !isspace((unsigned char)s[n])) {
		text[n] = s[n];
		n++;
	}
	text[n] = 0;
	*value = kind == 'd' || kind == 'i' ? strtoll(text, &end, base) : (long long)strtoull(text, &end, base);
	return end == text ? 0 : s + (end - text);
}

/* A floating-point number of at most width characters, as the one above. */
static const char *__heddle_scan_float(const char *s, int width, struct __heddle_binary format, double *value)
{
	char text[HEDDLE_FLOAT];
	const char *end;
	int n = 0;

	if (width == 0 || width > HEDDLE_FLOAT - 1)
		width = HEDDLE_FLOAT - 1;
	while (n < width && s[n] && !isspace((unsigned char)s[n])) {
		text[n] = s[n];
		n++;
	}
	text[n] = 0;
	*value = __heddle_read_float(text, &end, format);
	return end == text ? 0 : s + (end - text);
}

/* The last character of a scan set that begins behind its bracket. */
static const char *__heddle_set_end(const char *set)
{
	set += *set == '^';
	set += *set == ']';
	while (*set && *set != ']')
		set++;
	if (!*set)
		__heddle_unsupported("scan set without an end");
	return set;
}

static int __heddle_in_set(const char *set, const char *end, unsigned char c)
{
	int not = *set == '^';

	for (set += not; set < end; set++) {
		unsigned char from = (unsigned char)*set;

		if (set[1] == '-' && set + 2 < end) {
			set += 2;
			if (c >= from && c <= (unsigned char)*set)
				return !not;
		} else if (c == from) {
			return !not;
		}
	}
	return not;
}

int vsscanf(const char *restrict s, const char *restrict f, va_list args)
{
	const char *start = s;
	int done = 0;

	for (; *f; f++) {
		struct __heddle_conversion c;
		long long value;
		double number;
		const char *end;

		if (isspace((unsigned char)*f)) {
			while (isspace((unsigned char)*s))
				s++;
			continue;
		}
		if (*f != '%') {
			if (*s != *f)
				return *s || done ? done : EOF;
			s++;
			continue;
		}
		f = __heddle_conversion(f + 1, &c);
		if (c.kind != 'c' && c.kind != 'n' && c.kind != '[')
			while (isspace((unsigned char)*s))
				s++;
		if (!*s && c.kind != 'n')
			return done ? done : EOF;
		switch (c.kind) {
		case 'd':
		case 'u':
		case 'i':
		case 'o':
		case 'x':
		case 'X':
			end = __heddle_scan_integer(s, c.width, c.kind, &value);
			if (!end)
				return done;
			s = end;
			if (!c.suppressed) {
				__heddle_store_integer(va_arg(args, void *), c.length, value);
				done++;
			}
			break;
		case 'c': {
			char *to = c.suppressed ? 0 : va_arg(args, char *);
			int n = c.width ? c.width : 1;

			for (int i = 0; i < n; i++, s++) {
				if (!*s)
					return done ? done : EOF;
				if (to)
					to[i] = *s;
			}
			done += to != 0;
			break;
		}
		case 's': {
			char *to = c.suppressed ? 0 : va_arg(args, char *);
			int i = 0;

			for (; *s && !isspace((unsigned char)*s) && (c.width == 0 || i < c.width); i++, s++)
				if (to)
					to[i] = *s;
			if (to) {
				to[i] = 0;
				done++;
			}
			break;
		}
		case '[': {
			char *to = c.suppressed ? 0 : va_arg(args, char *);
			const char *set = f + 1;
			int i = 0;

			f = __heddle_set_end(set);
			for (; *s && (c.width == 0 || i < c.width) && __heddle_in_set(set, f, (unsigned char)*s); i++, s++)
				if (to)
					to[i] = *s;
			if (i == 0)
				return done;
			if (to) {
				to[i] = 0;
				done++;
			}
			break;
		}
		case 'a':
		case 'e':
		case 'f':
		case 'g':
		case 'A':
		case 'E':
		case 'F':
		case 'G':
			end = __heddle_scan_float(s, c.width, c.length > 0 ? __heddle_binary64 : __heddle_binary32, &number);
			if (!end)
				return done;
			s = end;
			if (!c.suppressed) {
				__heddle_store_float(va_arg(args, void *), c.length, number);
				done++;
			}
			break;
		case 'n':
			__heddle_store_integer(va_arg(args, void *), c.length, s - start);
			break;
		case '%':
			if (*s != '%')
				return done;
			s++;
			break;
		default:
			__heddle_unsupported("conversion in the format of sscanf");
		}
	}
	return done;
}


/* The environment chooses the data of a stream, and which conversions fail. */
static int __heddle_scan_stream(struct __heddle_stream *stream, const char *f, va_list args)
{
	int done = 0;

	__heddle_scanned(stream);
	for (; *f; f++) {
		struct __heddle_conversion c;
		void *to;

		if (*f != '%')
			continue;
		f = __heddle_conversion(f + 1, &c);
		if (c.kind == '%')
			continue;
		if (c.kind == '[') { /* any string, though the set may exclude it */
			f = __heddle_set_end(f + 1);
			__heddle_approximates();
			c.kind = 's';
		}
		if (c.kind != 'n' && __heddle_flip(HEDDLE_CHOOSE_IO)) {
			if (!__heddle_flip(HEDDLE_CHOOSE_IO))
				return done; /* something else stands there */
			__heddle_reached_end(stream);
			return done ? done : EOF;
		}
		if (c.suppressed)
			continue;
		to = va_arg(args, void *);
		switch (c.kind) {
		case 'd':
		case 'u':
		case 'i':
		case 'o':
		case 'x':
		case 'X':
		case 'n':
			__heddle_store_integer(to, c.length,
					       __heddle_choose(0LL, HEDDLE_CHOOSE_IO));
			break;
		case 'a':
		case 'e':
		case 'f':
		case 'g':
			if (c.length > 0)
				__heddle_store_float(to, c.length, __heddle_choose(0.0, HEDDLE_CHOOSE_IO));
			else
				*(float *)to = __heddle_choose(0.0f, HEDDLE_CHOOSE_IO);
			break;
		case 'c':
			for (int i = 0; i < (c.width ? c.width : 1); i++)
				((char *)to)[i] = (char)__heddle_pick(0, 255);
			break;
		case 's': {
			unsigned n = (unsigned)__heddle_pick(1, c.width ? (unsigned)c.width : INT_MAX);

			for (unsigned i = 0; i < n; i++)
				((char *)to)[i] = (char)__heddle_pick('!', 255);
			((char *)to)[n] = 0;
			break;
		}
		default:
			__heddle_unsupported("conversion in the format of scanf");
		}
		done += c.kind != 'n';
	}
	return done;
}

int vfscanf(FILE *restrict f, const char *restrict format, va_list args)
{
	return __heddle_scan_stream(HEDDLE_STREAM(f), format, args);
}

int vscanf(const char *restrict format, va_list args)
{
	return __heddle_scan_stream(HEDDLE_STREAM(stdin), format, args);
}

int scanf(const char *restrict format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = __heddle_scan_stream(HEDDLE_STREAM(stdin), format, args);
	va_end(args);
	return n;
}

int fscanf(FILE *restrict f, const char *restrict format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vfscanf(f, format, args);
	va_end(args);
	return n;
}

int sscanf(const char *restrict s, const char *restrict format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsscanf(s, format, args);
	va_end(args);
	return n;
}

/* The names in glibc's headers, for preprocessed files. */

int __isoc99_scanf(const char *restrict format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = __heddle_scan_stream(HEDDLE_STREAM(stdin), format, args);
	va_end(args);
	return n;
}

int __isoc99_fscanf(FILE *restrict f, const char *restrict format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vfscanf(f, format, args);
	va_end(args);
	return n;
}

int __isoc99_sscanf(const char *restrict s, const char *restrict format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsscanf(s, format, args);
	va_end(args);
	return n;
}
