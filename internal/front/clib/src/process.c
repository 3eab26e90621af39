/*
 * process.c - the ends of a process, failed assertions.
 * Handlers run before exit ends the process; abort ends it with status 134
 * (128 + SIGABRT), as a shell would report.
 */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
#include "intrinsics.h"
#include "process.h"

enum { HANDLERS = 32 };

void (*__heddle_exit_hook)(void);
void (*__heddle_quick_exit_hook)(void);
void (*__heddle_share_hook)(void);
void (*__heddle_process_end_hook)(int status);

/* The status that wait stores for a process that exits. */
#define HEDDLE_EXITED(status) ((int)((unsigned)(status) % 256 * 256))

/* Ends the process. Its exit status is status; wait stores the status stored. */
#define HEDDLE_END(stored, status)                         \
	do {                                               \
		if (__heddle_process_end_hook)             \
			__heddle_process_end_hook(stored); \
		__heddle_halt(status);                     \
	} while (0)

_Noreturn void __heddle_end_process(int status)
{
	HEDDLE_END(status, status & 0x7f ? 128 | (status & 0x7f) : status >> 8);
}

_Noreturn void exit(int status)
{
	if (__heddle_exit_hook)
		__heddle_exit_hook();
	HEDDLE_END(HEDDLE_EXITED(status), status);
}

_Noreturn void quick_exit(int status)
{
	if (__heddle_quick_exit_hook)
		__heddle_quick_exit_hook();
	HEDDLE_END(HEDDLE_EXITED(status), status);
}

_Noreturn void _Exit(int status)
{
	HEDDLE_END(HEDDLE_EXITED(status), status);
}

_Noreturn void _exit(int status)
{
	HEDDLE_END(HEDDLE_EXITED(status), status);
}

_Noreturn void abort(void)
{
	HEDDLE_END(SIGABRT, 128 | SIGABRT);
}

/* Handlers run in the reverse order of their registration, also those registered meanwhile. */
struct __heddle_handlers {
	unsigned n;
	void (*run[HANDLERS])(void);
};

static struct __heddle_handlers __heddle_at_exit, __heddle_at_quick_exit;

static int __heddle_register(struct __heddle_handlers *h, void (*handler)(void))
{
	unsigned n;

	__heddle_atomic_begin();
	n = h->n;
	if (n < HANDLERS) {
		h->run[n] = handler;
		h->n = n + 1;
	}
	__heddle_atomic_end();
	if (n == HANDLERS)
		__heddle_unsupported("more than 32 exit handlers");
	return 0;
}

/* The last handler that is registered at this moment, which then is not any more. */
static void (*__heddle_next_handler(struct __heddle_handlers *h))(void)
{
	void (*run)(void) = 0;

	__heddle_atomic_begin();
	if (h->n) {
		h->n--;
		run = h->run[h->n];
	}
	__heddle_atomic_end();
	return run;
}

/* The other threads go on: they may register handlers that are still run. */
static void __heddle_run_handlers(struct __heddle_handlers *h)
{
	void (*run)(void);

	while ((run = __heddle_next_handler(h)) != 0)
		run();
}

void __heddle_run_at_exit(void)
{
	__heddle_run_handlers(&__heddle_at_exit);
}

void __heddle_run_at_quick_exit(void)
{
	__heddle_run_handlers(&__heddle_at_quick_exit);
}

int atexit(void (*handler)(void))
{
	return __heddle_register(&__heddle_at_exit, handler);
}

int at_quick_exit(void (*handler)(void))
{
	return __heddle_register(&__heddle_at_quick_exit, handler);
}

_Noreturn void __assert_fail(const char *text, const char *file, unsigned line, const char *func)
{
	(void)text, (void)file, (void)line, (void)func;
	__heddle_assert(0, "assertion", HEDDLE_PROPERTY_ASSERT);
	__heddle_end_process(SIGABRT);
}

_Noreturn void __assert(const char *text, const char *file, int line)
{
	(void)text, (void)file, (void)line;
	__heddle_assert(0, "assertion", HEDDLE_PROPERTY_ASSERT);
	__heddle_end_process(SIGABRT);
}

_Noreturn void __assert_perror_fail(int code, const char *file, unsigned line, const char *func)
{
	(void)code, (void)file, (void)line, (void)func;
	__heddle_assert(0, "assertion", HEDDLE_PROPERTY_ASSERT);
	__heddle_end_process(SIGABRT);
}

_Noreturn void __assert_rtn(const char *func, const char *file, int line, const char *text)
{
	(void)text, (void)file, (void)line, (void)func;
	__heddle_assert(0, "assertion", HEDDLE_PROPERTY_ASSERT);
	__heddle_end_process(SIGABRT);
}
