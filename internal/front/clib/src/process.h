/* process.h - numbers of processes, and how a process ends; see process.c. */
#ifndef HEDDLE_PROCESS_H
#define HEDDLE_PROCESS_H

#include <sys/types.h>

/* The largest number of a process: Linux starts with a limit of 32768 on a machine of up to 32 processors. */
enum { HEDDLE_LAST_PROCESS = 32767 };

/* The number of the first process in programs with fork, whose children follow; and how many processes there are at most. */
enum { HEDDLE_FIRST_PROCESS = 1000, HEDDLE_PROCESSES = 17 };

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
 * Notes that something is shared with children of fork that these would get as a copy: a
 * hook, null in programs that have no children.
 */
extern void (*__heddle_share_hook)(void);
#define HEDDLE_SHARE() (__heddle_share_hook ? __heddle_share_hook() : (void)0)

/* Refuses an object that processes would share if they did not exist already: a hook as that one, and its target. Inside a section. */
extern void (*__heddle_late_hook)(void);
void __heddle_refuse_late(void);
#define HEDDLE_SHARE_LATE() (__heddle_late_hook ? __heddle_late_hook() : (void)0)

/* The index of the running process, and whether a process has not ended: hooks as that one, and their targets. Inside a section. */
extern int (*__heddle_running_hook)(void);
extern _Bool (*__heddle_runs_hook)(int process);
int __heddle_running_process(void);
_Bool __heddle_runs(int process);

/* The number of the thread with which the process began: a hook as that one, and its target. */
extern int (*__heddle_first_hook)(void);
int __heddle_first_number(void);

/* Keeps that number when a process begins: a hook, null in programs that do not ask for it, and its target. Inside a section. */
extern void (*__heddle_number_first_hook)(void);
void __heddle_number_first(void);

/* Makes an object one object of all processes: a hook as that one, and its target. */
extern void (*__heddle_share_object_hook)(void *p);
void __heddle_share_object(void *p);

/*
 * Make all named semaphores, message queues and shared memory objects common to all processes, and also the state of barriers and
 * condition variables beside their bytes. They are hooks, null in programs without such objects, and the hooks' targets.
 */
extern void (*__heddle_share_semaphores_hook)(void);
extern void (*__heddle_share_queues_hook)(void);
extern void (*__heddle_share_memories_hook)(void);
extern void (*__heddle_share_barriers_hook)(void);
extern void (*__heddle_share_conditions_hook)(void);
void __heddle_share_semaphores(void);
void __heddle_share_queues(void);
void __heddle_share_memories(void);
void __heddle_share_barriers(void);
void __heddle_share_conditions(void);

/* Whether a process of the program has a number, and was not waited for: a hook as that one. */
extern int (*__heddle_is_process_hook)(pid_t pid);

/* Their targets. */
void __heddle_note_shared(void);
int __heddle_is_process(pid_t pid);

/* The standard streams are not locked, as glibc has it behind fork: a hook, null in programs that lock none, and its target. */
extern void (*__heddle_free_streams_hook)(void);
void __heddle_free_streams(void);

/* The process has no timers, as behind fork: a hook, null in programs that set none, and its target. */
extern void (*__heddle_disarm_hook)(void);
void __heddle_disarm(void);

/* The process has one thread and no pending signals, as behind fork: a hook, null in programs without pending signals, and its target. */
extern void (*__heddle_alone_hook)(void);
void __heddle_alone(void);

#endif
