// 1.5: memcmp reads all characters, also those behind the first that differs (C11 7.24.4.1).
//
// expect: assert=safe race=violation deadlock=safe memory=violation
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static char one[3] = "abc", other[4] = "xbc";

static void *change(void *arg)
{
	(void)arg;
	one[2] = 'd';
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, change, NULL);
	assert(memcmp(one, other, 3) < 0);
	pthread_join(t, NULL);
	return memcmp(one, other, 4);
}
