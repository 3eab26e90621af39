/*
 * verifier.c - the vocabularies of verifiers: nondeterministic values,
 * assumptions and assertions. Their atomic sections are not here (lower turns
 * them into sections of the program), nor is reach_error.
 */
#include <pthread.h>
#include "intrinsics.h"

#define NONDET(name, T)                                     \
	T name(void)                                        \
	{                                                   \
		return __heddle_choose((T)0, HEDDLE_CHOOSE_NONDET); \
	}

/* The spellings of SV-COMP, of SMACK, and of CBMC and ESBMC. */
#define NONDETS(suffix, T)                    \
	NONDET(__VERIFIER_nondet_##suffix, T) \
	NONDET(__SMACK_nondet_##suffix, T)    \
	NONDET(nondet_##suffix, T)

NONDETS(bool, _Bool)
NONDETS(_Bool, _Bool)
NONDETS(char, char)
NONDETS(schar, signed char)
NONDETS(uchar, unsigned char)
NONDETS(short, short)
NONDETS(ushort, unsigned short)
NONDETS(int, int)
NONDETS(uint, unsigned)
NONDETS(unsigned, unsigned)
NONDETS(unsigned_int, unsigned)
NONDETS(unsigned_char, unsigned char)
NONDETS(unsigned_short, unsigned short)
NONDETS(unsigned_long, unsigned long)
NONDETS(signed_char, signed char)
NONDETS(signed_int, int)
NONDETS(long, long)
NONDETS(ulong, unsigned long)
NONDETS(longlong, long long)
NONDETS(ulonglong, unsigned long long)
NONDETS(size_t, __SIZE_TYPE__)
NONDETS(loff_t, long long)
NONDETS(float, float)
NONDETS(double, double)
NONDETS(pointer, void *)
NONDETS(pchar, char *)
NONDETS(charp, char *)
NONDETS(const_char_pointer, const char *)
NONDETS(sector_t, unsigned long long)
NONDETS(pthread_t, unsigned long)
NONDETS(u8, unsigned char)
NONDETS(u16, unsigned short)
NONDETS(u32, unsigned)
NONDETS(u64, unsigned long long)
NONDETS(s8, signed char)
NONDETS(s16, short)
NONDETS(s32, int)
NONDETS(s64, long long)
NONDETS(U8, unsigned char)
NONDETS(U16, unsigned short)
NONDETS(U32, unsigned)
NONDETS(U64, unsigned long long)
NONDETS(S8, signed char)
NONDETS(S16, short)
NONDETS(S32, int)
NONDETS(S64, long long)

#ifdef __SIZEOF_INT128__
NONDETS(int128, __int128)
NONDETS(uint128, unsigned __int128)
#endif

NONDET(__VERIFIER_nondet, int)
NONDET(__SMACK_nondet, int)

/* A function of the C library without a model returns any value. */
void __heddle_guessed(void) { }

/* The result of a model is any value, although the program determines it. */
void __heddle_approximates(void) { }

/* Any bytes. */
void __VERIFIER_nondet_memory(void *p, __SIZE_TYPE__ n)
{
	unsigned char *to = p;

	for (__SIZE_TYPE__ i = 0; i < n; i++)
		to[i] = __heddle_choose((unsigned char)0, HEDDLE_CHOOSE_NONDET);
}

#define ASSUME(name)                  \
	void name(int condition)      \
	{                             \
		__heddle_assume(condition); \
	}

ASSUME(__VERIFIER_assume)
ASSUME(__CPROVER_assume)
ASSUME(__ESBMC_assume)
ASSUME(__SMACK_assume)
ASSUME(__goblint_assume)

void __VERIFIER_assert(int condition)
{
	__heddle_assert(condition, "__VERIFIER_assert", HEDDLE_PROPERTY_ASSERT);
}

void __SMACK_assert(int condition)
{
	__heddle_assert(condition, "__SMACK_assert", HEDDLE_PROPERTY_ASSERT);
}

void __CPROVER_assert(int condition, const char *description)
{
	(void)description;
	__heddle_assert(condition, "__CPROVER_assert", HEDDLE_PROPERTY_ASSERT);
}

void __ESBMC_assert(int condition, const char *description)
{
	(void)description;
	__heddle_assert(condition, "__ESBMC_assert", HEDDLE_PROPERTY_ASSERT);
}

/* Goblint checks go on when they fail. */
void __goblint_check(int condition)
{
	__heddle_assert(condition, "__goblint_check", HEDDLE_PROPERTY_ASSERT);
}

void __goblint_assert(int condition)
{
	__heddle_assert(condition, "__goblint_assert", HEDDLE_PROPERTY_ASSERT);
}

/* Dat3M's name of the running thread. */
unsigned long __VERIFIER_tid(void)
{
	return (unsigned long)pthread_self();
}

/* Hints to other tools. */
void __ESBMC_yield(void)
{
}

void __VERIFIER_loop_bound(int bound)
{
	(void)bound;
}

void __VERIFIER_loop_begin(void)
{
}

void __VERIFIER_spin_start(void)
{
}

void __VERIFIER_spin_end(int again)
{
	(void)again;
}

void __goblint_split_begin(int value)
{
	(void)value;
}

void __goblint_split_end(int value)
{
	(void)value;
}

void __goblint_bounded(unsigned long long value)
{
	(void)value;
}

void __goblint_globalize(void *p)
{
	(void)p;
}

void __goblint_assume_join(pthread_t id)
{
	(void)id;
	__heddle_unsupported("__goblint_assume_join");
}

/* Of GenMC: code that need not be executed, and is not (an assumption). */
int __VERIFIER_opt_begin(void)
{
	return 0;
}
