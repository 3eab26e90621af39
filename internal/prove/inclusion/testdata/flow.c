// Loops, switches and calls whose number and way the inputs decide.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x, y, seen;

static int kind(int n)
{
	switch (n) {
	case 0:
		return 10;
	case 1 ... 5:
		return 20;
	case 7:
	case 9:
		return 30;
	case 255:
		return 50;
	}
	return 40;
}

static int count(int n)
{
	if (n <= 0)
		return 0;
	return 1 + count(n - 1);
}

static void *walk(void *arg)
{
	int n = __VERIFIER_nondet_uchar() & 7, odd = 0, i, j;

	for (i = 0; i < n; i++) {
		if (i & 1) {
			odd++;
			continue;
		}
		for (j = 0; j < i; j++) {
			if (__VERIFIER_nondet_uchar() & 1)
				break;
			y = y + j;
		}
		x = x + kind(i + j);
	}
	seen = odd;
	return arg;
}

int main(void)
{
	pthread_t t;
	int n = __VERIFIER_nondet_uchar() & 7, last = -1, total = 0;

	pthread_create(&t, NULL, walk, NULL);
	x = kind(__VERIFIER_nondet_uchar());
	y = count(n);
	__VERIFIER_atomic_begin();
	if (n == 2)
		x = 1;
	else if (n == 3)
		y = 2;
	else
		last = x;
	__VERIFIER_atomic_end();
	while (n > 0) {
		int v = __VERIFIER_nondet_uchar() & 3;

		if (v == 3)
			goto out;
		if (v != last)
			total += v;
		last = v;
		n--;
	}
out:
	n = __VERIFIER_nondet_uchar() & 3;
	do {
		if (n == 2) {
			total++;
			continue;
		}
		total += n;
	} while (n-- > 0);
	n = __VERIFIER_nondet_uchar() & 3;
	while (n > 0) {
		n--;
		if (total & 1) {
			total += 3;
			continue;
		}
		total++;
	}
	if (total > 1000)
		assert(0);
	x = total;
	y = last;
	return 0;
}
