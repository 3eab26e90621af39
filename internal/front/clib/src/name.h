/* name.h - names of semaphores, message queues and shared memory; see name.c. */
#ifndef HEDDLE_NAME_H
#define HEDDLE_NAME_H

enum { HEDDLE_NAME_SIZE = 32 };

/* The characters of a name without the slash in front; all zero: no name. */
struct __heddle_name {
	unsigned long long words[HEDDLE_NAME_SIZE / 8];
};

/* Stores a name; returns 0, or the error that it is. */
int __heddle_read_name(const char *s, struct __heddle_name *to);

/* The index of a name among n names; -1: none. Inside a section. */
int __heddle_find_name(const struct __heddle_name *names, int n, const struct __heddle_name *name);

#endif
