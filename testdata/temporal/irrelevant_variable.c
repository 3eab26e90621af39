// A variable that changes in the loop, and does not matter, has to be what it was, too.
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
