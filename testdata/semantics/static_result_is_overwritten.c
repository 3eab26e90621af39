// 14.2: the static result of a library function is one object, which the next call
// overwrites, whoever makes it.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

static void *ask(void *arg)
{
	strerror(EPERM);
	return arg;
}

int main(void)
{
	char *text = strerror(ENOENT);
	pthread_t t;

	assert(*text == 'N');
	pthread_create(&t, NULL, ask, NULL);
	pthread_join(t, NULL);
	assert(*text == 'N');
	return 0;
}
