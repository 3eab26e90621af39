// A loop with a constant bound is executed as often as it says; one that depends
// on an input is cut, with a mark.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
	int n = __VERIFIER_nondet_int(), sum = 0, twice = 0;

	for (int i = 0; i < 20; i++)
		twice += 2;
	assert(twice == 40);
	for (int i = 0; i < n; i++)
		sum += i;
	assert(sum >= 0);
	return 0;
}
