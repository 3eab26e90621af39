/*
 * turn.h - threads take turns: one runs at a time, and the plan says which. A thread
 * arrives at every visible operation before it does it; there it may have to wait until
 * the plan has come to that operation.
 */
#ifndef HEDDLE_TURN_H
#define HEDDLE_TURN_H

#include "place.h"
#include "plan.h"

#include <pthread.h>
#include <stdint.h>

#define HEDDLE_THREADS 256

/* The known past of the other threads, by thread: a vector clock. */
struct heddle_clock {
	unsigned time[HEDDLE_THREADS];
};

/* Why a thread waits. */
enum heddle_wait { HEDDLE_NO_WAIT, HEDDLE_WAIT_LOCK, HEDDLE_WAIT_JOIN, HEDDLE_WAIT_OTHER };

struct heddle_thread {
	char name[120];
	int index;
	const struct heddle_thread_plan *plan;
	int next;     /* the first anchor that was not passed */
	char *met;    /* the anchors that an operation was, by index */
	char *given;  /* the inputs that the thread has got, by index */
	int children; /* threads that it created */
	int finished, stopped;
	int sections; /* atomic ones that it is in */
	int (*can)(struct heddle_thread *); /* whether it can go on; NULL: it can */
	enum heddle_wait wait;              /* while it cannot */
	void *on, *mutex;                   /* what it waits for */
	void *waits_for;                    /* the condition */
	int signalled;                      /* of a wait for a condition */
	int alone;                          /* the wait may end without a signal */
	const void *pc;                     /* where it arrived last */
	const char *frame, *base;           /* of that, and of the first: the stack in use */
	struct heddle_clock clock;
	pthread_t id;
	pthread_cond_t wake;
	void *(*routine)(void *);
	void *argument, *result;
};

/* An operation that a thread is about to do. */
struct heddle_operation {
	enum heddle_kind kind;
	const char *call; /* the function, or "" */
	uintptr_t address;
	unsigned long long size;
	const void *pc; /* of the place in the program */
	int (*can)(struct heddle_thread *);
	enum heddle_wait wait;
};

void heddle_start(void);
struct heddle_thread *heddle_self(void);
struct heddle_thread *heddle_thread_at(int index); /* in the order of creation; NULL: none */

/* Waits for the operation's turn. Returns its anchor in the plan, or NULL. */
const struct heddle_anchor *heddle_arrive(const struct heddle_operation *);

/* Whether the next call that the plan has of the calling thread is this. */
int heddle_calls_next(const char *call);

/* Creates a thread that begins when its turn has come. */
struct heddle_thread *heddle_create(void *(*routine)(void *), void *argument);

void heddle_finish(void) __attribute__((noreturn)); /* the calling thread */
void heddle_stop(void) __attribute__((noreturn));   /* it does nothing any more */

void heddle_enter_section(const void *pc);
void heddle_leave_section(void);

/* The next value that the plan has for a function in this thread. 0: none. */
int heddle_input(const char *call, struct heddle_input *);

/* The call of an input of the plan that no thread has got. NULL: they have got all. */
const char *heddle_missed_input(void);

/* The step of the plan that the calling thread is to do next; large: none. */
unsigned heddle_next_step(const struct heddle_thread *);
const struct heddle_anchor *heddle_next_anchor(const struct heddle_thread *); /* NULL: none */

unsigned heddle_steps_done(void);

/* The memory that a plan's object is, as far as the program has come. 0: not known. */
uintptr_t heddle_object_address(int object);

#endif
