#include <assert.h>
#include <pthread.h>
#include "lfring.h"

static lfring_t *ring;
static int value;

static void *producer(void *arg)
{
    void *e = &value;
    lfring_enqueue(ring, &e, 1);
    return arg;
}

static void *consumer(void *arg)
{
    void *e; uint32_t at;
    if (lfring_dequeue(ring, &e, 1, &at) == 1)
        assert(e == &value);
    return arg;
}

int main(void)
{
    pthread_t p, c;
    ring = lfring_alloc(2, LFRING_FLAG_SP | LFRING_FLAG_SC);
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    return pthread_join(p, NULL) + pthread_join(c, NULL);
}
