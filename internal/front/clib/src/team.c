/* team.c - regions of OpenMP, which make teams, and barriers (see team.h). */
#include "intrinsics.h"
#include "team.h"

void __heddle_thread_main(void *handle);

_Thread_local struct __heddle_omp_task *__heddle_omp_me;

/* The number of threads of a team that asks for none, at most HEDDLE_OMP_THREADS; 0: not known yet. */
int __heddle_omp_default;

int __heddle_omp_levels;

struct __heddle_omp_task *__heddle_omp_new(struct __heddle_omp_team *team, unsigned number)
{
	struct __heddle_omp_task *t = __heddle_alloc(sizeof *t, _Alignof(struct __heddle_omp_task), HEDDLE_ALLOC_MODEL);

	t->team = team;
	t->outer = 0;
	t->work = 0;
	t->loop = 0;
	t->children = t->before = 0;
	t->dependences = t->pending = 0;
	t->excluded = 0;
	t->group = 0;
	t->left = 0;
	t->number = number;
	t->final = t->deferred = 0;
	__heddle_atomic_begin();
	t->ended = 0;
	__heddle_atomic_end();
	return t;
}

static struct __heddle_omp_team *__heddle_omp_team(unsigned threads, unsigned level, unsigned active)
{
	struct __heddle_omp_team *team = __heddle_alloc(sizeof *team, _Alignof(struct __heddle_omp_team), HEDDLE_ALLOC_MODEL);

	team->threads = threads;
	team->level = level;
	team->active = active;
	team->contention = 0;
	team->league = 0;
	/* Under a weak memory model only a location whose accesses are all in sections has one order of them. */
	__heddle_atomic_begin();
	team->arrived = team->round = team->tasks = 0;
	team->works = 0;
	__heddle_atomic_end();
	return team;
}

/* The running task; outside of all regions that of the initial thread. */
struct __heddle_omp_task *__heddle_omp_self(void)
{
	if (!__heddle_omp_me)
		__heddle_omp_me = __heddle_omp_new(__heddle_omp_team(1, 0, 0), 0);
	return __heddle_omp_me;
}

/* Two threads are as good as any number for most questions, so that the choice has them often. */
int __heddle_omp_threads(void)
{
	int n;

	__heddle_atomic_begin();
	n = __heddle_omp_default;
	__heddle_atomic_end();
	if (n)
		return n;
	n = 2;
	if (__heddle_flip(HEDDLE_CHOOSE_NONDET))
		n = (int)__heddle_choose_range(1, __heddle_flip(HEDDLE_CHOOSE_NONDET) ? 4 : HEDDLE_OMP_THREADS, HEDDLE_CHOOSE_NONDET);
	__heddle_atomic_begin();
	if (__heddle_omp_default)
		n = __heddle_omp_default;
	else
		__heddle_omp_default = n;
	__heddle_atomic_end();
	return n;
}

__heddle_role(create, thread)
int __heddle_omp_create(struct __heddle_thread **id, void *(*start)(void *), void *arg)
{
	struct __heddle_thread *t = __heddle_alloc(sizeof *t, _Alignof(struct __heddle_thread), HEDDLE_ALLOC_MODEL);

	t->start = start;
	t->arg = arg;
	t->state = HEDDLE_THREAD_JOINABLE;
	t->cancel = 0;
	HEDDLE_GIVE_MASK(t);
	*id = t;
	__heddle_spawn(__heddle_thread_main, t);
	return 0;
}

/* A thread of a team begins. */
void __heddle_omp_enter(void *self)
{
	__heddle_omp_me = self;
}

static int __heddle_omp_join(struct __heddle_thread *id)
{
	return __heddle_thread_join(id, 0);
}

