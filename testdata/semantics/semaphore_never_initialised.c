// 12.10: a semaphore of zeros was not initialised; it has the value 0.
//
// expect: assert=safe race=safe deadlock=safe memory=safe lock=violation
#include <assert.h>
#include <semaphore.h>

static sem_t s;

int main(void)
{
	sem_post(&s);
	assert(sem_trywait(&s) == 0);
	return 0;
}
