// A reader sees the old or the new value, and never a freed one.
#include <assert.h>
#include <pthread.h>
#include "rcu.h"

static struct rcu *r;

static void *reader(void *arg)
{
    struct rcu *p = rcu_acquire(r);
    int v = *rcu_get(p, int *);
    assert(v == 1 || v == 2);
    rcu_release(p);
    return arg;
}

int main(void)
{
    static int old = 1, new = 2;
    pthread_t t[2];
    rcu_init(r, &old);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, reader, 0);
    rcu_set(r, &new);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    rcu_destroy(r);
    return 0;
}
