/*
 * format.c - snprintf and its family, in C: flags, width, precision, length
 * modifiers and the conversions d i u o x X c s p n %. Floating-point
 * conversions are unsupported.
 */
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "intrinsics.h"

/* Where characters go: what does not fit is counted only. */
struct __heddle_sink {
	char *to;
	size_t room;
	size_t n;
};

/* One conversion specification. */
struct __heddle_spec {
	int left, zero, plus, space, alternate;
	int width;
	int precision; /* -1: none */
};

static void __heddle_put(struct __heddle_sink *s, char c)
{
	if (s->n < s->room)
		s->to[s->n] = c;
	s->n++;
}

static void __heddle_fill(struct __heddle_sink *s, char c, int n)
{
	for (int i = 0; i < n; i++)
		__heddle_put(s, c);
}

static void __heddle_put_text(struct __heddle_sink *s, const struct __heddle_spec *spec,
			      const char *text)
{
	int n = (int)strnlen(text, spec->precision < 0 ? INT_MAX : spec->precision);

	if (!spec->left)
		__heddle_fill(s, ' ', spec->width - n);
	for (int i = 0; i < n; i++)
		__heddle_put(s, text[i]);
	if (spec->left)
		__heddle_fill(s, ' ', spec->width - n);
}

/* Digits of value with a sign or base prefix (0, 1 or 2 characters). */
static void __heddle_put_number(struct __heddle_sink *s, const struct __heddle_spec *spec,
				unsigned long long value, int base, const char *digits,
				const char *prefix)
{
	char text[24];
	int n = 0, zeros, pad;

	for (; value; value /= base)
		text[n++] = digits[value % base];
	zeros = (spec->precision < 0 ? 1 : spec->precision) - n;
	if (zeros < 0)
		zeros = 0;
	if (base == 8 && spec->alternate && zeros == 0)
		zeros = 1;
	pad = spec->width - n - zeros - (int)strlen(prefix);
	if (pad > 0 && spec->zero && !spec->left && spec->precision < 0) {
		zeros += pad;
		pad = 0;
	}
	if (!spec->left)
		__heddle_fill(s, ' ', pad);
	while (*prefix)
		__heddle_put(s, *prefix++);
	__heddle_fill(s, '0', zeros);
	while (n > 0)
		__heddle_put(s, text[--n]);
	if (spec->left)
		__heddle_fill(s, ' ', pad);
}

static const char *__heddle_sign(const struct __heddle_spec *spec, int negative)
{
	return negative ? "-" : spec->plus ? "+" : spec->space ? " " : "";
}

int vsnprintf(char *restrict to, size_t size, const char *restrict f, va_list args)
{
	struct __heddle_sink s = { to, size ? size - 1 : 0, 0 };

	for (; *f; f++) {
		struct __heddle_spec spec = { .precision = -1 };
		int length = 0; /* -2 hh, -1 h, 1 l, 2 ll, 3 z j t */
		unsigned long long u;

		if (*f != '%') {
			__heddle_put(&s, *f);
			continue;
		}
		for (f++;; f++) {
			if (*f == '-')
				spec.left = 1;
			else if (*f == '0')
				spec.zero = 1;
			else if (*f == '+')
				spec.plus = 1;
			else if (*f == ' ')
				spec.space = 1;
			else if (*f == '#')
				spec.alternate = 1;
			else
				break;
		}
		if (*f == '*') {
			spec.width = va_arg(args, int);
			if (spec.width < 0) {
				spec.left = 1;
				spec.width = -spec.width;
			}
			f++;
		} else {
			for (; *f >= '0' && *f <= '9'; f++)
				spec.width = spec.width * 10 + (*f - '0');
		}
		if (*f == '.') {
			spec.precision = 0;
			if (*++f == '*') {
				spec.precision = va_arg(args, int);
				f++;
			} else {
				for (; *f >= '0' && *f <= '9'; f++)
					spec.precision = spec.precision * 10 + (*f - '0');
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
			__heddle_put_number(&s, &spec, d < 0 ? -(unsigned long long)d : (unsigned long long)d, 10,
					    "0123456789", __heddle_sign(&spec, d < 0));
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
			__heddle_put_number(&s, &spec, u, *f == 'u' ? 10 : *f == 'o' ? 8 : 16,
					    *f == 'X' ? "0123456789ABCDEF" : "0123456789abcdef",
					    !spec.alternate || u == 0 ? ""
					    : *f == 'x'		      ? "0x"
					    : *f == 'X'		      ? "0X"
								      : "");
			break;
		case 'p':
			u = (uintptr_t)va_arg(args, void *);
			if (u)
				__heddle_put_number(&s, &spec, u, 16, "0123456789abcdef", "0x");
			else
				__heddle_put_text(&s, &spec, "(nil)");
			break;
		case 'c': {
			char c = (char)va_arg(args, int);

			if (!spec.left)
				__heddle_fill(&s, ' ', spec.width - 1);
			__heddle_put(&s, c);
			if (spec.left)
				__heddle_fill(&s, ' ', spec.width - 1);
			break;
		}
		case 's': {
			const char *text = va_arg(args, const char *);

			if (length > 0)
				__heddle_unsupported("wide string in a format");
			__heddle_put_text(&s, &spec, text);
			break;
		}
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
	if (size)
		to[s.n < size ? s.n : size - 1] = 0;
	return (int)s.n;
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
