#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, table[3];

int next(int i) { return i == 2 ? 0 : i + 1; }

void *worker(void *a)
{
	int n = *(int *)a;
	for (int i = 0; i < n; i++) {
		pthread_mutex_lock(&m);
		table[next(x)]++;
		x = next(x);
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int main(void)
{
	pthread_t t;
	int n = 2;
	pthread_create(&t, 0, worker, &n);
	pthread_mutex_lock(&m);
	assert(table[0] < 2);
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
