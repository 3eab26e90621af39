// A waiting thread is signalled and then sees the earlier writes.
#include <assert.h>
#include <pthread.h>
#include "mutex.h"
#include "cond.h"

static mutex_t m;
static cond_t c;
static int ready;

static void *waiter(void *arg)
{
    mutex_lock(&m);
    while (!ready)
        cond_wait(&c, &m);
    assert(ready == 1);
    mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t;
    mutex_init(&m, NULL), cond_init(&c);
    pthread_create(&t, 0, waiter, 0);
    mutex_lock(&m), ready = 1, mutex_unlock(&m);
    cond_signal(&c, &m);
    pthread_join(t, 0);
    return 0;
}
