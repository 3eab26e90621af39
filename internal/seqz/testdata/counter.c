// Two threads, a choice, a lock, and an assertion.
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int __VERIFIER_nondet_int(void);
#include <assert.h>
#include <pthread.h>

int x;

void *add(void *arg)
{
	int by = __VERIFIER_nondet_int();

	__VERIFIER_atomic_begin();
	x += by;
	__VERIFIER_atomic_end();
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, add, 0);
	x++;
	pthread_join(t, 0);
	assert(x != 7);
	return 0;
}
