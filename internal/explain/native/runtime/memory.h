/*
 * memory.h - the heap: freed memory is never given out again, and lies apart.
 */
#ifndef HEDDLE_MEMORY_H
#define HEDDLE_MEMORY_H

#include "place.h"

/* Fails if the calling thread must not access these bytes. */
void heddle_check_access(uintptr_t address, unsigned long long size, const void *pc);

struct heddle_object;

/* A new object of the plan, with its content, which may be freed and need not. */
void *heddle_give(const struct heddle_object *);

int heddle_is_dead(uintptr_t address); /* whether it was freed */
int heddle_leaks(struct heddle_place *at); /* whether memory is left that was never freed, and where it is from */

#endif
