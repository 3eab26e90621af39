#include <assert.h>
#include <stdatomic.h>
#include "thpool.h"

static atomic_int done;

static void job(void *arg)
{
    (void) arg;
    atomic_fetch_add(&done, 1);
}

int main(void)
{
    threadpool pool = thpool_init(1);
    thpool_add_work(pool, job, 0);
    thpool_wait(pool);
    assert(done == 1);
    return 0;
}
