/*
 * format.c - snprintf and its family, in C: flags, width, precision, length
 * modifiers and all conversions. A call with a literal format is lowered to one call per
 * conversion, so that the value of each argument is known.
 */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include "decimal.h"
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

/* Prints a wide string up to its end or its precision in bytes. */
static void __heddle_format_wide(struct __heddle_sink *s, int flags, int width, int precision, const wchar_t *text)
{
	int n = 0, left = flags & LEFT || width < 0;
	size_t characters = 0;
	char bytes[MB_LEN_MAX];
	mbstate_t state = {0};

	for (; text[characters]; characters++) {
		int more = (int)wcrtomb(bytes, text[characters], &state);

		if (more < 0)
			__heddle_unsupported("printing a character without a multibyte form");
		if (precision >= 0 && n + more > precision)
			break;
		n += more;
	}
	width = (width < 0 ? -width : width) - n;
	if (!left)
		__heddle_fill(s, ' ', width);
	for (size_t i = 0; i < characters; i++)
		__heddle_format_text(s, bytes, wcrtomb(bytes, text[i], &state));
	if (left)
		__heddle_fill(s, ' ', width);
}

static void __heddle_format_wide_char(struct __heddle_sink *s, int flags, int width, wint_t c)
{
	wchar_t text[2] = {(wchar_t)c, 0};

	if (c)
		__heddle_format_wide(s, flags, width, -1, text);
	else
		__heddle_format_char(s, flags, width, 0);
}

static void __heddle_drop_zeros(struct __heddle_decimal *d)
{
	while (d->n > 0 && d->digits[d->n - 1] == '0')
		d->n--;
}

/* Rounds to a number of digits, ties to even, and drops zeros at the end. */
static void __heddle_round_digits(struct __heddle_decimal *d, int keep)
{
	__heddle_drop_zeros(d); /* a tie has none behind its 5 */
	if (keep < 0) {
		d->n = 0;
	} else if (keep < d->n) {
		int up = d->digits[keep] > '5' ||
			 (d->digits[keep] == '5' && (keep + 1 < d->n || (keep > 0 && d->digits[keep - 1] & 1)));

		for (d->n = keep; up && d->n > 0 && d->digits[d->n - 1] == '9'; d->n--)
			;
		if (up && d->n > 0) {
			d->digits[d->n - 1]++;
		} else if (up) {
			d->digits[d->n++] = '1';
			d->point++;
		}
	}
	__heddle_drop_zeros(d);
}

/* Digits from one place to before another; places outside of the number hold zeros. */
static void __heddle_put_digits(struct __heddle_sink *s, const struct __heddle_decimal *d, int from, int to)
{
	for (int i = from; i < to; i++)
		__heddle_put(s, i >= 0 && i < d->n ? d->digits[i] : '0');
}

/* The text before the digits of a number, and whether its padding goes behind that. */
struct __heddle_prefix {
	char text[4];
	int zeros;
};

static struct __heddle_prefix __heddle_sign(int flags, int negative)
{
	struct __heddle_prefix p = {{negative ? '-' : flags & PLUS ? '+' : flags & SPACE ? ' ' : 0}, (flags & (ZERO | LEFT)) == ZERO};

	return p;
}

/* Padding and prefix of a number of n characters. The result is the padding that goes behind it. */
static int __heddle_before_number(struct __heddle_sink *s, struct __heddle_prefix p, int left, int width, int n)
{
	int pad = (width < 0 ? -width : width) - n - (int)strlen(p.text);

	if (pad < 0)
		pad = 0;
	if (!left && !p.zeros)
		__heddle_fill(s, ' ', pad);
	__heddle_format_text(s, p.text, strlen(p.text));
	if (!left && p.zeros)
		__heddle_fill(s, '0', pad);
	return left ? pad : 0;
}

