/*
 * random.c - random numbers are whatever the environment chooses. Equal seeds should give equal sequences, which are not
 * kept: behind a seed that the program had first or last, the numbers are a guess. Of the sequences that all threads share, that of random is safe
 * to use by several.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>
#include "intrinsics.h"
#include "stream.h"
#include "thread.h"

int __heddle_may_fail(void);

#define MAX 2147483647

HEDDLE_STATE(rand);

static struct __heddle_seeds {
	_Bool seeded;
	unsigned long long first, last;
} __heddle_seeds, __heddle_random_seeds;

static void __heddle_seed(struct __heddle_seeds *s, unsigned long long seed)
{
	_Bool again;

	__heddle_atomic_begin();
	again = s->seeded && (s->first == seed || s->last == seed);
	if (!s->seeded)
		s->first = seed;
	s->seeded = 1;
	s->last = seed;
	__heddle_atomic_end();
	if (again)
		__heddle_approximates();
}

int rand(void)
{
	HEDDLE_NOT_THREAD_SAFE(rand);
	return (int)__heddle_pick(0, MAX);
}

void srand(unsigned seed)
{
	HEDDLE_NOT_THREAD_SAFE(rand);
	__heddle_seed(&__heddle_seeds, seed);
}

int rand_r(unsigned *seed)
{
	*seed = *seed + 1;
	return (int)__heddle_pick(0, MAX);
}

long random(void)
{
	return (long)__heddle_pick(0, MAX);
}

void srandom(unsigned seed)
{
	__heddle_seed(&__heddle_random_seeds, seed);
}

HEDDLE_STATE(drand48);

static double __heddle_fraction(void)
{
	return (double)__heddle_pick(0, (1ULL << 48) - 1) / (double)(1ULL << 48);
}

double drand48(void)
{
	HEDDLE_NOT_THREAD_SAFE(drand48);
	return __heddle_fraction();
}

double erand48(unsigned short state[3])
{
	state[0]++;
	return __heddle_fraction();
}

long lrand48(void)
{
	HEDDLE_NOT_THREAD_SAFE(drand48);
	return (long)__heddle_pick(0, MAX);
}

long nrand48(unsigned short state[3])
{
	state[0]++;
	return (long)__heddle_pick(0, MAX);
}

long mrand48(void)
{
	HEDDLE_NOT_THREAD_SAFE(drand48);
	return (int)__heddle_pick(0, 4294967295u);
}

void srand48(long seed)
{
	(void)seed;
	HEDDLE_NOT_THREAD_SAFE(drand48);
}

unsigned arc4random(void)
{
	return (unsigned)__heddle_pick(0, 4294967295u);
}

unsigned arc4random_uniform(unsigned bound)
{
	return bound ? (unsigned)__heddle_pick(0, bound - 1) : 0;
}

static void __heddle_random_bytes(char *to, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[i] = (char)__heddle_pick(0, 255);
}

/* Up to 256 bytes come as a whole. */
ssize_t getrandom(void *to, size_t n, unsigned flags)
{
	size_t got = n;

	(void)flags;
	__heddle_cancellation_point();
	if (__heddle_may_fail())
		return -1;
	if (n > 256)
		got = (size_t)__heddle_pick(256, n);
	__heddle_random_bytes(to, got);
	return (ssize_t)got;
}

int getentropy(void *to, size_t n)
{
	if (n > 256)
		return __heddle_error(EIO);
	if (__heddle_may_fail())
		return -1;
	__heddle_random_bytes(to, n);
	return 0;
}
