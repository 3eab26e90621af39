/*
 * fork.c - further processes. A child is a copy of the process with one thread. All models' data are copied, too, but for
 * the table of processes and the channels. Other objects that processes share by name, or whose models know threads by
 * number, are unsupported: __heddle_note_shared. A program that a process executes instead ends the process.
 */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#include "channel.h"
#include "crossing.h"
#include "file.h"
#include "intrinsics.h"
#include "process.h"
#include "stream.h"
#include "thread.h"

/* 0, or -1 with any errno. */
int __heddle_may_fail(void);

enum { HANDLERS = 16, LAST_SIGNAL = 64, CORE = 0x80, STOPPED = 0x7f, GOES_ON = 0xffff };

/* All processes by number, the first with 0. One object of all of them. */
static struct {
	int n;
	struct {
		int parent;
		int status; /* as wait stores it */
		int news;   /* the same of a stop, or the end of one; 0: wait has stored it */
		_Bool ended;
		_Bool gone;  /* its parent does not wait for it */
		_Bool hears; /* it handles, blocks or awaits SIGCHLD */
		_Bool reaps; /* its children are gone when they end */
	} of[HEDDLE_PROCESSES];
} __heddle_processes;

/* Of the running process: its number, its first thread, and the children for which it has waited. */
static int __heddle_process, __heddle_first;
static _Bool __heddle_waited[HEDDLE_PROCESSES];

/* Whether an object could be shared that a child gets as a copy. */
static _Bool __heddle_shares;

static void __heddle_refuse_sharing(void)
{
	__heddle_unsupported("memory, a lock or a pipe that a child of fork shares");
}

void __heddle_note_shared(void)
{
	_Bool late;

	__heddle_atomic_begin();
	__heddle_shares = 1;
	late = __heddle_processes.n > 0;
	__heddle_atomic_end();
	if (late)
		__heddle_refuse_sharing();
}

void __heddle_refuse_late(void)
{
	if (__heddle_processes.n)
		__heddle_refuse_sharing();
}

void __heddle_share_object(void *p)
{
	__heddle_share(p);
}

static struct {
	int n;
	void (*prepare[HANDLERS])(void);
	void (*parent[HANDLERS])(void);
	void (*child[HANDLERS])(void);
} __heddle_fork_handlers;

int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
	int n;

	__heddle_atomic_begin();
	n = __heddle_fork_handlers.n;
	if (n < HANDLERS) {
		__heddle_fork_handlers.prepare[n] = prepare;
		__heddle_fork_handlers.parent[n] = parent;
		__heddle_fork_handlers.child[n] = child;
		__heddle_fork_handlers.n = n + 1;
	}
	__heddle_atomic_end();
	if (n == HANDLERS)
		__heddle_unsupported("more than 16 calls of pthread_atfork");
	return 0;
}

pid_t __heddle_process_id(_Bool parent)
{
	int at, of;

	__heddle_atomic_begin();
	at = __heddle_process;
	of = __heddle_processes.of[at].parent;
	__heddle_atomic_end();
	if (!parent)
		return HEDDLE_FIRST_PROCESS + at;
	return at == 0 ? 1 : HEDDLE_FIRST_PROCESS + of;
}

/* Whether the running process has a child with a number for which it has not waited. Inside a section. */
static _Bool __heddle_is_child(int i)
{
	return i > 0 && i < HEDDLE_PROCESSES && i < __heddle_processes.n && __heddle_processes.of[i].parent == __heddle_process &&
	       !__heddle_waited[i] && !__heddle_processes.of[i].gone;
}

int __heddle_is_process(pid_t pid)
{
	int i = pid - HEDDLE_FIRST_PROCESS, is;

	__heddle_atomic_begin();
	is = i == 0 ? !__heddle_processes.of[0].ended
		    : i > 0 && i < HEDDLE_PROCESSES && i < __heddle_processes.n && !__heddle_waited[i] && !__heddle_processes.of[i].gone;
	__heddle_atomic_end();
	return is;
}

void (*__heddle_share_crossings_hook)(void);
void (*__heddle_share_semaphores_hook)(void);
void (*__heddle_share_queues_hook)(void);
void (*__heddle_share_memories_hook)(void);
void (*__heddle_share_barriers_hook)(void);
void (*__heddle_share_conditions_hook)(void);
void (*__heddle_alone_hook)(void);
void (*__heddle_inherit_hook)(void);
void (*__heddle_leave_hook)(void);
void (*__heddle_disarm_hook)(void);
void (*__heddle_free_streams_hook)(void);

void (*__heddle_number_first_hook)(void);

static void __heddle_share_named(void)
{
	if (__heddle_share_crossings_hook)
		__heddle_share_crossings_hook();
	if (__heddle_share_semaphores_hook)
		__heddle_share_semaphores_hook();
	if (__heddle_share_queues_hook)
		__heddle_share_queues_hook();
	if (__heddle_share_memories_hook)
		__heddle_share_memories_hook();
	if (__heddle_share_barriers_hook)
		__heddle_share_barriers_hook();
	if (__heddle_share_conditions_hook)
		__heddle_share_conditions_hook();
}

