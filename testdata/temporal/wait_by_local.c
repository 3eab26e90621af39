// Each round of a loop has a new local variable, whose address is taken.
//
// ask: weak violation termination
#include <stdatomic.h>

static atomic_int taken = 1;

int main(void)
{
	for (;;) {
		int none = 0;

		if (atomic_compare_exchange_strong(&taken, &none, 1))
			return 0;
	}
}
