// A loop that counts to a number ends, also beside another.
//
// ask: weak safe termination
// ask: none safe termination
// ask: weak safe F (i == 3 && finished(main))
// ask: weak violation F i == 4
#include <pthread.h>

static int i, j;

static void *other(void *arg)
{
	for (int k = 0; k < 2; k++)
		j = k;
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	for (i = 0; i < 3; i++)
		;
	pthread_join(t, 0);
	return 0;
}
