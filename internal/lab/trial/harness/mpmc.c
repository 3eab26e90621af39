// A consumer gets a producer's items from the blocking queue in the same order.
#define main published_main
#include <mpmc.c>
#undef main
#include <assert.h>

static mpmc_t q;
static int item[2];

static void *put(void *arg)
{
    handle_t *th = calloc(1, sizeof(handle_t));
    mpmc_queue_register(&q, th, ENQUEUE);
    for (int i = 0; i < 2; i++)
        mpmc_enqueue(&q, th, &item[i]);
    return arg;
}

int main(void)
{
    pthread_t t;
    handle_t *th = calloc(1, sizeof(handle_t));
    mpmc_init_queue(&q, 1, 1, 8);
    pthread_create(&t, 0, put, 0);
    mpmc_queue_register(&q, th, DEQUEUE);
    for (int i = 0; i < 2; i++)
        assert(mpmc_dequeue(&q, th) == &item[i]);
    pthread_join(t, 0);
    return 0;
}
