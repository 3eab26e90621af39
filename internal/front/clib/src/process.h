/* process.h - numbers of processes, and how a process ends; see process.c. */
#ifndef HEDDLE_PROCESS_H
#define HEDDLE_PROCESS_H

#include <sys/types.h>

enum { HEDDLE_ABORT_STATUS = 134 };

/* The largest number of a process: Linux starts with a limit of 32768 on a machine of up to 32 processors. */
enum { HEDDLE_LAST_PROCESS = 32767 };

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
 * Notes that something can be changed by a child of fork: a hook, null in programs that
 * have no children.
 */
extern void (*__heddle_share_hook)(void);
#define HEDDLE_SHARE() (__heddle_share_hook ? __heddle_share_hook() : (void)0)

/* Whether a process is a child that the program has not waited for: a hook as that one. */
extern int (*__heddle_child_hook)(pid_t pid);

/* Their targets. */
void __heddle_share(void);
int __heddle_is_child(pid_t pid);

#endif
