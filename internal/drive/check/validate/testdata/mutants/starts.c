#include <pthread.h>
void reach_error(void) {}
int n = 0;
void *times(void *arg)
{
	n = n * 2 + 1;
	return 0;
}
int main(void)
{
	pthread_t t[2];
	int i = 0;
	while (i < 2) {
		pthread_create(&t[i], 0, times, 0);
		i = i + 1;
	}
	pthread_join(t[0], 0);
	if (n == 1)
		reach_error();
	return 0;
}
