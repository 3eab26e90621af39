#include <pthread.h>
void reach_error(void) {}
int n = 0;
void *set(void *arg)
{
	n = 1;
	return 0;
}
int main(void)
{
	pthread_t a;
	int i = 0;
	pthread_create(&a, 0, set, 0);
	while (i < 3) {
		if (n == 1 && i == 2)
			reach_error();
		i = i + 1;
	}
	return 0;
}
