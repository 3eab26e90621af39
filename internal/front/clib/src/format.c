/*
 * format.c - snprintf and its family, in C: flags, width, precision, length
 * modifiers and the conversions d i u o x X c s p n %. Floating-point conversions
 * are unsupported. A call with a literal format is lowered to one call per
 * conversion, so that the value of each argument is known.
 */
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "intrinsics.h"

/* The destination of characters. Characters beyond its size are only counted. Lower has a local of this size. */
struct __heddle_sink {
	char *to;
	size_t size;
	size_t n;
};

/* The flags of a conversion specification, as lower has them, too. */
enum { LEFT = 1, ZERO = 2, PLUS = 4, SPACE = 8, ALTERNATE = 16 };

static void __heddle_put(struct __heddle_sink *s, char c)
{
	if (s->n + 1 < s->size)
		s->to[s->n] = c;
	s->n++;
}

static void __heddle_fill(struct __heddle_sink *s, char c, int n)
{
	for (int i = 0; i < n; i++)
		__heddle_put(s, c);
}

void __heddle_format_begin(struct __heddle_sink *s, char *to, size_t size)
{
	s->to = to;
	s->size = size;
	s->n = 0;
}

/* Returns the result of the whole family. */
int __heddle_format_end(struct __heddle_sink *s)
{
	if (s->size)
		s->to[s->n < s->size ? s->n : s->size - 1] = 0;
	return (int)s->n;
}

/* Text between conversion specifications. */
void __heddle_format_text(struct __heddle_sink *s, const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		__heddle_put(s, text[i]);
}

/*
 * Checks that the destination does not hold a string that is printed: the bytes before its end do not
 * overlap the bytes of the string. The same place is an overlap, too.
 */
static void __heddle_check_printed(struct __heddle_sink *s, const char *text, size_t n)
{
	size_t end = s->n + n + 1, away = __heddle_apart(s->to, text);
	_Bool same = away == (size_t)-1 && __heddle_apart(s->to + 1, text) == 1;

	if (end > s->size)
		end = s->size;
	__heddle_assert(!same && (away == (size_t)-1 || (s->to < text ? away >= end : away > n)), "overlap",
			HEDDLE_PROPERTY_MEMORY);
}

/* Of the next ones, a negative width is a flag and a width, and a negative precision none. */
void __heddle_format_string(struct __heddle_sink *s, int flags, int width, int precision, const char *text)
{
	int n = (int)strnlen(text, precision < 0 ? INT_MAX : precision);
	int left = flags & LEFT || width < 0, pad = (width < 0 ? -width : width) - n;

	if (s->size)
		__heddle_check_printed(s, text, (size_t)n);
	if (!left)
		__heddle_fill(s, ' ', pad);
	__heddle_format_text(s, text, n);
	if (left)
		__heddle_fill(s, ' ', pad);
}

void __heddle_format_char(struct __heddle_sink *s, int flags, int width, int c)
{
	int left = flags & LEFT || width < 0, pad = (width < 0 ? -width : width) - 1;

	if (!left)
		__heddle_fill(s, ' ', pad);
	__heddle_put(s, (char)c);
	if (left)
		__heddle_fill(s, ' ', pad);
}

/* Digits of value with a sign or base prefix (0, 1 or 2 characters). */
static void __heddle_put_number(struct __heddle_sink *s, int flags, int width, int precision,
				unsigned long long value, int base, const char *digits,
				const char *prefix)
{
	char text[24];
	int n = 0, zeros, left = flags & LEFT || width < 0, pad;

	for (; value; value /= base)
		text[n++] = digits[value % base];
	zeros = (precision < 0 ? 1 : precision) - n;
	if (zeros < 0)
		zeros = 0;
	if (base == 8 && flags & ALTERNATE && zeros == 0)
		zeros = 1;
	pad = (width < 0 ? -width : width) - n - zeros - (int)strlen(prefix);
	if (pad > 0 && flags & ZERO && !left && precision < 0) {
		zeros += pad;
		pad = 0;
	}
	if (!left)
		__heddle_fill(s, ' ', pad);
	while (*prefix)
		__heddle_put(s, *prefix++);
	__heddle_fill(s, '0', zeros);
	while (n > 0)
		__heddle_put(s, text[--n]);
	if (left)
		__heddle_fill(s, ' ', pad);
}

void __heddle_format_signed(struct __heddle_sink *s, int flags, int width, int precision, long long d)
{
	__heddle_put_number(s, flags, width, precision, d < 0 ? -(unsigned long long)d : (unsigned long long)d, 10,
			    "0123456789",
			    d < 0	    ? "-"
			    : flags & PLUS  ? "+"
			    : flags & SPACE ? " "
					    : "");
}

