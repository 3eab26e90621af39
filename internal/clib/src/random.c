/*
 * random.c - random numbers are whatever the environment chooses; seeds have no
 * effect on them.
 */
#include <stdlib.h>
#include "heddle.h"

#define MAX 2147483647

int rand(void)
{
	return (int)__heddle_pick(0, MAX);
}

void srand(unsigned seed)
{
	(void)seed;
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
	(void)seed;
}

double drand48(void)
{
	return (double)__heddle_pick(0, (1ULL << 48) - 1) / (double)(1ULL << 48);
}

double erand48(unsigned short state[3])
{
	state[0]++;
	return drand48();
}

long lrand48(void)
{
	return (long)__heddle_pick(0, MAX);
}

long nrand48(unsigned short state[3])
{
	state[0]++;
	return lrand48();
}

long mrand48(void)
{
	return (int)__heddle_pick(0, 4294967295u);
}

void srand48(long seed)
{
	(void)seed;
}

unsigned arc4random(void)
{
	return (unsigned)__heddle_pick(0, 4294967295u);
}

unsigned arc4random_uniform(unsigned bound)
{
	return bound ? (unsigned)__heddle_pick(0, bound - 1) : 0;
}
