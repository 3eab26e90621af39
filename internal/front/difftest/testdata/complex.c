/* Complex numbers of C11 and GNU C. */
#include <stdio.h>
#include <complex.h>
#include <math.h>
typedef _Complex double cd; typedef _Complex float cf; typedef _Complex int ci;
static void show(const char *n, cd z) { printf("%s: %a %a\n", n, creal(z), cimag(z)); }
static void showf(const char *n, cf z) { printf("%s: %a %a\n", n, crealf(z), cimagf(z)); }
static void showi(const char *n, ci z) { printf("%s: %d %d\n", n, __real__ z, __imag__ z); }
cd g1 = 1.0 + 2.0i, g2 = 3, g3 = I * I, g4 = (1.5 - 2i) / (0.3 + 7i), g5 = {4}, arr[3] = {1, 2i, 3 + 4i};
static cf f1 = 2.5if; static ci i1 = 3 + 4i; _Complex long double l1 = 1.0 + 1.0i;
struct s { char c; cd z; ci i; } st = {'a', 1 + 2i, 5i};
int side; cd eff(double x) { side++; return x + 1i; }
cd *next(cd **p) { side++; return (*p)++; }
cd sum(int n, ...) { __builtin_va_list ap; __builtin_va_start(ap, n); cd r = 0; for (int i = 0; i < n; i++) r += __builtin_va_arg(ap, cd); r += __builtin_va_arg(ap, cf); __builtin_va_end(ap); return r; }
cf mix(cf a, ci b, double d) { return a * b + d; }
int main(void) {
	show("g1", g1);
	show("g2", g2);
	show("g3", g3);
	show("g4", g4);
	show("g5", g5);
	show("arr", arr[2]);
	showf("f1", f1);
	showi("i1", i1);
	show("l1", l1);
	show("st", st.z);
	showi("st", st.i);
	cd a = g1, b = arr[2];
	cf f = f1;
	ci i = i1;
	show("add", a + b);
	show("sub", a - b);
	show("mul", a * b);
	show("div", a / b);
	show("neg", -a);
	show("conj", ~a);
	show("conj", conj(b));
	show("plus", +a);
	show("rc", 2 - a);
	show("cr", a - 2);
	show("rmc", 2.5 * a);
	show("cmr", a * 3);
	show("rdc", 1 / a);
	show("cdr", a / 4);
	showf("fmul", f * f1);
	showf("fdiv", (f + 1) / (f1 - 2));
	showf("mix", mix(f, i, 0.5));
	showi("imul", i * i1);
	showi("idiv", i1 / (1 + 2i));
	ci j = 7 - 9i, k = 3 - 2i;
	showi("idiv", j / k);
	showi("irem", i * 2 - 1);
	printf("%d %d %d %d %d\n", a == b, a != b, a == 1 + 2i, !a, 3 == g2);
	if (a) printf("true\n");
	if (0.0i) printf("false\n");
	printf("%d %d\n", (_Bool)(0 + 1i), a && b);
	a += b;
	show("+=", a);
	a *= 2i;
	show("*=", a);
	a /= 2;
	show("/=", a);
	a -= 1;
	show("-=", a);
	double d = 3;
	d *= a;
	printf("%a\n", d);
	d = b;
	printf("%a %d\n", d, (int)b);
	show("++", a++);
	show("a", a);
	show("--", --a);
	__real__ a = 7;
	__imag__ a += 2;
	show("parts", a);
	printf("%a %a\n", __imag__ d, __real__ d);
	cd *p = arr;
	*next(&p) += 10;
	show("arr0", arr[0]);
	__imag__ *next(&p) = 5;
	show("arr1", arr[1]);
	printf("%d %d\n", (int)(p - arr), side);
	show("eff", eff(1) * eff(2));
	printf("%d\n", side);
	show("cond", side ? a : 1);
	show("cond2", side == 0 ? a : 1);
	show("short", a ?: b);
	show("sum", sum(2, a, b, f));
	show("builtin", __builtin_complex(1.0, -0.0));
	show("cm", CMPLX(INFINITY, NAN));
	cd inf = CMPLX(INFINITY, NAN);
	show("infmul", inf * (1 + 1i));
	show("zdiv", (1 + 1i) / CMPLX(0.0, 0.0));
	show("infdiv", (1 + 1i) / inf);
	show("infdiv2", inf / (2 - 1i));
	show("negz", -0.0 + a * 0);
	show("negz2", 0 - CMPLX(0.0, 0.0));
	cd large = CMPLX(1e308, 1e308), little = CMPLX(1e-310, 1e-310), one = 1 + 1i;
#if __SIZEOF_POINTER__ == 8 /* libgcc for i386 divides with the precision of the x87 */
	show("big", large / CMPLX(1e308, 1e307));
	show("tiny", little / CMPLX(1e-308, 2e-310));
	show("tiny2", one / CMPLX(4e-320, 2e-310));
#endif
	printf("%d %d %d %d\n", (int)sizeof(cd), (int)sizeof(_Complex char), (int)_Alignof(ci), (int)__alignof__(cf));
	_Complex unsigned char c = 250 + 3i;
	c += 10;
	printf("%d %d\n", __real__ c, __imag__ c);
	_Complex unsigned short us = c * c;
	printf("%d %d\n", __real__ us, __imag__ us);
	const volatile cd v = 2 + 3i;
	show("v", v * v);
	static cd sl[2] = {[1] = 2i};
	show("sl", sl[1]);
	cd loc[2] = {1, {2.0}};
	show("loc", loc[1]);
	printf("%d\n", _Generic(a, double: 1, cd: 2, default: 3));
	long double complex ld = a;
	show("ld", ld * ld + 1);
	cd y = 1 + (ci){0};
	show("y", y);
	for (cd w = 3; w; w -= 1) printf("loop\n");
	show("comma", (side++, a));
	d = side ? 2.0 : 3i;
	printf("%a\n", d);
	return 0;
}
