/* task.c - explicit tasks of OpenMP (see team.h). */
#include "intrinsics.h"
#include "team.h"

/* The memory of a task's copies, whose first word is for the task. */
void *__heddle_omp_data(__SIZE_TYPE__ n)
{
	return __heddle_alloc(n, 16, HEDDLE_ALLOC_MODEL);
}

void __heddle_omp_depend(void *place, int kind)
{
	struct __heddle_omp_task *t = __heddle_omp_self();
	struct __heddle_omp_dependence *d = __heddle_alloc(sizeof *d, _Alignof(struct __heddle_omp_dependence), HEDDLE_ALLOC_MODEL);

	d->place = place;
	d->kind = kind;
	d->others = 0;
	d->next = t->pending;
	t->pending = d;
}

/* Adds a task to a list. */
static struct __heddle_omp_wait *__heddle_omp_listed(struct __heddle_omp_task *t, struct __heddle_omp_wait *list)
{
	struct __heddle_omp_wait *w = __heddle_alloc(sizeof *w, _Alignof(struct __heddle_omp_wait), HEDDLE_ALLOC_MODEL);

	w->task = t;
	w->next = list;
	return w;
}

/* Lets the task of a dependence of kind 3 exclude its earlier siblings with one for the same place. */
static void __heddle_omp_exclude(struct __heddle_omp_task *parent, struct __heddle_omp_dependence *e)
{
	struct __heddle_omp_excluded *x = __heddle_alloc(sizeof *x, _Alignof(struct __heddle_omp_excluded), HEDDLE_ALLOC_MODEL);
	struct __heddle_omp_dependence *d;

	for (d = parent->dependences; d && !e->others; d = d->next)
		if (d->place == e->place)
			e->others = d->others;
	if (!e->others) {
		e->others = __heddle_alloc(sizeof *e->others, _Alignof(struct __heddle_omp_exclusion), HEDDLE_ALLOC_MODEL);
		__heddle_atomic_begin();
		e->others->taken = 0;
		__heddle_atomic_end();
	}
	x->others = e->others;
	x->next = e->task->excluded;
	e->task->excluded = x;
}

/* The siblings that must end first. The pending dependences become those of a task; null: they are dropped. */
static struct __heddle_omp_wait *__heddle_omp_earlier(struct __heddle_omp_task *parent, struct __heddle_omp_task *t)
{
	struct __heddle_omp_wait *list = 0;
	struct __heddle_omp_dependence *d, *e, *next;

	for (e = parent->pending; e; e = e->next)
		for (d = parent->dependences; d; d = d->next)
			if (d->place == e->place && (d->kind | e->kind) > 1 && (d->kind != 3 || e->kind != 3))
				list = __heddle_omp_listed(d->task, list);
	for (e = parent->pending; e && t; e = next) {
		next = e->next;
		e->task = t;
		if (e->kind == 3)
			__heddle_omp_exclude(parent, e);
		e->next = parent->dependences;
		parent->dependences = e;
	}
	parent->pending = 0;
	return list;
}

/* Waits until no other task writes the places of a task, and takes them all. */
static void __heddle_omp_take_places(struct __heddle_omp_excluded *list)
{
	struct __heddle_omp_excluded *x;
	int taken = 0;

	if (!list)
		return;
	__heddle_atomic_begin();
	for (x = list; x; x = x->next)
		taken |= x->others->taken;
	__heddle_block_until(!taken, HEDDLE_BLOCK_CONDITION);
	for (x = list; x; x = x->next) {
		x->others->taken = 1;
		__heddle_recv(x->others, 0);
	}
	__heddle_atomic_end();
}

static void __heddle_omp_wait_for(struct __heddle_omp_wait *list)
{
	for (; list; list = list->next) {
		struct __heddle_omp_task *t = list->task;

		__heddle_atomic_begin();
		__heddle_block_until(t->ended, HEDDLE_BLOCK_CONDITION);
		__heddle_recv(t, 0);
		__heddle_atomic_end();
	}
}

