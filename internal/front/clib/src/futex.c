/*
 * futex.c - the system call futex, and the few others that programs make by number.
 *
 * A futex is an address at which threads sleep. __heddle_sleeps[i] is where the
 * thread with index i does; null: it does not, or was woken. A wait is two visible
 * operations: compare and fall asleep; go on. It may end without a cause, as a wait
 * for a condition does. Calls order nothing: what they wait for, programs read
 * and write atomically.
 *
 * A priority-inheriting futex holds its owner's thread id and FUTEX_WAITERS. An
 * unlock hands it to one of the sleepers. Priorities have no effect.
 */
#include <errno.h>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "cond.h"
#include "intrinsics.h"

int __heddle_may_fail(void);

enum { SLEEPERS = 64 };

static const void *__heddle_sleeps[SLEEPERS];

static int __heddle_sleeper(void)
{
	int self = __heddle_self();

	if (self >= SLEEPERS)
		__heddle_unsupported("futex with more than 64 threads");
	return self;
}

/* The threads that sleep at an address, one bit each. Inside a section. */
static unsigned long long __heddle_sleepers(const void *at)
{
	unsigned long long found = 0;

	for (int i = 0; i < SLEEPERS; i++)
		found |= (unsigned long long)(__heddle_sleeps[i] == at) << i;
	return found;
}

/* Any n of a set, all if there are no more. Inside a section. */
static unsigned long long __heddle_some(unsigned long long set, unsigned n)
{
	unsigned long long rest = set;

	if (n >= SLEEPERS)
		return set;
	for (unsigned i = 0; i < n && rest; i++)
		rest &= ~(1ULL << __heddle_choose_bit(rest, HEDDLE_CHOOSE_WAKE));
	return set & ~rest;
}

/* Sends sleepers to another address, or wakes them: null. Inside a section. */
static void __heddle_move(unsigned long long set, const void *to)
{
	for (int i = 0; i < SLEEPERS; i++)
		if (set >> i & 1)
			__heddle_sleeps[i] = to;
}

/* The second half of a wait: whether the thread was woken. */
static int __heddle_sleep(int self, int timed)
{
	int woken;

	__heddle_atomic_begin();
	woken = !__heddle_sleeps[self];
	if (!timed)
		__heddle_block_until(woken, HEDDLE_BLOCK_CONDITION);
	__heddle_sleeps[self] = 0;
	__heddle_atomic_end();
	return woken;
}

/*
 * A wait that ends by a spurious wake-up does nothing at all and orders nothing. A loop that does nothing
 * but wait needs no such wake-ups: the thread comes to its next iteration later (semantics 12.5).
 */
static int __heddle_futex_spurious(void)
{
	return __heddle_waits == HEDDLE_WAITS_FREELY && __heddle_flip(HEDDLE_CHOOSE_SPURIOUS);
}

static long __heddle_futex_wait(const unsigned *word, unsigned value, const void *timeout)
{
	int self = __heddle_sleeper(), same;

	__heddle_atomic_begin();
	same = *word == value;
	if (same && (timeout || !__heddle_futex_spurious()))
		__heddle_sleeps[self] = word;
	__heddle_atomic_end();
	if (!same)
		return __heddle_error(EAGAIN);
	if (!__heddle_sleep(self, timeout != 0) && timeout)
		return __heddle_error(ETIMEDOUT);
	return 0;
}

static long __heddle_futex_wake(const void *word, unsigned n)
{
	unsigned long long woken;

	__heddle_atomic_begin();
	woken = __heddle_some(__heddle_sleepers(word), n);
	__heddle_move(woken, 0);
	__heddle_atomic_end();
	return __builtin_popcountll(woken);
}

/* Wakes n sleepers and sends up to m of the others elsewhere; compares before, if told to. Linux counts both, against futex(2). */
static long __heddle_futex_requeue(const unsigned *word, unsigned n, unsigned m, const void *to,
				   const unsigned *expected)
{
	unsigned long long woken = 0, sent = 0, at;
	int same;

	__heddle_atomic_begin();
	same = !expected || *word == *expected;
	if (same) {
		at = __heddle_sleepers(word);
		woken = __heddle_some(at, n);
		sent = __heddle_some(at & ~woken, m);
		__heddle_move(woken, 0);
		__heddle_move(sent, to);
	}
	__heddle_atomic_end();
	if (!same)
		return __heddle_error(EAGAIN);
	return __builtin_popcountll(woken | sent);
}

