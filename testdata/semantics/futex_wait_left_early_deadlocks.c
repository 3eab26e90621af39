// 11.5: a wait for a futex may return by itself, too. The waiter leaves without the word
// and never answers.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;
static sem_t answer;

static void *waiter(void *arg)
{
	if (atomic_load(&word) == 0)
		syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
	if (atomic_load(&word) == 1)
		sem_post(&answer);
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&answer, 0, 0);
	pthread_create(&t, NULL, waiter, NULL);
	atomic_store(&word, 1);
	syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
	sem_wait(&answer);
	pthread_join(t, NULL);
	return 0;
}
