/* process.h - numbers of processes, and how a process ends; see process.c. */
#ifndef HEDDLE_PROCESS_H
#define HEDDLE_PROCESS_H

#include <sys/types.h>

/* The largest number of a process: Linux starts with a limit of 32768 on a machine of up to 32 processors. */
enum { HEDDLE_LAST_PROCESS = 32767 };

/* The number of the first process in programs with fork; its children follow. */
enum { HEDDLE_FIRST_PROCESS = 1000 };

/* Ends the process. The status is as wait stores it. */
_Noreturn void __heddle_end_process(int status);

/* Notes the end of the process for wait: a hook, null in programs without fork, and its target. */
extern void (*__heddle_process_end_hook)(int status);
void __heddle_note_process_end(int status);

/* The number of the process, or of its parent: a hook as that one, and its target. */
extern pid_t (*__heddle_process_id_hook)(_Bool parent);
pid_t __heddle_process_id(_Bool parent);

/*
 * Run the handlers of atexit and at_quick_exit: hooks (package link), null in
 * programs without handlers, which carry none of it.
 */
extern void (*__heddle_exit_hook)(void);
extern void (*__heddle_quick_exit_hook)(void);

/* Their targets. */
void __heddle_run_at_exit(void);
void __heddle_run_at_quick_exit(void);

/*
 * Notes that something is shared with children of fork: a hook, null in programs that
 * have no children.
 */
extern void (*__heddle_share_hook)(void);
#define HEDDLE_SHARE() (__heddle_share_hook ? __heddle_share_hook() : (void)0)

/* The program handles or awaits the end of a child, which is not sent. */
#define HEDDLE_SIGCHLD()                                                                         \
	do {                                                                                     \
		if (__heddle_share_hook)                                                         \
			__heddle_unsupported("a handler of SIGCHLD, or a wait for it, in a program with fork"); \
	} while (0)

/* Makes an object one object of all processes: a hook as that one, and its target. */
extern void (*__heddle_share_object_hook)(void *p);
void __heddle_share_object(void *p);

/* Whether a process of the program has a number, and was not waited for: a hook as that one. */
extern int (*__heddle_is_process_hook)(pid_t pid);

/* Their targets. */
void __heddle_note_shared(void);
int __heddle_is_process(pid_t pid);

/* The process has no timers, as behind fork: a hook, null in programs that set none, and its target. */
extern void (*__heddle_disarm_hook)(void);
void __heddle_disarm(void);

/* The process has one thread and no pending signals, as behind fork: a hook, null in programs without pending signals, and its target. */
extern void (*__heddle_alone_hook)(void);
void __heddle_alone(void);

#endif
