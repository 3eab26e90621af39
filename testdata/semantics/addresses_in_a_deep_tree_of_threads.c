// 9.4: threads deep in a tree of creation have addresses of their own to give, those of the threads
// that they create among them.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static void *sixth(void *arg)
{
	return arg;
}

#define CREATES(creator, created)                          \
	static void *creator(void *arg)                    \
	{                                                  \
		pthread_t t;                               \
                                                           \
		pthread_create(&t, NULL, created, arg);    \
		assert(t != pthread_self());               \
		pthread_join(t, NULL);                     \
		return arg;                                \
	}

CREATES(fifth, sixth)
CREATES(fourth, fifth)
CREATES(third, fourth)
CREATES(second, third)
CREATES(first, second)

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, first, NULL);
	pthread_join(t, NULL);
	return 0;
}
