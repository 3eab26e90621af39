/* cond.h - condition variables as the models see them; see cond.c. */
#ifndef HEDDLE_COND_H
#define HEDDLE_COND_H

#include <time.h>
#include "mutex.h"

struct __heddle_cond {
	unsigned long long waiting;
	unsigned long long signalled;
	unsigned round;
	unsigned state; /* whether it was destroyed */
	struct __heddle_mutex *mutex; /* of the last wait */
	unsigned long long broadcast;
};

/*
 * How a thread waits that is in a loop which does nothing but wait (semantics 12.5). The
 * linker sets this around such loops.
 */
enum { HEDDLE_WAITS_FREELY, HEDDLE_WAITS_IN_A_LOOP, HEDDLE_WAITS_AGAIN };
extern _Thread_local unsigned char __heddle_waits;

#define HEDDLE_COND(c) ((struct __heddle_cond *)(c))

void __heddle_cond_init(struct __heddle_cond *c);
void __heddle_cond_destroy(struct __heddle_cond *c);
int __heddle_cond_wait(struct __heddle_cond *c, struct __heddle_mutex *m, int timed);
int __heddle_cond_timedwait(struct __heddle_cond *c, struct __heddle_mutex *m,
			    const struct timespec *when);
void __heddle_cond_signal(struct __heddle_cond *c);
void __heddle_cond_broadcast(struct __heddle_cond *c);

#endif
