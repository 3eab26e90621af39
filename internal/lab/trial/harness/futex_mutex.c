// The mutex keeps two threads apart.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include "mutex.h"

static mutex_t m;
static int count;

static void *worker(void *arg)
{
    mutex_lock(&m);
    count++;
    mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t[2];
    mutex_init(&m, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(count == 2);
    return 0;
}
