// 13.1: an access behind a loop that a switch enters is one like any other.
//
// expect: assert=violation race=safe deadlock=safe memory=violation
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

static int data[3] = {1, 2, 4}, sum;

static void add(int count)
{
	int i = 0, rounds = (count + 1) / 2;

	switch (count % 2) {
	case 0: do { sum += data[i++];
	case 1:      sum += data[i++];
		} while (--rounds > 0);
	}
}

int main(void)
{
	add(3);
	assert(sum == 7);
	if (__VERIFIER_nondet_bool())
		add(4);
	else
		assert(sum != 7);
	return 0;
}
