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

#define HEDDLE_ATTR(attr) ((struct __heddle_attr *)(attr))

#endif
