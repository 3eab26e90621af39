/* attr.h - what attribute objects hold, in the bytes of glibc's types. */
#ifndef HEDDLE_ATTR_H
#define HEDDLE_ATTR_H

/* pthread_attr_t: 56 bytes (LP64), 36 (ILP32). */
struct __heddle_attr {
	int detached; /* PTHREAD_CREATE_JOINABLE is 0, PTHREAD_CREATE_DETACHED 1 */
	int policy;
	int priority;
	int scope;
	int inherit;
	unsigned long stack_size;
	unsigned long guard_size;
	void *stack;
};

/* The policies from SCHED_OTHER (0) to SCHED_IDLE (5) on Linux, and the priorities that each of them has. */
#define HEDDLE_IS_POLICY(policy) ((policy) >= 0 && (policy) <= 5 && (policy) != 4)
#define HEDDLE_IS_PRIORITY(policy, priority) \
	((policy) == 1 || (policy) == 2 ? (priority) >= 1 && (priority) <= 99 : (priority) == 0)

/* The clocks by which waits may be limited: CLOCK_REALTIME and CLOCK_MONOTONIC. */
#define HEDDLE_IS_WAIT_CLOCK(clock) ((clock) == 0 || (clock) == 1)

#define HEDDLE_ATTR(attr) ((struct __heddle_attr *)(attr))

#endif
