#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include "pool.h"

static pool_t *pool;

static void *taker(void *arg)
{
    (void) arg;
    return pool_acquire(pool);
}

int main(void)
{
    size_t size, align;
    void *mem, *x, *y;
    pthread_t a, b;
    pool_footprint(2, 16, &size, &align);
    if (posix_memalign(&mem, align, size) != 0)
        return 1;
    pool = pool_mem_init(mem, 2, 16);
    pthread_create(&a, NULL, taker, NULL);
    pthread_create(&b, NULL, taker, NULL);
    pthread_join(a, &x);
    pthread_join(b, &y);
    assert(x != y);
    return 0;
}
