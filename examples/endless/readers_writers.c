// Two readers and a writer: readers see both halves of each write.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static _Bool left, right;

static void *reader(void *arg)
{
	for (;;) {
		pthread_rwlock_rdlock(&lock);
		assert(left == right);
		pthread_rwlock_unlock(&lock);
	}
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, reader, NULL);
	pthread_create(&b, NULL, reader, NULL);
	for (;;) {
		pthread_rwlock_wrlock(&lock);
		left = !left;
		right = !right;
		pthread_rwlock_unlock(&lock);
	}
}
