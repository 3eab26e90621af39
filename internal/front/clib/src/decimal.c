/*
 * decimal.c - strtod and its like, and the decimal digits of a number. Numbers with few digits take a
 * short path; others have exact arithmetic on words of 32 bits, as in W. Clinger, "How to Read Floating
 * Point Numbers Accurately", PLDI 1990, without its approximations.
 */
#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "decimal.h"
#include "intrinsics.h"

const struct __heddle_binary __heddle_binary64 = {53, -1074, 1024}, __heddle_binary32 = {24, -149, 128};

/* A natural number: words of 32 bits, least first. 5^1106 and 776 digits have 81 words. */
enum { WORDS = 96 };

struct __heddle_natural {
	uint32_t words[WORDS];
	int n;
};

/* x = x * factor + more */
static void __heddle_multiply(struct __heddle_natural *x, uint32_t factor, uint32_t more)
{
	uint64_t carry = more;

	for (int i = 0; i < x->n; i++) {
		carry += (uint64_t)x->words[i] * factor;
		x->words[i] = (uint32_t)carry;
		carry >>= 32;
	}
	if (carry)
		x->words[x->n++] = (uint32_t)carry;
}

/* No power is less than that of 0. */
static void __heddle_times_power_of_5(struct __heddle_natural *x, int n)
{
	for (; n >= 13; n -= 13)
		__heddle_multiply(x, 1220703125, 0);
	for (; n > 0; n--)
		__heddle_multiply(x, 5, 0);
}

static int __heddle_bit_length(const struct __heddle_natural *x)
{
	return x->n * 32 - __builtin_clz(x->words[x->n - 1]);
}

static void __heddle_shift_left(struct __heddle_natural *x, int bits)
{
	int words = bits / 32, n = x->n;

	for (int i = n - 1; i >= 0 && words; i--)
		x->words[i + words] = x->words[i];
	for (int i = 0; i < words; i++)
		x->words[i] = 0;
	x->n = n + words;
	if (bits % 32)
		__heddle_multiply(x, 1u << bits % 32, 0);
}

/* Subtracts y from x unless it is greater, and tells which. */
static int __heddle_subtract(struct __heddle_natural *x, const struct __heddle_natural *y)
{
	int64_t borrow = 0;
	int i = x->n - 1;

	if (x->n < y->n)
		return 0;
	if (x->n == y->n) {
		while (i > 0 && x->words[i] == y->words[i])
			i--;
		if (x->words[i] < y->words[i])
			return 0;
	}
	for (i = 0; i < x->n; i++) {
		borrow += (int64_t)x->words[i] - (i < y->n ? y->words[i] : 0);
		x->words[i] = (uint32_t)borrow;
		borrow >>= 32;
	}
	while (x->n > 1 && x->words[x->n - 1] == 0)
		x->n--;
	return 1;
}

/* 2 to the power of an exponent that a double has. */
static double __heddle_two_to(int exponent)
{
	union {
		uint64_t bits;
		double number;
	} u;

	u.bits = exponent >= -1022 ? (uint64_t)(exponent + 1023) << 52 : 1ULL << (exponent + 1074);
	return u.number;
}

/*
 * Rounds m times 2 to the power of an exponent to a format, where m has its highest bit set. more: the
 * number is a little greater.
 */
static double __heddle_round(uint64_t m, int exponent, int more, struct __heddle_binary format)
{
	int drop = 64 - format.digits;
	uint64_t half, rest;

	if (exponent + drop < format.least)
		drop = format.least - exponent;
	if (drop > 64) {
		errno = ERANGE;
		return 0;
	}
	half = 1ULL << (drop - 1);
	rest = m & (half | (half - 1));
	/* Subnormal and not exact, unless a normal number is as near: glibc finds an underflow after rounding. */
	if ((rest || more) && drop > 64 - format.digits && (drop > 65 - format.digits || ~m >> (63 - format.digits)))
		errno = ERANGE;
	m = drop == 64 ? 0 : m >> drop;
	exponent += drop;
	if (rest > half || (rest == half && (more || m & 1)))
		m++;
	if (m && exponent > format.most - 64 + __builtin_clzll(m)) {
		errno = ERANGE;
		return __builtin_inf();
	}
	return (double)m * __heddle_two_to(exponent);
}

