// A mutex keeps two threads apart, and a thread's result arrives.
#include <assert.h>
#include "tinycthread.h"

static mtx_t m;
static int count;

static int worker(void *arg)
{
    mtx_lock(&m);
    count++;
    mtx_unlock(&m);
    return *(int *)arg;
}

int main(void)
{
    thrd_t t[2];
    int in[2] = {3, 4}, out[2];
    mtx_init(&m, mtx_plain);
    for (int i = 0; i < 2; i++)
        assert(thrd_create(&t[i], worker, &in[i]) == thrd_success);
    for (int i = 0; i < 2; i++)
        assert(thrd_join(t[i], &out[i]) == thrd_success && out[i] == in[i]);
    assert(count == 2);
    mtx_destroy(&m);
    return 0;
}
