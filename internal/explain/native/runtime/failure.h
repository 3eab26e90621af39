/*
 * failure.h - the end of the execution, compared with the plan.
 */
#ifndef HEDDLE_FAILURE_H
#define HEDDLE_FAILURE_H

#include "place.h"

/* Reports a failure of the calling thread and ends the process. The text is for users. */
void heddle_fail(const char *property, struct heddle_place at, const char *what) __attribute__((noreturn));

/* The execution has ended, or cannot go on, without the failure. */
void heddle_passed(void) __attribute__((noreturn));
void heddle_give_up(const char *why) __attribute__((noreturn));

/* No thread can go on. */
void heddle_stuck(void) __attribute__((noreturn));

/* The plan is done: fails if the threads of its deadlock all wait. */
void heddle_check_deadlock(int others_run);

/* A thread has finished: if all have, so has the process. */
void heddle_ended(void);

/* Where a debugger stops: before the plan's last step, which returns to pc; at a failure. */
void heddle_last_step(const void *pc);
void heddle_failure(void);

/* A step is about to be done. */
void heddle_trace(unsigned step);

void heddle_watch_signals(void);

#endif
