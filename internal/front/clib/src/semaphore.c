/*
 * semaphore.c - POSIX semaphores. The value is the first word of sem_t. The second
 * tells whether it was initialised or destroyed. Order: a post happens
 * before every later successful wait (channel 0).
 *
 * Only the program makes named semaphores: none exists at its start, and other programs
 * open none. A name stays until it is unlinked, a semaphore for ever.
 */
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdarg.h>
#include <sys/stat.h>
#include "attr.h"
#include "intrinsics.h"
#include "name.h"
#include "process.h"
#include "thread.h"

#define VALUE(s) (*(unsigned *)(s))
#define STATE(s) (((unsigned *)(s))[1])
#define DESTROYED 0x64656164u
#define ALIVE 0x616c6976u
#define MAX_VALUE 2147483647u

/*
 * Reports the use of a semaphore that was destroyed or never initialised; zeros are none (POSIX.1-2017, sem_init).
 * Inside a section: a thread that waits there looks again whenever it could go on.
 */
static void __heddle_use_semaphore(sem_t *s)
{
	unsigned state = STATE(s);

	__heddle_assert(state != DESTROYED, "use-after-destroy", HEDDLE_PROPERTY_LOCK);
	__heddle_assert(state == ALIVE || state == DESTROYED, "never-initialised", HEDDLE_PROPERTY_LOCK);
}

__heddle_role(init, semaphore)
int sem_init(sem_t *s, int shared, unsigned value)
{
	if (value > MAX_VALUE)
		return __heddle_error(EINVAL);
	(void)shared;
	__heddle_atomic_begin();
	VALUE(s) = value;
	STATE(s) = ALIVE;
	__heddle_atomic_end();
	return 0;
}

__heddle_role(destroy, semaphore)
int sem_destroy(sem_t *s)
{
	__heddle_atomic_begin();
	__heddle_use_semaphore(s);
	STATE(s) = DESTROYED;
	__heddle_atomic_end();
	return 0;
}

/* Returns 1 if a signal ends the wait. */
static int __heddle_sem_wait(sem_t *s)
{
	unsigned value;
	int cancelled, interrupted;

	__heddle_cancellation_point();
	__heddle_atomic_begin();
	__heddle_use_semaphore(s);
	value = VALUE(s);
	cancelled = HEDDLE_IS_CANCELLED(value > 0);
	interrupted = !cancelled && HEDDLE_IS_INTERRUPTED(value > 0);
	if (!cancelled && !interrupted) {
		__heddle_block_until(value > 0, HEDDLE_BLOCK_SEMAPHORE);
		VALUE(s) = value - 1;
		__heddle_recv(s, 0);
	}
	__heddle_atomic_end();
	if (cancelled)
		__heddle_cancelled_hook();
	return interrupted;
}

__heddle_role(lock, semaphore)
int sem_wait(sem_t *s)
{
	int interrupted = __heddle_sem_wait(s);

	if (__heddle_interrupted_hook)
		while (interrupted) {
			if (__heddle_interrupted_hook())
				return __heddle_error(EINTR);
			interrupted = __heddle_sem_wait(s);
		}
	return 0;
}

/* Whether the semaphore could be decremented. */
static int __heddle_sem_take(sem_t *s)
{
	unsigned value;

	__heddle_atomic_begin();
	__heddle_use_semaphore(s);
	value = VALUE(s);
	if (value) {
		VALUE(s) = value - 1;
		__heddle_recv(s, 0);
	}
	__heddle_atomic_end();
	return value > 0;
}

__heddle_role(trylock, semaphore)
int sem_trywait(sem_t *s)
{
	return __heddle_sem_take(s) ? 0 : __heddle_error(EAGAIN);
}

/* Never blocks: see pthread_mutex_timedlock. */
__heddle_role(trylock, semaphore)
int sem_timedwait(sem_t *s, const struct timespec *when)
{
	__heddle_cancellation_point();
	if (__heddle_sem_take(s))
		return 0;
	return __heddle_error((unsigned long)when->tv_nsec < 1000000000 ? ETIMEDOUT : EINVAL);
}

