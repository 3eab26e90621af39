// The lock keeps three threads apart.
#include <assert.h>
#include <pthread.h>
#include "mcslock.h"

static mcslock_t lock;
static int count;

static void *worker(void *arg)
{
    mcsnode_t node;
    mcslock_acquire(&lock, &node);
    count++;
    mcslock_release(&lock, &node);
    return arg;
}

int main(void)
{
    pthread_t t[3];
    mcslock_init(&lock);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    assert(count == 3);
    return 0;
}
