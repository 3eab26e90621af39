/*
 * sync.c - locks, conditions, semaphores, barriers and threads of POSIX and C11.
 * Their state is kept here, by address. The program's bytes at the address are not
 * read, except for the kind of a mutex that was initialised statically. Every call
 * arrives (turn.h), and waits there if necessary.
 */
#include "access.h"
#include "failure.h"
#include "turn.h"

#include <errno.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

struct sync {
	const void *address;
	struct sync *next;
	struct heddle_thread *owner; /* exclusive */
	int depth;                   /* how often the owner has it */
	int kind;                    /* of a mutex: PTHREAD_MUTEX_... */
	int readers;
	int held[HEDDLE_THREADS]; /* for reading, by thread */
	int value;                /* of a semaphore */
	int count, arrived, round; /* of a barrier */
	int destroyed;             /* a mutex: it cannot be taken */
	int done;                  /* of once: 1 while it runs, then 2 */
};

static struct sync *table[1024];

static struct sync *sync_at(const void *address)
{
	struct sync **list = &table[(uintptr_t)address / 8 % 1024], *s;

	for (s = *list; s; s = s->next)
		if (s->address == address)
			return s;
	s = calloc(1, sizeof *s);
	if (s == NULL)
		heddle_give_up("no memory");
	s->address = address;
	s->next = *list;
	return *list = s;
}

/* As new. */
static struct sync *reset(const void *address)
{
	struct sync *s = sync_at(address), *next = s->next;

	memset(s, 0, sizeof *s);
	s->address = address;
	s->next = next;
	heddle_forget_sent(address);
	return s;
}

static const struct heddle_anchor *arrive(const char *call, const void *pc)
{
	struct heddle_operation op = { .kind = HEDDLE_CALL, .call = call, .pc = pc };

	heddle_self()->frame = (const char *)__builtin_frame_address(0);
	return heddle_arrive(&op);
}

/* Arrives, and waits until can holds. */
static const struct heddle_anchor *await(const char *call, const void *pc, int (*can)(struct heddle_thread *), void *on, enum heddle_wait wait)
{
	struct heddle_operation op = { .kind = HEDDLE_CALL, .call = call, .pc = pc, .can = can, .wait = wait };

	heddle_self()->frame = (const char *)__builtin_frame_address(0);
	heddle_self()->on = on;
	return heddle_arrive(&op);
}

/* Mutexes. */

#if UINTPTR_MAX > 0xffffffff
enum { KIND_AT = 16 };
#else
enum { KIND_AT = 12 };
#endif

static int is_free(struct heddle_thread *t)
{
	struct sync *s = sync_at(t->on);

	if (s->destroyed || (s->owner == t && s->kind != PTHREAD_MUTEX_NORMAL))
		return 1;
	return s->owner == NULL && s->readers == 0;
}

/* The mutex at m, with the kind of a static initialiser. */
static struct sync *mutex(void *m)
{
	struct sync *s = sync_at(m);

	if (s->kind == 0 && s->count == 0) {
		int kind;

		memcpy(&kind, (char *)m + KIND_AT, sizeof kind);
		if (kind == PTHREAD_MUTEX_RECURSIVE || kind == PTHREAD_MUTEX_ERRORCHECK)
			s->kind = kind;
	}
	return s;
}

static int take(struct sync *s)
{
	struct heddle_thread *self = heddle_self();

	if (s->destroyed)
		return EINVAL;
	if (s->owner == self && s->kind == PTHREAD_MUTEX_ERRORCHECK)
		return EDEADLK;
	s->owner = self;
	s->depth++;
	heddle_receive(s->address);
	return 0;
}

static int lock(const char *call, void *m, const void *pc)
{
	struct sync *s = mutex(m);

	await(call, pc, is_free, m, HEDDLE_WAIT_LOCK);
	return take(s);
}

static int try_lock(const char *call, void *m, const void *pc, int busy)
{
	struct sync *s = mutex(m);

	arrive(call, pc);
	if (s->readers || (s->owner && !(s->owner == heddle_self() && s->kind == PTHREAD_MUTEX_RECURSIVE)))
		return busy;
	return take(s);
}

