// Nested functions (GNU): captured objects, calls by name and by address, several levels, recursion.
#include <stdio.h>
#include <stdlib.h>

static int apply(int (*f)(int), int x) { return f(x); }

static int captured(int n, int m)
{
	int sum = 0;
	short v[4] = {1, 2, 3, 4};
	int add(int x)
	{
		sum += x * n;
		v[1]++;
		return sum;
	}
	add(1);
	add(m);
	n = 2;
	add(add(1));
	int r = apply(add, 3);
	return r + sum * 100 + v[1];
}

static int levels(int a)
{
	auto int first(int);
	int b = 10;
	int outer(int c)
	{
		int d = c * 2;
		int inner(int e)
		{
			int deepest(int f)
			{
				int g = a + b + c + d + e + f++;
				return g + first(f);
			}
			a++;
			int r = deepest(e);
			return r + apply(deepest, 1);
		}
		d++;
		int r = apply(inner, d);
		return r + inner(2);
	}
	int first(int x) { return x > 3 ? b++ : x; }
	int r = outer(3) * 3;
	r += apply(outer, 1);
	return r + a + b;
}

static int recursive(int n, int (*last)(int))
{
	int calls = n;
	int count(int by) { return calls += by; }
	if (n == 0)
		return last(100);
	int r = recursive(n - 1, n % 2 ? count : last);
	return r * 2 + count(1);
}

static int compare_by(int *list, int n, int order)
{
	int calls = 0;
	int compare(const void *p, const void *q)
	{
		calls++;
		return order * (*(const int *)p - *(const int *)q);
	}
	qsort(list, n, sizeof *list, compare);
	return calls > 0;
}

struct pair {
	int x, y;
};

static int values(int n)
{
	struct pair p = {n, 2};
	double scale = 1.5;
	char text[n];
	struct pair swapped(struct pair q)
	{
		struct pair r = {q.y + p.x, q.x};
		text[sizeof text - 1] = 'z';
		return r;
	}
	struct pair (*f)(struct pair) = swapped;
	struct pair s = f(swapped(p));
	double scaled(double by) { return by * scale; }
	scale = 2;
	for (int i = 0; i < 2; i++) {
		int j = i;
		void next(void) { j += i; }
		next();
		next();
		s.x += j;
	}
	int (*of[2])(int);
	int one(int x) { return x + s.x; }
	int two(int x) { return x - s.y; }
	of[0] = one, of[1] = two;
	int same = of[0] == one && one != two && &two == of[1];
	printf("%s\n", ({ const char *g(void) { return __func__; } g(); }));
	int r = of[0](1) * 3 + of[1](2);
	return s.x * 1000 + s.y + (int)scaled(3) + text[n - 1] + r + same;
}

static int parameters(struct pair p, const short n, int k, double d)
{
	int use(struct pair p2)
	{
		k++;
		p.x += p2.y;
		return p.x * n + k + (int)(d *= 2);
	}
	int (*f)(struct pair) = use;
	int r = use(p);
	r += f((struct pair){p.y, p.x});
	return r + p.x + k;
}

static int calls_back(int n)
{
	int left = n;
	int down(int x)
	{
		if (left-- == 0)
			return x;
		return apply(down, x + 1);
	}
	return down(0);
}

int main(void)
{
	int list[] = {3, 1, 2};
	printf("%d\n", captured(3, 4));
	printf("%d\n", levels(1));
	printf("%d\n", recursive(5, abs));
	printf("%d ", compare_by(list, 3, -1));
	printf("%d %d %d\n", list[0], list[1], list[2]);
	printf("%d\n", values(5));
	printf("%d\n", parameters((struct pair){3, 4}, 5, 6, 1.5));
	printf("%d\n", calls_back(6));
	return 0;
}
