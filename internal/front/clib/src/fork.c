/*
 * fork.c - further processes. A child is not executed: the verdict assumes that it
 * does not matter (package link). A call of fork fails or returns to the parent.
 * Effects of a child on the parent are unsupported (__heddle_share); its other
 * effects are its own. A program that a process executes instead ends the process.
 */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#include "file.h"
#include "intrinsics.h"
#include "process.h"
#include "stream.h"
#include "thread.h"

/* 0, or -1 with any errno. */
int __heddle_may_fail(void);

enum { CHILDREN = 16, HANDLERS = 16, LAST_SIGNAL = 64, CORE = 0x80 };

/* Children have numbers one after the other, none of which is the parent's. */
static struct {
	pid_t first;
	int n;
	_Bool gone[CHILDREN]; /* wait has told its end */
} __heddle_children;

/* Whether a child could change something of its parent. */
static _Bool __heddle_shares;

static void __heddle_refuse_sharing(void)
{
	__heddle_unsupported("memory, a lock or a pipe that a child of fork shares");
}

void __heddle_share(void)
{
	_Bool late;

	__heddle_atomic_begin();
	__heddle_shares = 1;
	late = __heddle_children.n > 0;
	__heddle_atomic_end();
	if (late)
		__heddle_refuse_sharing();
}

static struct {
	int n;
	void (*prepare[HANDLERS])(void);
	void (*parent[HANDLERS])(void);
} __heddle_fork_handlers;

int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
	int n;

	(void)child;
	__heddle_atomic_begin();
	n = __heddle_fork_handlers.n;
	if (n < HANDLERS) {
		__heddle_fork_handlers.prepare[n] = prepare;
		__heddle_fork_handlers.parent[n] = parent;
		__heddle_fork_handlers.n = n + 1;
	}
	__heddle_atomic_end();
	if (n == HANDLERS)
		__heddle_unsupported("more than 16 calls of pthread_atfork");
	return 0;
}

/* The number of a new child, which is not that of the process. */
static pid_t __heddle_child(void)
{
	pid_t pid = 0, own = getpid();
	_Bool shares;

	__heddle_atomic_begin();
	shares = __heddle_shares;
	if (__heddle_children.first == 0) {
		__heddle_children.first = (pid_t)__heddle_pick(2, HEDDLE_LAST_PROCESS - 2 * CHILDREN);
		if (own >= __heddle_children.first && own < __heddle_children.first + CHILDREN)
			__heddle_children.first = own + 1;
	}
	if (__heddle_children.n < CHILDREN)
		pid = __heddle_children.first + __heddle_children.n++;
	__heddle_atomic_end();
	if (pid == 0)
		__heddle_unsupported("more than 16 children of fork");
	if (shares)
		__heddle_refuse_sharing();
	return pid;
}

/* Whether a child has this number: until the program has waited for it, it has it, also after its end. */
int __heddle_is_child(pid_t pid)
{
	int is, i;

	__heddle_atomic_begin();
	i = pid - __heddle_children.first;
	is = i >= 0 && i < __heddle_children.n && !__heddle_children.gone[i];
	__heddle_atomic_end();
	return is;
}

/* Fails where threads cannot be created. */
pid_t vfork(void)
{
	return __heddle_flip(HEDDLE_CHOOSE_SPAWN_FAIL) ? __heddle_error(EAGAIN) : __heddle_child();
}

/* Runs the handlers of pthread_atfork in front of a fork, or those behind it in the parent. */
void (*__heddle_fork_hook)(_Bool behind);

void __heddle_at_fork(_Bool behind)
{
	int n;

	__heddle_atomic_begin();
	n = __heddle_fork_handlers.n;
	__heddle_atomic_end();
	for (int i = 0; i < n; i++) {
		void (*run)(void) = behind ? __heddle_fork_handlers.parent[i] : __heddle_fork_handlers.prepare[n - 1 - i];

		if (run)
			run();
	}
}

pid_t fork(void)
{
	pid_t pid;

	if (__heddle_fork_hook)
		__heddle_fork_hook(0);
	pid = vfork();
	if (__heddle_fork_hook)
		__heddle_fork_hook(1);
	return pid;
}

/* How a child has ended: a status of exit, or a signal. */
static int __heddle_end_status(void)
{
	if (__heddle_flip(HEDDLE_CHOOSE_IO))
		return (int)__heddle_pick(0, 255) << 8;
	return (int)__heddle_pick(1, LAST_SIGNAL) | (__heddle_flip(HEDDLE_CHOOSE_IO) ? CORE : 0);
}

/* The end of a child, which the program could know: package check looks for calls of this function. */
static int __heddle_child_status(void)
{
	return __heddle_end_status();
}

/* Any child has ended when a thread waits for it. */
pid_t waitpid(pid_t pid, int *status, int options)
{
	pid_t found = -1;
	int left = 0;

	__heddle_cancellation_point();
	__heddle_atomic_begin();
	for (int i = 0; i < __heddle_children.n; i++)
		if (!__heddle_children.gone[i] && (pid <= 0 || pid == __heddle_children.first + i))
			left++;
	if (left > 0 && !((options & WNOHANG) && __heddle_flip(HEDDLE_CHOOSE_IO))) {
		int nth = (int)__heddle_pick(0, (unsigned)left - 1);

		for (int i = 0; i < __heddle_children.n; i++)
			if (!__heddle_children.gone[i] && (pid <= 0 || pid == __heddle_children.first + i) && nth-- == 0) {
				__heddle_children.gone[i] = 1;
				found = __heddle_children.first + i;
			}
	} else if (left > 0) {
		found = 0;
	}
	__heddle_atomic_end();
	if (found > 0 && status)
		*status = __heddle_child_status();
	return found < 0 ? __heddle_error(ECHILD) : found;
}

pid_t wait(int *status)
{
	return waitpid(-1, status, 0);
}

/* Fails, or ends the process. */
static int __heddle_execute(const char *name)
{
	__heddle_read_string(name, -1);
	if (!__heddle_flip(HEDDLE_CHOOSE_IO))
		__heddle_halt((int)__heddle_pick(0, 255));
	errno = (int)__heddle_pick(1, 133);
	return -1;
}

int execv(const char *path, char *const args[])
{
	(void)args;
	return __heddle_execute(path);
}

int execvp(const char *file, char *const args[])
{
	(void)args;
	return __heddle_execute(file);
}

int execve(const char *path, char *const args[], char *const env[])
{
	(void)args, (void)env;
	return __heddle_execute(path);
}

int execl(const char *path, const char *arg, ...)
{
	(void)arg;
	return __heddle_execute(path);
}

int execlp(const char *file, const char *arg, ...)
{
	(void)arg;
	return __heddle_execute(file);
}

int execle(const char *path, const char *arg, ...)
{
	(void)arg;
	return __heddle_execute(path);
}

int system(const char *command)
{
	if (!command)
		return __heddle_flip(HEDDLE_CHOOSE_IO);
	__heddle_read_string(command, -1);
	__heddle_cancellation_point();
	if (__heddle_lose_hook)
		__heddle_lose_hook();
	return __heddle_may_fail() ? -1 : __heddle_end_status();
}
