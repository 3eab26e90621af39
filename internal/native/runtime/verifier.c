/*
 * verifier.c - the start and the end of the program, and the vocabularies of verifiers:
 * values that the plan has, assumptions, assertions.
 */
#include "access.h"
#include "failure.h"
#include "turn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int heddle_main(int, char **, char **);

static void __attribute__((noreturn)) leave(const void *pc)
{
	struct heddle_operation op = { .kind = HEDDLE_CALL, .call = "exit", .pc = pc };

	heddle_arrive(&op);
	heddle_passed();
}

int main(int count, char **arguments, char **environment)
{
	heddle_watch_signals();
	heddle_start();
	heddle_main(count, arguments, environment);
	leave(heddle_self()->pc);
}

WEAK void heddle_exit(int code) { (void)code, leave(PC); }
WEAK void heddle__Exit(int code) { (void)code, leave(PC); }
WEAK void heddle__exit(int code) { (void)code, leave(PC); }
WEAK void heddle_quick_exit(int code) { (void)code, leave(PC); }
WEAK void heddle_abort(void) { leave(PC); }

static void __attribute__((noreturn)) failed(const char *what, const char *file, int line, const void *pc)
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
	failed(what, file, (int)line, PC);
}

WEAK void __VERIFIER_assert(int holds)
{
	if (!holds)
		failed("of __VERIFIER_assert", NULL, 0, PC);
}

WEAK void __CPROVER_assert(int holds, const char *what)
{
	if (!holds)
		failed(what, NULL, 0, PC);
}

WEAK void reach_error(void)
{
	if (strcmp(heddle_plan.property, "reach") == 0)
		heddle_fail("reach", heddle_place_of(PC), "the error is reached");
	failed("reach_error", NULL, 0, PC);
}

WEAK void __VERIFIER_error(void)
{
	if (strcmp(heddle_plan.property, "reach") == 0)
		heddle_fail("reach", heddle_place_of(PC), "the error is reached");
	failed("__VERIFIER_error", NULL, 0, PC);
}

WEAK void __VERIFIER_assume(int holds)
{
	if (!holds)
		heddle_stop();
}

WEAK void __CPROVER_assume(int holds) { __VERIFIER_assume(holds); }

/* The value for a call, zero if the plan has none. */
struct heddle_input heddle_value(const char *call)
{
	struct heddle_input in = { call, 0, 0 };

	heddle_input(call, &in);
	return in;
}

#define NONDET(name, T)                                   \
	WEAK T name(void)                                 \
	{                                                 \
		struct heddle_input in = heddle_value(#name); \
		T value;                                  \
		memcpy(&value, &in.lo, sizeof value);     \
		return value;                             \
	}
#define NONDETS(suffix, T)                    \
	NONDET(__VERIFIER_nondet_##suffix, T) \
	NONDET(__SMACK_nondet_##suffix, T)    \
	NONDET(nondet_##suffix, T)

NONDETS(bool, _Bool)
NONDETS(char, char)
NONDETS(schar, signed char)
NONDETS(uchar, unsigned char)
NONDETS(short, short)
NONDETS(ushort, unsigned short)
NONDETS(int, int)
NONDETS(uint, unsigned)
NONDETS(unsigned, unsigned)
NONDETS(long, long)
NONDETS(ulong, unsigned long)
NONDETS(longlong, long long)
NONDETS(ulonglong, unsigned long long)
NONDETS(size_t, size_t)
NONDETS(float, float)
NONDETS(double, double)
NONDETS(pointer, void *)
NONDETS(u8, unsigned char)
NONDETS(u16, unsigned short)
NONDETS(u32, unsigned)
NONDETS(u64, unsigned long long)
NONDETS(s8, signed char)
NONDETS(s16, short)
NONDETS(s32, int)
NONDETS(s64, long long)
NONDET(__VERIFIER_nondet, int)

WEAK int heddle_rand(void) { return (int)heddle_value("rand").lo; }
WEAK long heddle_random(void) { return (long)heddle_value("random").lo; }
