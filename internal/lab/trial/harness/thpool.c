// Two workers do two jobs; wait returns when both are done.
#include <assert.h>
#include <pthread.h>
#include "thpool.h"

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
    threadpool pool = thpool_init(2);
    thpool_add_work(pool, job, 0);
    thpool_add_work(pool, job, 0);
    thpool_wait(pool);
    assert(done == 2);
    thpool_destroy(pool);
    return 0;
}
