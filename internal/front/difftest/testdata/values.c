#include <stdarg.h>
#include <stdio.h>
#include <string.h>
/* Structures by value, variable arguments, function pointers, old-style definitions. */

struct pair { int x; char y; };
struct big { long a[5]; struct pair p; double d; };
union u { int i; float f; unsigned char b[8]; };
struct bits { unsigned a : 3; signed b : 7; unsigned long long c : 33; _Bool d : 1; };

static struct pair swap(struct pair p) { return (struct pair){ p.y, (char)p.x }; }
static struct big grow(struct big b, int n) { b.a[n] += n; b.p = swap(b.p); b.d *= 2; return b; }
static struct bits turn(struct bits b) { b.a++; b.b = -b.b; b.c <<= 1; b.d = !b.d; return b; }
static union u view(float f) { union u v; memset(&v, 0, sizeof v); v.f = f; return v; }

static long sum(const char *kinds, ...)
{
	va_list ap, again;
	long s = 0;
	va_start(ap, kinds);
	va_copy(again, ap);
	for (; *kinds; kinds++)
		switch (*kinds) {
		case 'i': s += va_arg(ap, int); break;
		case 'l': s += va_arg(ap, long long); break;
		case 'd': s += (long)va_arg(ap, double); break;
		case 's': s += va_arg(ap, char *)[0]; break;
		case 'p': s += va_arg(ap, struct pair).x; break;
		case 'b': s += va_arg(ap, struct big).a[1]; break;
		}
	s = s * 100 + va_arg(again, int);
	va_end(ap);
	va_end(again);
	return s;
}

static int old(a, b, c)
	char a;
	float b;
	struct pair c;
{
	return a + (int)(b * 2) + c.x;
}

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int (*pick(int k))(int, int) { return k ? add : sub; }
static int apply(int f(int, int), int a) { return f(a, 3) + (*f)(a, 1) + (**f)(0, 0); }
static int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }

int main(void)
{
	struct pair p = { 300, 'q' }, q;
	q = swap(p);
	printf("%d %d\n", q.x, q.y);
	struct big b = { { 1, 2, 3 }, p, 1.5 }, c;
	c = b = grow(grow(b, 2), 4);
	printf("%ld %ld %d %d %g\n", c.a[2], b.a[4], c.p.x, c.p.y, c.d);
	printf("%d %ld\n", swap(swap(p)).x, grow(c, 1).a[1]);
	struct bits t = { 7, -3, 1ull << 32, 1 };
	t = turn(t);
	printf("%u %d %llu %d\n", t.a, t.b, (unsigned long long)t.c, t.d);
	struct bits arr[2] = { [1] = turn(t) };
	printf("%u %d %llu %d\n", arr[1].a, arr[1].b, (unsigned long long)arr[1].c, arr[1].d);
	printf("%x\n", view(1.0f).i);
	printf("%ld\n", sum("ilds", 7, 1ll << 20, 2.75, "A"));
	printf("%ld\n", sum("ipbi", (short)-2, p, b, 'x'));
	printf("%d\n", old('a', 2.5f, q));
	printf("%d %d\n", pick(1)(4, 5), pick(0)(4, 5));
	printf("%d %d\n", apply(add, 10), apply(&sub, 10));
	printf("%d\n", fact(10));
	struct pair list[3] = { { 1, 'a' }, { 2 }, swap(p) }, *it = list;
	struct pair *end = list + 3;
	int total = 0;
	while (it != end)
		total += it++->x;
	printf("%d %d\n", total, (int)(end - list));
	struct pair tern = total > 5 ? list[0] : p;
	printf("%d ", tern.x);
	printf("%d\n", (tern = p, tern).x);
	printf("%d\n", ({ struct pair z = { 4, 5 }; z; }).x);
	int *lit = (int[]){ 3, [2] = 9 };
	printf("%d %d %d\n", lit[0], lit[1], lit[2]);
	return (unsigned char)q.x;
}