static int give(struct sync *s)
{
	if (s->owner == heddle_self() || (s->owner && s->kind == PTHREAD_MUTEX_NORMAL)) {
		heddle_send(s->address);
		if (--s->depth == 0)
			s->owner = NULL;
		return 0;
	}
	return s->kind == PTHREAD_MUTEX_NORMAL ? 0 : EPERM;
}

static int unlock(const char *call, void *m, const void *pc)
{
	arrive(call, pc);
	return give(sync_at(m));
}

WEAK int heddle_pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *a)
{
	struct sync *s;

	arrive("pthread_mutex_init", PC);
	s = reset(m);
	s->count = 1;
	if (a)
		pthread_mutexattr_gettype(a, &s->kind);
	return 0;
}

WEAK int heddle_pthread_mutex_destroy(pthread_mutex_t *m)
{
	arrive("pthread_mutex_destroy", PC);
	if (sync_at(m)->owner)
		return EBUSY;
	sync_at(m)->destroyed = 1;
	return 0;
}

WEAK int heddle_pthread_mutex_lock(pthread_mutex_t *m) { return lock("pthread_mutex_lock", m, PC); }
WEAK int heddle_pthread_mutex_trylock(pthread_mutex_t *m) { return try_lock("pthread_mutex_trylock", m, PC, EBUSY); }
WEAK int heddle_pthread_mutex_unlock(pthread_mutex_t *m) { return unlock("pthread_mutex_unlock", m, PC); }

WEAK int heddle_pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *when)
{
	(void)when;
	return try_lock("pthread_mutex_timedlock", m, PC, ETIMEDOUT);
}

WEAK int heddle_mtx_init(mtx_t *m, int kind)
{
	struct sync *s;

	arrive("mtx_init", PC);
	s = reset(m);
	s->count = 1;
	s->kind = kind & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL;
	return thrd_success;
}

WEAK void heddle_mtx_destroy(mtx_t *m)
{
	(void)m;
	arrive("mtx_destroy", PC);
}

WEAK int heddle_mtx_lock(mtx_t *m) { return lock("mtx_lock", m, PC) ? thrd_error : thrd_success; }
WEAK int heddle_mtx_trylock(mtx_t *m) { return try_lock("mtx_trylock", m, PC, thrd_busy); }
WEAK int heddle_mtx_unlock(mtx_t *m) { return unlock("mtx_unlock", m, PC) ? thrd_error : thrd_success; }

WEAK int heddle_mtx_timedlock(mtx_t *m, const struct timespec *when)
{
	(void)when;
	return try_lock("mtx_timedlock", m, PC, thrd_timedout);
}

WEAK int heddle_pthread_spin_init(pthread_spinlock_t *l, int shared)
{
	(void)shared;
	arrive("pthread_spin_init", PC);
	reset((const void *)l);
	return 0;
}

WEAK int heddle_pthread_spin_destroy(pthread_spinlock_t *l)
{
	(void)l;
	arrive("pthread_spin_destroy", PC);
	return 0;
}

static int spin_lock(const char *call, void *l, const void *pc)
{
	await(call, pc, is_free, l, HEDDLE_WAIT_LOCK);
	return take(sync_at(l));
}

WEAK int heddle_pthread_spin_lock(pthread_spinlock_t *l) { return spin_lock("pthread_spin_lock", (void *)l, PC); }
WEAK int heddle_pthread_spin_unlock(pthread_spinlock_t *l) { return unlock("pthread_spin_unlock", (void *)l, PC); }

WEAK int heddle_pthread_spin_trylock(pthread_spinlock_t *l)
{
	arrive("pthread_spin_trylock", PC);
	return sync_at((void *)l)->owner ? EBUSY : take(sync_at((void *)l));
}

/* Locks for readers and writers. */

static int no_writer(struct heddle_thread *t) { return sync_at(t->on)->owner == NULL; }

static int take_shared(struct sync *s)
{
	s->readers++;
	s->held[heddle_self()->index]++;
	heddle_receive(s->address);
	return 0;
}

WEAK int heddle_pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *a)
{
	(void)a;
	arrive("pthread_rwlock_init", PC);
	reset(l);
	return 0;
}

WEAK int heddle_pthread_rwlock_destroy(pthread_rwlock_t *l)
{
	(void)l;
	arrive("pthread_rwlock_destroy", PC);
	return 0;
}