/* The static proofs rely on the role: all threads that a region creates have ended when it returns. */
__heddle_role(team, thread)
void __heddle_omp_region(void *(*body)(void *), unsigned n, struct __heddle_omp_task *outer, int league)
{
	struct __heddle_thread *ids[HEDDLE_OMP_THREADS];
	struct __heddle_omp_team *team = __heddle_omp_team(n, outer->team->level + !league, outer->team->active + (n > 1 && !league));
	unsigned i;

	team->contention = outer->team->league > 1 ? outer->number + 1 : outer->team->contention;
	if (league)
		team->league = (int)n;
	for (i = 1; i < n; i++)
		__heddle_omp_create(&ids[i], body, __heddle_omp_new(team, i));
	body(__heddle_omp_new(team, 0));
	for (i = 1; i < n; i++)
		__heddle_omp_join(ids[i]);
	__heddle_omp_me = outer;
}

/* A nested region may be inactive: how deep active ones nest is the implementation's (2.4). */
void __heddle_omp_parallel(void *(*body)(void *), int threads)
{
	struct __heddle_omp_task *outer = __heddle_omp_self();
	int n = threads, nests;

	if (n <= 0)
		n = __heddle_omp_threads();
	else if (n > HEDDLE_OMP_THREADS)
		__heddle_limit("threads");
	__heddle_atomic_begin();
	nests = __heddle_omp_levels;
	__heddle_atomic_end();
	if (outer->team->active > 0 && !nests && __heddle_flip(HEDDLE_CHOOSE_NONDET))
		n = 1;
	__heddle_omp_region(body, n, outer, 0);
}

/* Whether a loop of this execution had lanes. */
static int __heddle_omp_had_lanes;

/* Whether a region with threadprivate variables that keep their values has begun. */
static int __heddle_omp_kept;

void __heddle_omp_threadprivate(void)
{
	int again;

	__heddle_atomic_begin();
	again = __heddle_omp_kept;
	__heddle_omp_kept = 1;
	__heddle_atomic_end();
	if (again)
		__heddle_unsupported("threadprivate variables that keep their values up to a second parallel region");
}

void __heddle_omp_simd(void *(*body)(void *), int lanes)
{
	int first = 0;

	(void)lanes;
	if (__heddle_flip(HEDDLE_CHOOSE_NONDET)) {
		__heddle_atomic_begin();
		first = !__heddle_omp_had_lanes;
		__heddle_omp_had_lanes = 1;
		__heddle_atomic_end();
	}
	__heddle_omp_region(body, first ? 2 : 1, __heddle_omp_self(), 0);
}

/* All threads have arrived, and all tasks have ended: the next round begins. Inside a section. */
void __heddle_omp_advance(struct __heddle_omp_team *team)
{
	if (team->arrived == team->threads && team->tasks == 0) {
		team->arrived = 0;
		team->round++;
	}
}

/* The static proofs rely on the role: all threads of the team arrive before one leaves. */
__heddle_role(wait, team)
void __heddle_omp_await_team(struct __heddle_omp_team *team)
{
	unsigned round;

	__heddle_atomic_begin();
	round = team->round;
	__heddle_send(team, round);
	team->arrived++;
	__heddle_omp_advance(team);
	__heddle_atomic_end();
	__heddle_atomic_begin();
	__heddle_block_until(team->round != round, HEDDLE_BLOCK_BARRIER);
	__heddle_recv(team, round);
	__heddle_atomic_end();
}

void __heddle_omp_barrier(void)
{
	struct __heddle_omp_task *t = __heddle_omp_self();

	__heddle_omp_await_team(t->team);
	t->left++;
}

__heddle_role(take, thread)
int __heddle_omp_first(void)
{
	return __heddle_omp_self()->number == 0;
}

/* The initial threads of a league. */
void __heddle_omp_teams(void *(*body)(void *), int teams)
{
	if (teams > HEDDLE_OMP_LEAGUE)
		__heddle_limit("threads");
	__heddle_omp_region(body, teams > 0 ? teams : 2, __heddle_omp_self(), 1);
}
