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
};

enum {
	HEDDLE_THREAD_JOINABLE = 0,
	HEDDLE_THREAD_DETACHED = 1,
	HEDDLE_THREAD_JOINED = 2,
};

/* The running thread. */
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

/* Ends the running thread; its result is for whoever joins it. */
_Noreturn void __heddle_thread_finish(void *result);

int __heddle_thread_join(struct __heddle_thread *t, void **result);
int __heddle_thread_detach(struct __heddle_thread *t);

#endif
