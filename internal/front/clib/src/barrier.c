/*
 * barrier.c - POSIX barriers. A wait is two visible operations, arrive and leave.
 * Order: every arrival at a round happens before every departure from it (the
 * round's number is the channel). The last thread to arrive gets
 * PTHREAD_BARRIER_SERIAL_THREAD, as in glibc.
 *
 * Destruction waits until all threads of completed rounds have left, as in glibc:
 * then the memory may be used for anything (semantics 12.9). Cells of the threads'
 * own record the threads inside, so departures need no order. A waiting thread
 * notices by the barrier's generation that the barrier was initialised again.
 */
#include <errno.h>
#include <pthread.h>
#include "intrinsics.h"
#include "process.h"

struct __heddle_barrier {
	unsigned count;   /* how many threads make a round */
	unsigned arrived; /* in the current round */
	unsigned round;
	unsigned generation; /* which initialisation made it, from 1, or DESTROYED */
};

#define BARRIER(b) ((struct __heddle_barrier *)(b))

enum { THREADS = 64 };

#define DESTROYED 0x64656164u

/* How often a barrier was initialised. */
static unsigned __heddle_generations;

/* By a thread's index: the barrier that it is inside of; kept where barriers are destroyed. */
static const struct __heddle_barrier *__heddle_at_barrier[THREADS];

/*
 * Notes that the running thread, which has an index, is inside a barrier, or inside none: a hook,
 * null in programs that destroy none, and its target. Inside a section.
 */
void (*__heddle_inside_hook)(int self, const struct __heddle_barrier *b);

void __heddle_inside(int self, const struct __heddle_barrier *b)
{
	__heddle_at_barrier[self] = b;
}

void __heddle_share_barriers(void)
{
	__heddle_share(&__heddle_generations);
	__heddle_share(__heddle_at_barrier);
}

/* Whether one of 4 or 16 threads is inside a barrier. */
#define AT(i) (__heddle_at_barrier[i] == b)
#define AT_4(i) (AT(i) | AT((i) + 1) | AT((i) + 2) | AT((i) + 3))
#define AT_16(i) (AT_4(i) | AT_4((i) + 4) | AT_4((i) + 8) | AT_4((i) + 12))

/* Whether a thread is inside a barrier. Inside a section, in which some engines know no loops. */
static int __heddle_is_inside(const struct __heddle_barrier *b)
{
	return AT_16(0) | AT_16(16) | AT_16(32) | AT_16(48);
}

int pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *attr, unsigned count)
{
	(void)attr;
	if (count == 0)
		return EINVAL;
	__heddle_atomic_begin();
	BARRIER(b)->count = count;
	BARRIER(b)->arrived = 0;
	BARRIER(b)->round = 0;
	BARRIER(b)->generation = ++__heddle_generations;
	__heddle_atomic_end();
	return 0;
}

/* Destruction while threads wait for others to arrive is undefined, and does not wait. */
int pthread_barrier_destroy(pthread_barrier_t *b)
{
	unsigned arrived;

	__heddle_atomic_begin();
	arrived = BARRIER(b)->arrived;
	__heddle_assert(arrived == 0, "destroy-held", HEDDLE_PROPERTY_LOCK);
	__heddle_assert(BARRIER(b)->generation != DESTROYED, "use-after-destroy", HEDDLE_PROPERTY_LOCK);
	__heddle_block_until(arrived != 0 || !__heddle_is_inside(BARRIER(b)), HEDDLE_BLOCK_BARRIER);
	BARRIER(b)->generation = DESTROYED;
	__heddle_atomic_end();
	return 0;
}

__heddle_role(wait, barrier)
int pthread_barrier_wait(pthread_barrier_t *b)
{
	struct __heddle_barrier *s = BARRIER(b);
	unsigned round, arrived, generation;
	int last;

	__heddle_atomic_begin();
	generation = s->generation;
	__heddle_assert(s->count != 0, "never-initialised", HEDDLE_PROPERTY_LOCK);
	__heddle_assert(generation != DESTROYED, "use-after-destroy", HEDDLE_PROPERTY_LOCK);
	round = s->round;
	arrived = s->arrived + 1;
	__heddle_send(s, round);
	last = arrived == s->count;
	if (last) {
		arrived = 0;
		s->round = round + 1;
	}
	s->arrived = arrived;
	if (__heddle_inside_hook)
		__heddle_inside_hook(__heddle_self(), s);
	__heddle_atomic_end();
	__heddle_atomic_begin();
	__heddle_assert(s->generation == generation, "init-held", HEDDLE_PROPERTY_LOCK);
	__heddle_block_until(s->round != round, HEDDLE_BLOCK_BARRIER);
	__heddle_recv(s, round);
	if (__heddle_inside_hook)
		__heddle_inside_hook(__heddle_self(), 0);
	__heddle_atomic_end();
	return last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}
