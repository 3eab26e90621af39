// Each thread has its own value, which is passed to its destructor; a once function runs once.
#include <assert.h>
#include <stdatomic.h>
#include "tinycthread.h"

static tss_t key;
static once_flag once = ONCE_FLAG_INIT;
static int inits;
static atomic_int ended; // the sum of values

static void init(void) { inits++; }
static void end(void *v) { atomic_fetch_add(&ended, *(int *)v); }

static int worker(void *arg)
{
    call_once(&once, init);
    tss_set(key, arg);
    assert(inits == 1 && tss_get(key) == arg);
    return 0;
}

int main(void)
{
    thrd_t t[2];
    int v[2] = {1, 2};
    tss_create(&key, end);
    for (int i = 0; i < 2; i++) thrd_create(&t[i], worker, &v[i]);
    for (int i = 0; i < 2; i++) thrd_join(t[i], 0);
    return assert(ended == 3), 0;
}
