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

/* The siblings that must end first. The pending dependences become those of a task; null: they are dropped. */
static struct __heddle_omp_wait *__heddle_omp_earlier(struct __heddle_omp_task *parent, struct __heddle_omp_task *t)
{
	struct __heddle_omp_wait *list = 0;
	struct __heddle_omp_dependence *d, *e, *next;

	for (e = parent->pending; e; e = e->next)
		for (d = parent->dependences; d; d = d->next)
			if (d->place == e->place && (d->kind | e->kind) > 1)
				list = __heddle_omp_listed(d->task, list);
	for (e = parent->pending; e && t; e = next) {
		next = e->next;
		e->task = t;
		e->next = parent->dependences;
		parent->dependences = e;
	}
	parent->pending = 0;
	return list;
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
}

void __heddle_omp_end(void)
{
	struct __heddle_omp_task *t = __heddle_omp_me;
	struct __heddle_omp_team *team = t->team;

	__heddle_atomic_begin();
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
