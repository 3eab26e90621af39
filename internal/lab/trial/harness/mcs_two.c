#include <pthread.h>
#include "mcslock.h"

static mcslock_t lock;
static int count;

static void *adder(void *arg)
{
    mcsnode_t node;
    mcslock_acquire(&lock, &node);
    count++;
    mcslock_release(&lock, &node);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    mcslock_init(&lock);
    pthread_create(&a, NULL, adder, NULL);
    pthread_create(&b, NULL, adder, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
