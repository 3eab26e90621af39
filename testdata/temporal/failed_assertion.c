// A failed assertion ends the process; a failed assumption takes the execution out of judgement.
//
// ask: weak violation F x == 2
// ask: weak safe F x >= 1
// ask: weak safe termination
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int x;

int main(void)
{
	int choice = __VERIFIER_nondet_int();
	__VERIFIER_assume(choice == 1 || choice == 2);
	x = 1;
	assert(choice == 1);
	x = 2;
	return 0;
}
