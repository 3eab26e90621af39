/*
 * complex.c - the products and quotients of complex numbers that gcc leaves to libgcc (C11 annex G), and the
 * part of <complex.h> that is exact.
 */
#include <complex.h>
#include <float.h>
#include <math.h>
#include "intrinsics.h"

#undef isnan
#undef isinf
#undef isfinite

#define isnan(x) ((x) != (x))
#define isinf(x) (__heddle_fabs(x) == INFINITY)
#define isfinite(x) (__heddle_fabs(x) < INFINITY)

/* An infinite number as 1 and a finite one as 0, with its sign; 0 for a NaN. */
#define BOX(x, sign) sign(isinf(x) ? 1 : 0, x)
#define NUMBER(x, sign) (isnan(x) ? sign(0, x) : (x))

#define PRODUCT(name, T, sign)                                                           \
	T complex name(T a, T b, T c, T d)                                               \
	{                                                                                \
		T ac = a * c, bd = b * d, ad = a * d, bc = b * c, x = ac - bd, y = ad + bc; \
		if (isnan(x) && isnan(y)) {                                              \
			int again = 0;                                                   \
			if (isinf(a) || isinf(b)) {                                      \
				a = BOX(a, sign);                                        \
				b = BOX(b, sign);                                        \
				c = NUMBER(c, sign);                                     \
				d = NUMBER(d, sign);                                     \
				again = 1;                                               \
			}                                                                \
			if (isinf(c) || isinf(d)) {                                      \
				c = BOX(c, sign);                                        \
				d = BOX(d, sign);                                        \
				a = NUMBER(a, sign);                                     \
				b = NUMBER(b, sign);                                     \
				again = 1;                                               \
			}                                                                \
			if (!again && (isinf(ac) || isinf(bd) || isinf(ad) || isinf(bc))) { \
				a = NUMBER(a, sign);                                     \
				b = NUMBER(b, sign);                                     \
				c = NUMBER(c, sign);                                     \
				d = NUMBER(d, sign);                                     \
				again = 1;                                               \
			}                                                                \
			if (again) {                                                     \
				x = INFINITY * (a * c - b * d);                          \
				y = INFINITY * (a * d + b * c);                          \
			}                                                                \
		}                                                                        \
		return __builtin_complex(x, y);                                          \
	}

PRODUCT(__heddle_product, double, copysign)
PRODUCT(__heddle_product_f, float, copysignf)

/* The quotient x + iy if it computed as a number that is none. */
#define RECOVERED(T, sign)                                                                  \
	if (isnan(x) && isnan(y)) {                                                         \
		if (c == 0 && d == 0 && (!isnan(a) || !isnan(b))) {                         \
			x = sign((T)INFINITY, c) * a;                                       \
			y = sign((T)INFINITY, c) * b;                                       \
		} else if ((isinf(a) || isinf(b)) && isfinite(c) && isfinite(d)) {          \
			a = BOX(a, sign);                                                   \
			b = BOX(b, sign);                                                   \
			x = INFINITY * (a * c + b * d);                                     \
			y = INFINITY * (b * c - a * d);                                     \
		} else if ((isinf(c) || isinf(d)) && isfinite(a) && isfinite(b)) {          \
			c = BOX(c, sign);                                                   \
			d = BOX(d, sign);                                                   \
			x = 0 * (a * c + b * d);                                            \
			y = 0 * (b * c - a * d);                                            \
		}                                                                           \
	}                                                                                   \
	return __builtin_complex(x, y);

#define LARGE (DBL_MAX / 2)
#define UPPER (LARGE * DBL_EPSILON)

static int __heddle_small_part(double part, double other, double divisor)
{
	return __heddle_fabs(part) < DBL_MIN && __heddle_fabs(other) < UPPER && divisor < UPPER;
}

/* Smith's method, scaled, as libgcc has it since version 12. */
double complex __heddle_quotient(double a, double b, double c, double d)
{
	int swap = __heddle_fabs(c) < __heddle_fabs(d);
	double big = swap ? d : c, small = swap ? c : d, most = __heddle_fabs(big), scale = 1, ratio, denominator, x, y;

	if (most >= LARGE)
		scale = 0.5;
	if (scale * most < DBL_EPSILON || __heddle_small_part(a * scale, b * scale, most * scale) ||
	    __heddle_small_part(b * scale, a * scale, most * scale))
		scale /= DBL_EPSILON;
	a *= scale;
	b *= scale;
	big *= scale;
	small *= scale;
	ratio = small / big;
	denominator = small * ratio + big;
	if (__heddle_fabs(ratio) > DBL_MIN) {
		x = swap ? a * ratio + b : b * ratio + a;
		y = swap ? b * ratio - a : b - a * ratio;
	} else {
		x = swap ? small * (a / big) + b : a + small * (b / big);
		y = swap ? small * (b / big) - a : b - small * (a / big);
	}
	x /= denominator;
	y /= denominator;
	c = swap ? small : big;
	d = swap ? big : small;
	RECOVERED(double, copysign)
}

/* With the precision of double no scaling is needed. */
float complex __heddle_quotient_f(float a, float b, float c, float d)
{
	double aa = a, bb = b, cc = c, dd = d, denominator = cc * cc + dd * dd;
	float x = (aa * cc + bb * dd) / denominator, y = (bb * cc - aa * dd) / denominator;

	RECOVERED(float, copysignf)
}

#define PARTS(T, suffix)                               \
	T creal##suffix(T complex z)                   \
	{                                              \
		return __real__ z;                     \
	}                                              \
	T cimag##suffix(T complex z)                   \
	{                                              \
		return __imag__ z;                     \
	}                                              \
	T complex conj##suffix(T complex z)            \
	{                                              \
		return ~z;                             \
	}                                              \
	T complex cproj##suffix(T complex z)           \
	{                                              \
		if (isinf(__real__ z) || isinf(__imag__ z)) \
			return __builtin_complex((T)INFINITY, copysign##suffix(0, __imag__ z)); \
		return z;                              \
	}

PARTS(double, )
PARTS(float, f)
PARTS(long double, l)
