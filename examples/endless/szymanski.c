// Szymanski's mutual exclusion: a waiting room with two doors.
#include "two.h"

static atomic_bool inside;
static atomic_uchar flag[2]; // 0: outside, 1: wants, 2: waits for others, 3: behind the first door, 4: behind both

static void enter(_Bool me)
{
	unsigned char other;

	atomic_store(&flag[me], 1);
	while (atomic_load(&flag[!me]) >= 3)
		;
	atomic_store(&flag[me], 3);
	if (atomic_load(&flag[!me]) == 1) {
		atomic_store(&flag[me], 2);
		while (atomic_load(&flag[!me]) != 4)
			;
	}
	atomic_store(&flag[me], 4);
	while (me && atomic_load(&flag[0]) >= 2)
		;
	assert(!atomic_exchange(&inside, 1));
	atomic_store(&inside, 0);
	while (!me && (other = atomic_load(&flag[1])) != 0 && other != 1 && other != 4)
		;
	atomic_store(&flag[me], 0);
}