__heddle_role(trylock, semaphore)
int sem_clockwait(sem_t *s, clockid_t clock, const struct timespec *when)
{
	if (!HEDDLE_IS_WAIT_CLOCK(clock))
		return __heddle_error(EINVAL);
	return sem_timedwait(s, when);
}

__heddle_role(unlock, semaphore)
int sem_post(sem_t *s)
{
	unsigned value;

	__heddle_atomic_begin();
	__heddle_use_semaphore(s);
	value = VALUE(s);
	if (value != MAX_VALUE) {
		VALUE(s) = value + 1;
		__heddle_send(s, 0);
	}
	__heddle_atomic_end();
	return value != MAX_VALUE ? 0 : __heddle_error(EOVERFLOW);
}

__heddle_role(peek, semaphore)
int sem_getvalue(sem_t *s, int *value)
{
	unsigned now;

	__heddle_atomic_begin();
	__heddle_use_semaphore(s);
	now = VALUE(s);
	__heddle_atomic_end();
	*value = (int)now;
	return 0;
}

enum { NAMED = 8 };

static sem_t __heddle_semaphores[NAMED];

static struct __heddle_name __heddle_semaphore_names[NAMED];

/* How often they are opened. */
static int __heddle_semaphore_opened[NAMED];
static int __heddle_made;

void __heddle_share_semaphores(void)
{
	__heddle_share(__heddle_semaphores);
	__heddle_share(__heddle_semaphore_names);
	__heddle_share(&__heddle_made);
}

/* Makes a semaphore with a name. Inside a section. */
static int __heddle_make_semaphore(const struct __heddle_name *name, unsigned value)
{
	int i = __heddle_made;

	if (i == NAMED)
		__heddle_unsupported("more than 8 named semaphores");
	__heddle_made = i + 1;
	__heddle_semaphore_names[i] = *name;
	VALUE(&__heddle_semaphores[i]) = value;
	STATE(&__heddle_semaphores[i]) = ALIVE;
	return i;
}

sem_t *sem_open(const char *name, int flags, ...)
{
	struct __heddle_name words;
	unsigned value = 0;
	int i, code = __heddle_read_name(name, &words);
	va_list list;

	if (!code && flags & O_CREAT) {
		va_start(list, flags);
		(void)va_arg(list, mode_t);
		value = va_arg(list, unsigned);
		va_end(list);
		if (value > MAX_VALUE)
			code = EINVAL;
		else if (__heddle_flip(HEDDLE_CHOOSE_ALLOC_FAIL))
			code = ENOMEM;
	}
	if (code) {
		errno = code;
		return SEM_FAILED;
	}
	__heddle_atomic_begin();
	i = __heddle_find_name(__heddle_semaphore_names, NAMED, &words);
	if (i >= 0 && (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL)) {
		code = EEXIST;
	} else if (i < 0 && !(flags & O_CREAT)) {
		code = ENOENT;
	} else {
		if (i < 0)
			i = __heddle_make_semaphore(&words, value);
		__heddle_semaphore_opened[i]++;
	}
	__heddle_atomic_end();
	if (code) {
		errno = code;
		return SEM_FAILED;
	}
	return &__heddle_semaphores[i];
}

int sem_close(sem_t *s)
{
	int closed = 0;

	__heddle_atomic_begin();
	for (int i = 0; i < NAMED; i++)
		if (s == &__heddle_semaphores[i] && __heddle_semaphore_opened[i]) {
			__heddle_semaphore_opened[i]--;
			closed = 1;
		}
	__heddle_atomic_end();
	return closed ? 0 : __heddle_error(EINVAL);
}

int sem_unlink(const char *name)
{
	struct __heddle_name words;
	int i, code = __heddle_read_name(name, &words);

	if (code)
		return __heddle_error(code == EINVAL ? ENOENT : code);
	__heddle_atomic_begin();
	i = __heddle_find_name(__heddle_semaphore_names, NAMED, &words);
	if (i >= 0)
		__heddle_semaphore_names[i] = (struct __heddle_name){0};
	__heddle_atomic_end();
	return i >= 0 ? 0 : __heddle_error(ENOENT);
}
