#include <pthread.h>
#include "lfq.h"

static struct lfq_ctx queue;
static int one, two;

static void *consumer(void *tid)
{
    return lfq_dequeue_tid(&queue, (int) (long) tid);
}

int main(void)
{
    pthread_t a, b;
    lfq_init(&queue, 2);
    lfq_enqueue(&queue, &one);
    lfq_enqueue(&queue, &two);
    pthread_create(&a, NULL, consumer, (void *) 0L);
    pthread_create(&b, NULL, consumer, (void *) 1L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
