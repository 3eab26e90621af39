// More threads than the bound: nothing is proved.
//
// ask: weak bounded termination
#include <pthread.h>

static int n;

static void *other(void *arg) { return arg; }

int main(void)
{
	for (n = 0; n < 5; n++) {
		pthread_t t;
		pthread_create(&t, 0, other, 0);
		pthread_join(t, 0);
	}
	return 0;
}