WEAK int heddle_pthread_rwlock_rdlock(pthread_rwlock_t *l)
{
	await("pthread_rwlock_rdlock", PC, no_writer, l, HEDDLE_WAIT_LOCK);
	return take_shared(sync_at(l));
}

WEAK int heddle_pthread_rwlock_wrlock(pthread_rwlock_t *l)
{
	await("pthread_rwlock_wrlock", PC, is_free, l, HEDDLE_WAIT_LOCK);
	return take(sync_at(l));
}

WEAK int heddle_pthread_rwlock_tryrdlock(pthread_rwlock_t *l)
{
	arrive("pthread_rwlock_tryrdlock", PC);
	return sync_at(l)->owner ? EBUSY : take_shared(sync_at(l));
}

WEAK int heddle_pthread_rwlock_trywrlock(pthread_rwlock_t *l)
{
	struct sync *s = sync_at(l);

	arrive("pthread_rwlock_trywrlock", PC);
	return s->owner || s->readers ? EBUSY : take(s);
}

WEAK int heddle_pthread_rwlock_unlock(pthread_rwlock_t *l)
{
	struct sync *s = sync_at(l);
	int *held = &s->held[heddle_self()->index];

	arrive("pthread_rwlock_unlock", PC);
	if (s->owner)
		return give(s);
	heddle_send(s->address);
	if (s->readers > 0)
		s->readers--;
	if (*held > 0)
		--*held;
	return 0;
}

/*
 * Conditions. A wait is two operations: to give the mutex up, and to take it again when a
 * signal came. Where the plan says so at the first, no signal chooses the thread, and it
 * needs none.
 */

static int may_wake(struct heddle_thread *t)
{
	return sync_at(t->mutex)->owner == NULL && t->signalled;
}

/* Whether a timed wait has nothing else to wait for. */
static int may_time_out(struct heddle_thread *t) { return sync_at(t->mutex)->owner == NULL; }

static int wait_for(const char *call, void *c, void *m, const void *pc, int timed)
{
	struct heddle_thread *self = heddle_self();
	const struct heddle_anchor *a;
	struct sync *s = sync_at(m);
	int depth = s->depth, alone, timed_out;

	self->alone = 0;
	arrive(call, pc);
	alone = self->alone;
	heddle_send(m);
	s->owner = NULL;
	s->depth = 0;
	self->mutex = m;
	self->signalled = alone;
	self->waits_for = c;
	a = await(call, pc, timed ? may_time_out : may_wake, c, HEDDLE_WAIT_OTHER);
	self->waits_for = NULL;
	timed_out = timed && (!self->signalled || (a && a->alone));
	if (self->signalled && !alone)
		heddle_receive(c);
	s->owner = self;
	s->depth = depth;
	heddle_receive(m);
	return timed_out ? ETIMEDOUT : 0;
}

/* Wakes the waiting thread that the plan lets go on first; all: every one. */
static int signal_to(const char *call, void *c, const void *pc, int all)
{
	struct heddle_thread *t, *first = NULL;
	unsigned least = 0;
	int i;

	arrive(call, pc);
	heddle_send(c);
	for (i = 0; (t = heddle_thread_at(i)) != NULL; i++) {
		unsigned step = heddle_next_step(t);

		if (t->waits_for != c || t->signalled)
			continue;
		if (all)
			t->signalled = 1;
		if (first == NULL || step < least) {
			first = t;
			least = step;
		}
	}
	if (first)
		first->signalled = 1;
	return 0;
}

WEAK int heddle_pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *a)
{
	(void)c;
	(void)a;
	arrive("pthread_cond_init", PC);
	return 0;
}

WEAK int heddle_pthread_cond_destroy(pthread_cond_t *c)
{
	(void)c;
	arrive("pthread_cond_destroy", PC);
	return 0;
}

WEAK int heddle_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) { return wait_for("pthread_cond_wait", c, m, PC, 0); }
WEAK int heddle_pthread_cond_signal(pthread_cond_t *c) { return signal_to("pthread_cond_signal", c, PC, 0); }
WEAK int heddle_pthread_cond_broadcast(pthread_cond_t *c) { return signal_to("pthread_cond_broadcast", c, PC, 1); }

