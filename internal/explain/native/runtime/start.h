/*
 * start.h - failed assertions.
 */
#ifndef HEDDLE_START_H
#define HEDDLE_START_H

/* An assertion fails: in a file and line of its own, or, without a file, where pc is. */
void heddle_assertion(const char *what, const char *file, int line, const void *pc) __attribute__((noreturn));

#endif
