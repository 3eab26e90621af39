/* cond.h - condition variables as the models see them; see cond.c. */
#ifndef HEDDLE_COND_H
#define HEDDLE_COND_H

#include <time.h>
#include "mutex.h"

struct __heddle_cond {
	unsigned long long waiting;
	unsigned long long signalled;
	unsigned round;
	unsigned long long broadcast;
};

#define HEDDLE_COND(c) ((struct __heddle_cond *)(c))

void __heddle_cond_init(struct __heddle_cond *c);
void __heddle_cond_destroy(struct __heddle_cond *c);
int __heddle_cond_wait(struct __heddle_cond *c, struct __heddle_mutex *m, int timed);
int __heddle_cond_timedwait(struct __heddle_cond *c, struct __heddle_mutex *m,
			    const struct timespec *when);
void __heddle_cond_signal(struct __heddle_cond *c);
void __heddle_cond_broadcast(struct __heddle_cond *c);

#endif
