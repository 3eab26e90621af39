/*
 * failure.c - the end of the execution, compared with the plan. The exit code is 1
 * for the failure of the plan, 0 if the program ends without one, 5 for another
 * failure, 3 if the execution could not be followed.
 */
#include "failure.h"
#include "memory.h"
#include "turn.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PASSED = 0, HAPPENED = 1, LOST = 3, OTHER = 5 };

static unsigned total_steps(void)
{
	unsigned n = 0;
	int i;

	for (i = 0; i < heddle_plan.thread_count; i++) {
		const struct heddle_thread_plan *t = &heddle_plan.threads[i];

		if (t->anchor_count > 0 && t->anchors[t->anchor_count - 1].step > n)
			n = t->anchors[t->anchor_count - 1].step;
	}
	return n;
}

static void __attribute__((noreturn)) end(int code, const char *verdict, const char *what, struct heddle_place at)
{
	struct heddle_thread *self = heddle_self();

	fflush(NULL);
	fprintf(stderr, "heddle: %s: %s", verdict, what);
	if (at.line)
		fprintf(stderr, " at %s:%d", at.file, at.line);
	fprintf(stderr, ", %s, step %u of %u\n", self ? self->name : "main", heddle_steps_done(), total_steps());
	fflush(stderr);
	_Exit(code);
}

static int is_expected(const char *property, struct heddle_place at)
{
	const struct heddle_access *want = &heddle_plan.at;

	if (strcmp(property, heddle_plan.property) != 0)
		return 0;
	if (strcmp(property, "deadlock") == 0 || strcmp(property, "race") == 0 || want->line == 0)
		return 1; /* compared by who found it */
	return at.line == want->line && strcmp(at.file, want->file) == 0;
}

void heddle_fail(const char *property, struct heddle_place at, const char *what)
{
	heddle_failure();
	if (is_expected(property, at))
		end(HAPPENED, "happened", what, at);
	end(OTHER, "another failure", what, at);
}

/* Where debuggers stop; without something to do they would be left out. */
static const void *volatile stopped_at;

void heddle_last_step(const void *pc) { stopped_at = pc; }
void heddle_failure(void) { stopped_at = NULL; }

static const struct heddle_place nowhere = { "", 0 };

void heddle_passed(void)
{
	struct heddle_place at;
	const char *missed;
	char text[200];

	if (strcmp(heddle_plan.kind, "leak") == 0 && heddle_leaks(&at))
		heddle_fail(heddle_plan.property, at, "memory that was allocated is never freed");
	if ((missed = heddle_missed_input()) != NULL) {
		snprintf(text, sizeof text, "the program ends, and did not get the value of %s", *missed ? missed : "an input");
		end(PASSED, "passed", text, nowhere);
	}
	end(PASSED, "passed", "the program ends", nowhere);
}

void heddle_give_up(const char *why)
{
	end(LOST, "lost", why, nowhere);
}

/* Where a thread arrived last. */
static struct heddle_place place_of(const struct heddle_thread *t)
{
	return t->pc ? heddle_place_of(t->pc) : nowhere;
}

static void __attribute__((noreturn)) deadlock(void)
{
	struct heddle_thread *t;
	char what[600] = "deadlock:";
	int i;

	for (i = 0; (t = heddle_thread_at(i)) != NULL; i++) {
		size_t n = strlen(what);
		struct heddle_place at = place_of(t);

		if (!t->finished && !t->stopped)
			snprintf(what + n, sizeof what - n, " %s waits at %s:%d,", t->name, at.file, at.line);
	}
	what[strlen(what) - 1] = 0;
	heddle_fail("deadlock", nowhere, what);
}

void heddle_stuck(void)
{
	struct heddle_thread *t;
	int i;

	for (i = 0; (t = heddle_thread_at(i)) != NULL; i++)
		if (!t->finished && !t->stopped)
			deadlock();
	end(PASSED, "passed", "no thread goes on", nowhere);
}

void heddle_check_deadlock(int others_run)
{
	struct heddle_thread *t;
	int i, found = 0;

	if (heddle_plan.wait_count == 0)
		return;
	for (i = 0; (t = heddle_thread_at(i)) != NULL; i++) {
		int k, member = 0;

		for (k = 0; k < heddle_plan.wait_count; k++)
			member |= strcmp(heddle_plan.waits[k], t->name) == 0;
		if (!member)
			continue;
		found++;
		if (t->finished || t->stopped || t->can == NULL || t->can(t) || (t->wait == HEDDLE_WAIT_OTHER && others_run))
			return;
	}
	if (found == heddle_plan.wait_count)
		deadlock();
}

void heddle_ended(void)
{
	struct heddle_thread *t;
	int i;

	for (i = 0; (t = heddle_thread_at(i)) != NULL; i++)
		if (!t->finished)
			return;
	heddle_passed();
}

void heddle_trace(unsigned step)
{
	static int wanted = -1;
	struct heddle_thread *self = heddle_self();

	if (step == total_steps())
		heddle_last_step(self->pc);
	if (wanted < 0)
		wanted = getenv("HEDDLE_TRACE") != NULL;
	if (wanted) {
		struct heddle_place at = place_of(self);

		fprintf(stderr, "heddle: step %u, %s at %s:%d\n", step, self->name, at.file, at.line);
	}
}

static void caught(int number)
{
	struct heddle_thread *self = heddle_self();
	struct heddle_place at = self ? place_of(self) : nowhere;

	switch (number) {
	case SIGSEGV:
	case SIGBUS: heddle_fail("memory", at, "an access of memory that is none");
	case SIGFPE: heddle_fail("div", at, "a division by zero");
	case SIGALRM: heddle_give_up("the time is up");
	case SIGABRT: heddle_passed();
	}
}

void heddle_watch_signals(void)
{
	static char stack[1 << 16];
	stack_t alternative = { .ss_sp = stack, .ss_size = sizeof stack };
	struct sigaction action = { .sa_handler = caught, .sa_flags = SA_ONSTACK };
	const char *limit = getenv("HEDDLE_SECONDS");

	sigaltstack(&alternative, NULL);
	sigaction(SIGSEGV, &action, NULL);
	sigaction(SIGBUS, &action, NULL);
	sigaction(SIGFPE, &action, NULL);
	sigaction(SIGALRM, &action, NULL);
	alarm(limit ? (unsigned)atoi(limit) : 60);
}
