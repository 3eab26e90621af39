// A lock of one bit that is tried until it is had.
#include "two.h"

static atomic_bool locked;
static int total = 1; // of two accounts

static void enter(_Bool me)
{
	while (atomic_exchange(&locked, 1))
		;
	total -= 1;
	total += 1;
	assert(total == 1);
	atomic_store(&locked, 0);
}