void __heddle_omp_task(void *(*body)(void *), void *data, int undeferred, int final)
{
	struct __heddle_omp_task *parent = __heddle_omp_self(), *t = __heddle_omp_new(parent->team, parent->number);
	struct __heddle_omp_group *group = parent->group;
	struct __heddle_thread *id;

	*(struct __heddle_omp_task **)data = t;
	t->group = group;
	t->final = parent->final || final;
	t->before = __heddle_omp_earlier(parent, t);
	parent->children = __heddle_omp_listed(t, parent->children);
	__heddle_atomic_begin();
	t->team->tasks++;
	if (group)
		group->tasks++;
	__heddle_atomic_end();
	if (undeferred || t->final || t->team->threads == 1) {
		t->outer = parent;
		body(data);
		return;
	}
	t->deferred = 1;
	__heddle_omp_create(&id, body, data);
	__heddle_thread_detach(id);
}

/* own: the program has threadprivate variables, which a task shares with the thread that executes it. */
void __heddle_omp_begin(void *data, int own)
{
	struct __heddle_omp_task *t = *(struct __heddle_omp_task **)data;

	if (own && t->deferred)
		__heddle_unsupported("threadprivate variables beside a deferred task");
	__heddle_omp_me = t;
	__heddle_omp_wait_for(t->before);
	__heddle_omp_take_places(t->excluded);
}

void __heddle_omp_end(void)
{
	struct __heddle_omp_task *t = __heddle_omp_me;
	struct __heddle_omp_team *team = t->team;
	struct __heddle_omp_excluded *x;

	__heddle_atomic_begin();
	for (x = t->excluded; x; x = x->next) {
		x->others->taken = 0;
		__heddle_send(x->others, 0);
	}
	t->ended = 1;
	__heddle_send(t, 0);
	if (t->group) {
		t->group->tasks--;
		__heddle_send(t->group, 0);
	}
	__heddle_send(team, team->round);
	team->tasks--;
	__heddle_omp_advance(team);
	__heddle_atomic_end();
	__heddle_omp_me = t->outer;
}

/*
 * The number of iterations of the next task of a taskloop, of n that are left. With grainsize it is at least size, and less than twice as much.
 * With num_tasks, tasks more are to be made, of equal size. Without both it is chosen; a team of one thread makes one task.
 */
unsigned long long __heddle_omp_share(unsigned long long n, unsigned long long size, unsigned long long tasks)
{
	unsigned long long least = 1, most = n;

	if (size > 0) {
		least = size;
		most = n - size < 2 * size ? n - size : 2 * size - 1;
		if (n < 2 * size)
			return n;
	} else if (tasks > 0)
		return (n - 1) / tasks + 1;
	else if (__heddle_omp_self()->team->threads == 1)
		return n;
	return least == most ? least : __heddle_choose_range(least, most, HEDDLE_CHOOSE_NONDET);
}

void __heddle_omp_taskwait(void)
{
	struct __heddle_omp_task *t = __heddle_omp_self();

	__heddle_omp_wait_for(t->children);
	t->children = 0;
}

void __heddle_omp_await(void)
{
	__heddle_omp_wait_for(__heddle_omp_earlier(__heddle_omp_self(), 0));
}

void __heddle_omp_group(unsigned long long *group)
{
	struct __heddle_omp_task *t = __heddle_omp_self();
	struct __heddle_omp_group *g = (struct __heddle_omp_group *)group;

	__heddle_atomic_begin();
	g->tasks = 0;
	g->outer = t->group;
	__heddle_atomic_end();
	t->group = g;
}

void __heddle_omp_grouped(unsigned long long *group)
{
	struct __heddle_omp_group *g = (struct __heddle_omp_group *)group;
	struct __heddle_omp_group *outer;

	__heddle_atomic_begin();
	__heddle_block_until(g->tasks == 0, HEDDLE_BLOCK_CONDITION);
	__heddle_recv(g, 0);
	outer = g->outer;
	__heddle_atomic_end();
	__heddle_omp_self()->group = outer;
}
