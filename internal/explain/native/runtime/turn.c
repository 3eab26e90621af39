/*
 * turn.c - threads take turns in the order of the plan.
 *
 * Each thread has the list of its anchors: the visible operations that it did in the
 * plan, numbered in the order of all threads. A thread that arrives at an operation
 * looks for it among its next anchors: the same kind and the same memory, or the
 * same function. Anchors before the match do not occur in this program (a compiler
 * may omit operations) and are skipped. An operation without a match is executed. Of
 * the threads that can run, the one whose next anchor has the least number runs.
 *
 * The address of an unnamed object of the plan is learnt at the first anchor that
 * accesses it, by its place in the source.
 */
#include "turn.h"
#include "failure.h"
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	FAR = 64,          /* how many anchors may be passed over */
	PATIENCE = 2000,   /* operations behind the plan's last before another thread runs */
	LOST = 1 << 20,    /* operations outside the plan before the thread's next anchor is passed over */
	NO_STEP = 1u << 31 /* more than every step of the plan */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct heddle_thread *threads[HEDDLE_THREADS], *current;
static int thread_count;
static _Thread_local struct heddle_thread *self;
static uintptr_t *addresses; /* of the plan's objects, by number; 0: not known */
static unsigned steps_done;
static unsigned idle; /* operations outside the plan, since another thread ran */

struct heddle_thread *heddle_self(void) { return self; }
struct heddle_thread *heddle_thread_at(int i) { return i < thread_count ? threads[i] : NULL; }
unsigned heddle_steps_done(void) { return steps_done; }
uintptr_t heddle_object_address(int object) { return object > 0 ? addresses[object - 1] : 0; }

static struct heddle_thread *add_thread(const char *name)
{
	struct heddle_thread *t = calloc(1, sizeof *t);
	int i;

	if (t == NULL || thread_count == HEDDLE_THREADS)
		heddle_give_up("too many threads");
	snprintf(t->name, sizeof t->name, "%s", name);
	t->index = thread_count;
	t->clock.time[t->index] = 1;
	pthread_cond_init(&t->wake, NULL);
	for (i = 0; i < heddle_plan.thread_count; i++)
		if (strcmp(heddle_plan.threads[i].name, name) == 0)
			t->plan = &heddle_plan.threads[i];
	if (t->plan) {
		t->given = calloc((size_t)t->plan->input_count + 1, 1);
		t->met = calloc((size_t)t->plan->anchor_count + 1, 1);
	}
	threads[thread_count++] = t;
	return t;
}

void heddle_start(void)
{
	int i;

	heddle_load_places();
	addresses = calloc((size_t)heddle_plan.object_count + 1, sizeof *addresses);
	for (i = 0; i < heddle_plan.object_count; i++)
		if (*heddle_plan.objects[i].global)
			addresses[i] = heddle_variable(heddle_plan.objects[i].global, heddle_plan.objects[i].size);
	pthread_mutex_lock(&lock);
	current = self = add_thread("main");
	self->base = (const char *)__builtin_frame_address(0);
	self->id = pthread_self();
}

const struct heddle_anchor *heddle_next_anchor(const struct heddle_thread *t)
{
	return t->plan && t->next < t->plan->anchor_count ? &t->plan->anchors[t->next] : NULL;
}

unsigned heddle_next_step(const struct heddle_thread *t)
{
	const struct heddle_anchor *a = heddle_next_anchor(t);

	return a ? a->step : NO_STEP;
}

static int can_run(struct heddle_thread *t)
{
	return !t->finished && !t->stopped && (t->can == NULL || t->can(t));
}

static int is_of_failure(const struct heddle_thread *t)
{
	int i;

	for (i = 0; i < heddle_plan.wait_count; i++)
		if (strcmp(heddle_plan.waits[i], t->name) == 0)
			return 1;
	return strcmp(heddle_plan.at.thread, t->name) == 0;
}

/*
 * The thread that runs next: the thread of the plan's next anchor; after the end of
 * the plan, first the threads of the failure. After the plan, threads that repeat a
 * failing attempt let others run.
 */
static struct heddle_thread *choose(void)
{
	struct heddle_thread *best = NULL;
	unsigned least = 0;
	int i, first = 0;

