// 9.9: an assignment between structures at the same place is no memory error (C11 6.5.16.1p3).
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

struct pair {
	int first, second;
};

static struct pair pairs[2] = {{1, 2}, {3, 4}};

extern int __VERIFIER_nondet_int(void);

int main(void)
{
	int i = __VERIFIER_nondet_int() & 1, k = __VERIFIER_nondet_int() & 1;

	pairs[i] = pairs[k];
	assert(pairs[i].first + 1 == pairs[i].second);
	return 0;
}
