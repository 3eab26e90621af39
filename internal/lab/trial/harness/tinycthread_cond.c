// A waiting thread is signalled and then sees the earlier writes.
#include <assert.h>
#include "tinycthread.h"

static mtx_t m;
static cnd_t c;
static int ready, value;

static int waiter(void *arg)
{
    (void)arg;
    mtx_lock(&m);
    while (!ready)
        cnd_wait(&c, &m);
    mtx_unlock(&m);
    assert(value == 7);
    return 0;
}

int main(void)
{
    thrd_t t[2];
    mtx_init(&m, mtx_plain), cnd_init(&c);
    for (int i = 0; i < 2; i++) thrd_create(&t[i], waiter, 0);
    value = 7;
    mtx_lock(&m), ready = 1;
    cnd_broadcast(&c), mtx_unlock(&m);
    for (int i = 0; i < 2; i++) thrd_join(t[i], 0);
    return 0;
}
