// The support for programs that run outside of Heddle under ThreadSanitizer:
// inputs and delays that depend on HEDDLE_SEED, and the functions of the software
// verification competition. It is compiled without instrumentation: nothing here
// orders the program's threads, but for the hidden lock of atomic sections.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

static unsigned threads;
static __thread unsigned long state;

// Steele, Lea and Flood, Fast splittable pseudorandom number generators, OOPSLA 2014.
static unsigned long next(void)
{
	if (!state) {
		const char *seed = getenv("HEDDLE_SEED");
		state = (seed ? strtoul(seed, 0, 10) : 0) * 0xd1342543de82ef95 + __atomic_add_fetch(&threads, 1, __ATOMIC_RELAXED);
	}
	unsigned long z = state += 0x9e3779b97f4a7c15;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

// A process that waits for ever ends after some seconds.
__attribute__((constructor)) static void begin(void) { alarm(4); }

// Called at every basic block of the program. A third of the threads are slow, so
// that others overtake them, and a third are fast.
void __sanitizer_cov_trace_pc(void)
{
	static __thread int pace;
	if (!pace)
		pace = 1 + next() % 3;
	unsigned long r = next();
	if (pace == 3 && r % 4 == 0)
		usleep(r / 4 % 4000);
	else if (pace == 2 && r % 64 == 0)
		usleep(r / 64 % 2000);
	else if (r % 8 == 0)
		sched_yield();
}

// Small values, and now and then any.
static unsigned long input(void)
{
	unsigned long r = next();
	return r % 8 ? r / 8 % 4 : r;
}

#define INPUT(name, type) type __VERIFIER_nondet_##name(void) { return (type)input(); }
INPUT(bool, _Bool)
INPUT(char, char)
INPUT(uchar, unsigned char)
INPUT(short, short)
INPUT(ushort, unsigned short)
INPUT(int, int)
INPUT(uint, unsigned)
INPUT(unsigned, unsigned)
INPUT(long, long)
INPUT(ulong, unsigned long)
INPUT(longlong, long long)
INPUT(ulonglong, unsigned long long)

void __VERIFIER_assume(int condition)
{
	if (!condition)
		_exit(0);
}

__attribute__((weak)) void __VERIFIER_error(void) { abort(); }
__attribute__((weak)) void reach_error(void) { abort(); }

static pthread_mutex_t section = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void __VERIFIER_atomic_begin(void) { pthread_mutex_lock(&section); }
void __VERIFIER_atomic_end(void) { pthread_mutex_unlock(&section); }
