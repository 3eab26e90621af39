// 12.5: a loop around a wait for a futex, in a function of the program, tests the word again.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;
static int data;

static void sleep_while(atomic_int *at, int value)
{
	syscall(SYS_futex, at, FUTEX_WAIT, value, NULL, NULL, 0);
}

static void *waiter(void *arg)
{
	int seen;

	while ((seen = atomic_load(&word)) == 0)
		sleep_while(&word, seen);
	assert(data == 1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, waiter, NULL);
	data = 1;
	atomic_store(&word, 1);
	syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
	pthread_join(t, NULL);
	return 0;
}