	if (idle > PATIENCE && heddle_next_step(current) == NO_STEP) {
		idle = 0;
		first = current->index + 1;
	}
	for (i = 0; i < thread_count; i++) {
		struct heddle_thread *t = threads[(first + i) % thread_count];
		unsigned step = heddle_next_step(t);

		if (!can_run(t))
			continue;
		if (step == NO_STEP && first == 0 && !is_of_failure(t))
			step++;
		if (best == NULL || step < least) {
			best = t;
			least = step;
		}
	}
	if (best == NULL || least >= NO_STEP)
		heddle_check_deadlock(best != NULL);
	return best;
}

/* Lets the thread run that the plan says; returns when it is the caller's turn. */
static void take_turn(void)
{
	struct heddle_thread *t = choose();

	if (t == NULL)
		heddle_stuck();
	if (t == self)
		return;
	current = t;
	pthread_cond_signal(&t->wake);
	while (current != self)
		pthread_cond_wait(&self->wake, &lock);
}

/*
 * Lets another thread run and does not return. The system's thread does not end, so
 * that its stack is not reused: accesses to ended variables there are found.
 */
static void __attribute__((noreturn)) leave(void)
{
	struct heddle_thread *t = choose();

	if (t == NULL)
		heddle_stuck();
	current = t;
	pthread_cond_signal(&t->wake);
	for (;;)
		pthread_cond_wait(&self->wake, &lock);
}

/* Whether an access is of the object of an anchor, which may become known by that. */
static int is_object(const struct heddle_anchor *a, const struct heddle_operation *op, int same_line)
{
	const struct heddle_object *object = &heddle_plan.objects[a->object - 1];
	uintptr_t *address = &addresses[a->object - 1], begin, size;
	int i;

	if (*address)
		return op->address < *address + a->offset + a->size && *address + a->offset < op->address + op->size;
	if (!same_line || op->size != a->size)
		return 0;
	begin = op->address - (uintptr_t)a->offset;
	if (heddle_in_variable(op->address, &begin, &size) != (*object->global != 0))
		return 0;
	for (i = 0; i < heddle_plan.object_count; i++)
		if (addresses[i] && op->address >= addresses[i] && op->address < addresses[i] + heddle_plan.objects[i].size &&
		    !heddle_is_dead(addresses[i]))
			return 0;
	*address = op->address - (uintptr_t)a->offset;
	for (i = 0; i < object->byte_count; i++)
		((unsigned char *)*address)[object->bytes[i].offset] = object->bytes[i].value;
	return 1;
}

static int is_access(int kind) { return kind <= HEDDLE_UPDATE; }

static int is_same(const struct heddle_anchor *a, const struct heddle_operation *op, struct heddle_place at)
{
	int same_line = a->line == at.line && strcmp(a->file, at.file) == 0;

	if (!is_access(op->kind))
		return a->kind == (int)op->kind && strcmp(a->call, op->call) == 0;
	return (a->kind == op->kind || a->kind == HEDDLE_UPDATE || op->kind == HEDDLE_UPDATE) && is_object(a, op, same_line);
}

/*
 * Whether an operation is one of the skipped ones: a compiler may evaluate operands
 * in another order.
 */
static int was_passed(const struct heddle_operation *op, struct heddle_place at)
{
	int i;

	for (i = self->next - 1; i >= 0 && is_access(self->plan->anchors[i].kind); i--)
		if (!self->met[i] && is_same(&self->plan->anchors[i], op, at)) {
			self->met[i] = 1;
			return 1;
		}
	return 0;
}

/*
 * The place in the list of the anchor that an operation is, or -1. No access is looked for
 * behind the next call; a call is looked for behind others on its line only.
 */
static int find(const struct heddle_operation *op)
{
	struct heddle_place at = heddle_place_of(op->pc);
	int i, crossed = 0;

	if (self->plan == NULL || (is_access(op->kind) && was_passed(op, at)))
		return -1;
	for (i = self->next; i < self->plan->anchor_count && i < self->next + FAR; i++) {
		const struct heddle_anchor *a = &self->plan->anchors[i];

		if (is_access(op->kind) != is_access(a->kind)) {
			if (!is_access(a->kind))
				return -1;
			continue;
		}
		if (is_same(a, op, at) && (!crossed || (a->line == at.line && strcmp(a->file, at.file) == 0)))
			return i;
		crossed |= !is_access(a->kind);
	}
	return -1;
}

