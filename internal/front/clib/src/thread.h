/* thread.h - a thread as the models see it; thread.c owns the data. */
#ifndef HEDDLE_THREAD_H
#define HEDDLE_THREAD_H

/* One per thread, made by its creator; pthread_t and thrd_t hold its address. */
struct __heddle_thread {
	void *(*start)(void *);   /* pthread_create */
	int (*c11_start)(void *); /* thrd_create */
	void *arg;
	void *result;
	int state;
	int cancel; /* bits, see below */
	unsigned long long blocked; /* signals that it blocks, where anybody blocks any (see HEDDLE_GIVE_MASK) */
	unsigned long long pending; /* signals that others sent it and it blocks, where anybody sends any */
	int number; /* of a violation witness (waypoint.c): 0 main, -1 none */
};

enum {
	HEDDLE_THREAD_JOINABLE = 0,
	HEDDLE_THREAD_DETACHED = 1,
	HEDDLE_THREAD_JOINED = 2,
};

/* The state of a thread's cancellation. */
enum {
	HEDDLE_CANCEL_PENDING = 1,
	HEDDLE_CANCEL_DISABLED = 2,
	HEDDLE_CANCEL_ASYNCHRONOUS = 4,
	HEDDLE_CANCEL_ENDING = 8, /* its cleanup handlers run: no cancellation matters any more */
	HEDDLE_CANCEL_ENDED = 16, /* all that is left is its end */
};

/* The running thread, and the first one. */
extern struct __heddle_thread __heddle_main_thread;
extern _Thread_local struct __heddle_thread *__heddle_me;

/*
 * Runs the destructors of thread-specific data: a hook (package link), null in
 * programs without keys, which carry none of it.
 */
extern void (*__heddle_tsd_hook)(void);

/*
 * Refuses pthread_exit inside a pthread_cleanup_push of glibc's own headers
 * (cancel.c): a hook, null in programs without these.
 */
extern void (*__heddle_cleanup_hook)(void);

/*
 * Whether the running thread acts on a cancellation, inside a section; a choice if
 * the event of its wait is there. If it does, the second function ends it after the
 * section. Hooks, null in programs without cancellation.
 */
extern int (*__heddle_cancel_hook)(int goes_on);
extern void (*__heddle_cancelled_hook)(void);
#define HEDDLE_IS_CANCELLED(goes_on) (__heddle_cancel_hook && __heddle_cancel_hook(goes_on))

/* Whether a request to end is there, without a choice. */
#define HEDDLE_IS_CANCELLED_NOW()                                                                                       \
	(__heddle_cancel_hook && (__heddle_me->cancel & (HEDDLE_CANCEL_PENDING | HEDDLE_CANCEL_DISABLED | HEDDLE_CANCEL_ENDING)) == \
					 HEDDLE_CANCEL_PENDING)

/* Their targets. */
int __heddle_cancel(int goes_on);
_Noreturn void __heddle_cancelled(void);

/*
 * Whether signals that other threads sent wait for the running thread, which does not block them; a choice if the event of its
 * wait is there. Inside a section. After it, the second runs their handlers, and returns whether the call fails with EINTR (else it
 * waits again). Hooks, null in programs that send none.
 */
extern int (*__heddle_open_hook)(int goes_on);
extern int (*__heddle_interrupted_hook)(void);
#define HEDDLE_IS_INTERRUPTED(goes_on) (__heddle_open_hook && __heddle_open_hook(goes_on))

/* Their targets. */
int __heddle_open(int goes_on);
int __heddle_run_sent(void);

/*
 * The signals that the running thread blocks, read and set: hooks, null in programs
 * that block none. A thread starts with its creator's blocked signals.
 */
extern unsigned long long (*__heddle_blocked_hook)(void);
extern void (*__heddle_block_hook)(unsigned long long signals);
#define HEDDLE_GIVE_MASK(t)                                     \
	do {                                                    \
		if (__heddle_blocked_hook)                      \
			(t)->blocked = __heddle_blocked_hook(); \
		(t)->pending = 0;                               \
		if (__heddle_register_hook)                     \
			__heddle_register_hook(t);              \
	} while (0)
#define HEDDLE_TAKE_MASK(t)                                 \
	do {                                                \
		if (__heddle_block_hook)                    \
			__heddle_block_hook((t)->blocked);  \
	} while (0)

/* Lists a thread that starts, for signals to the process: a hook, null in programs that send none, and its target. */
extern void (*__heddle_register_hook)(struct __heddle_thread *);
void __heddle_list_thread(struct __heddle_thread *);

/* Their targets. */
unsigned long long __heddle_blocked_signals(void);
void __heddle_block_signals(unsigned long long signals);

/*
 * Records that the running thread is about to end, for functions that test for this:
 * a hook, null in programs without such a function, and its target.
 */
extern void (*__heddle_end_hook)(void);
void __heddle_note_end(void);
int __heddle_has_ended(struct __heddle_thread *t);

/* Checks that the running thread, which ends, holds no lock: a hook, null in programs without locks, and its target. */
extern void (*__heddle_holds_hook)(void);
void __heddle_check_holds(void);

/* Numbers a thread before it starts: a hook, null where no violation witness is followed. */
extern void (*__heddle_number_hook)(struct __heddle_thread *);

/* Refuses the second in a routine of pthread_once (once.c): a hook, null in programs without these. */
extern void (*__heddle_routine_hook)(void);

/* A cancellation point that never waits: an operation of its own where there is cancellation. */
void __heddle_cancellation_point(void);

/* Ends the running thread; its result is for whoever joins it. */
_Noreturn void __heddle_thread_finish(void *result);

int __heddle_thread_join(struct __heddle_thread *t, void **result);
int __heddle_thread_detach(struct __heddle_thread *t);

#endif
