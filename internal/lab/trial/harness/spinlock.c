// The lock excludes two threads and a third that only tries to take it.
#include <assert.h>
#include <pthread.h>
#include "spinlock.h"

static spinlock_t lock = SPINLOCK_INITIALIZER;
static int count, tried;

static void *worker(void *arg)
{
    spin_lock(&lock);
    count++;
    spin_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, 0);
    if (spin_trylock(&lock))
        count++, tried++, spin_unlock(&lock);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(count == 2 + tried);
    return 0;
}