int heddle_calls_next(const char *call)
{
	int i;

	if (self->plan == NULL)
		return 0;
	for (i = self->next; i < self->plan->anchor_count && i < self->next + FAR; i++)
		if (!is_access(self->plan->anchors[i].kind))
			return strcmp(self->plan->anchors[i].call, call) == 0;
	return 0;
}

const struct heddle_anchor *heddle_arrive(const struct heddle_operation *op)
{
	const struct heddle_anchor *a = NULL;
	int found;

	self->pc = op->pc;
	if (self->sections > 0)
		return NULL;
	found = find(op);
	if (found >= 0) {
		self->next = found;
		self->met[found] = 1;
		a = &self->plan->anchors[found];
		self->alone = a->alone;
	}
	idle = a ? 0 : idle + 1;
	if (idle > LOST && heddle_next_step(self) != NO_STEP) {
		self->next++; /* it is never met */
		idle = 0;
	}
	self->can = op->can;
	self->wait = op->wait;
	if (a || heddle_next_step(self) == NO_STEP || !can_run(self))
		take_turn();
	self->can = NULL;
	self->wait = HEDDLE_NO_WAIT;
	if (a) {
		self->next = found + 1;
		if (a->step > steps_done)
			steps_done = a->step;
		heddle_trace(a->step);
	}
	return a;
}

static void *begin(void *argument)
{
	self = argument;
	self->base = (const char *)__builtin_frame_address(0);
	pthread_mutex_lock(&lock);
	while (current != self)
		pthread_cond_wait(&self->wake, &lock);
	self->result = self->routine(self->argument);
	heddle_finish();
}

struct heddle_thread *heddle_create(void *(*routine)(void *), void *argument)
{
	char name[120];
	struct heddle_thread *t;
	pthread_attr_t attributes;

	snprintf(name, sizeof name, "%.100s.%d", self->name, ++self->children);
	t = add_thread(name);
	t->routine = routine;
	t->argument = argument;
	t->clock = self->clock;
	t->clock.time[t->index] = 1;
	self->clock.time[self->index]++;
	pthread_attr_init(&attributes);
	pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
	if (pthread_create(&t->id, &attributes, begin, t) != 0)
		heddle_give_up("a thread cannot be created");
	pthread_attr_destroy(&attributes);
	return t;
}

void heddle_finish(void)
{
	struct heddle_operation op = { .kind = HEDDLE_END, .call = "", .pc = self->pc };

	heddle_arrive(&op);
	self->finished = 1;
	if (self->plan)
		self->next = self->plan->anchor_count;
	heddle_ended();
	leave();
}

void heddle_stop(void)
{
	self->stopped = 1;
	if (self->plan)
		self->next = self->plan->anchor_count;
	leave();
}

void heddle_enter_section(const void *pc)
{
	struct heddle_operation op = { .kind = HEDDLE_SECTION, .call = "", .pc = pc };

	if (self->sections == 0)
		heddle_arrive(&op);
	self->sections++;
}

void heddle_leave_section(void)
{
	if (self->sections > 0)
		self->sections--;
}

int heddle_input(const char *call, struct heddle_input *value)
{
	int i;

	if (self->plan == NULL)
		return 0;
	for (i = 0; i < self->plan->input_count; i++) {
		if (self->given[i] || strcmp(self->plan->inputs[i].call, call) != 0)
			continue;
		*value = self->plan->inputs[i];
		self->given[i] = 1;
		return 1;
	}
	return 0;
}

const char *heddle_missed_input(void)
{
	int p, i, k;

	for (p = 0; p < heddle_plan.thread_count; p++) {
		const struct heddle_thread_plan *plan = &heddle_plan.threads[p];
		struct heddle_thread *t = NULL, *u;

		for (k = 0; (u = heddle_thread_at(k)) != NULL; k++)
			if (u->plan == plan)
				t = u;
		for (i = 0; i < plan->input_count; i++)
			if (t == NULL || !t->given[i])
				return plan->inputs[i].call;
	}
	return NULL;
}
