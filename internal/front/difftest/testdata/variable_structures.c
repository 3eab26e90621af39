// Structures with members of variable size (GNU): layout, access, assignment.
#include <stddef.h>
#include <stdio.h>

static int shape(int n, int m)
{
	struct s {
		char c;
		short v[n];
		char d;
		double e;
		char w[m][n];
		int last;
	} x, y, *p = &y;
	struct t {
		int before;
		struct s inner;
		struct {
			char one, two;
		};
		long after;
	} z[2];
	x.c = 1, x.d = 2, x.e = 3.5, x.last = 4;
	for (int i = 0; i < n; i++)
		x.v[i] = i;
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++)
			x.w[i][j] = i * n + j;
	*p = x;
	p->w[1][1]++;
	z[1].inner = y;
	z[1].two = 9, z[1].after = -1;
	y.e = 0;
	x = y = z[1].inner;
	printf("%d %d %d %d\n", (int)sizeof x, (int)sizeof(struct t), (int)sizeof z, (int)_Alignof(struct t));
	printf("%d %d %d %d\n", (int)offsetof(struct s, d), (int)offsetof(struct s, e), (int)offsetof(struct s, w), (int)offsetof(struct s, last));
	printf("%d %d\n", (int)offsetof(struct t, two), (int)offsetof(struct t, after));
	printf("%d %d %g %d %d %d\n", x.c, x.d, y.e, p->last, x.v[n - 1], y.w[1][1]);
	printf("%d %ld\n", z[1].two, z[1].after);
	return (int)((char *)&z[1].after - (char *)z);
}

static int copied(void *x, int n)
{
	struct s {
		char w[n];
	} *p = x, a;
	n = 1;
	a = ({ struct s b; b = p[1]; p[2] = b; });
	return a.w[2] + sizeof(*p);
}

static int packed(int n)
{
	typedef struct {
		char c;
		int v[n];
		short s;
		long l;
	} __attribute__((packed)) type;
	type x;
	x.l = 7, x.s = 5;
	n++;
	return sizeof(type) + offsetof(type, l) * 100 + x.l + x.s;
}

int main(void)
{
	char text[13] = "abcdefgh....";
	printf("%d\n", shape(3, 2));
	printf("%d\n", shape(5, 4));
	printf("%d\n", shape(8, 2));
	printf("%d\n", copied(text, 4));
	printf("%s\n", text);
	printf("%d %d\n", packed(2), packed(5));
	return 0;
}
