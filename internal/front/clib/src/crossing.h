/* crossing.h - signals between the processes of a program; see crossing.c and fork.c. All hooks are null in programs without fork. */
#ifndef HEDDLE_CROSSING_H
#define HEDDLE_CROSSING_H

#include "signals.h"

/* Sends a signal to another process, given by its index. Inside a section. A hook, and its target. */
extern void (*__heddle_cross_hook)(int process, int signal, const struct __heddle_info *info);
void __heddle_cross(int process, int signal, const struct __heddle_info *info);

/* Takes over the signals that other processes sent to the running one. Inside a section. A hook, null also where none sends any. */
extern void (*__heddle_arrived_hook)(void);
void __heddle_arrived(void);
#define HEDDLE_ARRIVED() (__heddle_arrived_hook ? __heddle_arrived_hook() : (void)0)

/* Tells the parent of the running process that it ended, stopped or goes on: a hook, null where no process asks. Inside a section. */
extern void (*__heddle_tell_hook)(int code, int value);
void __heddle_tell_parent(int code, int value);

/* The running process notices SIGCHLD; reaps: whether its children are gone when they end (-1: as before). A hook, and its target. */
extern void (*__heddle_child_action_hook)(int reaps);
void __heddle_child_action(int reaps);

/* The process stops: a hook, and its target. */
extern void (*__heddle_stop_hook)(int signal);
void __heddle_stop(int signal);

/* Notes for waitpid that the process stopped by a signal, goes on (SIGCONT), or neither (0). Inside a section. */
void __heddle_note_stop(int signal);

/* Sends a signal to all other processes. A hook, and its target. */
extern void (*__heddle_group_hook)(int signal, const struct __heddle_info *info);
void __heddle_to_group(int signal, const struct __heddle_info *info);

/* Refuses that in programs that change groups: a hook, null in others, and its target. */
extern void (*__heddle_grouped_hook)(void);
void __heddle_refuse_group(void);

/* Shares what processes sent to each other with a process that begins: a hook, and its target. */
extern void (*__heddle_share_crossings_hook)(void);
void __heddle_share_crossings(void);

#endif
