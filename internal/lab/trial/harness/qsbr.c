// A reader that has not passed a checkpoint never meets a freed object.
#define main published_main
#include <main.c>
#undef main

static int *shared;

static void *reading(void *arg)
{
    qsbr_register(qsbr), pthread_barrier_wait(&barrier);
    int *p = atomic_load_explicit(&shared, memory_order_acquire);
    if (p)
        assert(*p == 7);
    qsbr_checkpoint(qsbr), pthread_barrier_wait(&barrier);
    return qsbr_unregister(qsbr), arg;
}

int main(void)
{
    pthread_t t;
    *(shared = malloc(sizeof(int))) = 7;
    pthread_barrier_init(&barrier, 0, 2);
    qsbr = qsbr_create(), qsbr_register(qsbr);
    pthread_create(&t, 0, reading, 0);
    pthread_barrier_wait(&barrier);
    int *old = __atomic_exchange_n(&shared, NULL, __ATOMIC_SEQ_CST);
    if (qsbr_sync(qsbr, qsbr_barrier(qsbr)))
        free(old), old = NULL;
    pthread_barrier_wait(&barrier), pthread_join(t, 0), free(old);
}
