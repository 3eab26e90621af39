#include <pthread.h>
#include "locks.h"

static struct cond gate;

static void *waiter(void *arg)
{
    cond_wait(&gate);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    cond_init(&gate);
    cond_lock(&gate);
    pthread_create(&a, NULL, waiter, NULL);
    pthread_create(&b, NULL, waiter, NULL);
    cond_unlock(&gate);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