/* Fails where threads cannot be created. The child has one thread, and none of the signals that are pending for its parent. */
static pid_t __heddle_make_child(void)
{
	_Bool shares;
	int n;

	if (__heddle_flip(HEDDLE_CHOOSE_SPAWN_FAIL))
		return __heddle_error(EAGAIN);
	__heddle_atomic_begin();
	n = __heddle_processes.n ? __heddle_processes.n : 1;
	if (n < HEDDLE_PROCESSES) {
		__heddle_processes.of[n].parent = __heddle_process;
		__heddle_processes.of[n].hears = __heddle_processes.of[__heddle_process].hears;
		__heddle_processes.of[n].reaps = __heddle_processes.of[__heddle_process].reaps;
	}
	__heddle_processes.n = n + 1;
	__heddle_share(&__heddle_processes);
	__heddle_share_named();
	shares = __heddle_shares;
	if (__heddle_inherit_hook)
		__heddle_inherit_hook();
	__heddle_atomic_end();
	if (n >= HEDDLE_PROCESSES)
		__heddle_unsupported("more than 16 children of fork");
	if (shares)
		__heddle_refuse_sharing();
	if (!__heddle_fork())
		return HEDDLE_FIRST_PROCESS + n;
	__heddle_atomic_begin();
	__heddle_process = n;
	if (__heddle_number_first_hook)
		__heddle_number_first_hook();
	__heddle_atomic_end();
	if (__heddle_alone_hook)
		__heddle_alone_hook();
	if (__heddle_disarm_hook)
		__heddle_disarm_hook();
	if (__heddle_free_streams_hook)
		__heddle_free_streams_hook();
	return 0;
}

/* Runs the handlers of pthread_atfork in front of a fork, or those behind it in the parent or the child. */
void (*__heddle_fork_hook)(_Bool behind, _Bool child);

void __heddle_at_fork(_Bool behind, _Bool child)
{
	int n;

	__heddle_atomic_begin();
	n = __heddle_fork_handlers.n;
	__heddle_atomic_end();
	for (int i = 0; i < n; i++) {
		void (*run)(void) = !behind ? __heddle_fork_handlers.prepare[n - 1 - i]
				  : child   ? __heddle_fork_handlers.child[i]
					    : __heddle_fork_handlers.parent[i];

		if (run)
			run();
	}
}

pid_t fork(void)
{
	pid_t pid;

	if (__heddle_fork_hook)
		__heddle_fork_hook(0, 0);
	pid = __heddle_make_child();
	if (__heddle_fork_hook)
		__heddle_fork_hook(1, pid == 0);
	return pid;
}

/* The child has a copy of the memory, although it may be the memory itself: programs must not tell. */
pid_t vfork(void)
{
	return __heddle_make_child();
}

int __heddle_running_process(void)
{
	return __heddle_process;
}

void __heddle_number_first(void)
{
	__heddle_first = __heddle_self();
}

int __heddle_first_number(void)
{
	int first;

	__heddle_atomic_begin();
	first = __heddle_first;
	__heddle_atomic_end();
	return first;
}

_Bool __heddle_runs(int process)
{
	return !__heddle_processes.of[process].ended;
}

void __heddle_note_stop(int signal)
{
	__heddle_processes.of[__heddle_process].news = signal == SIGCONT ? GOES_ON : signal ? signal << 8 | STOPPED : 0;
}

void __heddle_child_action(int reaps)
{
	__heddle_atomic_begin();
	__heddle_processes.of[__heddle_process].hears = 1;
	if (reaps >= 0)
		__heddle_processes.of[__heddle_process].reaps = (_Bool)reaps;
	__heddle_atomic_end();
}

void (*__heddle_tell_hook)(int code, int value);

void __heddle_tell_parent(int code, int value)
{
	int parent = __heddle_processes.of[__heddle_process].parent;
	struct __heddle_info info = {code, {.sival_int = value}, HEDDLE_FIRST_PROCESS + __heddle_process};

	if (__heddle_process && __heddle_processes.of[parent].hears && __heddle_runs(parent))
		__heddle_cross(parent, SIGCHLD, &info);
}

void (*__heddle_grouped_hook)(void);

void __heddle_to_group(int signal, const struct __heddle_info *info)
{
	int n;

	__heddle_atomic_begin();
	n = __heddle_processes.n;
	for (int i = 0; i < HEDDLE_PROCESSES; i++)
		if (i < n && i != __heddle_process && __heddle_runs(i))
			__heddle_cross(i, signal, info);
	__heddle_atomic_end();
	if (n > 1 && __heddle_grouped_hook)
		__heddle_grouped_hook();
}

void __heddle_note_process_end(int status)
{
	int signal = status & STOPPED;

	__heddle_atomic_begin();
	__heddle_processes.of[__heddle_process].status = status;
	__heddle_processes.of[__heddle_process].ended = 1;
	__heddle_processes.of[__heddle_process].gone = __heddle_process && __heddle_processes.of[__heddle_processes.of[__heddle_process].parent].reaps;
	__heddle_send(&__heddle_processes, __heddle_process);
	if (__heddle_tell_hook)
		__heddle_tell_hook(signal ? CLD_KILLED : CLD_EXITED, signal ? signal : status >> 8 & 255);
	if (__heddle_leave_hook)
		__heddle_leave_hook();
	__heddle_atomic_end();
}

