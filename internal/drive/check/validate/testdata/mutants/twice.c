#include <pthread.h>
void reach_error(void) {}
int n = 0;
void *add(void *arg)
{
	n = n + 1;
	return 0;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, add, 0);
	pthread_create(&b, 0, add, 0);
	if (n == 1)
		n = 5;
	if (n == 6)
		reach_error();
	return 0;
}
