#include <pthread.h>
void reach_error(void) {}
_Bool __VERIFIER_nondet_bool(void);
int n = 0;
void *set(void *arg)
{
	if (__VERIFIER_nondet_bool())
		n = 2;
	else
		n = 3;
	return 0;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, 0, set, 0);
	int u = n;
	int v = n;
	if (u == 0 && v == 3)
		reach_error();
	if (u == 2)
		reach_error();
	return 0;
}
