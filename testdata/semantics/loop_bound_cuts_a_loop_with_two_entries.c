// 13.2: a loop bound cuts a loop with two entries, too; what follows is not invented.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void)
{
	int i = 0, j = 0;

	if (__VERIFIER_nondet_bool())
		goto second;
first:
	i++;
second:
	j++;
	if (j < 40)
		goto first;
	assert(j == 40 && i >= 39);
	return 0;
}