/* Whether wait returns for a process. Inside a section. */
static int __heddle_changed(int i, int options)
{
	int news = __heddle_processes.of[i].news;

	return __heddle_processes.of[i].ended || (news && options & (news == GOES_ON ? WCONTINUED : WUNTRACED));
}

pid_t waitpid(pid_t pid, int *status, int options)
{
	int own = 0, ended = 0, found = 0, ends = 0, cancelled, interrupted = 0, is;

	__heddle_cancellation_point();
	if (options & ~(WNOHANG | WUNTRACED | WCONTINUED))
		return __heddle_error(EINVAL);
	if (pid < -1)
		__heddle_unsupported("waitpid for a group of processes");
	__heddle_atomic_begin();
	for (int i = 1; i < HEDDLE_PROCESSES; i++) {
		is = __heddle_is_child(i) && (pid <= 0 || pid == HEDDLE_FIRST_PROCESS + i);
		own += is;
		ended += is && __heddle_changed(i, options);
	}
	cancelled = HEDDLE_IS_CANCELLED(ended || !own || options & WNOHANG);
	interrupted = !cancelled && !ended && own && !(options & WNOHANG) && HEDDLE_IS_INTERRUPTED(0);
	__heddle_block_until(ended || !own || options & WNOHANG || cancelled || interrupted, HEDDLE_BLOCK_CONDITION);
	if (ended && !cancelled && !interrupted) {
		int nth = (int)__heddle_pick(0, (unsigned)ended - 1);

		for (int i = 1; i < HEDDLE_PROCESSES; i++) {
			is = __heddle_is_child(i) && (pid <= 0 || pid == HEDDLE_FIRST_PROCESS + i);
			if (!is || !__heddle_changed(i, options) || nth-- != 0)
				continue;
			found = i;
			if (__heddle_processes.of[i].ended) {
				__heddle_waited[i] = 1;
				__heddle_recv(&__heddle_processes, i);
				ends = __heddle_processes.of[i].status;
			} else {
				ends = __heddle_processes.of[i].news;
				__heddle_processes.of[i].news = 0;
			}
		}
	}
	__heddle_atomic_end();
	if (cancelled)
		__heddle_cancelled_hook();
	if (interrupted)
		return __heddle_interrupted_hook() ? __heddle_error(EINTR) : waitpid(pid, status, options);
	if ((found || !own) && __heddle_tell_hook && __heddle_arrived_hook && !__heddle_has_threads())
		__heddle_interrupted_hook(); /* the handler of SIGCHLD */
	if (found && status)
		*status = ends;
	return found ? HEDDLE_FIRST_PROCESS + found : own ? 0 : __heddle_error(ECHILD);
}

pid_t wait(int *status)
{
	return waitpid(-1, status, 0);
}

/* Waits as waitpid does, for an end at least. */
int waitid(idtype_t kind, id_t id, siginfo_t *info, int options)
{
	siginfo_t is = {0};
	int status = 0;
	pid_t pid;

	if (kind != P_ALL && kind != P_PID)
		__heddle_unsupported("waitid for a group of processes or a descriptor");
	if (options & ~(WNOHANG | WEXITED | WSTOPPED | WCONTINUED) || !(options & WEXITED))
		__heddle_unsupported("waitid without WEXITED, or with WNOWAIT");
	pid = waitpid(kind == P_ALL ? -1 : (pid_t)id, &status, (options & ~(WEXITED | WSTOPPED)) | (options & WSTOPPED ? WUNTRACED : 0));
	if (pid == -1)
		return -1;
	if (pid) {
		is.si_signo = SIGCHLD;
		is.si_pid = pid;
		is.si_code = WIFEXITED(status) ? CLD_EXITED : WIFSTOPPED(status) ? CLD_STOPPED : WIFCONTINUED(status) ? CLD_CONTINUED : CLD_KILLED;
		is.si_status = WIFEXITED(status) ? WEXITSTATUS(status) : WIFSTOPPED(status) ? WSTOPSIG(status) : WIFCONTINUED(status) ? SIGCONT : WTERMSIG(status);
	}
	if (info)
		*info = is;
	return 0;
}

/* How a command has ended: a status of exit, or a signal. */
static int __heddle_end_status(void)
{
	if (__heddle_flip(HEDDLE_CHOOSE_IO))
		return (int)__heddle_pick(0, 255) << 8;
	return (int)__heddle_pick(1, LAST_SIGNAL) | (__heddle_flip(HEDDLE_CHOOSE_IO) ? CORE : 0);
}

/* Fails, or ends the process. */
static int __heddle_execute(const char *name)
{
	__heddle_read_string(name, -1);
	if (!__heddle_flip(HEDDLE_CHOOSE_IO))
		__heddle_end_process((int)__heddle_pick(0, 255) << 8);
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
