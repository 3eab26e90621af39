// 11.5: the waiter returns by itself and never gives an answer. The other thread waits for
// the answer for a time only, and is not blocked.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t asked = PTHREAD_COND_INITIALIZER, answered = PTHREAD_COND_INITIALIZER;
static int question, answer;

static void *oracle(void *arg)
{
	pthread_mutex_lock(&m);
	if (!question)
		pthread_cond_wait(&asked, &m);
	if (question) {
		answer = 1;
		pthread_cond_signal(&answered);
	}
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	struct timespec when = {1, 0};
	pthread_t t;

	pthread_create(&t, NULL, oracle, NULL);
	pthread_mutex_lock(&m);
	question = 1;
	pthread_cond_signal(&asked);
	if (!answer)
		pthread_cond_timedwait(&answered, &m, &when);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
