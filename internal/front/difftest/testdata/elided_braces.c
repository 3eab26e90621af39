#include <stdio.h>
/* Braces that are left out behind a designator (C11 6.7.9p17 to p20). */

typedef union { int lock; char c[4]; } word_t;
struct in { int a, b; };
struct bits { unsigned x : 3, y : 5; };

static struct { int c; word_t m; int d; } s = { .m = 1, 2 };
static struct { int c; struct in i[2]; int d; } t = { .i[1] = 1, 2, 3 };
static int m[3][2] = { [1] = 5, 6, 7, [0] = 8 };

int main(void)
{
	struct { int c; word_t m; } r = { .m = 0 };
	struct { int c; struct in i; int d; } q = { .i = 1, 2, 3 };
	struct { int c; struct in i[2]; int d; } p = { .i = 1, 2, 3, .c = 4 };
	struct { struct bits b; int e; } o = { .b = 1, 2, .e = 9 };
	struct { struct { int z[2]; } w; int e; } n = { .w = 1, .w.z[1] = 2, 3 };
	struct in k[] = { [1] = 1, 2, [0].b = 3, 4 };
	printf("%d %d %d\n", s.c, s.m.lock, s.d);
	printf("%d %d %d %d\n", t.c, t.i[1].a, t.i[1].b, t.d);
	for (int i = 0; i < 6; i++)
		printf("%d ", m[i / 2][i % 2]);
	printf("\n%d %d\n", r.c, r.m.lock);
	printf("%d %d %d %d\n", q.c, q.i.a, q.i.b, q.d);
	printf("%d %d %d %d %d\n", p.c, p.i[0].a, p.i[0].b, p.i[1].a, p.i[1].b);
	printf("%d %d %d\n", o.b.x, o.b.y, o.e);
	printf("%d %d %d\n", n.w.z[0], n.w.z[1], n.e);
	printf("%d: %d %d %d %d\n", (int)(sizeof k / sizeof *k), k[0].a, k[0].b, k[1].a, k[1].b);
	return 0;
}
