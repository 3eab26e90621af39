// 10.6: an atomic write in a section synchronises with a thread that reads it, although
// the section is one visible operation: the earlier steps of the section are then ordered.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x;

void *releasing(void *arg)
{
	int seen;
	__VERIFIER_atomic_begin();
	seen = x;
	__atomic_store_n(&x, 3, __ATOMIC_SEQ_CST);
	__VERIFIER_atomic_end();
	return seen ? arg : 0;
}

int main(void)
{
	pthread_t t;
	int expected = 3;
	pthread_create(&t, 0, releasing, 0);
	__atomic_compare_exchange_n(&x, &expected, 4, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
	return 0;
}
