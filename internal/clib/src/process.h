/* process.h - how a process ends; see process.c. */
#ifndef HEDDLE_PROCESS_H
#define HEDDLE_PROCESS_H

enum { HEDDLE_ABORT_STATUS = 134 };

/*
 * Run the handlers of atexit and at_quick_exit; set by the first registration,
 * so that programs without handlers carry none of it.
 */
extern void (*__heddle_exit_hook)(void);
extern void (*__heddle_quick_exit_hook)(void);

#endif
