// 5.16: the end of the process, by main's return or by exit in a thread, is no end of a thread: locks may be held.
// Locks that a thread gave up in a loop, in a wait or after trylock are not held.
//
// expect: assert=safe race=safe deadlock=safe memory=safe lock=safe
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_spinlock_t s;
static int go;

static void *work(void *arg)
{
	pthread_mutex_lock(&m);
	while (!go)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	if (pthread_mutex_trylock(&m) == 0)
		pthread_mutex_unlock(&m);
	pthread_rwlock_rdlock(&l);
	pthread_rwlock_rdlock(&l);
	pthread_rwlock_unlock(&l);
	pthread_rwlock_unlock(&l);
	pthread_mutex_lock(&recursive);
	pthread_mutex_lock(&recursive);
	pthread_mutex_unlock(&recursive);
	pthread_mutex_unlock(&recursive);
	pthread_spin_lock(&s);
	pthread_spin_unlock(&s);
	return arg;
}

static void *quit(void *arg)
{
	pthread_mutex_lock(&m);
	exit(arg != NULL);
}

int main(void)
{
	pthread_t t;

	pthread_spin_init(&s, 0);
	pthread_create(&t, NULL, work, NULL);
	pthread_mutex_lock(&m);
	go = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	pthread_create(&t, NULL, quit, NULL);
	pthread_mutex_lock(&m);
	return 0;
}
