// Two variables that belong together, the second of which is written after the first.
//
// Setters write the pair (1, -1), checkers see it or the (0, 0) of the beginning. With BUG there
// is no lock, and a checker can see one half of each.
#include <assert.h>
#include <pthread.h>

#ifndef SETTERS
#define SETTERS 1
#endif
#ifndef CHECKERS
#define CHECKERS 1
#endif

static int first, second;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void enter(void)
{
#ifndef BUG
	pthread_mutex_lock(&lock);
#endif
}

static void leave(void)
{
#ifndef BUG
	pthread_mutex_unlock(&lock);
#endif
}

static void *set(void *arg)
{
	enter();
	first = 1;
	second = -1;
	leave();
	return arg;
}

static void *check(void *arg)
{
	int a, b;

	enter();
	a = first;
	b = second;
	leave();
	assert((a == 0 && b == 0) || (a == 1 && b == -1));
	return arg;
}

int main(void)
{
	pthread_t setter[SETTERS], checker[CHECKERS];

	(void)lock;
	for (int i = 0; i < SETTERS; i++)
		pthread_create(&setter[i], NULL, set, NULL);
	for (int i = 0; i < CHECKERS; i++)
		pthread_create(&checker[i], NULL, check, NULL);
	for (int i = 0; i < SETTERS; i++)
		pthread_join(setter[i], NULL);
	for (int i = 0; i < CHECKERS; i++)
		pthread_join(checker[i], NULL);
	return 0;
}
