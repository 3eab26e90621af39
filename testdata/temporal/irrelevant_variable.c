// In an endless execution a variable that changes in the loop must have its old value again, even if it does not matter.
//
// ask: weak violation F (b == 1 && (a == 0 || a != 0))
// ask: weak violation termination
#include <pthread.h>

static int a, b;

int main(void)
{
	for (;;) {
		b = 0;
		a = (a + 1) % 3;
	}
	return 0;
}
