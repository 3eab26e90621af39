/*
 * math.c - the part of <math.h> that IEEE-754 defines exactly. The
 * transcendental functions have no model and are unsupported when reached. long
 * double is binary64.
 */
#include "intrinsics.h"

#define FUNCTION1(name, T, body) \
	T name(T x)              \
	{                        \
		return body;     \
	}
#define FUNCTION2(name, T, body) \
	T name(T x, T y)         \
	{                        \
		return body;     \
	}
#define FUNCTION3(name, T, body) \
	T name(T x, T y, T z)    \
	{                        \
		return body;     \
	}

#define IS_NAN(x) ((x) != (x))

/* A NaN operand yields the other one. */
#define MINIMUM (IS_NAN(x) || y < x ? y : x)
#define MAXIMUM (IS_NAN(x) || y > x ? y : x)
#define POSITIVE_DIFFERENCE (IS_NAN(x) || IS_NAN(y) ? x + y : x > y ? x - y : 0)

FUNCTION1(sqrt, double, __heddle_fsqrt(x))
FUNCTION1(sqrtf, float, __heddle_fsqrt(x))
FUNCTION1(sqrtl, long double, __heddle_fsqrt(x))
FUNCTION1(fabs, double, __heddle_fabs(x))
FUNCTION1(fabsf, float, __heddle_fabs(x))
FUNCTION1(fabsl, long double, __heddle_fabs(x))
FUNCTION1(floor, double, __heddle_fround(x, HEDDLE_ROUND_DOWN))
FUNCTION1(floorf, float, __heddle_fround(x, HEDDLE_ROUND_DOWN))
FUNCTION1(floorl, long double, __heddle_fround(x, HEDDLE_ROUND_DOWN))
FUNCTION1(ceil, double, __heddle_fround(x, HEDDLE_ROUND_UP))
FUNCTION1(ceilf, float, __heddle_fround(x, HEDDLE_ROUND_UP))
FUNCTION1(ceill, long double, __heddle_fround(x, HEDDLE_ROUND_UP))
FUNCTION1(trunc, double, __heddle_fround(x, HEDDLE_ROUND_TO_ZERO))
FUNCTION1(truncf, float, __heddle_fround(x, HEDDLE_ROUND_TO_ZERO))
FUNCTION1(truncl, long double, __heddle_fround(x, HEDDLE_ROUND_TO_ZERO))
FUNCTION1(round, double, __heddle_fround(x, HEDDLE_ROUND_NEAREST_AWAY))
FUNCTION1(roundf, float, __heddle_fround(x, HEDDLE_ROUND_NEAREST_AWAY))
FUNCTION1(roundl, long double, __heddle_fround(x, HEDDLE_ROUND_NEAREST_AWAY))
FUNCTION1(rint, double, __heddle_fround(x, HEDDLE_ROUND_NEAREST_EVEN))
FUNCTION1(rintf, float, __heddle_fround(x, HEDDLE_ROUND_NEAREST_EVEN))
FUNCTION1(rintl, long double, __heddle_fround(x, HEDDLE_ROUND_NEAREST_EVEN))
FUNCTION1(nearbyint, double, __heddle_fround(x, HEDDLE_ROUND_NEAREST_EVEN))
FUNCTION1(nearbyintf, float, __heddle_fround(x, HEDDLE_ROUND_NEAREST_EVEN))
FUNCTION1(nearbyintl, long double, __heddle_fround(x, HEDDLE_ROUND_NEAREST_EVEN))
FUNCTION2(fmod, double, __heddle_frem(x, y))
FUNCTION2(fmodf, float, __heddle_frem(x, y))
FUNCTION2(fmodl, long double, __heddle_frem(x, y))
FUNCTION2(fmin, double, MINIMUM)
FUNCTION2(fminf, float, MINIMUM)
FUNCTION2(fminl, long double, MINIMUM)
FUNCTION2(fmax, double, MAXIMUM)
FUNCTION2(fmaxf, float, MAXIMUM)
FUNCTION2(fmaxl, long double, MAXIMUM)
FUNCTION2(fdim, double, POSITIVE_DIFFERENCE)
FUNCTION2(fdimf, float, POSITIVE_DIFFERENCE)
FUNCTION2(fdiml, long double, POSITIVE_DIFFERENCE)
FUNCTION3(fma, double, __heddle_fma(x, y, z))
FUNCTION3(fmaf, float, __heddle_fma(x, y, z))
FUNCTION3(fmal, long double, __heddle_fma(x, y, z))

