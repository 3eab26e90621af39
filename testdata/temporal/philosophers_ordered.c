// Dining philosophers who take the lower fork first all eat.
//
// ask: weak safe F (ate[0] == 1 && ate[1] == 1)
// ask: weak safe termination
// ask: weak safe G (ate[1] == 1 -> G ate[1] == 1)
#include <pthread.h>

static pthread_mutex_t fork[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int ate[2];

static void *zero(void *arg)
{
	pthread_mutex_lock(&fork[0]);
	pthread_mutex_lock(&fork[1]);
	ate[0] = 1;
	pthread_mutex_unlock(&fork[1]);
	pthread_mutex_unlock(&fork[0]);
	return arg;
}

static void *one(void *arg)
{
	pthread_mutex_lock(&fork[0]);
	pthread_mutex_lock(&fork[1]);
	ate[1] = 1;
	pthread_mutex_unlock(&fork[0]);
	pthread_mutex_unlock(&fork[1]);
	return arg;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, zero, 0);
	pthread_create(&u, 0, one, 0);
	pthread_exit(0);
}
