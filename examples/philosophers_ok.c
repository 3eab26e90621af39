// Dining philosophers, fixed: everyone takes the fork with the smaller number first.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <pthread.h>

#define SEATS 3

static pthread_mutex_t fork_at[SEATS] = {
	PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
};
static int seat[SEATS] = { 0, 1, 2 };

static void *philosopher(void *arg)
{
	int left = *(int *)arg;
	int right = (left + 1) % SEATS;
	int lower = left < right ? left : right;
	int higher = left < right ? right : left;

	pthread_mutex_lock(&fork_at[lower]);
	pthread_mutex_lock(&fork_at[higher]);
	pthread_mutex_unlock(&fork_at[higher]);
	pthread_mutex_unlock(&fork_at[lower]);
	return NULL;
}

int main(void)
{
	pthread_t t[SEATS];

	for (int i = 0; i < SEATS; i++)
		pthread_create(&t[i], NULL, philosopher, &seat[i]);
	for (int i = 0; i < SEATS; i++)
		pthread_join(t[i], NULL);
	return 0;
}
