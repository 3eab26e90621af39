/* number.c - arithmetic and integer conversions of <stdlib.h> and <inttypes.h>. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include "intrinsics.h"

int abs(int n)
{
	return n < 0 ? -n : n;
}

long labs(long n)
{
	return n < 0 ? -n : n;
}

long long llabs(long long n)
{
	return n < 0 ? -n : n;
}

intmax_t imaxabs(intmax_t n)
{
	return llabs(n);
}

div_t div(int n, int d)
{
	div_t r;

	r.quot = n / d;
	r.rem = n % d;
	return r;
}

ldiv_t ldiv(long n, long d)
{
	ldiv_t r;

	r.quot = n / d;
	r.rem = n % d;
	return r;
}

lldiv_t lldiv(long long n, long long d)
{
	lldiv_t r;

	r.quot = n / d;
	r.rem = n % d;
	return r;
}

imaxdiv_t imaxdiv(intmax_t n, intmax_t d)
{
	return (imaxdiv_t){n / d, n % d};
}

/* The value of a digit, or 36. */
static int __heddle_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (((unsigned)c | 32) - 'a' < 26)
		return (c | 32) - 'a' + 10;
	return 36;
}

/*
 * Reads an optional sign and digits. The magnitude saturates at ULLONG_MAX with
 * *overflow set; *end is s itself when there is no number.
 */
static unsigned long long __heddle_magnitude(const char *s, char **end, int base, int *negative,
					     int *overflow)
{
	const char *p = s;
	unsigned long long value = 0;

	*overflow = 0;
	*negative = 0;
	if (base < 0 || base == 1 || base > 36) {
		errno = EINVAL; /* glibc leaves *end alone */
		return 0;
	}
	if (end)
		*end = (char *)s;
	while (isspace((unsigned char)*p))
		p++;
	if (*p == '-' || *p == '+') {
		*negative = *p == '-';
		p++;
	}
	if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X') &&
	    __heddle_digit(p[2]) < 16) {
		base = 16;
		p += 2;
	}
	if (base == 0)
		base = *p == '0' ? 8 : 10;
	if (__heddle_digit(*p) >= base)
		return 0;
	for (; __heddle_digit(*p) < base; p++) {
		int d = __heddle_digit(*p);

		if (value > (ULLONG_MAX - d) / base)
			*overflow = 1;
		value = value * base + d;
	}
	if (end)
		*end = (char *)p;
	return *overflow ? ULLONG_MAX : value;
}

/* A signed number within -max-1 .. max. */
static long long __heddle_signed(const char *s, char **end, int base, long long max)
{
	int negative, overflow;
	unsigned long long m = __heddle_magnitude(s, end, base, &negative, &overflow);

	if (m > (unsigned long long)max + negative) {
		errno = ERANGE;
		return negative ? -max - 1 : max;
	}
	return negative ? (long long)-m : (long long)m;
}

/* An unsigned number within 0 .. max. */
static unsigned long long __heddle_unsigned(const char *s, char **end, int base,
					    unsigned long long max)
{
	int negative, overflow;
	unsigned long long m = __heddle_magnitude(s, end, base, &negative, &overflow);

	if (overflow || m > max) {
		errno = ERANGE;
		return max;
	}
	return negative ? -m : m;
}

long strtol(const char *restrict s, char **restrict end, int base)
{
	return (long)__heddle_signed(s, end, base, LONG_MAX);
}

long long strtoll(const char *restrict s, char **restrict end, int base)
{
	return __heddle_signed(s, end, base, LLONG_MAX);
}

unsigned long strtoul(const char *restrict s, char **restrict end, int base)
{
	return (unsigned long)__heddle_unsigned(s, end, base, ULONG_MAX);
}

unsigned long long strtoull(const char *restrict s, char **restrict end, int base)
{
	return __heddle_unsigned(s, end, base, ULLONG_MAX);
}

intmax_t strtoimax(const char *restrict s, char **restrict end, int base)
{
	return strtoll(s, end, base);
}

uintmax_t strtoumax(const char *restrict s, char **restrict end, int base)
{
	return strtoull(s, end, base);
}

/* The names that preprocessed files call with a newer glibc. */
long __isoc23_strtol(const char *restrict s, char **restrict end, int base)
{
	return strtol(s, end, base);
}

long long __isoc23_strtoll(const char *restrict s, char **restrict end, int base)
{
	return strtoll(s, end, base);
}

unsigned long __isoc23_strtoul(const char *restrict s, char **restrict end, int base)
{
	return strtoul(s, end, base);
}

unsigned long long __isoc23_strtoull(const char *restrict s, char **restrict end, int base)
{
	return strtoull(s, end, base);
}

int atoi(const char *s)
{
	return (int)strtol(s, 0, 10);
}

long atol(const char *s)
{
	return strtol(s, 0, 10);
}

long long atoll(const char *s)
{
	return strtoll(s, 0, 10);
}
