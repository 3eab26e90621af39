/*
 * access.h - accesses of memory, which the compiler announces as it does for
 * ThreadSanitizer (-fsanitize=thread), and what orders them.
 */
#ifndef HEDDLE_ACCESS_H
#define HEDDLE_ACCESS_H

#include "turn.h"

#include <stddef.h>

/* Where the function that is being called was called. */
#define PC __builtin_return_address(0)

/*
 * The program calls heddle_f for f (names.h), and gets ours unless it has an f of its own.
 */
#define WEAK __attribute__((weak))

/* A library function is about to access bytes. */
void heddle_access_range(const void *, size_t, enum heddle_kind, const char *call, const void *pc);

/* The calling thread writes bytes as part of a call that has arrived: it may race. */
void heddle_written(const void *, size_t, const void *pc);

/* An atomic section of the program; they are ordered among themselves. */
void heddle_begin_atomic(const void *pc);
void heddle_end_atomic(void);

/* Operations of other threads before a send to an address happen before the operations after a receive. */
void heddle_send(const void *address);
void heddle_receive(const void *address);
void heddle_forget_sent(const void *address);
void heddle_join_clock(struct heddle_clock *, const struct heddle_clock *);

#endif
