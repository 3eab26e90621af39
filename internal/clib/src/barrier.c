/*
 * barrier.c - POSIX barriers. A wait is two visible operations, arrive and
 * leave. Order: every arrival at a round happens before every departure from it
 * (the round's number is the channel). The last thread to arrive gets
 * PTHREAD_BARRIER_SERIAL_THREAD, as in glibc.
 */
#include <errno.h>
#include <pthread.h>
#include "intrinsics.h"

struct __heddle_barrier {
	unsigned count;   /* how many threads make a round */
	unsigned arrived; /* in the current round */
	unsigned round;
};

#define BARRIER(b) ((struct __heddle_barrier *)(b))

int pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *attr, unsigned count)
{
	(void)attr;
	if (count == 0)
		return EINVAL;
	__heddle_atomic_begin();
	BARRIER(b)->count = count;
	BARRIER(b)->arrived = 0;
	BARRIER(b)->round = 0;
	__heddle_atomic_end();
	return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *b)
{
	__heddle_atomic_begin();
	__heddle_assert(BARRIER(b)->arrived == 0, "destroy-held", HEDDLE_PROPERTY_LOCK);
	__heddle_atomic_end();
	return 0;
}

__heddle_role(wait, barrier)
int pthread_barrier_wait(pthread_barrier_t *b)
{
	struct __heddle_barrier *s = BARRIER(b);
	unsigned round, arrived;
	int last;

	__heddle_atomic_begin();
	round = s->round;
	arrived = s->arrived + 1;
	__heddle_send(s, round);
	last = arrived == s->count;
	if (last) {
		arrived = 0;
		s->round = round + 1;
	}
	s->arrived = arrived;
	__heddle_atomic_end();
	__heddle_atomic_begin();
	__heddle_block_until(s->round != round, HEDDLE_BLOCK_BARRIER);
	__heddle_recv(s, round);
	__heddle_atomic_end();
	return last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}
