#include <stdio.h>
/* Jumps of every kind: goto in and out of scopes, switch, computed goto. */

static int classify(int x)
{
	switch (x) {
	case -5 ... -1:
		return -1;
	case 0:
		x = 10; /* falls through */
	case 1:
		return x + 1;
	case 2: {
		int y = 7;
		return y;
	}
	default:
		if (x > 100) {
	case 50:
			return 99;
		}
	}
	return 3;
}

static int duff(char *to, const char *from, int count)
{
	int n = (count + 3) / 4, rounds = 0;
	switch (count % 4) {
	case 0: do { *to++ = *from++;
	case 3:      *to++ = *from++;
	case 2:      *to++ = *from++;
	case 1:      *to++ = *from++;
		rounds++;
		} while (--n > 0);
	}
	return rounds;
}

static int retry(int n)
{
	int tries = 0;
	int *first = 0;
again:
	;
	int local;
	if (!first)
		first = &local;
	if (first != &local)
		return -1;
	local = tries;
	*first += 1;
	tries = local;
	if (tries < n)
		goto again;
	return tries;
}

static int into(int c)
{
	int r = 0;
	if (c)
		goto inside;
	{
		int a[3];
		a[0] = 5;
		r = 1;
	inside:
		a[1] = 2;
		r += a[1];
	}
	return r;
}

static int interpret(const unsigned char *code)
{
	static const void *const table[] = { &&inc, &&dbl, &&dec, &&end };
	int acc = 1;
	goto *table[*code++];
inc:
	acc++;
	goto *table[*code++];
dbl:
	acc *= 2;
	goto *table[*code++];
dec:
	acc--;
	goto *table[*code++];
end:
	return acc;
}

static void note(int *p) { printf("cleanup %d\n", *p); }

static int cleanups(int n)
{
	int sum = 0;
	for (int i = 0; i < n; i++) {
		__attribute__((cleanup(note))) int a = i;
		if (i == 1)
			continue;
		__attribute__((cleanup(note))) int b = i * 10;
		if (i == 3)
			break;
		sum += a + b;
		if (i == 2)
			goto next;
		sum++;
	next:
		;
	}
	__attribute__((cleanup(note))) int last = sum;
	return last + 1;
}

static int nested(void)
{
	int count = 0;
	for (int i = 0; i < 5; i++)
		for (int j = 0;; j++) {
			if (j == i)
				break;
			if (j % 2)
				continue;
			switch (j) {
			case 0:
				count += 100;
				break;
			case 2:
				goto out;
			}
			count++;
		}
out:
	return count;
}

int main(void)
{
	for (int x = -6; x < 4; x++)
		printf("%d ", classify(x));
	printf("%d %d\n", classify(50), classify(101));
	char to[16] = { 0 };
	for (int n = 1; n < 10; n++)
		printf("%d ", duff(to, "abcdefghijkl", n));
	printf("%s\n", to);
	printf("%d %d %d\n", retry(4), into(0), into(1));
	printf("%d\n", interpret((const unsigned char *)"\0\1\1\2\3"));
	printf("%d\n", cleanups(6));
	printf("%d\n", nested());
	int k = 0;
	do
		k += 3;
	while (k < 10);
	while (k-- > 4)
		;
	printf("%d\n", k);
	unsigned long long big = 0xfffffffffull;
	switch (big) {
	case 0xfffffffffull: puts("big"); break;
	case 0xffffffffu: puts("cut"); break;
	}
	return k;
}
