// 14.10: a thread that waits may be woken by a function that is called back.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
// alone: deadlock=unknown
// strict: race=unknown
#include <semaphore.h>

extern void start(void (*work)(void));

static sem_t done;

static void work(void)
{
	sem_post(&done);
}

int main(void)
{
	sem_init(&done, 0, 0);
	start(work);
	sem_wait(&done);
	return 0;
}
