#include <math.h>
#include <stdarg.h>
#include <stdio.h>
/* Builtins and asm operands whose arguments have effects, the sign of a NaN, bit-fields as types. */

void *alloca(__SIZE_TYPE__);

static int calls, cell = 7;
static int *next(void) { calls++; return &cell; }

static void ends(int n, ...)
{
	va_list a[2], *p = a;
	va_start(a[0], n);
	va_end(*p++);
	printf("%d\n", (int)(p - a));
}

static void signs(void)
{
	volatile double z = 0.0;
	volatile float f = 0.0f;
	double n = fabs(z / z);
	float m = fabsf(f / f);
	printf("%d %d %d\n", signbit(n) != 0, signbit(-n) != 0, signbit(copysign(n, -1.0)) != 0);
	printf("%d %d %d\n", signbit(m) != 0, signbit(-m) != 0, signbit(copysignf(m, -1.0f)) != 0);
	printf("%d %d\n", signbit(copysign(1.0, -n)) != 0, signbit(-copysign(n, -1.0)) != 0);
	printf("%d %d %d %d\n", signbit(0.0) != 0, signbit(-0.0) != 0, signbit(-z) != 0, signbit(-f) != 0);
	printf("%d %d\n", isnan(-n), isnan(copysign(n, -1.0)));
}

struct bits { int s : 5; unsigned u : 3; unsigned long long w : 40; signed char c; };

static int fits(int i)
{
	struct bits b = { 0 };
	return __builtin_add_overflow_p(i, 1, b.s) | __builtin_mul_overflow_p(i, 2, b.u) << 1 |
	       __builtin_mul_overflow_p(1ull << 38, i, b.w) << 2 | __builtin_sub_overflow_p(i, 1, b.u) << 3 |
	       __builtin_add_overflow_p(i, 120, b.c) << 4;
}

static void classes(void)
{
	union {
		int i;
	} u;
	struct {
		int b : 3;
	} s;
	int a[2];
	enum { A } e;
	printf("%d %d %d %d", __builtin_classify_type(u), __builtin_classify_type(s), __builtin_classify_type(s.b), __builtin_classify_type(a));
	printf(" %d %d %d %d\n", __builtin_classify_type(e), __builtin_classify_type(classes), __builtin_classify_type(1.0L), __builtin_classify_type('a'));
}

static struct { char text[4]; int number; } sized;

int main(void)
{
	int z = 10, y = 0;
	int *own = alloca(sizeof *own);
	*own = 6;
	printf("%d\n", *own);
	__asm__("" : "+r"(*next()));
	printf("%d %d\n", calls, cell);
	__asm__("" : [place] "=r"(y) : "[place]"(5));
	printf("%d\n", y--);
	y -= 4;
	if (__builtin_expect(z == 0, z++))
		return 7;
	printf("%d\n", z);
	printf("%d\n", *(int *)__builtin_assume_aligned(next(), 4, y++) + calls);
	ends(1, 2);
	signs();
	for (int i = -18; i < 18; i++)
		printf("%d ", fits(i));
	classes();
	printf("%d\n", __builtin_add_overflow_p(1, 2, (z++, 0)));
	printf("%d %d\n", z, y);
	printf("%d %d\n", __builtin_copysignl(3.0L, -0.0L) == -3, __builtin_fmal(2.0L, 3.0L, z) == 6 + z);
	printf("%zd %zd %zd %zd\n", __builtin_object_size(sized.text + 1, 0), __builtin_object_size(sized.text, 1),
	       __builtin_object_size("abc", 0), __builtin_object_size(&sized.number, 3));
	printf("%zd %zd\n", __builtin_object_size(&z + 1, 0), __builtin_dynamic_object_size(&sized, 2));
	printf("%ld %ld %lld %lld\n", lroundl(z + 2.5L), lrintl(z + 2.5L), llroundf(z - 2.5f), llrintl(z - 2.5L));
	printf("%d %d\n", __builtin_ldexp(0.75, z) == ldexp(0.75, z), __builtin_fdiml(z, 1.5L) == (z > 1 ? z - 1.5L : 0));
	return 0;
}
