/*
 * exponent.c - the functions of <math.h> on the exponents of numbers, and nextafter: exact, with one
 * rounding where a result is subnormal. long double is binary64.
 */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include "intrinsics.h"

#undef isnan
#undef isinf

union __heddle_double {
	double number;
	unsigned long long bits;
};

union __heddle_float {
	float number;
	unsigned bits;
};

#define SIGN (1ULL << 63)
#define SIGN_F (1u << 31)
#define EXPONENT(bits) ((int)((bits) >> 52 & 0x7ff))

enum { BIAS = 1023, NO_NUMBER = 0x7ff };

/* 2 to the power of a normal exponent. */
static double __heddle_power(int exponent)
{
	union __heddle_double u = {.bits = (unsigned long long)(BIAS + exponent) << 52};

	return u.number;
}

/* Factors of at most 2^1023, or at least 2^-969: none but the last rounds. */
static double __heddle_scale(double x, int n)
{
	for (int i = 0; i < 2; i++)
		if (n > 1023) {
			x *= __heddle_power(1023);
			n -= 1023;
		} else if (n < -1022) {
			x *= __heddle_power(-969);
			n += 969;
		}
	if (n > 1023)
		n = 1023;
	if (n < -1022)
		n = -1022;
	return x * __heddle_power(n);
}

/* Whether a number that is neither 0 nor infinite has become one of them. */
static void __heddle_range(double from, double to)
{
	if (from != 0 && __heddle_fabs(from) <= 1.7976931348623157e308 &&
	    (to == 0 || __heddle_fabs(to) > 1.7976931348623157e308))
		errno = ERANGE;
}

double scalbn(double x, int n)
{
	double y = __heddle_scale(x, n);

	__heddle_range(x, y);
	return y;
}

float scalbnf(float x, int n)
{
	float y = (float)__heddle_scale(x, n);

	__heddle_range(x, y);
	return y;
}

static int __heddle_to_int(long n)
{
	return n > INT_MAX ? INT_MAX : n < INT_MIN ? INT_MIN : (int)n;
}

long double scalbnl(long double x, int n) { return scalbn((double)x, n); }
double scalbln(double x, long n) { return scalbn(x, __heddle_to_int(n)); }
float scalblnf(float x, long n) { return scalbnf(x, __heddle_to_int(n)); }
long double scalblnl(long double x, long n) { return scalbn((double)x, __heddle_to_int(n)); }
double ldexp(double x, int n) { return scalbn(x, n); }
float ldexpf(float x, int n) { return scalbnf(x, n); }
long double ldexpl(long double x, int n) { return scalbn((double)x, n); }

/* The exponent of a NaN or an infinity is 0, as in glibc. */
double frexp(double x, int *exponent)
{
	union __heddle_double u = {.number = x};
	int more = 0;

	*exponent = 0;
	if (x == 0 || EXPONENT(u.bits) == NO_NUMBER)
		return x;
	if (EXPONENT(u.bits) == 0) {
		u.number = x * __heddle_power(64);
		more = -64;
	}
	*exponent = EXPONENT(u.bits) - (BIAS - 1) + more;
	u.bits = (u.bits & ~(0x7ffULL << 52)) | (BIAS - 1ULL) << 52;
	return u.number;
}

float frexpf(float x, int *exponent) { return (float)frexp(x, exponent); }
long double frexpl(long double x, int *exponent) { return frexp((double)x, exponent); }

int ilogb(double x)
{
	int exponent;

	if (x != x || x == 0) {
		errno = EDOM;
		return x == 0 ? FP_ILOGB0 : FP_ILOGBNAN;
	}
	if (__heddle_fabs(x) > 1.7976931348623157e308) {
		errno = EDOM;
		return INT_MAX;
	}
	frexp(x, &exponent);
	return exponent - 1;
}

int ilogbf(float x) { return ilogb(x); }
int ilogbl(long double x) { return ilogb((double)x); }

double logb(double x)
{
	if (x == 0) {
		errno = ERANGE;
		return -HUGE_VAL;
	}
	if (x != x || __heddle_fabs(x) > 1.7976931348623157e308)
		return x * x;
	return ilogb(x);
}

float logbf(float x) { return (float)logb(x); }
long double logbl(long double x) { return logb((double)x); }

double nextafter(double x, double y)
{
	union __heddle_double u = {.number = x}, to = {.number = y};

	if (x != x || y != y)
		return x + y;
	if (x == y)
		return y;
	if (x == 0)
		u.bits = (to.bits & SIGN) | 1;
	else if ((x < y) == (x > 0))
		u.bits++;
	else
		u.bits--;
	if (EXPONENT(u.bits) == NO_NUMBER || EXPONENT(u.bits) == 0)
		errno = ERANGE;
	return u.number;
}

float nextafterf(float x, float y)
{
	union __heddle_float u = {.number = x}, to = {.number = y};
	unsigned exponent;

	if (x != x || y != y)
		return x + y;
	if (x == y)
		return y;
	if (x == 0)
		u.bits = (to.bits & SIGN_F) | 1;
	else if ((x < y) == (x > 0))
		u.bits++;
	else
		u.bits--;
	exponent = u.bits >> 23 & 0xff;
	if (exponent == 0xff || exponent == 0)
		errno = ERANGE;
	return u.number;
}

long double nextafterl(long double x, long double y) { return nextafter((double)x, (double)y); }
double nexttoward(double x, long double y) { return nextafter(x, (double)y); }
long double nexttowardl(long double x, long double y) { return nextafter((double)x, (double)y); }
