// Jumps out of nested functions to labels of the functions around them (GNU).
#include <stdio.h>
#include <stdlib.h>

static int found(const int *list, int n, int key)
{
	__label__ out;
	int at = -1, tries = 0;
	int compare(const void *p, const void *q)
	{
		tries++;
		if (*(const int *)q == key) {
			at = (const int *)q - list;
			goto out;
		}
		return *(const int *)p - *(const int *)q;
	}
	bsearch(&key, list, n, sizeof *list, compare);
	return -2;
out:
	return at * 10 + (tries > 0);
}

static void recursive(int n, void (*proc)(void))
{
	__label__ l1, l2;
	int mine = n, v[2] = {n, n + 1};
	void jump(void)
	{
		v[0]++;
		if (n == 4)
			goto l2;
		goto l1;
	}
	if ((n == 3 && proc == abort) || (n == 4 && !proc))
		recursive(n - 1, jump);
	else if (n > 0)
		recursive(n - 1, proc);
	else
		proc();
	printf("returns\n");
	return;
l1:
	printf("l1 %d %d %d\n", mine, v[0], v[1]);
	return;
l2:
	printf("l2 %d %d %d\n", mine, v[0], v[1]);
}

static int retried(int n)
{
	int k = 0;
	{
		__label__ again;
		int inner = 5;
		void deep(int d)
		{
			void deeper(void)
			{
				k++;
				if (k < n)
					goto again;
			}
			if (d == 0)
				deeper();
			else
				deep(d - 1);
		}
	again:
		inner++;
		deep(k);
		k += inner * 100;
	}
	return k;
}

static int chosen(int n)
{
	__label__ one, two, more;
	static void *const own[] = {&&two};
	void *choose(int k)
	{
		void *to = &&inside;
		if (k > 2)
			goto *to;
		return k == 1 ? &&one : &&two;
	inside:
		return &&more;
	}
	goto *choose(n);
one:
	return 1;
two:
	return 2 + (choose(2) == own[0]);
more:
	return 4;
}

int main(void)
{
	printf("%d %d %d\n", chosen(1), chosen(2), chosen(3));
	int list[] = {1, 3, 5, 7, 9};
	printf("%d\n", found(list, 5, 7));
	printf("%d\n", found(list, 5, 4));
	recursive(6, abort);
	recursive(4, 0);
	printf("%d\n", retried(4));
	return 0;
}
