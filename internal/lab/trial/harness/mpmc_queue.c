// Two producers and a consumer: each item comes out once.
#include <assert.h>
#include <pthread.h>
#include "mpmc_queue.h"

static struct mpmc_queue q;
static int item[2];

static void *producer(void *arg)
{
    while (!mpmc_queue_push(&q, arg))
        ;
    return 0;
}

int main(void)
{
    pthread_t t[2];
    void *got[2];
    mpmc_queue_init(&q, 2, &memtype_heap);
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, producer, &item[i]);
    for (int i = 0; i < 2; i++)
        while (!mpmc_queue_pull(&q, &got[i]))
            ;
    assert(got[0] != got[1] && (got[0] == &item[0] || got[0] == &item[1]));
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    mpmc_queue_destroy(&q);
    return 0;
}
