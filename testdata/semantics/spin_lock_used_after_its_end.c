// 12.10: a spin lock that is destroyed and initialised again is used well, but not in between.
//
// expect: assert=safe race=safe deadlock=safe memory=safe lock=violation
#include <pthread.h>

static pthread_spinlock_t l;

int main(void)
{
	pthread_spin_init(&l, 0);
	pthread_spin_lock(&l);
	pthread_spin_unlock(&l);
	pthread_spin_destroy(&l);
	pthread_spin_init(&l, 0);
	pthread_spin_destroy(&l);
	pthread_spin_destroy(&l);
	return 0;
}
