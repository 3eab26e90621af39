// Library calls: semaphores, barriers, read-write locks, once, trylock, conditions.
//
// expect: reach=violation
#include <pthread.h>
#include <semaphore.h>

extern void reach_error(void);

static sem_t slots;
static pthread_barrier_t barrier;
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_spinlock_t spin;
static struct {
	pthread_mutex_t lock;
	pthread_cond_t filled;
	int items;
} queue = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0 };
static int ready;

static void init(void) { ready = 1; }

static void *worker(void *arg)
{
	(void)arg;
	pthread_once(&once, init);
	sem_wait(&slots);
	pthread_rwlock_rdlock(&table);
	pthread_rwlock_unlock(&table);
	pthread_barrier_wait(&barrier);
	pthread_mutex_lock(&queue.lock);
	while (queue.items == 0)
		pthread_cond_wait(&queue.filled, &queue.lock);
	queue.items--;
	pthread_mutex_unlock(&queue.lock);
	return NULL;
}

int main(void)
{
	pthread_t t;

	sem_init(&slots, 0, 0);
	pthread_barrier_init(&barrier, NULL, 2);
	pthread_spin_init(&spin, 0);
	pthread_create(&t, NULL, worker, NULL);
	sem_post(&slots);
	pthread_barrier_wait(&barrier);
	pthread_spin_lock(&spin);
	if (pthread_rwlock_trywrlock(&table) != 0)
		return 1;
	if (pthread_rwlock_trywrlock(&table) == 0)
		return 2;
	pthread_rwlock_unlock(&table);
	pthread_spin_unlock(&spin);
	pthread_mutex_lock(&queue.lock);
	queue.items = 1;
	pthread_cond_broadcast(&queue.filled);
	pthread_mutex_unlock(&queue.lock);
	pthread_join(t, NULL);
	if (ready && queue.items == 0)
		reach_error();
	return 0;
}
