#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int n = 0, x = 0;
void *one(void *arg)
{
	pthread_mutex_lock(&m);
	n = 1;
	pthread_mutex_unlock(&m);
	x = 1;
	return 0;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, 0, one, 0);
	pthread_mutex_lock(&m);
	int u = n;
	pthread_mutex_unlock(&m);
	if (u == 0)
		x = 2;
	return 0;
}
