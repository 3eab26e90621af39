// One thread pushes values; another pulls them in the same order.
#include <assert.h>
#include <pthread.h>
#include "spsc_queue.h"

static struct spsc_queue *q;
static int item[2];

static void *producer(void *arg)
{
    for (int i = 0; i < 2; i++)
        while (!spsc_queue_push(q, &item[i]))
            ;
    return arg;
}

int main(void)
{
    pthread_t t;
    void *got;
    q = spsc_queue_init(0, 2, &memtype_heap);
    pthread_create(&t, 0, producer, 0);
    for (int i = 0; i < 2; i++) {
        while (!spsc_queue_pull(q, &got))
            ;
        assert(got == &item[i]);
    }
    pthread_join(t, 0);
    return spsc_queue_destroy(q);
}
