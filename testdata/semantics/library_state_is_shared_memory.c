// 14.1: the state of the C library is memory that all threads share: strtok has one
// position.
//
// expect: assert=violation race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char other[] = "p q";

static void *split(void *arg)
{
	strtok(other, " ");
	return arg;
}

int main(void)
{
	char own[] = "a b";
	char *second;
	pthread_t t;

	pthread_create(&t, NULL, split, NULL);
	strtok(own, " ");
	second = strtok(NULL, " ");
	assert(second && *second == 'b');
	pthread_join(t, NULL);
	return 0;
}