WEAK int heddle_pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *when)
{
	(void)when;
	return wait_for("pthread_cond_timedwait", c, m, PC, 1);
}

WEAK int heddle_cnd_init(cnd_t *c)
{
	(void)c;
	arrive("cnd_init", PC);
	return thrd_success;
}

WEAK void heddle_cnd_destroy(cnd_t *c)
{
	(void)c;
	arrive("cnd_destroy", PC);
}

WEAK int heddle_cnd_wait(cnd_t *c, mtx_t *m) { return wait_for("cnd_wait", c, m, PC, 0); }
WEAK int heddle_cnd_signal(cnd_t *c) { return signal_to("cnd_signal", c, PC, 0); }
WEAK int heddle_cnd_broadcast(cnd_t *c) { return signal_to("cnd_broadcast", c, PC, 1); }

WEAK int heddle_cnd_timedwait(cnd_t *c, mtx_t *m, const struct timespec *when)
{
	(void)when;
	return wait_for("cnd_timedwait", c, m, PC, 1) ? thrd_timedout : thrd_success;
}

/* Semaphores. */

static int is_positive(struct heddle_thread *t) { return sync_at(t->on)->value > 0; }

WEAK int heddle_sem_init(sem_t *s, int shared, unsigned value)
{
	(void)shared;
	arrive("sem_init", PC);
	reset(s)->value = (int)value;
	return 0;
}

WEAK int heddle_sem_destroy(sem_t *s)
{
	(void)s;
	arrive("sem_destroy", PC);
	return 0;
}

WEAK int heddle_sem_wait(sem_t *s)
{
	await("sem_wait", PC, is_positive, s, HEDDLE_WAIT_OTHER);
	sync_at(s)->value--;
	heddle_receive(s);
	return 0;
}

static int try_wait(const char *call, sem_t *s, const void *pc, int error)
{
	arrive(call, pc);
	if (sync_at(s)->value <= 0) {
		errno = error;
		return -1;
	}
	sync_at(s)->value--;
	heddle_receive(s);
	return 0;
}

WEAK int heddle_sem_trywait(sem_t *s) { return try_wait("sem_trywait", s, PC, EAGAIN); }

WEAK int heddle_sem_timedwait(sem_t *s, const struct timespec *when)
{
	(void)when;
	return try_wait("sem_timedwait", s, PC, ETIMEDOUT);
}

WEAK int heddle_sem_post(sem_t *s)
{
	arrive("sem_post", PC);
	sync_at(s)->value++;
	heddle_send(s);
	return 0;
}

WEAK int heddle_sem_getvalue(sem_t *s, int *value)
{
	arrive("sem_getvalue", PC);
	heddle_access_range(value, sizeof *value, HEDDLE_WRITE, "sem_getvalue", PC);
	*value = sync_at(s)->value;
	return 0;
}

/* Barriers: to arrive, and to leave when all have arrived. */

static int round_is_over(struct heddle_thread *t) { return sync_at(t->on)->round != t->signalled; }

WEAK int heddle_pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *a, unsigned count)
{
	(void)a;
	arrive("pthread_barrier_init", PC);
	reset(b)->count = (int)count;
	return 0;
}

WEAK int heddle_pthread_barrier_destroy(pthread_barrier_t *b)
{
	(void)b;
	arrive("pthread_barrier_destroy", PC);
	return 0;
}

