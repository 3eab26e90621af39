#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* Initialisers, copies, lifetimes, variable-length arrays, the library's memory functions. */

struct in { short s[3]; char c; };
struct out { struct in a, b[2]; int *p; union { long l; char t[8]; }; unsigned f : 5, g : 11; };
struct huge { int before; int v[100]; char name[7]; };

static int target[4] = { [1 ... 2] = 6, 9 };
static struct out fixed = { { { 1, 2 }, 'x' }, { [1] = { .c = 'y' } }, target + 2, { 77 }, 3, 1000 };
static const char *const names[] = { "zero", "one", [3] = "three" };
static char text[10] = "abc", exact[3] = "xyz";
static int (*const compare)(const char *, const char *) = strcmp;
static struct node { struct node *next; int v; } second = { 0, 2 }, first = { &second, 1 };
static __thread int own = 5;
int tentative;
int tentative;

static long digest(const void *p, size_t n)
{
	const unsigned char *b = p;
	long s = 7;
	while (n--)
		s = s * 31 + *b++ & 0xffffff;
	return s;
}

static int locals(int n)
{
	struct out o = { .b = { [0] = { { n, n + 1 }, 'q' } }, .f = n, .p = &n };
	int grid[3][4] = { { 1 }, { [2] = n }, [2][3] = 8 };
	char s[] = "local", t[8] = "pad";
	struct huge h = { 1, { [10 ... 49] = n }, "name" }, k;
	k = h;
	k.v[99] = 4;
	h = k;
	int total = 0;
	for (int i = 0; i < 100; i++)
		total += h.v[i];
	printf("%d %d %d %d %d\n", o.b[0].s[1], o.f, *o.p, grid[1][2], grid[2][3]);
	printf("%s %s %d %d %s %d\n", s, t, t[7], total, k.name, (int)sizeof s);
	return o.a.c + o.g + h.before;
}

static int vla(int n)
{
	int m[n][n + 1], s = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= n; j++)
			m[i][j] = i * j;
	for (int i = 0; i < n; i++) {
		char line[i + 1];
		memset(line, i, sizeof line);
		s += line[i] + sizeof line + m[i][n];
	}
	int (*row)[n + 1] = m;
	row++;
	return s + (*row)[2] + sizeof m / sizeof *m + (int)(row - m);
}

static int many(void)
{
	int s = 0;
	for (int i = 0; i < 3; i++) {
		int *p = (int[]){ i, i + 1 };
		p[0] += 10;
		s += p[0] * p[1];
	}
	return s;
}

int main(void)
{
	printf("%d %d %d %d\n", target[0], target[1], target[2], target[3]);
	printf("%d %d %c %c %d %ld %d %d\n", fixed.a.s[1], fixed.a.s[2], fixed.a.c, fixed.b[1].c, *fixed.p, fixed.l, fixed.f, fixed.g);
	printf("%s %s %d %s\n", names[0], names[1], names[2] == NULL, names[3]);
	printf("%s %d %.3s %d\n", text, text[9], exact, compare("a", "b") < 0);
	printf("%d %d %d %d\n", first.next->v, first.v, own, tentative);
	printf("%d\n", locals(9));
	printf("%d %d %d\n", vla(3), vla(1 + own), many());
	struct out *heap = malloc(sizeof *heap * 2);
	memset(heap, 0, sizeof *heap * 2);
	heap[0] = fixed;
	memcpy(&heap[1], &heap[0], sizeof heap[1]);
	heap[1].b[1].s[2] = -4;
	printf("%d %d %d\n", heap[1].b[1].c, heap[1].b[1].s[2], memcmp(&heap[0].a, &heap[1].a, sizeof heap->a));
	heap = realloc(heap, 3 * sizeof *heap);
	printf("%d\n", heap[1].g);
	free(heap);
	int *zero = calloc(4, sizeof *zero);
	printf("%d\n", zero[0] + zero[3]);
	free(zero);
	char buf[32];
	strcpy(buf, "hello");
	strcat(buf, ", world");
	memmove(buf + 2, buf, 8);
	printf("%s %d %s\n", buf, (int)strlen(buf), strchr(buf, 'o'));
	int a[6] = { 1, 2, 3, 4, 5, 6 };
	memmove(a + 1, a, 4 * sizeof *a);
	memset(a + 5, 0xff, sizeof *a);
	printf("%d %d %d %d %d %d\n", a[0], a[1], a[2], a[3], a[4], a[5]);
	printf("%ld\n", digest(a, sizeof a));
	static int calls;
	calls++;
	volatile struct in v = { { 1, 2, 3 }, 4 };
	struct in w = v;
	v.s[1]++;
	printf("%d %d %d\n", w.s[1], v.s[1], calls);
	return strcmp(buf, "heh") > 0;
}