/*
 * Order: an unlock happens before the next lock (channel 0). Either may be an atomic access of the program: accesses
 * outside of the sections synchronise with these.
 */
static long __heddle_futex_lock(unsigned *word, const void *timeout, int try)
{
	unsigned tid = (unsigned)gettid(), owner;
	int self = __heddle_sleeper();

	__heddle_atomic_begin();
	owner = *word & FUTEX_TID_MASK;
	if (owner == 0) {
		*word |= tid;
		__heddle_recv(word, 0);
	} else if (owner != tid && !try) {
		*word |= FUTEX_WAITERS;
		__heddle_sleeps[self] = word;
	}
	__heddle_atomic_end();
	if (owner == tid)
		return __heddle_error(EDEADLK);
	if (owner && try)
		return __heddle_error(EAGAIN);
	if (owner) {
		if (!__heddle_sleep(self, timeout != 0))
			return __heddle_error(ETIMEDOUT);
		__heddle_atomic_begin();
		__heddle_recv(word, 0);
		__heddle_atomic_end();
	}
	(void)__atomic_load_n(word, __ATOMIC_ACQUIRE);
	return 0;
}

static long __heddle_futex_unlock(unsigned *word)
{
	unsigned tid = (unsigned)gettid();
	unsigned long long at;
	int owned, next;

	__atomic_fetch_or(word, 0, __ATOMIC_RELEASE);
	__heddle_atomic_begin();
	owned = (*word & FUTEX_TID_MASK) == tid;
	if (owned) {
		__heddle_send(word, 0);
		at = __heddle_sleepers(word);
		if (at) {
			next = __heddle_choose_bit(at, HEDDLE_CHOOSE_WAKE);
			*word = (tid - __heddle_self() + next) | FUTEX_WAITERS; /* also without others, as Linux */
			__heddle_move(1ULL << next, 0);
		} else {
			*word = 0;
		}
	}
	__heddle_atomic_end();
	return owned ? 0 : __heddle_error(EPERM);
}

/* The arguments are read as far as the operation has them. */
static long __heddle_futex(va_list args)
{
	unsigned *word = va_arg(args, unsigned *);
	int op = va_arg(args, int);
	unsigned n, m, expected, *other;

	switch (op & FUTEX_CMD_MASK) {
	case FUTEX_UNLOCK_PI:
		return __heddle_futex_unlock(word);
	case FUTEX_TRYLOCK_PI:
		return __heddle_futex_lock(word, 0, 1);
	}
	n = va_arg(args, unsigned);
	switch (op & FUTEX_CMD_MASK) {
	case FUTEX_WAKE:
		return __heddle_futex_wake(word, n);
	case FUTEX_WAIT:
		return __heddle_futex_wait(word, n, va_arg(args, void *));
	case FUTEX_LOCK_PI:
	case FUTEX_LOCK_PI2:
		return __heddle_futex_lock(word, va_arg(args, void *), 0);
	case FUTEX_REQUEUE:
		m = va_arg(args, unsigned);
		return __heddle_futex_requeue(word, n, m, va_arg(args, void *), 0);
	case FUTEX_CMP_REQUEUE:
		m = va_arg(args, unsigned);
		other = va_arg(args, unsigned *);
		expected = va_arg(args, unsigned);
		return __heddle_futex_requeue(word, n, m, other, &expected);
	}
	__heddle_unsupported("operation of futex");
	return -1;
}

/*
 * A barrier of all threads where they are. Of the others' nothing is known that they do not say
 * by fences of their own. The kernel may know any commands, and none.
 */
static long __heddle_membarrier(int command)
{
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (__heddle_may_fail())
		return -1;
	return command == MEMBARRIER_CMD_QUERY ? (long)__heddle_pick(0, 511) : 0;
}

long syscall(long number, ...)
{
	va_list args;
	long result;

	va_start(args, number);
	switch (number) {
	case SYS_futex:
		result = __heddle_futex(args);
		break;
	case SYS_gettid:
		result = gettid();
		break;
	case SYS_getpid:
		result = getpid();
		break;
	case SYS_sched_yield:
		result = 0;
		break;
	case SYS_membarrier:
		result = __heddle_membarrier(va_arg(args, int));
		break;
	default:
		__heddle_unsupported("system call");
		result = -1;
	}
	va_end(args);
	return result;
}