/* The letter is one of u o x X. */
void __heddle_format_unsigned(struct __heddle_sink *s, int flags, int width, int precision, int letter,
			      unsigned long long u)
{
	__heddle_put_number(s, flags, width, precision, u, letter == 'u' ? 10 : letter == 'o' ? 8 : 16,
			    letter == 'X' ? "0123456789ABCDEF" : "0123456789abcdef",
			    !(flags & ALTERNATE) || u == 0 ? ""
			    : letter == 'x'		   ? "0x"
			    : letter == 'X'		   ? "0X"
							   : "");
}

void __heddle_format_pointer(struct __heddle_sink *s, int flags, int width, int precision, const void *p)
{
	if (p)
		__heddle_put_number(s, flags, width, precision, (uintptr_t)p, 16, "0123456789abcdef", "0x");
	else
		__heddle_format_string(s, flags, width, precision, "(nil)");
}

int vsnprintf(char *restrict to, size_t size, const char *restrict f, va_list args)
{
	struct __heddle_sink s;

	__heddle_format_begin(&s, to, size);
	for (; *f; f++) {
		int flags = 0, width = 0, precision = -1;
		int length = 0; /* -2 hh, -1 h, 1 l, 2 ll, 3 z j t */
		unsigned long long u;

		if (*f != '%') {
			__heddle_put(&s, *f);
			continue;
		}
		for (f++;; f++) {
			if (*f == '-')
				flags |= LEFT;
			else if (*f == '0')
				flags |= ZERO;
			else if (*f == '+')
				flags |= PLUS;
			else if (*f == ' ')
				flags |= SPACE;
			else if (*f == '#')
				flags |= ALTERNATE;
			else
				break;
		}
		if (*f == '*') {
			width = va_arg(args, int);
			f++;
		} else {
			for (; *f >= '0' && *f <= '9'; f++)
				width = width * 10 + (*f - '0');
		}
		if (*f == '.') {
			precision = 0;
			if (*++f == '*') {
				precision = va_arg(args, int);
				f++;
			} else {
				for (; *f >= '0' && *f <= '9'; f++)
					precision = precision * 10 + (*f - '0');
			}
		}
		for (;; f++) {
			if (*f == 'l')
				length++;
			else if (*f == 'h')
				length--;
			else if (*f == 'z' || *f == 't')
				length = sizeof(size_t) == 8 ? 2 : 0;
			else if (*f == 'j' || *f == 'q' || *f == 'L')
				length = 2;
			else
				break;
		}
		switch (*f) {
		case 'd':
		case 'i': {
			long long d = length >= 2 ? va_arg(args, long long)
				    : length == 1 ? va_arg(args, long)
						  : va_arg(args, int);

			if (length == -1)
				d = (short)d;
			else if (length < -1)
				d = (signed char)d;
			__heddle_format_signed(&s, flags, width, precision, d);
			break;
		}
		case 'u':
		case 'o':
		case 'x':
		case 'X':
			u = length >= 2	  ? va_arg(args, unsigned long long)
			    : length == 1 ? va_arg(args, unsigned long)
					  : va_arg(args, unsigned);
			if (length == -1)
				u = (unsigned short)u;
			else if (length < -1)
				u = (unsigned char)u;
			__heddle_format_unsigned(&s, flags, width, precision, *f, u);
			break;
		case 'p':
			__heddle_format_pointer(&s, flags, width, precision, va_arg(args, void *));
			break;
		case 'c':
			__heddle_format_char(&s, flags, width, va_arg(args, int));
			break;
		case 's':
			if (length > 0)
				__heddle_unsupported("wide string in a format");
			__heddle_format_string(&s, flags, width, precision, va_arg(args, const char *));
			break;
		case 'n':
			if (length != 0)
				__heddle_unsupported("%n with a length modifier");
			*va_arg(args, int *) = (int)s.n;
			break;
		case '%':
			__heddle_put(&s, '%');
			break;
		case 'a':
		case 'A':
		case 'e':
		case 'E':
		case 'f':
		case 'F':
		case 'g':
		case 'G':
			__heddle_unsupported("floating-point conversion to a string");
			break;
		default:
			__heddle_unsupported("unknown conversion in a format");
		}
	}
	return __heddle_format_end(&s);
}

int snprintf(char *restrict to, size_t size, const char *restrict format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(to, size, format, args);
	va_end(args);
	return n;
}

int vsprintf(char *restrict to, const char *restrict format, va_list args)
{
	return vsnprintf(to, INT_MAX, format, args);
}

int sprintf(char *restrict to, const char *restrict format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(to, INT_MAX, format, args);
	va_end(args);
	return n;
}

int vasprintf(char **restrict result, const char *restrict format, va_list args)
{
	va_list again;
	int n;

	va_copy(again, args);
	n = vsnprintf(0, 0, format, args);
	*result = malloc((size_t)n + 1);
	if (!*result)
		n = -1;
	else
		vsnprintf(*result, (size_t)n + 1, format, again);
	va_end(again);
	return n;
}

int asprintf(char **restrict result, const char *restrict format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vasprintf(result, format, args);
	va_end(args);
	return n;
}
