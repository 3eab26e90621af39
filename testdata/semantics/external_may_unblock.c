// 14.9: an undefined function that got an object may wake a
// thread that waits for it.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
// alone: deadlock=unknown
#include <semaphore.h>

extern void start(sem_t *done);

static sem_t done;

int main(void)
{
	sem_init(&done, 0, 0);
	start(&done);
	sem_wait(&done);
	return 0;
}
