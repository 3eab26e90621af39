// Dekker's mutual exclusion: a thread that wants to enter in the other's turn steps back.
#include "two.h"

static atomic_bool wants[2], turn, inside;

static void enter(_Bool me)
{
	atomic_store(&wants[me], 1);
	while (atomic_load(&wants[!me])) {
		if (atomic_load(&turn) == me)
			continue;
		atomic_store(&wants[me], 0);
		while (atomic_load(&turn) != me)
			;
		atomic_store(&wants[me], 1);
	}
	assert(!atomic_exchange(&inside, 1));
	atomic_store(&inside, 0);
	atomic_store(&turn, !me);
	atomic_store(&wants[me], 0);
}
