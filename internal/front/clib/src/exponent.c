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

/*
 * x minus the nearest multiple of y, the even one of two. The remainder of 2y keeps whether the quotient is odd, where
 * 2y is finite.
 */
double remquo(double x, double y, int *quotient)
{
	double a = __heddle_fabs(x), b = __heddle_fabs(y), r;
	int negative = __builtin_signbit(x) != __builtin_signbit(y), n = 0;

	*quotient = 0;
	if (x != x || y != y || y == 0 || a > 1.7976931348623157e308) {
		if (x == x && y == y)
			errno = EDOM;
		return __heddle_frem(x, y);
	}
	if (b <= 1.7976931348623157e308 / 8)
		a = __heddle_frem(a, 8 * b);
	if (b <= 1.7976931348623157e308 / 4 && a >= 4 * b) {
		a -= 4 * b;
		n += 4;
	}
	if (b <= 1.7976931348623157e308 / 2 && a >= 2 * b) {
		a -= 2 * b;
		n += 2;
	}
	if (a >= b) {
		a -= b;
		n++;
	}
	r = b - a; /* exact where a is at least half of b */
	if (a > r || (a == r && n & 1)) {
		a -= b;
		n++;
	}
	*quotient = negative ? -n : n;
	if (a == 0)
		return __builtin_signbit(x) ? -0.0 : 0;
	return __builtin_signbit(x) ? -a : a;
}

double remainder(double x, double y)
{
	int quotient;

	return remquo(x, y, &quotient);
}

float remquof(float x, float y, int *quotient) { return (float)remquo(x, y, quotient); }
long double remquol(long double x, long double y, int *quotient) { return remquo((double)x, (double)y, quotient); }
float remainderf(float x, float y) { return (float)remainder(x, y); }
long double remainderl(long double x, long double y) { return remainder((double)x, (double)y); }

long double modfl(long double x, long double *whole)
{
	double w, rest = modf((double)x, &w);

	*whole = w;
	return rest;
}
