/* overlap.h - copies between objects that overlap are undefined (C11 7.24.2, 7.21.6). */
#ifndef HEDDLE_OVERLAP_H
#define HEDDLE_OVERLAP_H

#include <stddef.h>

/*
 * Checks that two blocks of n bytes do not overlap, unless they are the same. Copies of strings check
 * this at their end, when they know the length. A copy that overwrites its own end leaves the object before that.
 */
void __heddle_check_apart(const void *to, const void *from, size_t n);

#endif
