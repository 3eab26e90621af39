// Lamport's bakery with tickets up to 3: a thread that would take a larger one waits until the other has none.
#include "two.h"

enum { LAST = 3 };
static atomic_bool choosing[2], inside;
static atomic_uchar ticket[2]; // 0: none

static void enter(_Bool me)
{
	unsigned char other, own;

	atomic_store(&choosing[me], 1);
	other = atomic_load(&ticket[!me]);
	if (other == LAST) {
		atomic_store(&choosing[me], 0);
		return;
	}
	own = other + 1;
	atomic_store(&ticket[me], own);
	atomic_store(&choosing[me], 0);
	while (atomic_load(&choosing[!me]))
		;
	while ((other = atomic_load(&ticket[!me])) && (other < own || other == own && me))
		;
	assert(!atomic_exchange(&inside, 1));
	atomic_store(&inside, 0);
	atomic_store(&ticket[me], 0);
}
