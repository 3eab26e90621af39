// A pool that is destroyed gracefully has done all its jobs.
#include <assert.h>
#include <pthread.h>
#include "threadpool.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void job(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&m);
    done++;
    pthread_mutex_unlock(&m);
}

int main(void)
{
    threadpool_t *pool = threadpool_create(2, 2, 0);
    int added = 0;
    for (int i = 0; i < 2; i++)
        if (threadpool_add(pool, job, 0, 0) == 0)
            added++;
    assert(threadpool_destroy(pool, threadpool_graceful) == 0);
    assert(done == added);
    return 0;
}
