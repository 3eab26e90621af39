// 8.2: copies of a structure are one access per member, interleaved with those of other copies.
//
// expect: assert=violation race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

struct pair {
	char a;
	long b;
};

static struct pair x = {1, 1}, y = {2, 2}, z = {3, 3};

static void *copy(void *from)
{
	x = *(struct pair *)from;
	return NULL;
}

int main(void)
{
	pthread_t s, t;

	pthread_create(&s, NULL, copy, &y);
	pthread_create(&t, NULL, copy, &z);
	pthread_join(s, NULL);
	pthread_join(t, NULL);
	assert(x.a == x.b);
	return 0;
}
