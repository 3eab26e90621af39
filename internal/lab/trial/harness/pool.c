// Two threads never hold the same element of a pool.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include "pool.h"

static pool_t *pool;

static void *worker(void *arg)
{
    int *e = pool_acquire(pool);
    if (e) {
        e[4] = *(int *)arg;
        assert(e[4] == *(int *)arg);
        pool_release(pool, e);
    }
    return 0;
}

int main(void)
{
    static int id[2] = {1, 2};
    pthread_t t[2];
    size_t size, align;
    pool_footprint(2, 32, &size, &align);
    pool = pool_mem_init(aligned_alloc(align, size), 2, 32);
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, &id[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    return 0;
}