/* digits times 10 to the power of an exponent */
static double __heddle_exact(struct __heddle_natural *digits, int exponent, struct __heddle_binary format)
{
	struct __heddle_natural divisor = {{1}, 1};
	uint64_t quotient = 0;
	int shift;

	__heddle_times_power_of_5(digits, exponent);
	__heddle_times_power_of_5(&divisor, -exponent);
	/* The quotient of both gets 64 bits, the first of them 1. */
	shift = __heddle_bit_length(digits) - __heddle_bit_length(&divisor);
	if (shift > 0)
		__heddle_shift_left(&divisor, shift);
	else if (shift < 0)
		__heddle_shift_left(digits, -shift);
	for (int i = 0; i < 64; i++) {
		int bit = __heddle_subtract(digits, &divisor);

		if (i == 0 && !bit) {
			shift--;
			__heddle_multiply(digits, 2, 0);
			bit = __heddle_subtract(digits, &divisor);
		}
		quotient = quotient << 1 | bit;
		__heddle_multiply(digits, 2, 0);
	}
	return __heddle_round(quotient, shift - 63 + exponent, digits->n > 1 || digits->words[0], format);
}

/* The value of 0..9, a..f and A..F, or 16. */
static int __heddle_hex(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : 16;
}

/* Whether a text begins with a word, in letters of any case. */
static int __heddle_begins(const char *s, const char *word)
{
	while (*word && tolower((unsigned char)*s) == *word) {
		s++;
		word++;
	}
	return !*word;
}

/* An exponent behind its letter, if there is one. Beyond 100000 it is no greater. */
static int __heddle_exponent(const char *p, const char **end)
{
	int negative = *p == '-', n = 0;

	if (*p == '-' || *p == '+')
		p++;
	if (!isdigit((unsigned char)*p))
		return 0;
	for (; isdigit((unsigned char)*p); p++)
		if (n < 100000)
			n = n * 10 + (*p - '0');
	*end = p;
	return negative ? -n : n;
}

static double __heddle_read_hex(const char *p, const char **end, struct __heddle_binary format)
{
	uint64_t m = 0;
	int exponent = 0, more = 0;

	for (int point = 0;; p++) {
		int d = __heddle_hex(*p);

		if (*p == '.' && !point) {
			point = 1;
			continue;
		}
		if (d == 16)
			break;
		if (m >> 60) {
			more |= d;
			exponent += 4;
		} else {
			m = m << 4 | d;
		}
		exponent -= 4 * point;
	}
	*end = p;
	if ((*p | 32) == 'p')
		exponent += __heddle_exponent(p + 1, end);
	if (!m)
		return 0;
	for (; !(m >> 63); exponent--)
		m <<= 1;
	return exponent < 2000 ? __heddle_round(m, exponent < -2000 ? -2000 : exponent, more, format)
			       : (errno = ERANGE, __builtin_inf());
}

static double __heddle_read_decimal(const char *p, const char **end, struct __heddle_binary format)
{
	struct __heddle_natural digits;
	int exponent = 0, n = 0;
	uint64_t few = 0;
	double power = 1;

	digits.n = 0;
	for (int point = 0;; p++) {
		if (*p == '.' && !point) {
			point = 1;
			continue;
		}
		if (!isdigit((unsigned char)*p))
			break;
		exponent -= point;
		if (n == 0 && *p == '0')
			continue;
		if (n == 18) {
			digits.words[0] = (uint32_t)few;
			digits.words[1] = (uint32_t)(few >> 32);
			digits.n = 2;
		}
		if (n < 18)
			few = few * 10 + (*p - '0');
		else if (n < HEDDLE_DIGITS)
			__heddle_multiply(&digits, 10, *p - '0');
		else if (*p != '0')
			digits.words[0] |= 1; /* the digits before make every tie impossible */
		if (n < HEDDLE_DIGITS)
			n++;
		else
			exponent++;
	}
	*end = p;
	if ((*p | 32) == 'e')
		exponent += __heddle_exponent(p + 1, end);
	if (n == 0)
		return 0;
	if (n < 16 && exponent >= -22 && exponent <= 22 && format.digits == 53) {
		for (int i = 0; i < (exponent < 0 ? -exponent : exponent); i++)
			power *= 10;
		return exponent < 0 ? few / power : few * power;
	}
	if (exponent + n < -330 || exponent + n > 310) {
		errno = ERANGE;
		return exponent + n < 0 ? 0 : __builtin_inf();
	}
	if (digits.n == 0) {
		digits.words[0] = (uint32_t)few;
		digits.words[1] = (uint32_t)(few >> 32);
		digits.n = few >> 32 ? 2 : 1;
	}
	return __heddle_exact(&digits, exponent, format);
}

