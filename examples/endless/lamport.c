// Lamport's fast mutual exclusion: without contention it looks at x and y only.
#include "two.h"

static atomic_bool wants[2], inside;
static atomic_uchar x, y; // 0: nobody, 1 and 2: a thread

static void enter(_Bool me)
{
	unsigned char own = 1 + me;

	atomic_store(&wants[me], 1);
	atomic_store(&x, own);
	if (atomic_load(&y)) {
		atomic_store(&wants[me], 0);
		while (atomic_load(&y))
			;
		return;
	}
	atomic_store(&y, own);
	if (atomic_load(&x) != own) {
		atomic_store(&wants[me], 0);
		while (atomic_load(&wants[!me]))
			;
		if (atomic_load(&y) != own) {
			while (atomic_load(&y))
				;
			return;
		}
	}
	assert(!atomic_exchange(&inside, 1));
	atomic_store(&inside, 0);
	atomic_store(&y, 0);
	atomic_store(&wants[me], 0);
}
