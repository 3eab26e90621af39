// One thread pushes values into the unbounded queue; another pulls them in the same order.
#include <assert.h>
#include <pthread.h>
#include "spsc_ub_queue.h"

static struct spsc_ub_queue q;
static int item[2];

static void *producer(void *arg)
{
    spsc_ub_queue_push(&q, &item[0]);
    spsc_ub_queue_push(&q, &item[1]);
    return arg;
}

int main(void)
{
    pthread_t t;
    void *got;
    spsc_ub_queue_init(&q, 1, &memtype_heap);
    pthread_create(&t, 0, producer, 0);
    for (int i = 0; i < 2; i++) {
        while (!spsc_ub_queue_pull(&q, &got))
            ;
        assert(got == &item[i]);
    }
    pthread_join(t, 0);
    spsc_ub_queue_destroy(&q);
    return 0;
}