double __heddle_read_float(const char *s, const char **end, struct __heddle_binary format)
{
	const char *p = s;
	double value;
	int negative;

	*end = s;
	while (isspace((unsigned char)*p))
		p++;
	negative = *p == '-';
	if (*p == '-' || *p == '+')
		p++;
	if (__heddle_begins(p, "inf")) {
		value = __builtin_inf();
		*end = p + (__heddle_begins(p, "infinity") ? 8 : 3);
	} else if (__heddle_begins(p, "nan")) {
		value = __builtin_nan("");
		*end = p + 3;
		if (*(p += 3) == '(') {
			for (p++; isalnum((unsigned char)*p) || *p == '_'; p++)
				;
			if (*p == ')')
				*end = p + 1;
		}
	} else if (p[0] == '0' && (p[1] | 32) == 'x' &&
		   (__heddle_hex(p[2]) < 16 || (p[2] == '.' && __heddle_hex(p[3]) < 16))) {
		value = __heddle_read_hex(p + 2, end, format);
	} else if (isdigit((unsigned char)p[0]) || (p[0] == '.' && isdigit((unsigned char)p[1]))) {
		value = __heddle_read_decimal(p, end, format);
	} else {
		return 0;
	}
	return negative ? -value : value;
}

double strtod(const char *restrict s, char **restrict end)
{
	const char *after;
	double value = __heddle_read_float(s, &after, __heddle_binary64);

	if (end)
		*end = (char *)after;
	return value;
}

float strtof(const char *restrict s, char **restrict end)
{
	const char *after;
	double value = __heddle_read_float(s, &after, __heddle_binary32);

	if (end)
		*end = (char *)after;
	return (float)value;
}

double atof(const char *s)
{
	return strtod(s, 0);
}

long double strtold(const char *restrict s, char **restrict end)
{
	return strtod(s, end);
}

void __heddle_decimal_of(struct __heddle_decimal *d, double x)
{
	union {
		double number;
		uint64_t bits;
	} u = {x};
	struct __heddle_natural n = {{0}, 2};
	uint64_t m = u.bits & ((1ULL << 52) - 1);
	int exponent = (int)(u.bits >> 52 & 0x7ff), at = HEDDLE_DIGITS;

	d->n = 0;
	d->point = 1;
	if (x == 0)
		return;
	if (exponent)
		m |= 1ULL << 52;
	else
		exponent = 1;
	exponent -= 1075;
	for (; !(m & 1); exponent++)
		m >>= 1;
	n.words[0] = (uint32_t)m;
	n.words[1] = (uint32_t)(m >> 32);
	if (n.words[1] == 0)
		n.n = 1;
	/* m * 2^-k is m * 5^k / 10^k */
	if (exponent < 0)
		__heddle_times_power_of_5(&n, -exponent);
	else
		__heddle_shift_left(&n, exponent);
	while (n.n > 1 || n.words[0]) {
		uint64_t rest = 0;

		for (int i = n.n - 1; i >= 0; i--) {
			rest = rest << 32 | n.words[i];
			n.words[i] = (uint32_t)(rest / 1000000000);
			rest %= 1000000000;
		}
		while (n.n > 1 && n.words[n.n - 1] == 0)
			n.n--;
		for (int i = 0; i < 9 && (n.n > 1 || n.words[0] || rest); i++) {
			d->digits[--at] = (char)('0' + rest % 10);
			rest /= 10;
		}
	}
	d->n = HEDDLE_DIGITS - at;
	d->point = d->n + (exponent < 0 ? exponent : 0);
	memmove(d->digits, d->digits + at, d->n);
}