WEAK int heddle_pthread_barrier_wait(pthread_barrier_t *b)
{
	struct sync *s = sync_at(b);
	int last;

	arrive("pthread_barrier_wait", PC);
	heddle_self()->signalled = s->round;
	heddle_send(b);
	last = ++s->arrived == s->count;
	if (last) {
		s->arrived = 0;
		s->round++;
	}
	await("pthread_barrier_wait", PC, round_is_over, b, HEDDLE_WAIT_OTHER);
	heddle_receive(b);
	return last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

/* Once. */

static int is_not_running(struct heddle_thread *t) { return sync_at(t->on)->done != 1; }

static void once(const char *call, void *o, void (*routine)(void), const void *pc)
{
	struct sync *s = sync_at(o);

	await(call, pc, is_not_running, o, HEDDLE_WAIT_LOCK);
	if (s->done == 0) {
		s->done = 1;
		routine();
		s->done = 2;
		heddle_send(o);
	}
	heddle_receive(o);
}

WEAK int heddle_pthread_once(pthread_once_t *o, void (*routine)(void))
{
	once("pthread_once", o, routine, PC);
	return 0;
}

WEAK void heddle_call_once(once_flag *o, void (*routine)(void)) { once("call_once", o, routine, PC); }

/* Threads. */

static struct heddle_thread *thread_of(pthread_t id)
{
	struct heddle_thread *t;
	int i;

	for (i = 0; (t = heddle_thread_at(i)) != NULL; i++)
		if (pthread_equal(t->id, id))
			return t;
	return NULL;
}

static int is_finished(struct heddle_thread *t) { return ((struct heddle_thread *)t->on)->finished; }

WEAK int heddle_pthread_create(pthread_t *id, const pthread_attr_t *a, void *(*routine)(void *), void *argument)
{
	struct heddle_input fails;
	struct heddle_thread *t;

	(void)a;
	if (heddle_input("spawn_fail", &fails) && fails.lo)
		return EAGAIN;
	arrive("pthread_create", PC);
	t = heddle_create(routine, argument);
	if (id || strcmp(heddle_plan.property, "memory") == 0) {
		heddle_access_range(id, sizeof *id, HEDDLE_WRITE, "pthread_create", PC);
		*id = t->id;
	}
	return 0;
}

static int join(const char *call, pthread_t id, void **result, const void *pc)
{
	struct heddle_thread *t = thread_of(id);

	if (t == NULL)
		return ESRCH;
	await(call, pc, is_finished, t, HEDDLE_WAIT_JOIN);
	heddle_join_clock(&heddle_self()->clock, &t->clock);
	if (result) {
		heddle_access_range(result, sizeof *result, HEDDLE_WRITE, call, pc);
		*result = t->result;
	}
	return 0;
}

WEAK int heddle_pthread_join(pthread_t id, void **result) { return join("pthread_join", id, result, PC); }

WEAK int heddle_pthread_detach(pthread_t id)
{
	(void)id;
	arrive("pthread_detach", PC);
	return 0;
}

WEAK void heddle_pthread_exit(void *result)
{
	heddle_self()->result = result;
	heddle_finish();
}

WEAK int heddle_thrd_create(thrd_t *id, thrd_start_t routine, void *argument)
{
	struct heddle_input fails;
	struct heddle_thread *t;

	if (heddle_input("spawn_fail", &fails) && fails.lo)
		return thrd_error;
	arrive("thrd_create", PC);
	/* The result, an int, is where a pointer is on the machines that this runs on. */
	t = heddle_create((void *(*)(void *))(void (*)(void))routine, argument);
	heddle_access_range(id, sizeof *id, HEDDLE_WRITE, "thrd_create", PC);
	*id = t->id;
	return thrd_success;
}

WEAK int heddle_thrd_join(thrd_t id, int *result)
{
	struct heddle_thread *t = thread_of(id);

	if (join("thrd_join", id, NULL, PC))
		return thrd_error;
	if (result) {
		heddle_access_range(result, sizeof *result, HEDDLE_WRITE, "thrd_join", PC);
		*result = (int)(intptr_t)t->result;
	}
	return thrd_success;
}

WEAK int heddle_thrd_detach(thrd_t id)
{
	(void)id;
	arrive("thrd_detach", PC);
	return thrd_success;
}

WEAK void heddle_thrd_exit(int result)
{
	heddle_self()->result = (void *)(intptr_t)result;
	heddle_finish();
}

/* Time does not pass. */

WEAK int heddle_sched_yield(void) { return 0; }
WEAK void heddle_thrd_yield(void) {}
WEAK unsigned heddle_sleep(unsigned n) { return (void)n, 0; }
WEAK int heddle_usleep(unsigned n) { return (void)n, 0; }
WEAK int heddle_nanosleep(const struct timespec *a, struct timespec *b) { return (void)a, (void)b, 0; }
WEAK int heddle_thrd_sleep(const struct timespec *a, struct timespec *b) { return (void)a, (void)b, 0; }
