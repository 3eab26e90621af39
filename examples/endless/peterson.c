// Peterson's mutual exclusion, entered again and again.
#include "two.h"

static atomic_bool wants[2], turn, inside;

static void enter(_Bool me)
{
	atomic_store(&wants[me], 1);
	atomic_store(&turn, !me);
	while (atomic_load(&wants[!me]) && atomic_load(&turn) == !me)
		;
	assert(!atomic_exchange(&inside, 1));
	atomic_store(&inside, 0);
	atomic_store(&wants[me], 0);
}
