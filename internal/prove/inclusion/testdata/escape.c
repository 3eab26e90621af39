// Whether others can reach a local, and so whether its accesses are steps, is decided by
// a read on which nothing else depends.
#include <pthread.h>

static int flag;
static int *where;

static void *raise(void *arg)
{
	flag = 1;
	return arg;
}

int main(void)
{
	pthread_t t;
	int own = 0;

	pthread_create(&t, NULL, raise, NULL);
	if (flag)
		where = &own;
	own = 1;
	own = 2;
	return 0;
}
