// Two producers and a consumer: each item comes out once.
#include <assert.h>
#include <pthread.h>
#include "lfq.h"

static struct lfq_ctx q;
static int item[2];

static void *producer(void *arg)
{
    assert(lfq_enqueue(&q, arg) == 0);
    return 0;
}

int main(void)
{
    pthread_t t[2];
    void *got[2];
    lfq_init(&q, 1);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, producer, &item[i]);
    for (int i = 0; i < 2; i++)
        while (!(got[i] = lfq_dequeue(&q)))
            ;
    assert(got[0] != got[1]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    lfq_release(&q);
    return 0;
}
