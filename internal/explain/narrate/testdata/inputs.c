// Inputs, an atomic section, more than four threads, and a loop that waits.
//
// expect: reach=violation
#include <pthread.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int sum, go;

static void *worker(void *arg)
{
	(void)arg;
	while (!__atomic_load_n(&go, __ATOMIC_SEQ_CST))
		;
	__VERIFIER_atomic_begin();
	sum = sum + 1;
	__VERIFIER_atomic_end();
	return NULL;
}

int main(void)
{
	pthread_t t[5];
	int limit = __VERIFIER_nondet_int();
	unsigned char extra = __VERIFIER_nondet_uchar();

	if (limit <= -2 || limit > 5)
		return 0;
	for (int i = 0; i < 5; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	__atomic_store_n(&go, 1, __ATOMIC_SEQ_CST);
	for (int i = 0; i < 5; i++)
		pthread_join(t[i], NULL);
	if (sum > limit && extra != 3)
		reach_error();
	return 0;
}
