/*
 * verifier.c - the vocabularies of verifiers, as SV-COMP, SMACK, CBMC, ESBMC, Goblint and
 * Dat3M spell them: values that the plan has, assumptions, assertions.
 */
#include "access.h"
#include "failure.h"
#include "memory.h"
#include "start.h"
#include "turn.h"

#include <string.h>

#define ASSERT(name)                                            \
	WEAK void name(int holds)                               \
	{                                                       \
		if (!holds)                                     \
			heddle_assertion(#name, NULL, 0, PC); \
	}
#define ASSERT_TEXT(name)                                       \
	WEAK void name(int holds, const char *text)             \
	{                                                       \
		if (!holds)                                     \
			heddle_assertion(text, NULL, 0, PC);  \
	}

ASSERT(__VERIFIER_assert)
ASSERT(__SMACK_assert)
ASSERT(__goblint_check)
ASSERT(__goblint_assert)
ASSERT_TEXT(__CPROVER_assert)
ASSERT_TEXT(__ESBMC_assert)

#define ERROR(name)                                                                               \
	WEAK void name(void)                                                                      \
	{                                                                                         \
		if (strcmp(heddle_plan.property, "reach") == 0)                                   \
			heddle_fail("reach", heddle_place_of(PC), "the error is reached");        \
		heddle_assertion(#name, NULL, 0, PC);                                             \
	}

ERROR(reach_error)
ERROR(__VERIFIER_error)

#define ASSUME(name)                 \
	WEAK void name(int holds)    \
	{                            \
		if (!holds)          \
			heddle_stop(); \
	}

ASSUME(__VERIFIER_assume)
ASSUME(__CPROVER_assume)
ASSUME(__ESBMC_assume)
ASSUME(__SMACK_assume)
ASSUME(__goblint_assume)

#define SECTION(name)                                             \
	WEAK void name##_begin(void) { heddle_begin_atomic(PC); } \
	WEAK void name##_end(void) { heddle_end_atomic(); }

SECTION(__VERIFIER_atomic)
SECTION(__CPROVER_atomic)
SECTION(__ESBMC_atomic)

/* Hints to other tools. */
WEAK void __ESBMC_yield(void) {}
WEAK void __VERIFIER_loop_bound(int n) { (void)n; }
WEAK void __VERIFIER_loop_begin(void) {}
WEAK void __VERIFIER_spin_start(void) {}
WEAK void __VERIFIER_spin_end(int again) { (void)again; }
WEAK void __goblint_split_begin(int v) { (void)v; }
WEAK void __goblint_split_end(int v) { (void)v; }
WEAK void __goblint_bounded(unsigned long long v) { (void)v; }
WEAK void __goblint_globalize(void *p) { (void)p; }
WEAK unsigned long __VERIFIER_tid(void) { return (unsigned long)heddle_self()->index; }

/* The value for a call, zero if the plan has none. */
struct heddle_input heddle_value(const char *call)
{
	struct heddle_input in = { call };

	heddle_input(call, &in);
	if (in.given)
		in.lo += (uintptr_t)heddle_give(in.given);
	return in;
}

/* Likewise of a function that has no body in the plan: any value, under no name. */
static struct heddle_input any_value(const char *call)
{
	struct heddle_input in = { call };

	if (!heddle_input(call, &in))
		heddle_input("", &in);
	return in;
}

#define NONDET(name, T)                                   \
	WEAK T name(void)                                 \
	{                                                 \
		struct heddle_input in = any_value(#name); \
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
NONDETS(_Bool, _Bool)
NONDETS(unsigned_int, unsigned)
NONDETS(unsigned_char, unsigned char)
NONDETS(unsigned_short, unsigned short)
NONDETS(unsigned_long, unsigned long)
NONDETS(signed_char, signed char)
NONDETS(signed_int, int)
NONDETS(loff_t, long long)
NONDETS(pchar, char *)
NONDETS(charp, char *)
NONDETS(const_char_pointer, const char *)
NONDETS(sector_t, unsigned long long)
NONDETS(pthread_t, unsigned long)
NONDETS(U8, unsigned char)
NONDETS(U16, unsigned short)
NONDETS(U32, unsigned)
NONDETS(U64, unsigned long long)
NONDETS(S8, signed char)
NONDETS(S16, short)
NONDETS(S32, int)
NONDETS(S64, long long)
NONDET(__SMACK_nondet, int)
NONDET(__VERIFIER_nondet, int)

/* heddle_any_int of <heddle.h>: the plan has the distance from the low end. */
WEAK int __heddle_led_any_int(int low, int high) { return low == high ? low : (int)(low + (long long)heddle_value("").lo); }

/* The state of the library's generators: concurrent calls of them race. */
static char __state_of_rand;

WEAK int heddle_rand(void)
{
	heddle_access_range(&__state_of_rand, 1, HEDDLE_WRITE, "rand", PC);
	return (int)heddle_value("rand").lo;
}

WEAK long heddle_random(void) { return (long)heddle_value("random").lo; }
