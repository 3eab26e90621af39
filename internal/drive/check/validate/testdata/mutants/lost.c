#include <pthread.h>
void reach_error(void) {}
_Bool __VERIFIER_nondet_bool(void);
int n = 0;
void *inc(void *arg)
{
	int t = n;
	n = t + 1;
	return 0;
}
int main(void)
{
	pthread_t a;
	int k = 1 + __VERIFIER_nondet_bool();
	pthread_create(&a, 0, inc, 0);
	int u = n;
	n = u + k;
	pthread_join(a, 0);
	if (n == k)
		reach_error();
	return 0;
}