/* The rounded value as an integer. */
#define ROUNDED(name, integer, type, mode)                      \
	integer name(type x)                                    \
	{                                                       \
		return (integer)__heddle_fround(x, mode);       \
	}

ROUNDED(lround, long, double, HEDDLE_ROUND_NEAREST_AWAY)
ROUNDED(lroundf, long, float, HEDDLE_ROUND_NEAREST_AWAY)
ROUNDED(lroundl, long, long double, HEDDLE_ROUND_NEAREST_AWAY)
ROUNDED(llround, long long, double, HEDDLE_ROUND_NEAREST_AWAY)
ROUNDED(llroundf, long long, float, HEDDLE_ROUND_NEAREST_AWAY)
ROUNDED(llroundl, long long, long double, HEDDLE_ROUND_NEAREST_AWAY)
ROUNDED(lrint, long, double, HEDDLE_ROUND_NEAREST_EVEN)
ROUNDED(lrintf, long, float, HEDDLE_ROUND_NEAREST_EVEN)
ROUNDED(lrintl, long, long double, HEDDLE_ROUND_NEAREST_EVEN)
ROUNDED(llrint, long long, double, HEDDLE_ROUND_NEAREST_EVEN)
ROUNDED(llrintf, long long, float, HEDDLE_ROUND_NEAREST_EVEN)
ROUNDED(llrintl, long long, long double, HEDDLE_ROUND_NEAREST_EVEN)

/* The bits of a double or float. */
static unsigned long long __heddle_bits(double x)
{
	union {
		double number;
		unsigned long long bits;
	} u = { x };

	return u.bits;
}

static unsigned __heddle_bits_f(float x)
{
	union {
		float number;
		unsigned bits;
	} u = { x };

	return u.bits;
}

int __signbit(double x)
{
	return (int)(__heddle_bits(x) >> 63);
}

int __signbitf(float x)
{
	return (int)(__heddle_bits_f(x) >> 31);
}

int __signbitl(long double x)
{
	return __signbit((double)x);
}

double copysign(double x, double y)
{
	x = __heddle_fabs(x);
	return __signbit(y) ? -x : x;
}

float copysignf(float x, float y)
{
	x = __heddle_fabs(x);
	return __signbitf(y) ? -x : x;
}

long double copysignl(long double x, long double y)
{
	return copysign((double)x, (double)y);
}

int __isnan(double x)
{
	return IS_NAN(x);
}

int __isnanf(float x)
{
	return IS_NAN(x);
}

int __isnanl(long double x)
{
	return IS_NAN(x);
}

/* 1 or -1 for an infinity, as glibc has it. */
int __isinf(double x)
{
	return (x > 1.7976931348623157e308) - (x < -1.7976931348623157e308);
}

int __isinff(float x)
{
	return __isinf(x);
}

int __isinfl(long double x)
{
	return __isinf((double)x);
}

int __finite(double x)
{
	return __heddle_fabs(x) <= 1.7976931348623157e308;
}

int __finitef(float x)
{
	return __finite(x);
}

int __finitel(long double x)
{
	return __finite((double)x);
}

/* FP_NAN 0, FP_INFINITE 1, FP_ZERO 2, FP_SUBNORMAL 3, FP_NORMAL 4. */
int __fpclassify(double x)
{
	double a = __heddle_fabs(x);

	if (IS_NAN(x))
		return 0;
	if (a > 1.7976931348623157e308)
		return 1;
	if (a == 0)
		return 2;
	return a < 2.2250738585072014e-308 ? 3 : 4;
}

int __fpclassifyf(float x)
{
	float a = __heddle_fabs(x);

	if (a != 0 && a < 1.17549435e-38f)
		return 3;
	return __fpclassify(x);
}

int __fpclassifyl(long double x)
{
	return __fpclassify((double)x);
}

double modf(double x, double *whole)
{
	double w = __heddle_fround(x, HEDDLE_ROUND_TO_ZERO);

	*whole = w;
	return copysign(__isinf(x) ? 0 : x - w, x);
}

float modff(float x, float *whole)
{
	float w = __heddle_fround(x, HEDDLE_ROUND_TO_ZERO);

	*whole = w;
	return copysignf(__isinf(x) ? 0 : x - w, x);
}