static void __heddle_put_hex(struct __heddle_sink *s, int flags, int width, int precision, int upper, double x)
{
	union {
		double number;
		unsigned long long bits;
	} u = {x};
	struct __heddle_prefix p = __heddle_sign(flags, (int)(u.bits >> 63));
	const char *letters = upper ? "0123456789ABCDEF" : "0123456789abcdef";
	int exponent = (int)(u.bits >> 52 & 0x7ff), digits = 13, left = flags & LEFT || width < 0, behind;
	unsigned long long m = u.bits & ((1ULL << 52) - 1);
	char number[8];

	if (exponent)
		m |= 1ULL << 52;
	else if (m)
		exponent = 1;
	exponent = m ? exponent - 1023 : 0;
	if (precision < 0) {
		for (; digits > 0 && (m & 15) == 0; digits--)
			m >>= 4;
	} else if (precision < 13) {
		unsigned long long half = 1ULL << (4 * (13 - precision) - 1), rest = m & (2 * half - 1);

		m >>= 4 * (13 - precision);
		if (rest > half || (rest == half && m & 1))
			m++;
		digits = precision;
	}
	if (precision < 0)
		precision = digits;
	strcat(p.text, upper ? "0X" : "0x");
	snprintf(number, sizeof number, "%c%+d", upper ? 'P' : 'p', exponent);
	behind = __heddle_before_number(s, p, left, width,
					1 + (precision > 0 || flags & ALTERNATE) + precision + (int)strlen(number));
	__heddle_put(s, letters[m >> 4 * digits]);
	if (precision > 0 || flags & ALTERNATE)
		__heddle_put(s, '.');
	for (int i = digits - 1; i >= 0; i--)
		__heddle_put(s, letters[m >> 4 * i & 15]);
	__heddle_fill(s, '0', precision - digits);
	__heddle_format_text(s, number, strlen(number));
	__heddle_fill(s, ' ', behind);
}

/* The letter is one of a A e E f F g G. */
void __heddle_format_float(struct __heddle_sink *s, int flags, int width, int precision, int letter, double x)
{
	int upper = !(letter & 32), left = flags & LEFT || width < 0, kind = letter | 32, negative = __builtin_signbit(x) != 0;
	int exponent, point, behind;
	struct __heddle_prefix p = __heddle_sign(flags, negative);
	struct __heddle_decimal d;
	char number[8];

	if (!(__heddle_fabs(x) <= 1.7976931348623157e308)) {
		p.zeros = 0;
		behind = __heddle_before_number(s, p, left, width, 3);
		__heddle_format_text(s, x != x ? upper ? "NAN" : "nan" : upper ? "INF" : "inf", 3);
		__heddle_fill(s, ' ', behind);
		return;
	}
	if (kind == 'a') {
		__heddle_put_hex(s, flags, width, precision, upper, x);
		return;
	}
	if (precision < 0)
		precision = 6;
	__heddle_decimal_of(&d, __heddle_fabs(x));
	if (kind == 'g') {
		if (precision == 0)
			precision = 1;
		__heddle_round_digits(&d, precision);
		exponent = d.n ? d.point - 1 : 0;
		kind = exponent < -4 || exponent >= precision ? 'e' : 'f';
		precision -= kind == 'e' ? 1 : exponent + 1;
		if (!(flags & ALTERNATE)) {
			int used = kind == 'e' ? d.n - 1 : d.n - d.point;

			if (used < precision)
				precision = used < 0 ? 0 : used;
		}
	} else {
		__heddle_round_digits(&d, kind == 'e' ? precision + 1 : d.point + precision);
	}
	exponent = d.n ? d.point - 1 : 0;
	number[0] = 0;
	if (kind == 'e')
		snprintf(number, sizeof number, "%c%c%02d", upper ? 'E' : 'e', exponent < 0 ? '-' : '+',
			 exponent < 0 ? -exponent : exponent);
	point = kind == 'e' ? 1 : d.n && d.point > 0 ? d.point : 0;
	behind = __heddle_before_number(s, p, left, width,
					(point ? point : 1) + (precision > 0 || flags & ALTERNATE) + precision +
						(int)strlen(number));
	__heddle_put_digits(s, &d, point ? 0 : -1, point);
	if (precision > 0 || flags & ALTERNATE)
		__heddle_put(s, '.');
	if (kind == 'f' && d.point < 0) /* zeros between the point and the digits */
		point = d.point;
	__heddle_put_digits(s, &d, point, point + precision);
	__heddle_format_text(s, number, strlen(number));
	__heddle_fill(s, ' ', behind);
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
		case 'C':
			length = 1;
		case 'c':
			if (length > 0)
				__heddle_format_wide_char(&s, flags, width, va_arg(args, wint_t));
			else
				__heddle_format_char(&s, flags, width, va_arg(args, int));
			break;
		case 'S':
			length = 1;
		case 's':
			if (length > 0) {
				__heddle_format_wide(&s, flags, width, precision, va_arg(args, const wchar_t *));
				break;
			}
			__heddle_format_string(&s, flags, width, precision, va_arg(args, const char *));
			break;
		case 'm':
			__heddle_format_string(&s, flags, width, precision, strerror(errno));
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
			__heddle_format_float(&s, flags, width, precision, *f,
					      length >= 2 ? (double)va_arg(args, long double) : va_arg(args, double));
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
