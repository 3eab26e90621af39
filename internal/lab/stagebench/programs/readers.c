/*
 * A writer changes two numbers N times under a read-write lock but gives the
 * lock away in between; a reader looks N times and
 * minds the last time.
 */
#include <assert.h>
#include <pthread.h>

static int a, b;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *writer(void *unused)
{
	for (int k = 0; k < N; k++) {
		pthread_rwlock_wrlock(&lock);
		a++;
		pthread_rwlock_unlock(&lock);
		pthread_rwlock_wrlock(&lock);
		b++;
		pthread_rwlock_unlock(&lock);
	}
	return 0;
}

static void *reader(void *unused)
{
	for (int k = 0; k < N; k++) {
		pthread_rwlock_rdlock(&lock);
		assert(a == b || k < N - 1);
		pthread_rwlock_unlock(&lock);
	}
	return 0;
}

int main(void)
{
	pthread_t w, r;
	pthread_create(&w, 0, writer, 0);
	pthread_create(&r, 0, reader, 0);
	pthread_join(w, 0);
	pthread_join(r, 0);
	return 0;
}
