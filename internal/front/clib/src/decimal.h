/* decimal.h - exact conversions between decimal digits and binary64. */
#ifndef HEDDLE_DECIMAL_H
#define HEDDLE_DECIMAL_H

/* A binary format: the digits of a normal number, and the exponent of the smallest number. */
struct __heddle_binary {
	int digits;
	int least;
	int most; /* numbers are below 2 to the power of this */
};

/*
 * Reads a floating-point number as strtod does, rounded to nearest for a format. *end is s where there
 * is no number. A result out of range sets errno.
 */
double __heddle_read_float(const char *s, const char **end, struct __heddle_binary format);

extern const struct __heddle_binary __heddle_binary64, __heddle_binary32;

/*
 * The decimal digits of a finite number of at least 0: all of them, without zeros in front. The value is
 * 0.DIGITS times 10 to the power of the point. A double has at most 767 digits.
 */
enum { HEDDLE_DIGITS = 776 };

struct __heddle_decimal {
	char digits[HEDDLE_DIGITS];
	int n;
	int point;
};

void __heddle_decimal_of(struct __heddle_decimal *d, double x);

#endif
