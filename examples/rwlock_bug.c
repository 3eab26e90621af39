// A home-made reader-writer lock that counts its readers outside the mutex.
//
// Two readers that leave together can lose one decrement, or a reader that enters
// can overwrite a decrement. Then a writer enters while a reader is inside.
//
// expect: assert=violation race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static int readers, writing;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *reader(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	readers++;
	pthread_mutex_unlock(&lock);
	assert(!writing);
	readers--; // outside the lock
	return NULL;
}

static void *writer(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	if (readers == 0) {
		writing = 1;
		writing = 0;
	}
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t a, b, w;

	pthread_create(&a, NULL, reader, NULL);
	pthread_create(&b, NULL, reader, NULL);
	pthread_create(&w, NULL, writer, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(w, NULL);
	return 0;
}
