// 13.1: an entry of a loop that cannot happen takes nothing away from the others.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void)
{
	int i = 0, n = __VERIFIER_nondet_bool();

	if (n > 5 && n < 3)
		goto second;
first:
	i++;
second:
	i++;
	if (i < 4)
		goto first;
	assert(i != 4 || n != 1);
	return 0;
}
