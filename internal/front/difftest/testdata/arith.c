#include <stdio.h>
#include <limits.h>
#include <stdint.h>
/* Conversions and arithmetic at the corners. */

static volatile int vi = -7;
static volatile unsigned vu = 7;
static volatile char vc = -128;
static volatile float vf = 3.75f;
static volatile double vd = -2.5e9;
static volatile long long vl = LLONG_MIN;
static volatile _Bool vb;

static void wide(void)
{
#ifdef __SIZEOF_INT128__
	__int128 a = vl;
	unsigned __int128 b = (unsigned __int128)-1 / 3;
	a = a * 3 - 1;
	printf("%llx %llx\n", (unsigned long long)(a >> 64), (unsigned long long)a);
	printf("%llx %llx\n", (unsigned long long)(b >> 65), (unsigned long long)(b % 1000003));
	a /= -7;
	printf("%llx %d %d\n", (unsigned long long)a, a > b, (int)(a >> 70));
	printf("%g\n", (double)a);
	b = (unsigned __int128)1.5e30;
	printf("%llx\n", (unsigned long long)(b >> 64));
#endif
}

int main(void)
{
	printf("%d %d %d %d\n", vi / 2, vi % 2, vi >> 1, vi << 0);
	printf("%u %u %d\n", vi / vu, vi % vu, vi < (int)vu);
	printf("%d %d\n", vi < vu, (long long)vi < vu);
	vc--;
	printf("%d ", vc);
	vc += 200;
	printf("%d ", vc);
	vc = vc * 2;
	printf("%d %d\n", vc, -vc);
	vb = 0.25;
	printf("%d ", vb);
	vb--;
	printf("%d ", vb);
	vb--;
	printf("%d ", vb);
	vb += 5;
	printf("%d %d\n", vb, vb + vb);
	printf("%d %u %d\n", (int)vf, (unsigned char)vf, (int)-vf);
	printf("%lld %lld\n", (long long)vd, (long long)(float)vl);
	printf("%.9g %.17g %.9g\n", (float)vl, (double)(ULLONG_MAX), (float)UINT_MAX);
	printf("%.9g %.17g\n", vf / 3, vd * 1e300 * 1e10);
	printf("%d %d %d\n", vf == 3.75, vf != vf, 0.0 / vi != 0.0 / vi);
	printf("%d %d %d %d\n", !vf, !!vd, vf && vd, vf > 4 || vd < 0);
	printf("%llx %llx\n", (unsigned long long)vl >> 3, vl >> 3);
	printf("%lx %lx\n", (unsigned long)vi, (unsigned long)vu);
	int sh = 31;
	printf("%x %x\n", 1u << sh, ~0u >> (long long)sh);
	int i = 5;
	int j = i++ + 2 * ++i;
	printf("%d %d ", i, j);
	j = i-- - --i;
	printf("%d %d\n", i, j);
	int a[5] = { 0, 10, 20, 30, 40 }, *p = a;
	printf("%d ", *p++);
	printf("%d ", *++p);
	printf("%d ", (*p)++ + a[2]);
	p += 2;
	printf("%d %d\n", p[-1], (int)(p - a));
	p -= 1L;
	*p-- *= 3;
	a[(int)(p - a)] <<= 2;
	printf("%d %d %d %d %d\n", a[0], a[1], a[2], a[3], a[4]);
	unsigned char uc = 250;
	uc += 10;
	unsigned short us = 65535;
	us *= us;
	printf("%d %d\n", uc, us);
	int r = vi > 0 ? 1 : vi < -5 ? -1 : 0;
	printf("%d %d %d\n", r, vi ?: 4, vb ?: 9);
	printf("%d %d\n", (vi, vu, 3), (vi > 0) + (vu > 0) * 2);
	printf("%zu %zu %zu\n", sizeof(long), sizeof a / sizeof *a, sizeof(struct { char c; long double d; }));
	long double ld = 1.5L;
	ld = ld * 2 + vi;
	printf("%d\n", (int)ld);
	uintptr_t bits = (uintptr_t)&a[1] - (uintptr_t)&a[0];
	printf("%d %d\n", (int)bits, (char *)&a[2] - (char *)a == 2 * sizeof(int));
	printf("%d\n", *(int *)((uintptr_t)a + 4));
	enum e { A = 3, B, C = -1 } e = B;
	printf("%d %d\n", e, e > C);
	printf("%d %d\n", INT_MAX - -vi + 0, INT_MIN / 2 * 2 == INT_MIN);
	wide();
	return 0;
}
