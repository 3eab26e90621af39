/*
 * group.c - numbers, users, process groups, sessions and priorities of this process. The group and the priority are any until they are set.
 * Of other processes nothing is known.
 */
#include <errno.h>
#include <sys/resource.h>
#include <unistd.h>
#include "crossing.h"
#include "intrinsics.h"
#include "process.h"

int __heddle_may_be(void);
int __heddle_may_fail(void);

/* The process has one number, chosen when it is first asked for. */
pid_t (*__heddle_process_id_hook)(_Bool parent);

pid_t getpid(void)
{
	static pid_t __heddle_pid;
	pid_t pid;

	if (__heddle_process_id_hook)
		return __heddle_process_id_hook(0);
	__heddle_atomic_begin();
	if (__heddle_pid == 0)
		__heddle_pid = (pid_t)__heddle_pick(2, HEDDLE_LAST_PROCESS);
	pid = __heddle_pid;
	__heddle_atomic_end();
	return pid;
}

pid_t getppid(void)
{
	return __heddle_process_id_hook ? __heddle_process_id_hook(1) : 1;
}

int (*__heddle_first_hook)(void);

pid_t gettid(void)
{
	return getpid() + __heddle_self() - (__heddle_first_hook ? __heddle_first_hook() : 0);
}

uid_t getuid(void)
{
	return 0;
}

uid_t geteuid(void)
{
	return 0;
}

gid_t getgid(void)
{
	return 0;
}

static pid_t __heddle_group;

pid_t getpgrp(void)
{
	pid_t group;

	__heddle_atomic_begin();
	if (__heddle_group == 0)
		__heddle_group = (pid_t)__heddle_pick(2, HEDDLE_LAST_PROCESS);
	group = __heddle_group;
	__heddle_atomic_end();
	return group;
}

#define IS_SELF(pid) ((pid) == 0 || (pid) == getpid())

pid_t getpgid(pid_t pid)
{
	if (pid < 0)
		return __heddle_error(ESRCH);
	if (IS_SELF(pid))
		return getpgrp();
	if (__heddle_is_process_hook && __heddle_is_process_hook(pid))
		__heddle_unsupported("the group of another process of the program");
	return __heddle_flip(HEDDLE_CHOOSE_IO) ? __heddle_error(ESRCH) : (pid_t)__heddle_pick(2, HEDDLE_LAST_PROCESS);
}

int setpgid(pid_t pid, pid_t group)
{
	if (pid < 0 || group < 0)
		return __heddle_error(pid < 0 ? ESRCH : EINVAL);
	if (!IS_SELF(pid) || !IS_SELF(group))
		return __heddle_may_be();
	group = getpid();
	__heddle_atomic_begin();
	__heddle_group = group;
	__heddle_atomic_end();
	return 0;
}

void __heddle_refuse_group(void)
{
	__heddle_unsupported("a signal to a group of processes that the program chose");
}

/* The leader of a group fails; others lead a session of their own. */
pid_t setsid(void)
{
	if (getpgrp() == getpid())
		return __heddle_error(EPERM);
	setpgid(0, 0);
	return getpid();
}

static int __heddle_priority;
static _Bool __heddle_priority_known;

int getpriority(int which, id_t who)
{
	int priority;

	if (which < PRIO_PROCESS || which > PRIO_USER)
		return __heddle_error(EINVAL);
	if (which != PRIO_PROCESS || !IS_SELF((pid_t)who))
		return __heddle_may_be() ? -1 : (int)__heddle_pick(0, 39) - 20;
	__heddle_atomic_begin();
	if (!__heddle_priority_known)
		__heddle_priority = (int)__heddle_pick(0, 39) - 20;
	__heddle_priority_known = 1;
	priority = __heddle_priority;
	__heddle_atomic_end();
	return priority;
}

int setpriority(int which, id_t who, int priority)
{
	if (which < PRIO_PROCESS || which > PRIO_USER)
		return __heddle_error(EINVAL);
	if (__heddle_may_fail())
		return -1;
	if (which != PRIO_PROCESS || !IS_SELF((pid_t)who))
		return __heddle_may_be();
	__heddle_atomic_begin();
	__heddle_priority = priority < -20 ? -20 : priority > 19 ? 19 : priority;
	__heddle_priority_known = 1;
	__heddle_atomic_end();
	return 0;
}

int nice(int increment)
{
	int was = getpriority(PRIO_PROCESS, 0), now;

	increment = increment < -40 ? -40 : increment > 40 ? 40 : increment;
	now = was + increment < -20 ? -20 : was + increment > 19 ? 19 : was + increment;
	return setpriority(PRIO_PROCESS, 0, now) ? -1 : now;
}
