#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
/* Jumps out of calls: nested handlers, recursion, loops, several places and environments. */

struct handler {
	jmp_buf env;
	struct handler *outer;
};

static struct handler *innermost;
static int depth;

static void raise_error(int code)
{
	longjmp(innermost->env, code);
}

static int may_fail(int n)
{
	if (n % 3 == 1)
		raise_error(n);
	return n * 2;
}

static int guarded(int n)
{
	struct handler h;
	volatile int done = 0;
	int code;

	h.outer = innermost;
	innermost = &h;
	if ((code = setjmp(h.env)) == 0) {
		int twice[2] = {may_fail(n), may_fail(n + 1)};

		done = twice[0] + twice[1];
	}
	innermost = h.outer;
	if (code == 7)
		raise_error(code + 100);
	return code ? -code : done;
}

static int recursive(int n, jmp_buf *up)
{
	jmp_buf here;

	switch (setjmp(here)) {
	case 0:
		if (n > 0)
			recursive(n - 1, &here);
		printf("bottom of %d\n", depth);
		if (up)
			longjmp(*up, 1);
		return 0;
	case 1:
		depth++;
		if (up)
			longjmp(*up, n % 2 ? 1 : 2);
		return depth;
	default:
		depth += 10;
		if (up)
			longjmp(*up, 1);
		return depth;
	}
}

static int negated(void)
{
	jmp_buf e;
	volatile int n = 0;

	if (!setjmp(e))
		longjmp(e, 0);
	n += 5;
	if (n < 20)
		longjmp(e, n);
	while (setjmp(e) < 3)
		longjmp(e, n++ - 20);
	return n;
}

struct pair {
	long a, b;
};

static struct pair swapped(struct pair p, jmp_buf *e, int jump)
{
	struct pair q = {p.b, p.a};

	if (jump)
		longjmp(*e, 1);
	return q;
}

static void structures(int n)
{
	static jmp_buf e;
	struct pair p = {1, 2};
	volatile int i;
	char line[n];

	snprintf(line, sizeof line, "line %d", n);
	for (i = 0; i < 4; i++) {
		if (setjmp(e) == 0)
			p = swapped(p, &e, i % 2);
		else
			printf("%s: skipped %d\n", line, i);
	}
	printf("%ld %ld\n", p.a, p.b);
}

static jmp_buf places[3];

static void several(void)
{
	volatile int i, jumps = 0;

	for (i = 0; i < 3; i++)
		if (setjmp(places[i]))
			printf("back in %d after %d\n", i, jumps);
	if (jumps < 3)
		longjmp(places[jumps++], 1);
	if (setjmp(places[0]) == 2)
		goto end;
	for (i = 0;; i++) {
		if (setjmp(places[1]) > 4)
			break;
		while (i < 10)
			longjmp(places[1], i++);
	}
	printf("%d\n", i);
	longjmp(places[0], 2);
end:
	puts("end");
}

static jmp_buf unordered;

static int compare(const void *a, const void *b)
{
	if (*(const int *)a == 13 || *(const int *)b == 13)
		longjmp(unordered, 13);
	return *(const int *)a - *(const int *)b;
}

static int sorted(int *v, int n)
{
	int (*volatile by)(const void *, const void *) = compare;
	int code = setjmp(unordered);

	if (code == 0)
		qsort(v, n, sizeof *v, by);
	return code;
}

int main(void)
{
	struct handler h = {.outer = 0};
	volatile int i = 0;
	int v[] = {3, 1, 2}, w[] = {13, 1, 2}, code;

	innermost = &h;
	code = setjmp(h.env);
	if (code)
		printf("outermost %d\n", code);
	for (; i < 9; ) {
		int n = i++;

		printf("%d: %d\n", n, guarded(n));
	}
	printf("%d\n", recursive(5, 0));
	printf("%d\n", negated());
	structures(20);
	several();
	printf("%d\n", sorted(v, 3));
	printf("%d %d%d%d\n", sorted(w, 3), v[0], v[1], v[2]);
	exit(setjmp(h.env) == 0 ? 3 : 4);
}
