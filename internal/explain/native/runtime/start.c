/*
 * start.c - the start and the end of the program, and failed assertions.
 */
#include "start.h"
#include "access.h"
#include "failure.h"
#include "turn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void heddle_begin(void); /* of schedule.c: it calls heddle_main(), the entry function, with its arguments */

static void __attribute__((noreturn)) leave(const void *pc)
{
	struct heddle_operation op = { .kind = HEDDLE_CALL, .call = "exit", .pc = pc };

	heddle_arrive(&op);
	heddle_passed();
}

int main(void)
{
	heddle_watch_signals();
	heddle_start();
	heddle_begin();
	leave(heddle_self()->pc);
}

/* Of programs that do not include <assert.h>. */
WEAK void assert(int holds)
{
	if (!holds)
		heddle_assertion("", NULL, 0, PC);
}

WEAK void heddle_exit(int code) { (void)code, leave(PC); }
WEAK void heddle__Exit(int code) { (void)code, leave(PC); }
WEAK void heddle__exit(int code) { (void)code, leave(PC); }
WEAK void heddle_quick_exit(int code) { (void)code, leave(PC); }
WEAK void heddle_abort(void) { leave(PC); }

void heddle_assertion(const char *what, const char *file, int line, const void *pc)
{
	struct heddle_place here = heddle_place_of(pc), at = here;
	char text[400];

	if (file) {
		at.file = heddle_base_name(file);
		at.line = line;
		if (here.line == heddle_plan.at.line && strcmp(here.file, heddle_plan.at.file) == 0)
			at = here;
	}
	snprintf(text, sizeof text, "assertion %s fails", what);
	if (strcmp(heddle_plan.property, "assert") != 0)
		leave(pc); /* the end of the process, for the other properties */
	heddle_fail("assert", at, text);
}

WEAK void heddle___assert_fail(const char *what, const char *file, unsigned line, const char *function)
{
	(void)function;
	heddle_assertion(what, file, (int)line, PC);
}
