// 12.10: property lock reports a wait at a barrier that was never initialised: its bytes are zero.
//
// expect: assert=safe race=safe deadlock=violation memory=safe lock=violation
#include <pthread.h>

static pthread_barrier_t b;

int main(void)
{
	pthread_barrier_wait(&b);
	return 0;
}
