#include "threadpool.h"

static void job(void *arg) { (void) arg; }

int main(void)
{
    threadpool_t *pool = threadpool_create(2, 2, 0);
    if (!pool)
        return 1;
    threadpool_add(pool, job, 0, 0);
    return threadpool_destroy(pool, threadpool_graceful);
}
