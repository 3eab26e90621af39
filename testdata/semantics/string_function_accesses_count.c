// 1.5: a function that touches user memory is not one operation: its accesses count.
//
// expect: assert=violation race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char text[3] = "aa";

static void *overwrite(void *arg)
{
	strcpy(text, "bb");
	return arg;
}

int main(void)
{
	pthread_t t;
	char first, second;

	pthread_create(&t, NULL, overwrite, NULL);
	first = text[0];
	second = text[1];
	pthread_join(t, NULL);
	assert(first == second);
	return 0;
}
