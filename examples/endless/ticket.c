// A ticket lock with numbers of three bits, which begin again.
#include "two.h"

enum { MASK = 7 };
static atomic_bool inside;
static atomic_uchar next, serving;

static void enter(_Bool me)
{
	unsigned char own = atomic_fetch_add(&next, 1) & MASK;

	while ((atomic_load(&serving) & MASK) != own)
		;
	assert(!atomic_exchange(&inside, 1));
	atomic_store(&inside, 0);
	atomic_fetch_add(&serving, 1);
}
