// 13.1: a loop that control enters elsewhere than at its head is executed from there on.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void)
{
	int i = 0, calls = 0;

	if (__VERIFIER_nondet_bool())
		goto second;
first:
	calls++;
second:
	i++;
	if (i < 3)
		goto first;
	assert(calls != 2); /* fails where the loop began at its second statement */
	return 0;
}
