/* One thread counts under one mutex, N threads under another. */
#include <assert.h>
#include <pthread.h>

static int value;
static pthread_mutex_t right, wrong;

static void *careful(void *unused)
{
	pthread_mutex_lock(&right);
	int before = value;
	value++;
	assert(value == before + 1);
	pthread_mutex_unlock(&right);
	return 0;
}

static void *careless(void *unused)
{
	pthread_mutex_lock(&wrong);
	value++;
	pthread_mutex_unlock(&wrong);
	return 0;
}

int main(void)
{
	pthread_t others[N], one;
	pthread_mutex_init(&right, 0);
	pthread_mutex_init(&wrong, 0);
	pthread_create(&one, 0, careful, 0);
	for (int i = 0; i < N; i++)
		pthread_create(&others[i], 0, careless, 0);
	pthread_join(one, 0);
	for (int i = 0; i < N; i++)
		pthread_join(others[i], 0);
	return 0;
}
