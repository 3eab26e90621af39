// 14.9: objects that only one thread gives to undefined
// functions, constants and numbers order nothing.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
// alone: race=violation
#include <pthread.h>

extern void note(const char *text, int *value, int level);

static int x;

static void *add(void *arg)
{
	int mine = 1;

	note("add", &mine, 3);
	x++;
	return arg;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, 0, add, 0);
	add(0);
	return 0;
}
